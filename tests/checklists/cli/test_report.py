"""The report for the town's lawyer, read back from the PDF."""

from __future__ import annotations

import re
import subprocess
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from checklists import every_choice, load_rulebook
from checklists.cli.report import make_report, sheet
from checklists.cli.report.unknowns import unknowns
from checklists.local import load_local
from tests.support.asking import answer, asked, told

TOWNS = ("januaria", "mangaratiba", "muriae", "santo-andre", "sapezal")
EXAMPLES = files("checklists") / "examples"
ON = date(2026, 11, 30)


def text_of(path: Path, *options: str) -> str:
    ran = subprocess.run(["pdftotext", *options, path, "-"], capture_output=True, check=True)
    return ran.stdout.decode()


def flat(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.fixture(scope="module", params=TOWNS)
def printed(request, tmp_path_factory):
    law = load_rulebook(request.param)
    path = tmp_path_factory.mktemp("relatorio") / f"{law.id}.pdf"
    report = make_report(law, ON)
    path.write_bytes(report.pdf)
    return law, path, report


def test_the_cover_says_law_version_hash_and_date(printed):
    law, path, _ = printed
    cover = flat(text_of(path, "-l", "1"))
    assert law.municipality.name.upper() in cover
    for part in (law.municipality.law, law.version, "30/11/2026", "advogado do município"):
        assert part in cover
    assert law.sha256 in cover.replace(" ", "")


def test_the_form_of_the_auto_is_there_with_its_kinds_its_fields_and_what_is_owed(printed):
    law, path, _ = printed
    text = flat(text_of(path))
    assert "O auto de infração" in text
    for row in (*law.notice.kinds, *law.notice.fields, *law.notice.dues):
        assert flat(row.label) in text, row.label


def test_every_reading_is_there_with_its_question_its_citations_and_why(printed):
    law, path, _ = printed
    text = flat(text_of(path))
    for choice in every_choice(law):
        for part in (choice.question, choice.why, *(one.label for one in choice.readings)):
            assert flat(part) in text, part
        for cite in choice.cites:
            assert cite in text


def test_every_conduct_deadline_fee_and_lapsed_article_is_there(printed):
    law, path, _ = printed
    text = flat(text_of(path, "-layout"))
    whole = text + flat(text_of(path))
    for row in law.conducts:
        assert row.cite in whole
    for row in law.deadlines:
        assert row.ato in whole
    for row in law.fees:
        assert all(cite in whole for cite in row.cites)
    for row in law.lapsed:
        assert row.by in whole


def pages_of(path: Path, *options: str) -> list[str]:
    """The text of each page; the first of them is page 1."""
    return text_of(path, *options).split("\f")[:-1]


def test_the_contents_name_the_page_on_which_each_chapter_begins(printed):
    _, path, report = printed
    contents, pages = pages_of(path, "-layout")[1], pages_of(path)
    entries = re.findall(r"^ *(\S.*?)[ .]{3,}(\d+)$", contents, re.MULTILINE)
    assert len(entries) == 10
    for title, page in entries:
        assert title in flat(pages[int(page) - 1]), title
    assert int(entries[-1][1]) <= report.pages


def test_pages_are_numbered_and_a4(printed):
    _, path, report = printed
    said = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
    assert re.search(rf"Pages:\s+{report.pages}\n", said)
    assert "A4" in said
    for page, text in enumerate(pages_of(path)[1:], 2):
        assert f"Página {page} de {report.pages}" in text


def words_on(path: Path):
    found = text_of(path, "-bbox")
    pages = found.split("<page ")[1:]
    pattern = r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<'
    for number, page in enumerate(pages, 1):
        yield number, [(*map(float, row[:4]), row[4]) for row in re.findall(pattern, page)]


def test_nothing_is_outside_the_margins_and_nothing_is_cut(printed):
    _, path, _ = printed
    point = 72 / 25.4
    for page, words in words_on(path):
        for left, top, right, bottom, word in words:
            assert left >= (sheet.MARGIN - 1) * point, (page, word)
            assert right <= (sheet.WIDTH - sheet.MARGIN + 1) * point, (page, word)
            assert 5 * point < top < bottom < (sheet.HEIGHT - 4) * point, (page, word)
    assert "…" not in text_of(path)


def test_no_word_lies_on_another(printed):
    _, path, _ = printed
    for page, words in words_on(path):
        rows = sorted(words)
        for n, one in enumerate(rows):
            for other in rows[n + 1 :]:
                if other[0] >= one[2] - 0.3:
                    break
                lower, upper = max(one[1], other[1]), min(one[3], other[3])
                assert upper - lower < 0.6 * (one[3] - one[1]), (page, one, other)


def test_no_heading_stands_alone_at_the_foot(printed):
    _, path, _ = printed
    headings = {"Reincidência", "Pontos", "Taxas", "Unidades", "Reprovado", "Idade máxima"}
    for page in pages_of(path)[2:]:
        rows = [row.strip() for row in page.split("\n")]
        body = [row for row in rows if row and not row.startswith(("Página", "Versão"))]
        assert body[-1] not in headings
        assert not re.match(r"\d+\. .*\?$", body[-1])


def test_the_same_law_and_day_give_the_same_bytes():
    law = load_rulebook("santo-andre")
    assert make_report(law, ON).pdf == make_report(law, ON).pdf
    assert make_report(law, ON).pdf != make_report(law, date(2026, 12, 1)).pdf


def test_without_the_typeface_it_is_printed_in_core_letters(monkeypatch, tmp_path):
    monkeypatch.setattr(sheet, "FONTS", tmp_path)
    path = tmp_path / "x.pdf"
    path.write_bytes(make_report(load_rulebook("muriae"), ON).pdf)
    text = flat(text_of(path))
    for part in ("Muriaé", "§ 1", "“Lock-out”", "R$ 210,00", "Página 2 de"):
        assert part in text


def test_letters_that_no_typeface_has_keep_their_base_or_show_that_they_were_there():
    assert sheet.printed("Ação – “x” ǎ → 漢", None) == "Ação – “x” a ? ?"


def test_what_is_unknown_names_who_must_supply_it(printed):
    law, path, _ = printed
    found = unknowns(law)
    text = flat(text_of(path))
    assert found
    for row in found:
        assert row.what and row.why and row.who and row.cites
        assert all(flat(word) in text for word in row.who.split(", "))


@pytest.mark.parametrize(
    ("town", "what"),
    [
        ("januaria", "Valor da UPFM em reais"), ("mangaratiba", "Multa do grupo A-1"),
        ("muriae", "As condutas de cada grupo de multa"), ("santo-andre", "Valor da OTN em reais"),
        ("sapezal", "Prazo: Defesa prévia"), ("mangaratiba", "Idade máxima: transporte escolar"),
    ],
)  # fmt: skip
def test_each_law_leaves_its_own_things_open(town, what):
    assert what in {row.what for row in unknowns(load_rulebook(town))}


def test_nothing_is_asked_for_twice(printed):
    law, _, _ = printed
    names = [row.what for row in unknowns(law)]
    assert len(set(names)) == len(names)


def test_what_the_town_supplied_is_no_longer_unknown_and_its_picks_are_signed(tmp_path):
    base = load_rulebook("januaria")
    law = load_local(base, Path(str(EXAMPLES / "januaria-valores.toml")))
    names = {row.what for row in unknowns(law)}
    assert "Valor da UPFM em reais" in {row.what for row in unknowns(base)} - names
    other = load_local(
        load_rulebook("mangaratiba"), Path(str(EXAMPLES / "mangaratiba-leituras.toml"))
    )
    path = tmp_path / "m.pdf"
    path.write_bytes(make_report(other, ON).pdf)
    text = flat(text_of(path))
    assert "Escolha do município, por Procuradoria, parecer 901/2026" in text
    assert "Sem ela: Ao centavo mais próximo" in text
    assert "Confirmada pelo município, por Secretaria de Transportes" in text
    assert other.version in text


def test_the_command_writes_where_it_is_told_and_says_so(tmp_path):
    path = tmp_path / "lei.pdf"
    words = ("relatorio", "santo-andre", "--saida", str(path), "--data", "2026-11-30")
    found = answer(*words)
    assert path.read_bytes().startswith(b"%PDF-")
    assert found["file"] == str(path)
    assert found["sha256"] == load_rulebook("santo-andre").sha256
    assert f"{found['pages']} páginas" in told(*words)


def test_without_a_name_it_is_written_here_under_town_and_day(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = asked("relatorio", "santo-andre")
    assert result.exit_code == 0
    assert [one.name for one in tmp_path.iterdir()] == [
        f"regras-santo-andre-{date.today().isoformat()}.pdf"
    ]
