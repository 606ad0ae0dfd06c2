"""All that is known of a vehicle before a vistoria begins, ready to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.flows import words
from app.flows.desk import ORDINARY, REINSPECTION, Desk
from app.flows.reissue import reissue_hindrance
from app.flows.vistoria_records import facts_of
from checklists import UnknownReference, validity
from sync.device.reissue import EarlierSeal
from sync.records.ids import uuid7
from sync.records.seal import serial_text


@dataclass
class Exigency:
    """An open exigência, in words."""

    label: str
    cite: str
    since: str
    deadline: str
    late: bool


@dataclass
class VehicleFacts:
    """What Veículo shows. Dates are Brazilian texts; empty text: not known."""

    vehicle: dict[str, Any]
    plate: str
    service: str = ""
    service_problem: str = ""  # the registry names a service that this law does not have
    age: str = ""
    age_note: str = ""  # how the law counts it
    age_problem: str = ""
    holder: str = ""
    seal: str = ""
    seal_good: bool = False
    seal_serial: int | None = None
    seal_record: str = ""  # the selo's record, where it is of this device
    seal_provisional: bool = False
    seal_lost_with_device: bool = False  # revoked with the device that issued it
    reissue_hindrance: str = ""  # why this device issues no second copy of a seal that may have one
    last_vistoria: str = ""
    exigencias: list[Exigency] = field(default_factory=list)
    draft: Any = None
    draft_progress: tuple[int, int] = (0, 0)

    @property
    def other_plates(self) -> list[str]:
        return [plate for plate in self.vehicle.get("plates") or [] if plate != self.plate]

    @property
    def may_reissue(self) -> bool:
        """Whether a second copy can be issued here."""
        return self.has_second_copies and not self.reissue_hindrance

    @property
    def has_second_copies(self) -> bool:
        """Whether a seal like this one is issued again at all."""
        return self.seal_good or self.seal_lost_with_device

    @property
    def default_mode(self) -> str:
        return REINSPECTION if self.exigencias else ORDINARY


def look_up(desk: Desk, plate: str) -> VehicleFacts | None:
    """The vehicle of a plate in either form; `None` when this device does not know it.

    Raises `PlateError`."""
    found = desk.cadastro.by_plate(plate)
    return describe(desk, found) if found else None


def describe(desk: Desk, vehicle: dict[str, Any]) -> VehicleFacts:
    today, rulebook = desk.today(), desk.rulebook()
    facts = VehicleFacts(vehicle=vehicle, plate=vehicle["plate"])
    try:
        facts.service = rulebook.service(vehicle["service"]).label
        _age(facts, rulebook, today)
    except UnknownReference:
        facts.service = vehicle["service"] or ""
        facts.service_problem = (
            "Este serviço não está na lei deste município. Escolha o serviço certo."
        )
    holder = desk.cadastro.person(vehicle["holder"]) if vehicle.get("holder") else None
    facts.holder = (holder or {}).get("name") or ""
    _seal(facts, desk.cadastro.selo_of(vehicle["id"]), today)
    if facts.seal_serial and (own := desk.store.own_selo(facts.seal_serial)):
        facts.seal_record = own.id
    if facts.has_second_copies:
        facts.reissue_hindrance = reissue_hindrance(desk, facts.seal_serial)
    last = vehicle.get("last_vistoria")
    if last:
        facts.last_vistoria = (
            f"{words.RESULTS.get(last['result'], last['result'])} em {words.day(last['date'])}"
        )
    facts.exigencias = [
        Exigency(
            row["label"],
            row["cite"],
            f"desde {words.day(row['since'])}",
            words.days_left(row.get("deadline"), today),
            bool(row.get("deadline")) and date.fromisoformat(row["deadline"]) < today,
        )
        for row in desk.open_exigencias(vehicle["id"])
    ]
    facts.draft = desk.draft_of(vehicle["id"], vehicle["plate"])
    if facts.draft:
        facts.draft_progress = desk.totals(facts.draft)
    return facts


def _age(facts: VehicleFacts, rulebook: Any, today: date) -> None:
    found = validity(rulebook, facts.vehicle["service"], facts_of(facts.vehicle), today)
    age = found.age
    if age.years is None:
        facts.age_problem = age.reason or "Sem o ano do veículo não há como contar a idade."
    else:
        facts.age = words.count(age.years, "ano", "anos") if age.years else "menos de 1 ano"
        facts.age_note = _counting(age)
        if age.allowed is False:
            facts.age_problem = age.reason
        elif age.conditions:
            facts.age_problem = " ".join((age.reason, *age.conditions)).strip()


def _counting(age: Any) -> str:
    """ "Do ano-modelo. Limite de 15 anos (Art. 52, § 3 e Art. 54)": from when the years are
    counted, how many there may be, and where the law says so."""
    applied = [
        reading.label for choice in age.choices[:1] for reading in choice.readings
        if reading.id == choice.applied and isinstance(reading.outcome, int)
    ]
    limit = f"limite de {words.count(age.limit, 'ano', 'anos')}" if age.limit else ""
    said = ". ".join(part[:1].upper() + part[1:] for part in (*applied, limit) if part)
    cites = words.listed(words.narrow(age.cites))
    return f"{said} ({cites})" if said else f"Ver {cites}"


def _seal(facts: VehicleFacts, seal: dict[str, Any] | None, today: date) -> None:
    if not seal:
        return
    until = date.fromisoformat(seal["valid_until"])
    number = f"nº {serial_text(seal['serial'])}"
    facts.seal_serial = seal["serial"]
    facts.seal_lost_with_device = EarlierSeal.of_registry(seal).of_blocked_device
    if seal["status"] != "valido":
        facts.seal = f"{number}, cancelado"
    elif until < today:
        facts.seal = f"{number}, vencido em {words.day(until)}"
    elif seal.get("provisional"):
        facts.seal = f"{number}, aprovado com exigência até {words.day(until)}"
        facts.seal_good = facts.seal_provisional = True
    else:
        facts.seal, facts.seal_good = f"{number}, válido até {words.day(until)}", True


def start_known(desk: Desk, facts: VehicleFacts, mode: str, service: str = "") -> str:
    """Begins (or goes on with) a vistoria of a known vehicle; gives the draft's id."""
    vehicle = {**facts.vehicle, "known": True}
    if service:
        vehicle["service"] = service
    return desk.start(vehicle, mode)


def start_new(desk: Desk) -> str | None:
    """Begins a vistoria of the vehicle typed in; `None` with errors in the form, or with warnings
    that were not seen yet."""
    form = desk.new_vehicle
    if not form.may_start(desk.today()):
        return None
    known = desk.cadastro.by_plate(form.plate)
    if known:
        form.errors["plate"] = (
            f"A placa {known['plate']} já está no cadastro. Abra o veículo por ela."
        )
        form.changed()
        return None
    draft_id = desk.start(form.as_vehicle(uuid7()))
    desk.fresh_form()
    return draft_id
