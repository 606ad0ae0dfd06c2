"""Whether it may be a repetition, from what this device knows, with the date of what it knows."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from app.flows import words
from app.flows.roadside.form import of_the_role
from checklists import notices

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft


OF_THE_VEHICLE = (
    " São os autos deste veículo: quem responde não está no cadastro, e a repartição conta pelo "
    "CPF ou CNPJ."
)


def recidivism_of(auto: AutoDraft) -> dict[str, Any]:
    """{"possible", "of": [ids], "sentence", "data_at"}: `sentence` is empty when nothing is
    known against it."""
    stop = auto.stop
    cadastro = stop.desk.cadastro
    found = notices.possible_recidivism(
        stop.rulebook, auto.cite, auto.happened_on, stop.line.get("number"), past_autos(auto),
        kind=auto.kind.id,
    )
    at = cadastro.data_at
    sentence = found["sentence"] if found["possible"] else ""
    if sentence:
        sentence += "" if registered_autuado(auto) else OF_THE_VEHICLE
        told = words.moment(at, stop.zone) if at else ""
        sentence += f" Pelos dados de {told}." if told else " Só pelos autos deste aparelho."
    return {"possible": bool(found["possible"]), "of": list(found["of"]),
            "sentence": sentence, "data_at": at}


def registered_autuado(auto: AutoDraft) -> str | None:
    """The registry's id of who is liable, where it knows them."""
    person = auto.person("autuado")
    if not person.get("name") and of_the_role(auto.role) == "titular":
        return (auto.stop.registered() or {}).get("holder")
    return person.get("id")


def past_autos(auto: AutoDraft) -> list[Any]:
    """The standing autos of who is liable, where the registry knows them; else of the vehicle
    against the same role: documents are for the office to compare."""
    stop, person = auto.stop, registered_autuado(auto)
    cadastro, vehicle = stop.desk.cadastro, stop.vehicle or {}
    known: list[dict[str, Any]] = []
    if person:
        known = [one for one in cadastro.autos_of(person=person) if one.get("autuado") == person]
    elif vehicle.get("plate"):
        of_vehicle = cadastro.autos_of(vehicle=vehicle.get("id"), plate=vehicle["plate"])
        known = [one for one in of_vehicle if one.get("liable") == auto.role]
    return [
        notices.PastAuto(
            id=one["id"], cite=one["cite"], happened_on=date.fromisoformat(one["day"][:10]),
            line=one.get("line"), service=one.get("service"),
            kind=one.get("kind") or "",
        )
        for one in known
        if one["status"] != "anulado" and one["id"] != auto.id
    ]
