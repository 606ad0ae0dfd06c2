"""The autuado's copy, as A4 and as thermal strip: every field, the deadline, the way to defend
oneself, and the QR that two decoders read; for each of the five municipalities."""

import io
import re

import pytest
from PIL import Image

from app.device import native_svg
from app.prints.auto_pdf import auto_pdf
from app.prints.auto_strip import auto_strip
from app.prints.auto_view import auto_view
from app.prints.escpos_strip import PICTURE, escpos_strip
from app.prints.fonts import Fonts
from app.prints.jpeg import jpeg_size
from app.prints.outlines import Typeface
from app.prints.photo_marks import broken
from app.prints.png_dots import dots_png
from app.prints.strip import WIDTHS, Drawn, Text, drawn_svg, strip_svg
from checklists import load_rulebook
from sync.records import serial_text
from tests.support import records as made
from tests.support.autos import COPY_URL, PERSONS, SIGNED, TOWNS, auto_body, auto_record, town
from tests.support.device import photo_bytes
from tests.support.escpos_reader import on_paper, read_escpos
from tests.support.papers import invented_typefaces, words_outside_the_page
from tests.support.qr_decoders import decoded_by_both, pdf_page_image, pdf_text

SIGNATURES = {"agente": SIGNED, "autuado": SIGNED}
RUNS = {
    "ato": "defesa", "last_day": "2026-12-15", "counted_from": "2026-11-30",
    "length": "15 dias corridos", "starts": "do recebimento do auto", "to": "Diretor do órgão",
    "address": "Rua do Paço, 7", "why": "",
}


def the_view(name="mangaratiba", *, persons=PERSONS, copy_url=COPY_URL, annulment=None,
             measures=(), place=None, **body):
    return auto_view(
        auto_record(name, **body), place or town(name), rulebook=load_rulebook(name),
        persons=persons, agent_name="Ana Inventada", copy_url=copy_url, annulment=annulment,
        measures=measures,
    )


@pytest.fixture(scope="module")
def faces(tmp_path_factory):
    return Fonts.in_folder(invented_typefaces(tmp_path_factory.mktemp("faces")))


def one_line(text):
    return " ".join(text.split())


@pytest.mark.parametrize("name", TOWNS)
def test_each_town_gets_a_copy_with_every_field_of_its_form(name, tmp_path):
    view = the_view(name)
    pdf = auto_pdf(view, signatures=SIGNATURES, fonts=tmp_path)
    text = one_line(pdf_text(pdf))
    asked = [row for row in view.rows if row.law]
    heading = "Dados do auto, na ordem da lei" if asked else "Dados do auto"
    assert heading in text
    for row in view.rows:
        assert one_line(row.value) in text.replace("- ", "-"), row
    for law in {row.law for row in asked}:
        assert law.split(";")[0] in text
    for said in (serial_text(42), "ABC1D23", view.fine, "Ana Inventada", "1001",
                 view.defence.title, load_rulebook(name).municipality.law):
        assert one_line(said) in text, said
    assert words_outside_the_page(pdf) == []
    assert pdf.count(b"/Type /Page\n") <= 2


@pytest.mark.parametrize("name", TOWNS)
def test_the_fields_stand_in_the_order_of_the_law(name):
    from checklists import notices

    body = auto_body(name)
    asked = [row.label for row in notices.notice_fields(
        load_rulebook(name), body["kind"], service=body["service"], role=body["liable"])
        if row.cites and row.source not in ("photos", "note")]
    shown = [row.label for row in the_view(name).rows]
    assert [label for label in shown if label in asked] == asked


@pytest.mark.parametrize("name", TOWNS)
def test_two_decoders_read_the_public_copy_from_the_sheet(name, tmp_path):
    pdf = auto_pdf(the_view(name), fonts=tmp_path)
    assert decoded_by_both(pdf_page_image(pdf, dpi=150)) == COPY_URL


def test_two_decoders_read_the_public_copy_from_the_strips(faces):
    view = the_view()
    dots = native_svg.dots(strip_svg(auto_strip(view), WIDTHS[58], faces), WIDTHS[58])
    strip = Image.open(io.BytesIO(dots_png(dots)))
    assert decoded_by_both(strip) == COPY_URL
    assert strip.mode == "1" and strip.width == 384
    assert round(strip.info["dpi"][0]) == 203
    paper = on_paper(read_escpos(escpos_strip(auto_strip(view), WIDTHS[80])), WIDTHS[80])
    assert decoded_by_both(paper) == COPY_URL


