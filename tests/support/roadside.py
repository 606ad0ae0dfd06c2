"""An agent at the roadside: real store, registry, key and rulebooks; invented vans and people."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.flows.desk import Desk
from app.flows.roadside.auto import AutoDraft
from app.flows.roadside.lavrar import Lavrar
from app.flows.roadside.stop import Stop
from checklists import load_rulebook
from sync.device.cadastro import Cadastro
from sync.device.ports import Fix
from sync.device.store import FieldStore
from sync.records.ids import uuid7
from tests.support.device import AGENT, SettableClock, device_ports, enrolled_store
from tests.support.yard import van

HOLDER = "0192f0c1-0000-7000-8000-0000000000a1"
DRIVER = "0192f0c1-0000-7000-8000-0000000000a2"
CONDUCTOR = "0192f0c1-0000-7000-8000-0000000000a3"
LINE = "0192f0c1-0000-7000-8000-0000000000b1"
PULLED_AT = "2026-11-30T11:00:00.000Z"


class StillPlace:
    """Says where it stands, or raises what it is told to."""

    def __init__(self, accuracy_m: int = 8, mocked: bool = False) -> None:
        self.answer: Any = Fix(
            -22_959_712, -44_040_871, accuracy_m, datetime(2026, 11, 30, 12, 0, tzinfo=UTC), mocked
        )

    async def locate(self, timeout_s: float = 15) -> Fix:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@dataclass
class Roadside:
    """The agent's device and what they do with it."""

    folder: Path
    clock: SettableClock
    place: StillPlace
    desk: Desk

    @property
    def store(self) -> FieldStore:
        return self.desk.store

    @property
    def law(self) -> Any:
        return self.desk.rulebook()

    def puts(self, kind: str, entity_id: str, v: dict[str, Any]) -> None:
        """The server sends something down."""
        change = {"t": kind, "op": "put", "id": entity_id, "v": v}
        self.desk.cadastro.apply([change], "1", False, PULLED_AT)

    def registers(self, **changes: Any) -> dict[str, Any]:
        """A van with its permit holder, a driver, a conductor and a line."""
        service = self.law.services[0].id
        vehicle = van(**{"service": service, "holder": HOLDER, "registration": "R-77",
                         "authorised_until": "2027-03-31", **changes})
        people = {
            HOLDER: ("Rosa Amélia Prado", "autorizatario", "A-12", None),
            DRIVER: ("Davi Lucas Moreira", "motorista", "0451", HOLDER),
            CONDUCTOR: ("Ivo Serpa", "cobrador", "0987", HOLDER),
        }
        self.puts("vehicle", vehicle["id"], vehicle)
        for person_id, (name, role, register, boss) in people.items():
            self.puts("person", person_id, {
                "name": name, "role": role, "register": register, "works_for": boss,
                "document_masked": "***.456.789-**",
            })
        self.puts("line", LINE, {"number": "12", "name": "Centro a Praia", "service": service,
                                 "holder": HOLDER})
        return vehicle

    def stops(self, vehicle: dict[str, Any] | None = None) -> Stop:
        stop = self.desk.stops.open(self.desk.stops.start())
        if vehicle is not None:
            stop.use_vehicle({**vehicle, "known": True}, "placa")
        return stop

    def reviews(self, stop: Stop) -> Lavrar:
        return self.desk.stops.lavrar(stop.draft_id)

    def fills(self, auto: AutoDraft) -> None:
        """Chooses and types whatever the law's form still asks for."""
        if not auto.role:
            auto.choose_role(auto.roles[0].id)
        auto.use_all()
        for one in auto.form():
            if one.value == "" and one.field.required:
                auto.set(one.id, typed_for(one.field))
        if auto.asks_term:
            auto.set_comply_by("2026-12-20")
        for measure in auto.measures:
            measure.answer(False)

    def agrees(self, stop: Stop, how: str = "assinou") -> None:
        """Where it was, and how the autuado came to know."""
        if not stop.place["text"]:
            stop.write_place("Rua Coronel Moreira, 12")
        stop.ack.choose(how)
        if how == "assinou":
            stop.ack.signature.begin(10, 10)
            stop.ack.signature.extend(220, 90)
            stop.ack.sign()

    async def draws_up(self, vehicle: dict[str, Any], *cites: str, how: str = "ausente"
                       ) -> list[str]:
        """A whole stop with an auto for each citation; their ids."""
        stop = self.stops(vehicle)
        for cite in cites:
            self.fills(stop.add_auto(cite))
        self.agrees(stop, how)
        lavrar = self.reviews(stop)
        done = await lavrar.lavrar()
        assert done, lavrar.problem
        return done

    async def is_killed_and_opened_again(self) -> None:
        """The process dies; what is on disk is what there is."""
        self.closes()
        store = await FieldStore.open(self.desk.ports)
        cadastro = await Cadastro.open(self.desk.ports, store)
        self.desk = Desk(self.desk.ports, store, cadastro, self.desk.agent)

    def closes(self) -> None:
        self.desk.cadastro.close()
        self.desk.store.close()


def typed_for(field: Any) -> Any:
    """Something that fits a field of the form."""
    if field.kind == "choice":
        return field.options[0][0]
    return {"bool": False, "date": "2026-12-20", "number": "12"}.get(field.kind, "Como se viu")


async def open_roadside(
    folder: Path, town: str = "mangaratiba", autos: int = 40, **others: Any
) -> Roadside:
    """A device that is enrolled at `town` and has so many numbers of auto. `others`: ports."""
    law, clock, place = load_rulebook(town), SettableClock(), StillPlace()
    ports = device_ports(folder, clock, place=place, **others)
    await ports.storage.open()
    store = await enrolled_store(ports)
    identity = store.device_identity()
    identity["municipality"] = {
        **identity["municipality"], "ibge": law.municipality.ibge, "name": law.municipality.name,
        "uf": law.municipality.uf, "timezone": law.municipality.timezone, "rulebook": town,
    }
    store.set_meta("identity", identity)
    if autos:
        await store.add_block({"id": uuid7(), "series": "auto", "first": 301,
                               "last": 300 + autos})
    cadastro = await Cadastro.open(ports, store)
    return Roadside(folder, clock, place,
                    Desk(ports, store, cadastro, lambda: {**AGENT, "name": "Ana Prado"}))
