"""Início and Pendências: what they find, count and keep."""

from datetime import date

import pytest

from app.flows.device_page import DevicePage, age_words, bytes_words
from app.flows.home import Home, PlateSearch
from app.flows.numbers import numbers_words
from app.flows.pending import Pending, exigencia_line, record_title
from app.flows.preferences import Preferences
from tests.support.yard import closes, open_yard, van


@pytest.fixture
async def yard(tmp_path):
    made = await open_yard(tmp_path)
    yield made
    closes(made)


@pytest.fixture
def home(yard):
    return Home(yard.store, yard.desk.cadastro)


def owed(vehicle, item, deadline):
    return {
        "id": f"e-{item}",
        "vehicle": vehicle["id"],
        "item": item,
        "cite": f"Art. {item.replace('-', ', ')}",
        "label": f"Item {item}",
        "since": "2026-11-01",
        "deadline": deadline,
        "status": "aberta",
        "record": "r",
    }


def test_as_one_types_the_registry_answers_from_the_second_letter(yard):
    yard.registers(van(plate="ABC1D23"))
    search = PlateSearch(yard.desk.cadastro)
    search.type("a")
    assert search.found == []
    search.type("ab")
    assert [vehicle["plate"] for vehicle in search.found] == ["ABC1D23"]
    assert not search.complete


def test_what_is_typed_becomes_a_plate(yard):
    search = PlateSearch(yard.desk.cadastro)
    search.type("abc-1d23 x")
    assert search.text == "ABC1D23"
    assert search.complete


def test_the_old_form_of_a_plate_finds_the_same_vehicle(yard):
    yard.registers(van(plate="ABC1D23"))
    search = PlateSearch(yard.desk.cadastro)
    search.type("ABC1323")
    assert len(search.found) == 1


def test_a_draft_stands_on_top_with_how_far_it_is(yard, home):
    flow = yard.begins(van())
    flow.answer(flow.order[0].id, "conforme")
    home.refresh("1001")
    line = home.drafts[0]
    assert (line.plate, line.answered, line.total) == ("ABC1D23", 1, 38)
    assert line.said == "Continuar vistoria da placa A B C 1 D 2 3, 1 de 38 itens"


def test_a_discarded_draft_comes_back_when_one_undoes_it(yard, home):
    flow = yard.begins(van())
    home.refresh("1001")
    home.discard(flow.draft_id)
    assert home.drafts == []
    home.restore(flow.draft_id)
    assert [line.id for line in home.drafts] == [flow.draft_id]


def test_numbers_that_run_out_are_said_before_they_are_gone():
    assert numbers_words(40) == ("good", "40 números de selo neste aparelho")
    assert numbers_words(1)[1].startswith("Só 1 número de selo")
    assert numbers_words(0)[0] == "bad"


async def test_what_was_concluded_waits_under_its_own_name(yard, home):
    flow = yard.begins(van())
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    pending = Pending(yard.store, yard.desk.cadastro)
    pending.refresh()
    titles = [line.title for line in pending.waiting]
    assert "Vistoria ABC1D23" in titles
    assert any(title.startswith("Selo nº ") and title.endswith("ABC1D23") for title in titles)
    assert all("Aguarda envio" in line.detail for line in pending.waiting)
    assert pending.refused == []


async def test_a_refused_record_shows_why_and_stays(yard, home):
    flow = yard.begins(van())
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    record = yard.store.records()[-1]
    problem = {"code": "record.late", "message": "A vistoria é de antes do cadastro."}
    yard.store.note_answers([{"id": record.id, "status": "refused", "problem": problem}])
    pending = Pending(yard.store, yard.desk.cadastro)
    pending.refresh()
    assert [line.detail for line in pending.refused] == ["A vistoria é de antes do cadastro."]
    home.refresh("1001")
    assert home.refused == 1


def test_exigencias_come_by_vehicle_the_nearest_deadline_first(yard):
    first, second = van(), van(plate="KRT2B45")
    yard.registers(first, owed(first, "14-I", None), owed(first, "14-II", "2026-12-20"))
    yard.desk.cadastro.apply(
        [
            {"t": "vehicle", "op": "put", "id": second["id"], "v": second},
            {"t": "exigencia", "op": "put", "id": "x", "v": owed(second, "15-V", "2026-12-03")},
        ],
        "2",
        False,
        "2026-11-30T12:00:00Z",
    )
    pending = Pending(yard.store, yard.desk.cadastro)
    pending.refresh()
    assert [(plate, len(lines)) for plate, lines in pending.by_plate] == [
        ("KRT2B45", 1),
        ("ABC1D23", 2),
    ]
    pending.search("art 14, ii")
    assert [line.label for line in pending.exigencias] == ["Item 14-II"]
    pending.search("krt")
    assert [plate for plate, _ in pending.by_plate] == ["KRT2B45"]
    pending.search("nada assim")
    assert pending.exigencias == []


