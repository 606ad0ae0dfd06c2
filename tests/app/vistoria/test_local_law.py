"""From the lawyer's desk to the inspector's phone: a municipality's own file by the real server and
the real client, and the vistorias begun before and after it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

import checklists
from app.flows import words
from app.flows.desk import Desk
from app.flows.reais import in_reais
from checklists.local import LocalFile, effective
from checklists.reais import reais_of
from sync.server import local_law, tenants
from tests.support.device import AGENT
from tests.support.field import VAN, Field
from tests.support.local_files import HEAD
from tests.support.town import IBGE, Town
from tests.support.yard import Yard

OTHER_VAN = "0192f0c1-0000-7000-8000-000000000002"
THIRD_VAN = "0192f0c1-0000-7000-8000-000000000003"


def file(version: str, value: str, *items: str) -> LocalFile:
    """A file that gives the unit a value, and a planilha with these items."""
    text = HEAD.replace('"vila"', '"mangaratiba"').replace('"7"', f'"{version}"') + (
        f'[[unit_value]]\nunit = "UFIR-RJ"\namount = "{value}"\nsince = 2026-01-01\n'
        'source = "Resolução inventada"\n'
    )
    if items:
        text += '[[section]]\nid = "M-pneus"\ntitle = "Pneus"\ncites = ["Portaria 1/2026, anexo"]\n'
    for item in items:
        text += f'[[section.item]]\nid = "{item}"\nlabel = "Item {item}"\n'
    return LocalFile("local.toml", text.encode())


@pytest.fixture
def town(tmp_path, clock):
    made = Town(tmp_path / "town", clock.now)
    for number, van in enumerate((VAN, OTHER_VAN, THIRD_VAN)):
        made.add_vehicle(van, f"ABC1D2{number}", model_year=2024, manufacture_year=2024)
    yield made
    made.close()


@pytest.fixture
async def device(tmp_path, town, clock):
    made = await Field(tmp_path / "device", town, clock).open()
    yield made
    await made.close()


def install(town: Town, made: LocalFile) -> checklists.Rulebook:
    with town.server.db.read() as conn:
        tenant = tenants.get(conn, IBGE)
    return local_law.install(town.server, tenant, [made], "Helena").rulebook


def yard_of(device: Field) -> Yard:
    agent = {**AGENT, "name": "Marta"}
    desk = Desk(device.ports, device.store, device.cadastro, lambda: agent)
    return Yard(device.folder, device.clock, desk)


def begin(yard: Yard, van: str):
    return yard.begins(yard.desk.cadastro.vehicle(van))


def applied(town: Town) -> list[tuple[dict, list[str]]]:
    """(rulebook, ids of the items answered) of each vistoria that reached the server, and that the
    server finds nothing strange about its law."""
    found = []
    for row in town.records():
        if row.kind == "vistoria":
            assert "rulebook.unknown" not in json.loads(row.flags)
            record = json.loads(row.bytes)
            items = [answer["item"] for answer in record["body"]["answers"]]
            found.append((record["rulebook"], items))
    return found


async def test_a_draft_finishes_under_the_version_it_was_begun_under_and_the_next_under_the_new(
    town, device
):
    first = install(town, file("1", "4", "M-sulco"))
    await device.enrol()
    await device.client.sync()
    yard = yard_of(device)
    assert yard.desk.rulebook().version == first.version
    begun = begin(yard, VAN)
    assert begun.has("M-sulco")

    second = install(town, file("2", "5", "M-sulco", "M-estepe"))
    await device.client.sync()
    assert yard.desk.rulebook().version == second.version
    assert not begun.has("M-estepe")
    new = begin(yard, OTHER_VAN)
    assert new.has("M-estepe")

    for flow in (begun, new):
        yard.finds_all_in_order(flow)
        await yard.signs_and_concludes(flow)
    await device.client.sync()
    (old_law, old_items), (new_law, new_items) = applied(town)
    assert old_law == {"id": first.id, "version": first.version, "sha256": first.sha256}
    assert new_law == {"id": second.id, "version": second.version, "sha256": second.sha256}
    assert ("M-sulco" in old_items, "M-estepe" in old_items) == (True, False)
    assert {"M-sulco", "M-estepe"} <= set(new_items)


async def test_a_draft_taken_up_after_a_restart_is_still_under_its_own_version(town, device):
    first = install(town, file("1", "4", "M-sulco"))
    await device.enrol()
    await device.client.sync()
    draft_id = begin(yard_of(device), VAN).draft_id
    install(town, file("2", "5"))
    await device.client.sync()
    await device.restart()
    yard = yard_of(device)
    flow = yard.desk.open(draft_id)
    assert flow.rulebook.version == first.version
    assert flow.has("M-sulco")
    assert not begin(yard, OTHER_VAN).has("M-sulco")


async def test_the_value_of_the_unit_follows_the_version(town, device):
    install(town, file("1", "4"))
    await device.enrol()
    await device.client.sync()
    yard = yard_of(device)
    today = date(2026, 11, 30)

    def in_reais(flow):
        return reais_of(flow.rulebook, flow.item("14-XIX").item.fine, today).amount

    begun = begin(yard, VAN)
    install(town, file("2", "5"))
    await device.client.sync()
    units = begun.item("14-XIX").item.fine.amount
    assert (in_reais(begun), in_reais(begin(yard, OTHER_VAN))) == (units * 4, units * 5)
    assert in_reais(begun) == Decimal(units * 4)


async def test_the_packaged_law_is_there_until_the_server_s_comes_and_where_it_cannot_be_read(
    town, device
):
    await device.enrol()
    yard = yard_of(device)
    packaged = checklists.load_rulebook("mangaratiba")
    assert yard.desk.rulebook().sha256 == packaged.sha256
    flow = begin_typed(yard)
    assert not flow.has("M-sulco")
    await device.client.sync()  # the town's server has a text that no app of today reads
    assert yard.desk.rulebook().sha256 == packaged.sha256
    law = install(town, file("1", "4", "M-sulco"))
    await device.client.sync()
    assert yard.desk.rulebook().sha256 == law.sha256
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    await device.client.sync()
    town_laws = [json.loads(row.bytes)["rulebook"] for row in town.records()[:1]]
    assert town_laws[0]["sha256"] == packaged.sha256


def begin_typed(yard: Yard):
    return yard.begins(
        {"id": THIRD_VAN, "plate": "XYZ1A23", "service": "escolar", "chassis_tail": "123456",
         "make_model": "Fiat Ducato", "model_year": 2024, "manufacture_year": 2024}
    )  # fmt: skip


async def test_a_new_version_reaches_a_device_that_was_cut_off_in_the_middle(town, device):
    install(town, file("1", "4"))
    await device.enrol()
    await device.client.sync()
    law = install(town, file("2", "5", "M-sulco"))
    device.breaks(lambda number, request: "cut:200" if "changes" in request.url.path else None)
    await device.client.sync()
    assert yard_of(device).desk.rulebook().version.endswith("+1")
    device.breaks()
    await device.client.sync()
    assert yard_of(device).desk.rulebook().sha256 == law.sha256


async def test_what_was_installed_offline_hours_ago_is_under_the_day_s_value(town, device, clock):
    text = file("1", "4").data.decode() + (
        '[[unit_value]]\nunit = "UFIR-RJ"\namount = "6"\nsince = 2026-12-01\n'
        'source = "Resolução do ano novo (inventada)"\n'
    )
    install(town, LocalFile("local.toml", text.encode()))
    await device.enrol()
    await device.client.sync()
    yard = yard_of(device)
    fine = begin(yard, VAN).item("14-XIX").item.fine
    before = reais_of(yard.desk.rulebook(), fine, yard.desk.today()).amount
    clock.time = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
    after = reais_of(yard.desk.rulebook(), fine, yard.desk.today()).amount
    assert (before, after) == (fine.amount * 4, fine.amount * 6)


# ---- What the law sheet of an item says ---------------------------------------------------------


def test_a_fine_is_told_in_reais_on_the_day_with_where_the_value_comes_from():
    law = effective(checklists.load_rulebook("mangaratiba"), [file("1", "4.7508")])
    fine = law.checklist("escolar").item("14-XIX").fine
    units = words.money(fine.amount, "UFIR-RJ")
    reais = words.money((fine.amount * Decimal("4.7508")).quantize(Decimal("0.01")), "BRL")
    said = in_reais(law, fine, date(2026, 11, 30))
    assert said == f"{units} = {reais} em 30/11/2026 (Resolução inventada)"
    assert in_reais(law, fine, date(2025, 11, 30)) == (
        "valor da UFIR-RJ em 30/11/2025 ainda não informado pelo município"
    )


def test_a_fine_whose_unit_nobody_valued_says_who_owes_the_value():
    law = checklists.load_rulebook("mangaratiba")
    fine = law.checklist("escolar").item("14-XIX").fine
    assert in_reais(law, fine, date(2026, 11, 30)) == (
        "valor da UFIR-RJ ainda não informado pelo município"
    )


def test_a_fine_in_reais_and_no_fine_need_no_other_words():
    law = checklists.load_rulebook("muriae")
    assert in_reais(law, law.group("A").fine, date(2026, 11, 30)) == ""
    assert in_reais(law, None, date(2026, 11, 30)) == ""


async def test_a_verdict_tells_the_reading_that_the_town_picked_and_the_record_keeps_it(
    town, device
):
    text = file("1", "4").data.decode() + (
        '[[reading]]\nchoice = "validade-semestral-ou-anual"\napplied = "anual"\n'
        'why = "Assim se decidiu."\ndecided_by = "Procuradoria"\ndate = 2026-03-02\n'
    )
    install(town, LocalFile("local.toml", text.encode()))
    await device.enrol()
    await device.client.sync()
    yard = yard_of(device)
    flow = begin(yard, VAN)
    yard.finds_all_in_order(flow)
    conclusion = await yard.signs_and_concludes(flow)
    period = "validade-semestral-ou-anual"
    [choice] = [one for one in conclusion.verdict.choices if one.id == period]
    assert (choice.applied, choice.default) == ("anual", "semestral")
    assert words.decided(choice.town) == (
        "Decidido por Procuradoria, em 02/03/2026: Assim se decidiu."
    )
    assert conclusion.verdict.valid_until == date(2027, 11, 30)
    await device.client.sync()
    [vistoria] = [json.loads(row.bytes) for row in town.records() if row.kind == "vistoria"]
    picked = {"id": "validade-semestral-ou-anual", "applied": "anual"}
    assert picked in vistoria["body"]["verdict"]["choices"]
