"""All that is known of a vehicle at the roadside, each with the date of the data.

Nothing found is said plainly: a blank would read as "all is well".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.flows import words
from checklists import UnknownReference, notices
from checklists.holders import holder_words
from sync.records.seal import serial_text

GOOD, WARN, BAD, GREY = "good", "warn", "bad", "grey"
COLOURS = {"verde": GOOD, "ambar": WARN, "vermelho": BAD, "cinza": GREY}
TONES = (BAD, WARN, GOOD, GREY)
RECENT_AUTOS = 5
NOT_WHOLE = "O cadastro deste aparelho ainda não veio inteiro: não achar não prova nada"


@dataclass(frozen=True)
class Fact:
    """One thing that is known: `tone` good, warn, bad or grey; `lines` say more."""

    title: str
    tone: str
    what: str
    lines: tuple[str, ...] = ()


@dataclass
class Dossier:
    """`known`: the registry has this plate. `data_at`: of when the registry is, in words."""

    plate: str
    known: bool
    make_model: str = ""
    chassis_tail: str = ""
    service: str = ""
    facts: list[Fact] = field(default_factory=list)
    data_at: str = ""
    old_plates: tuple[str, ...] = ()


def dossier(
    desk: Any, vehicle: dict[str, Any] | None, plate: str, *,
    seal: dict[str, Any] | None = None, driver: str | None = None,
) -> Dossier:
    """`vehicle`: the registry's, or None. `seal`: {"colour", "sentence", "serial"} of a selo that
    was read at this stop. `driver`: the registry's id of who drives, once known."""
    at = desk.cadastro.data_at
    zone = desk.rulebook().municipality.timezone
    told = Dossier(plate, vehicle is not None, data_at=(
        f"Dados do cadastro de {words.moment(at, zone)}" if at else NOT_WHOLE))
    if vehicle is not None:
        told.make_model = vehicle.get("make_model") or ""
        told.chassis_tail = (vehicle.get("chassis_tail") or vehicle.get("chassis") or "")[-6:]
        told.service = _service(desk, vehicle)
        told.old_plates = tuple(p for p in vehicle.get("plates") or () if p != vehicle["plate"])
    told.facts.append(_seal(desk, vehicle, seal))
    if vehicle is None:
        told.facts.append(Fact(
            "Cadastro", WARN, "Esta placa não está no cadastro deste aparelho.",
            ("Pode ser de outro município, nova, ou sem autorização.",)))
    else:
        told.facts += [_authorisation(desk, vehicle), _exigencias(desk, vehicle)]
    told.facts += _autos(desk, vehicle, plate, driver)
    told.facts.sort(key=lambda one: TONES.index(one.tone))  # what is wrong comes first
    return told


def _service(desk: Any, vehicle: dict[str, Any]) -> str:
    try:
        return desk.rulebook().service(vehicle["service"]).label
    except UnknownReference:
        return vehicle.get("service") or ""


def _seal(desk: Any, vehicle: dict[str, Any] | None, seal: dict[str, Any] | None) -> Fact:
    if seal and seal.get("colour"):
        number = f"Nº {serial_text(seal['serial'])}" if seal.get("serial") else ""
        return Fact("Selo lido agora", COLOURS[seal["colour"]], seal.get("sentence") or "",
                    (number,) if number else ())
    known = desk.cadastro.selo_of(vehicle["id"]) if vehicle else None
    if not known:
        return Fact("Selo", WARN if vehicle else GREY, "Nenhum selo conhecido deste veículo.")
    number = f"nº {serial_text(known['serial'])}"
    until = date.fromisoformat(known["valid_until"])
    if known["status"] != "valido":
        status = {"revogado": "sem efeito"}.get(known["status"], "cancelado")
        return Fact("Selo no cadastro", BAD, f"{number}, {status}.")
    if until < desk.today():
        return Fact("Selo no cadastro", BAD, f"{number}, vencido em {words.day(until)}.")
    return Fact("Selo no cadastro", GOOD, f"{number}, válido até {words.day(until)}.",
                ("O selo colado no veículo ainda não foi lido.",))