def test_a_deadline_is_said_in_days():
    today = date(2026, 11, 30)
    row = owed(van(), "14-I", "2026-12-03")
    assert exigencia_line(row, "ABC1D23", today).left == "vence em 3 dias"
    late = exigencia_line({**row, "deadline": "2026-11-20"}, "ABC1D23", today)
    assert (late.left, late.late) == ("venceu há 10 dias", True)
    without = exigencia_line({**row, "deadline": None}, "ABC1D23", today)
    assert (without.left, without.late) == ("sem prazo na lei", False)


def test_every_kind_of_record_has_a_name():
    assert record_title({"kind": "anulacao", "body": {"serial": 41}}) == "Anulação nº 000.041"
    spoiled = {"kind": "numero", "body": {"number": 7}}
    assert record_title(spoiled) == "Número inutilizado nº 000.007"


# Aparelho


async def test_the_device_page_tells_age_storage_law_and_numbers(enrolled):
    page = DevicePage(enrolled.ports, enrolled.store, enrolled.cadastro, enrolled.client, "0.1.0")
    await page.refresh()
    facts = dict((*page.device_facts(), *page.law_facts()))
    assert facts["Nome"] == "Tablet 1"
    assert facts["Município"] == "Mangaratiba · RJ"
    assert facts["Situação"] == "Ativo"
    assert facts["Números de selo"] == "100 livres de 100 recebidos"
    assert facts["Lei aplicada"] == "Mangaratiba, versão 2026.1"
    assert page.data_age() == (
        "Dados da prefeitura de 30/11/2026 às 09:00, há menos de 2 minutos.",
        False,
    )
    assert page.persisted is True
    assert "livres" in page.storage_words()
    assert page.waiting_words() == "Nada por enviar."


async def test_old_data_are_called_old(enrolled, clock):
    page = DevicePage(enrolled.ports, enrolled.store, enrolled.cadastro, enrolled.client, "0.1.0")
    clock.passes(days=3)
    assert page.data_age() == (
        "Dados da prefeitura de 30/11/2026 às 09:00, há 3 dias.",
        True,
    )


async def test_a_damaged_database_can_be_taken_away_as_a_file(enrolled, folder_of_shares):
    await enrolled.close()
    (enrolled.folder / "campo.db").write_bytes(b"isto nao e um banco" * 400)
    await enrolled.open()
    page = DevicePage(enrolled.ports, enrolled.store, enrolled.cadastro, enrolled.client, "0.1.0")
    await page.refresh()
    assert page.quarantined
    await page.export(page.quarantined[0])
    assert page.saved == page.quarantined[0]
    assert folder_of_shares()[0].read_bytes().startswith(b"isto nao e um banco")


@pytest.fixture
def folder_of_shares(tmp_path):
    """The files that were handed to the person."""
    return lambda: [path for path in tmp_path.rglob("compartilhados/*") if path.is_file()]


def test_ages_and_sizes_read_like_a_person_says_them():
    from datetime import timedelta

    assert age_words(timedelta(minutes=1)) == "há menos de 2 minutos"
    assert age_words(timedelta(minutes=25)) == "há 25 minutos"
    assert age_words(timedelta(hours=5)) == "há 5 horas"
    assert bytes_words(12_300_000) == "12 MB"
    assert bytes_words(1_400_000_000) == "1,4 GB"


# Preferences


class Shelf(dict):
    async def get(self, name):
        return dict.get(self, name)

    async def set(self, name, value):
        self[name] = value


class Forbidden:
    async def get(self, name):
        raise PermissionError

    async def set(self, name, value):
        raise PermissionError


async def test_theme_and_size_are_remembered():
    shelf = Shelf()
    chosen = Preferences(shelf)
    await chosen.choose_mode("escuro")
    await chosen.choose_size("enorme")
    again = Preferences(shelf)
    await again.load()
    assert (again.mode, again.size, again.scale) == ("escuro", "enorme", 1.3)


async def test_a_browser_that_remembers_nothing_starts_plain():
    prefs = Preferences(Forbidden())
    await prefs.load()
    await prefs.choose_mode("escuro")
    assert prefs.mode == "escuro"
    assert prefs.size == "normal"
