"""Whether it may be a repetition, from what this device knows: of whom, and how surely."""

from sync.records.ids import uuid7


async def test_the_hint_counts_who_is_liable_and_says_when_it_can_only_count_the_vehicle(at):
    road = await at("muriae")
    vehicle = road.registers()

    def earlier(auto_id, autuado):
        road.puts("auto", auto_id, {
            "number": 1, "kind": "auto", "day": "2026-11-20", "cite": "Art. 4, § 2",
            "label": "", "severity": None, "points": None, "vehicle": vehicle["id"],
            "plate": vehicle["plate"], "liable": "permissionario", "autuado": autuado,
            "motorista": None, "line": None, "status": "lavrado", "notified": True,
            "defence_last_day": None, "centavos": None, "recidivist": False,
        })  # fmt: skip

    earlier(uuid7(), "0193a1b2-0000-7000-8000-00000000b0ff")  # somebody else, in this vehicle
    draft = road.stops(vehicle).add_auto("Art. 4, § 2")
    assert draft.role == "permissionario"
    assert draft.recidivism()["possible"] is False
    draft.stop.set_person("autuado/permissionario", name="Quem Não Está no Cadastro")
    assert "São os autos deste veículo" in draft.recidivism()["sentence"]
    unknown = road.stops({**vehicle, "id": None, "known": False, "holder": None})
    again = unknown.add_auto("Art. 4, § 2").recidivism()
    assert again["possible"]
    assert "São os autos deste veículo: quem responde não está no cadastro" in again["sentence"]