@pytest.mark.parametrize("width", WIDTHS.values())
def test_the_printers_own_letters_say_all_that_the_strip_says(width):
    view = the_view(witness=True)
    printed = read_escpos(escpos_strip(auto_strip(view, SIGNATURES), width, qr=PICTURE))
    text = one_line(" ".join(one.text for one in printed))
    for row in (*view.rows, *view.conduct_rows):
        assert one_line(row.value) in text, row
    for said in (*view.defence.lines, *view.defence.steps, *view.defence.after, view.conduct):
        assert one_line(said.replace("·", "-")) in text.replace("·", "-"), said
    assert max(len(one.text) * one.wide for one in printed) <= width // 12


def test_a_signature_goes_to_the_printer_as_dots(faces):
    blocks = auto_strip(the_view(), SIGNATURES)
    place = next(at for at, block in enumerate(blocks) if isinstance(block, Drawn))
    dots = native_svg.dots(drawn_svg(SIGNED, 384), 384)
    printed = read_escpos(escpos_strip(blocks, 384, drawn={place: dots}))
    (picture,) = [one.picture for one in printed if one.picture is not None]
    assert picture.size == (384, dots.height)
    assert picture.convert("L").getextrema() == (0, 255)


def test_a_deadline_that_runs_is_said_with_its_day_and_its_address():
    defence = the_view(defence=RUNS).defence
    assert defence.runs
    assert defence.title == "Você pode se defender até 15/12/2026"
    said = " ".join(defence.lines)
    assert "15 dias corridos, contado do recebimento do auto, a contar de 30/11/2026" in said
    assert "Rua do Paço, 7" in said and "Diretor do órgão" in said
    assert "000.042" in defence.steps[0]
    assert any("ouvidoria@exemplo.gov.br" in step for step in defence.after)


@pytest.mark.parametrize("name", TOWNS)
def test_the_copy_says_of_defence_and_appeal_what_the_public_page_says(name):
    from checklists import notices

    steps = notices.appeal_words(load_rulebook(name), auto_body(name)["kind"])
    assert steps and the_view(name).defence.after[: len(steps)] == steps


def test_a_deadline_that_has_not_begun_is_not_given_a_day():
    waits = {**RUNS, "last_day": None, "counted_from": None, "address": "",
             "why": "O prazo ainda não corre: conta da notificação."}
    defence = the_view(defence=waits, place=town("mangaratiba", address="")).defence
    assert not defence.runs
    assert defence.title == "O prazo de defesa ainda não começou"
    assert defence.lines[0] == "Conta da notificação."
    assert "pergunte à ouvidoria" in defence.lines[1]


def test_where_the_law_gives_no_length_or_no_defence_it_is_said():
    unknown = {**RUNS, "last_day": None, "counted_from": None, "length": "não está na lei"}
    assert the_view(defence=unknown).defence.title == (
        "Você pode se defender; a lei não fixa o prazo")
    none = the_view(defence=None).defence
    assert none.title == "Sem prazo de defesa"
    assert "não dá prazo de defesa" in none.lines[0]


@pytest.mark.parametrize("name", TOWNS)
def test_no_line_ends_between_art_and_its_number(name, tmp_path, faces):
    """Each word of the copies stands in the line of its number, whatever the width."""
    view = the_view(name, note="Conforme Art. 34, parágrafo único, § 2 e nº 000.042. " * 6)
    typeface = Typeface(faces.regular)
    rows = [row for block in auto_strip(view) if isinstance(block, Text)
            for row in broken(block.text, 384, block.size, typeface)]
    rows += [one.text for one in read_escpos(escpos_strip(auto_strip(view), 384, qr=PICTURE))]
    rows += pdf_text(auto_pdf(view, fonts=tmp_path)).split("\n")
    assert not [row for row in rows if re.search(r"(\b[Aa]rts?\.|§|nº)\s*$", row)]


def test_a_copy_without_photos_says_so_in_a_line_and_one_with_them_under_a_heading(tmp_path):
    without = pdf_text(auto_pdf(the_view(), fonts=tmp_path))
    assert "Sem fotos." in without and "Fotos\n" not in without
    assert "Fotos\n" in pdf_text(auto_pdf(the_view(photos=["ab" * 32]), fonts=tmp_path))