def _authorisation(desk: Any, vehicle: dict[str, Any]) -> Fact:
    holder = desk.cadastro.person(vehicle["holder"]) if vehicle.get("holder") else None
    permit, called = vehicle.get("permit"), holder_words(desk.rulebook())
    lines = (
        f"{called.holder}: {holder['name']}" if holder else f"{called.holder} não consta",
        f"Registro na Secretaria: {vehicle['registration']}" if vehicle.get("registration") else "",
    )
    kept = tuple(line for line in lines if line)
    until = vehicle.get("authorised_until")
    number = f"nº {permit}" if permit else "Sem número"
    if not until:
        tone = GREY if permit else WARN
        return Fact(called.permit, tone, f"{number}, validade não consta.", kept)
    tone = BAD if date.fromisoformat(until[:10]) < desk.today() else GOOD
    verb = "vencida em" if tone == BAD else "válida até"
    return Fact(called.permit, tone, f"{number}, {verb} {words.day(until)}.", kept)


def _exigencias(desk: Any, vehicle: dict[str, Any]) -> Fact:
    rows = desk.open_exigencias(vehicle["id"])
    if not rows:
        return Fact("Exigências", GOOD, "Nenhuma em aberto.")
    today = desk.today()
    return Fact(
        "Exigências", WARN,
        words.count(len(rows), "exigência em aberto", "exigências em aberto") + ".",
        tuple(f"{row['label']} ({row['cite']}), {words.days_left(row.get('deadline'), today)}"
              for row in rows[:RECENT_AUTOS]),
    )


def _autos(desk: Any, vehicle: dict[str, Any] | None, plate: str, driver: str | None) -> list[Fact]:
    cadastro = desk.cadastro
    facts = []
    if plate:
        of_vehicle = cadastro.autos_of(vehicle=vehicle["id"] if vehicle else None, plate=plate)
        facts.append(_autos_fact(desk, "Autos deste veículo", of_vehicle, of_vehicle))
    holder = (vehicle or {}).get("holder")
    called = holder_words(desk.rulebook()).holder.lower()
    for title, person in ((f"Autos do {called}", holder), ("Autos do motorista", driver)):
        if person:
            autos = cadastro.autos_of(person=person)
            own = [one for one in autos if one.get("autuado") == person]
            facts.append(_autos_fact(desk, title, autos, own, _limits(desk, own)))
    return facts


def _limits(desk: Any, autos: list[dict[str, Any]]) -> tuple[str, ...]:
    """How near the law's limit of points a person is, in each role that has one."""
    law, found = desk.rulebook(), []
    for rule in law.points_rules:
        history = [
            notices.PastAuto(one["id"], one["cite"], date.fromisoformat(one["day"][:10]),
                             kind=one.get("kind") or "")
            for one in autos
            if one["status"] != "anulado" and one.get("liable") == rule.role
            and _is_known(law, one["cite"])
        ]
        told = notices.points_outcome(law, rule.role, history, desk.today()) if history else {}
        if told.get("points") or told.get("pending"):
            found.append(told["sentence"])
    return tuple(found)


def _is_known(law: Any, cite: str) -> bool:
    """Whether this law has the conduct; an auto of an older one may name another."""
    try:
        law.conduct(cite)
    except UnknownReference:
        return False
    return True


def _autos_fact(
    desk: Any, title: str, autos: list[dict[str, Any]], own: list[dict[str, Any]],
    more: tuple[str, ...] = (),
) -> Fact:
    """`own`: those whose points are told. Who only drove has none of whoever answers."""
    standing = [one for one in autos if one["status"] != "anulado"]
    if not standing:
        return Fact(title, GREY, "Nenhum conhecido nos últimos 24 meses.")
    year = desk.today().year
    points = sum(one.get("points") or 0 for one in own
                 if one["status"] != "anulado" and one["day"].startswith(str(year)))
    head = words.count(len(standing), "auto", "autos")
    if points:
        head += f", {words.count(points, 'ponto', 'pontos')} em {year}"
    return Fact(
        title, WARN, f"{head}.",
        more + tuple(
            f"{words.day(one['day'])}: {one['label']} ({one['cite']})"
            + (" · por enviar" if one.get("unsent") else "")
            for one in standing[:RECENT_AUTOS]
        ),
    )
