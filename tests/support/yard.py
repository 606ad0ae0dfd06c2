"""A desk as the inspector has it: real store, registry, key and rulebooks, invented vans."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.flows.conclusion import Conclusion
from app.flows.desk import Desk
from app.flows.vistoria import VistoriaFlow
from sync.device.cadastro import Cadastro
from sync.records.ids import uuid7
from tests.support.device import AGENT, SettableClock, device_ports, enrolled_store


def van(**changes: Any) -> dict[str, Any]:
    """A school van of the registry, entity as the server sends it."""
    return {
        "id": uuid7(),
        "plate": "ABC1D23",
        "plates": [],
        "chassis": "9BWZZZ377VT004251",
        "renavam": None,
        "make_model": "Fiat Ducato",
        "model_year": 2020,
        "manufacture_year": 2019,
        "capacity": 16,
        "service": "escolar",
        "holder": None,
        "permit": "E-12",
        "color": "branca",
        "fuel": "diesel",
        "last_vistoria": None,
        **changes,
    }


@dataclass
class Yard:
    """The inspector's device and what they do with it."""

    folder: Path
    clock: SettableClock
    desk: Desk

    @property
    def store(self):
        return self.desk.store

    def registers(self, vehicle: dict[str, Any], *exigencias: dict[str, Any]) -> dict[str, Any]:
        """The server sends a vehicle (and its open exigências) down."""
        changes = [{"t": "vehicle", "op": "put", "id": vehicle["id"], "v": vehicle}]
        changes += [
            {"t": "exigencia", "op": "put", "id": one["id"], "v": one} for one in exigencias
        ]
        self.desk.cadastro.apply(changes, "1", False, "2026-11-30T12:00:00Z")
        return vehicle

    def begins(self, vehicle: dict[str, Any], mode: str = "ordinaria") -> VistoriaFlow:
        return self.desk.open(self.desk.start({**vehicle, "known": True}, mode))

    def finds_all_in_order(self, flow: VistoriaFlow, *failing: str, besides: str = "") -> None:
        """Answers every item: `failing` não conforme, the rest conforme; `besides` is left."""
        for state in flow.order:
            self.clock.passes(seconds=5)
            if state.id != besides:
                self.measures(flow, state)
                flow.answer(state.id, "nao_conforme" if state.id in failing else "conforme")

    def measures(self, flow: VistoriaFlow, state: Any) -> None:
        for ask in state.item.asks:
            if ask.kind != "photo" and ask.required:
                flow.set_measured(state.id, ask.id, "48250" if ask.kind == "number" else "visto")

    async def signs_and_concludes(self, flow: VistoriaFlow) -> Conclusion:
        conclusion = self.desk.conclusion(flow.draft_id)
        self.signs(conclusion)
        await conclusion.conclude()
        assert conclusion.problem == ""
        return conclusion

    def signs(self, conclusion: Conclusion) -> None:
        conclusion.signature.begin(10, 10)
        conclusion.signature.extend(200, 90)
        conclusion.signature.end()

    async def is_killed_and_opened_again(self) -> None:
        """The process dies; what is on disk is what there is."""
        self.desk.cadastro.close()
        self.desk.store.close()
        from sync.device.store import FieldStore

        store = await FieldStore.open(self.desk.ports)
        cadastro = await Cadastro.open(self.desk.ports, store)
        self.desk = Desk(self.desk.ports, store, cadastro, lambda: AGENT)


async def open_yard(folder: Path, municipality: str = "mangaratiba", **reply: Any) -> Yard:
    clock = SettableClock()
    ports = device_ports(folder, clock)
    await ports.storage.open()
    store = await enrolled_store(ports, **reply)
    if municipality == "januaria":
        identity = store.device_identity()
        identity["municipality"] = {
            **identity["municipality"], "ibge": 3135209, "name": "Januária", "uf": "MG",
            "rulebook": "januaria",
        }
        with store.file.transaction() as db:
            store._set_meta(db, "identity", identity)
    cadastro = await Cadastro.open(ports, store)
    return Yard(folder, clock, Desk(ports, store, cadastro, lambda: {**AGENT, "name": "Ana"}))




def closes(yard: Yard) -> None:
    yard.desk.cadastro.close()
    yard.desk.store.close()