def test_a_fine_in_reais_shows_how_it_was_counted_and_an_unknown_one_says_why():
    body = auto_body()
    known = {**body["conduct"], "amount": "80.5", "unit": "UFIR-RJ", "centavos": 123456,
             "value_why": "UFIR-RJ a R$ 4,96."}
    view = the_view(conduct=known)
    assert (view.fine, view.fine_why) == ("R$ 1.234,56", "80,5 UFIR-RJ. UFIR-RJ a R$ 4,96.")
    unknown = {**known, "amount": None, "unit": None, "centavos": None, "value_why": ""}
    view = the_view(conduct=unknown)
    assert (view.fine, view.fine_why) == (
        "Valor não definido", "A lei não dá valor a esta conduta.")


def test_a_conduct_that_the_law_punishes_otherwise_has_no_fine():
    body = auto_body()
    other = {**body["conduct"], "amount": None, "unit": None, "centavos": None, "group": None,
             "penalties": ["revogação da permissão"], "value_why": "A lei dá revogação."}
    assert the_view(conduct=other).fine == "Sem multa na lei"


def test_the_hour_of_drawing_up_is_told_only_when_it_is_another():
    same = {"happened_at": "2026-11-30T14:02:00-03:00", "drawn_at": "2026-11-30T17:02:40Z"}
    assert not any("Lavrado em" in note for note in the_view(**same).notes)
    assert "Lavrado em 30/11/2026 às 14:07." in the_view().notes


@pytest.mark.parametrize(
    ("acknowledged", "said"),
    [("recusou", "RECUSOU-SE A ASSINAR"), ("ausente", "AUSENTE: não estava no local")],
)
def test_who_did_not_sign_is_said_on_every_paper(acknowledged, said, tmp_path):
    view = the_view(acknowledged=acknowledged, witness=True)
    assert said in pdf_text(auto_pdf(view, signatures={"agente": SIGNED}, fonts=tmp_path))
    blocks = auto_strip(view, {"agente": SIGNED})
    printed = read_escpos(escpos_strip(blocks, 576))
    assert said in [one.text for one in printed]
    assert [box.who for box in view.signatures] == ["agente", "autuado", "testemunha"]
    assert view.signatures[2].name == "Antônio de Faz-de-Conta"


@pytest.mark.parametrize(
    ("named", "signer"),
    [(("autuado", "motorista"), ""), (("motorista",), PERSONS["motorista"]["name"]),
     (("autuado",), PERSONS["autuado"]["name"])],
)  # fmt: skip
def test_a_signature_is_put_to_a_name_only_where_it_can_be_nobody_elses(named, signer, tmp_path):
    view = the_view("muriae", persons={who: PERSONS[who] for who in named})
    assert view.signatures[1].name == signer
    pdf = auto_pdf(view, signatures=SIGNATURES, fonts=tmp_path)
    assert "Autuado ou quem recebeu" in pdf_text(pdf)


@pytest.mark.parametrize(
    ("name", "body", "said"),
    [("januaria", {"cite": "Art. 94, V", "kind": "multa"},
      "Auto de infração (Art. 104) · Lei 1.854/1999"),
     ("sapezal", {"kind": "notificacao"}, "Lei 1.533/2020"),  # Art. 22: it stands for no auto
     ("mangaratiba", {}, "Lei 1.493/2023")],
)  # fmt: skip
def test_a_fine_that_the_law_imposes_by_an_auto_is_headed_as_one(name, body, said, tmp_path):
    view = the_view(name, **body)
    assert view.law == said
    pdf = auto_pdf(view, signatures=SIGNATURES, fonts=tmp_path)
    assert said in one_line(pdf_text(pdf).replace("\xa0", " "))


def test_without_the_persons_attachment_the_names_are_said_to_be_in_the_record(tmp_path):
    view = the_view("januaria", persons=None)
    assert any("consta no registro do Município" in row.value for row in view.rows)
    assert "João" not in pdf_text(auto_pdf(view, fonts=tmp_path))


def test_without_the_secret_there_is_a_copy_and_no_qr(tmp_path):
    view = the_view(copy_url="")
    text = pdf_text(auto_pdf(view, fonts=tmp_path))
    assert "Cópia pública" not in text
    assert not any(one.qr for one in read_escpos(escpos_strip(auto_strip(view), 384)))


def test_an_annulled_auto_says_so_first_on_every_paper(tmp_path):
    annulment = made.signed("anulacao", {
        "annuls": made.records.uuid7(), "annulled_kind": "auto", "serial": 42,
        "reason": "Placa de outro carro.",
    })
    view = the_view(annulment=annulment)
    text = pdf_text(auto_pdf(view, fonts=tmp_path))
    assert "ANULADO: NÃO VALE MAIS" in text and "Placa de outro carro." in text
    blocks = auto_strip(view)
    assert Text("ANULADO: NÃO VALE MAIS", 34, bold=True, align="C") in blocks[:10]


def test_each_via_begins_on_a_page_of_its_own_and_only_the_autuados_has_the_qr(tmp_path):
    pages = pdf_text(auto_pdf(the_view(), vias=("autuado", "municipio"), fonts=tmp_path)
                     ).split("\f")
    mine = [page for page in pages if "1ª VIA" in page]
    town_s = [page for page in pages if "2ª VIA" in page]
    assert "Cópia pública" in mine[0]
    assert town_s and all("Cópia pública" not in page for page in town_s)


def test_photos_stand_on_the_sheet_as_the_jpegs_they_are(tmp_path):
    photos = [photo_bytes(800, 600, colour) for colour in ("navy", "maroon", "navy")]
    pdf = auto_pdf(the_view(photos=["ab" * 32] * 1), photos=photos, fonts=tmp_path)
    assert pdf.count(photos[0]) == pdf.count(photos[1]) == 1, "the same photo is there once"
    assert "1 foto faz parte deste auto." in pdf_text(pdf)


def test_the_size_of_a_jpeg_is_read_from_its_header():
    size = jpeg_size(photo_bytes(321, 123))
    assert (size.width, size.height, size.components) == (321, 123, 3)
    for data in (b"", b"\xff\xd8", b"\x89PNG\r\n", b"\xff\xd8\xff\xe0\x00\x10"):
        with pytest.raises(ValueError):
            jpeg_size(data)


def test_measures_readings_and_doubts_are_told(tmp_path):
    taken = {"kind": "medida", "body": {
        "measure": "retencao", "act": "aplicada", "at": "2026-11-30T14:05:00-03:00",
        "what": "veiculo", "description": "", "kept_at": "Pátio Central",
        "seal_number": "77", "receipt": "R-9",
    }}
    view = the_view(
        measures=[taken], recidivism={"possible": True, "of": [],
                                      "data_at": "2026-11-29T18:00:00-03:00"},
    )
    assert view.measures == (
        "Retenção do veículo, 30/11/2026 às 14:05: o veículo, fica em Pátio Central, lacre 77, "
        "recibo R-9.",
    )
    told = {row.label: row.value for row in view.conduct_rows}
    assert told["Reincidência"].startswith("pode haver (dados de 29/11/2026 às 18:00)")
    assert "Pátio Central" in one_line(pdf_text(auto_pdf(view, fonts=tmp_path)))


def test_no_text_of_the_strip_is_smaller_than_a_legible_letter():
    for block in auto_strip(the_view()):
        if isinstance(block, Text):
            assert block.size >= 22


def test_an_auto_without_a_vehicle_is_whole_too(tmp_path):
    view = the_view("sapezal", vehicle=None, line=None)
    text = pdf_text(auto_pdf(view, fonts=tmp_path))
    assert "sem veículo" in text and not re.search("ABC1D23", text)


def test_quick_outlines_are_those_of_the_exact_ones(faces):
    from PIL import ImageChops

    face = Typeface(faces.regular)
    painted = []
    for outlines in (face.path, face.run):
        svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40"><path '
               f'fill="#000000" d="{outlines("Nº 12 ção", 10.26, 30.04, 24)}"/></svg>')
        painted.append(Image.open(io.BytesIO(native_svg.png(svg, 1600))).convert("L"))
    differing = ImageChops.difference(*painted).point(lambda level: 255 if level > 128 else 0)
    assert sum(differing.histogram()[255:]) < 200
    assert painted[0].getextrema() == (0, 255)


def test_a_number_too_long_for_the_roll_is_cut_after_a_hyphen(faces):
    typeface, number = Typeface(faces.regular), "0192f0c1-5cd3-7196-af68-87aaf8728655"
    rows = broken(number, 24 * typeface.width("0", 22), 22, typeface)
    assert "".join(rows) == number
    assert [row[-1] for row in rows[:-1]] == ["-"] * (len(rows) - 1)
