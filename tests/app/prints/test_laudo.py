import re
import subprocess

import pytest
from PIL import ImageChops

from app.prints import laudo_pdf
from checklists import load_rulebook
from checklists.local import LocalFile, effective
from sync import records
from tests.support import records as made
from tests.support.local_files import HEAD
from tests.support.papers import MANGARATIBA, town, words_outside_the_page
from tests.support.qr_decoders import pdf_page_image, pdf_text

SIGNATURE = {
    "width": 600, "height": 240,
    "strokes": [[[20, 180], [140, 30], [260, 190], [380, 40]], [[400, 120]]],
}


def rejected(**changes: object) -> dict:
    exigencias = [
        made.exigencia(1, label="Retrovisor externo direito quebrado"),
        made.exigencia(2, cite="Art. 14, XIV", label="Extintor vencido", measures=[],
                       deadline="2026-12-10"),
    ]
    verdict = made.rejected_verdict(exigencias=exigencias)
    answers = [
        made.answer("14-XIX", "nao_conforme", note="Vidro solto"),
        made.answer("14-XIV", "nao_conforme"), made.answer("14-I"), made.answer("14-II"),
        made.answer("15-I", "nao_verificado", reason="Sem fosso no pátio"),
        made.answer("14-V", "nao_se_aplica"),
    ]
    return made.signed(body=made.vistoria_body(answers=answers, verdict=verdict) | changes)


def annulment(record: dict) -> dict:
    body = {"annuls": record["id"], "annulled_kind": "vistoria", "serial": None,
            "reason": "Placa digitada errada"}
    return made.signed("anulacao", body, rulebook=None,
                       occurred_at="2026-11-30T10:40:00-03:00")


def said(pdf: bytes) -> str:
    """The text of all pages on one line."""
    return " ".join(pdf_text(pdf).split())


def page_count(pdf: bytes) -> int:
    found = subprocess.run(["pdfinfo", "-"], input=pdf, capture_output=True, check=True).stdout
    return int(re.search(rb"Pages:\s+(\d+)", found)[1])


def test_the_laudo_of_a_rejected_van_says_what_failed_the_law_and_how_to_come_back(fonts):
    text = said(laudo_pdf(rejected(), MANGARATIBA, fonts=fonts))
    for wanted in (
        "MUNICÍPIO DE MANGARATIBA · RJ", "LAUDO DE VISTORIA", "REPROVADO", "ABC1D23",
        "Transporte escolar", "Volare V8", "A12345", "2018/2019", "84.210 km", "Matrícula 1001",
        "30/11/2026 às 09:21", "Retrovisor externo direito quebrado", "Art. 14, XIX",
        "a lei não fixa prazo", "Extintor vencido", "até 10/12/2026", "O VEÍCULO FICA RETIDO",
        "Como voltar para a reinspeção", "(21) 0000-0000", "ouvidoria@exemplo.gov.br",
        "Página 1 de",
    ):
        assert wanted in text


def test_each_exigencia_is_told_with_what_was_seen_and_a_retained_vehicle_on_the_first_page(fonts):
    pdf = laudo_pdf(rejected(), MANGARATIBA, fonts=fonts)
    first = " ".join(pdf_text(pdf).split("\f")[0].split())
    assert "O veículo não passou na vistoria e fica retido." in first
    assert first.index("Retrovisor externo direito quebrado") < first.index("Vidro solto")
    assert first.index("Vidro solto") < first.index("Extintor vencido")


def test_a_reason_is_followed_by_the_citations_that_it_does_not_name():
    reason = {"text": "Vale 6 meses (Art. 9, I).",
              "cites": ["Art. 9, I", "Art. 12", "Art. 12, V", "Art. 23, IV"]}
    body = made.vistoria_body(verdict=made.verdict(reasons=[reason]))
    text = said(laudo_pdf(made.signed(body=body), MANGARATIBA))
    assert "Vale 6 meses (Art. 9, I). (Art. 12, V; Art. 23, IV)" in text


def test_the_answers_are_counted_and_told_with_their_reasons():
    text = said(laudo_pdf(rejected(), MANGARATIBA))
    assert (
        "6 itens: 2 conformes, 2 não conformes, 1 não se aplica, 1 não verificado." in text
    )
    assert "Sem fosso no pátio" in text
    assert "Vidro solto" in text


def test_the_rulebook_gives_labels_law_measures_and_the_reading_of_the_law():
    rulebook = load_rulebook("mangaratiba")
    choice = rulebook.choices[0]
    record = rejected()
    record["body"]["verdict"]["choices"] = [{"id": choice.id, "applied": choice.applied}]
    text = said(laudo_pdf(record, MANGARATIBA, rulebook=rulebook))
    item = rulebook.checklist("escolar").item("14-XIX")
    assert rulebook.municipality.law in text
    assert item.label in text
    assert choice.question in text
    assert f"Aplicado: {choice.reading(choice.applied).label.split()[0]}" in text


def test_a_reading_that_the_municipality_picked_is_told_with_who_decided_it_and_why():
    head = HEAD.replace('"vila"', '"mangaratiba"')
    picked = (
        '[[reading]]\nchoice = "arredondamento"\napplied = "corta"\nwhy = "Parecer inventado."\n'
        'decided_by = "Procuradoria"\ndate = 2026-03-02\n'
    )
    law = effective(
        load_rulebook("mangaratiba"), [LocalFile("local.toml", (head + picked).encode())]
    )
    record = rejected()
    record["body"]["verdict"]["choices"] = [{"id": "arredondamento", "applied": "corta"}]
    text = said(laudo_pdf(record, MANGARATIBA, rulebook=law))
    assert "Aplicado: Corta o que passa do centavo" in text
    assert "Parecer inventado. Decidido por Procuradoria, em 02/03/2026." in text
    record["body"]["verdict"]["choices"] = [
        {"id": "arredondamento", "applied": "meio-centavo-acima"}
    ]
    assert "Decidido por" not in said(laudo_pdf(record, MANGARATIBA, rulebook=law))


def test_the_laudo_of_an_approved_van_gives_the_validity_and_the_seal():
    vistoria = made.signed()
    selo = made.signed("selo", made.selo_body(vistoria))
    text = said(laudo_pdf(vistoria, MANGARATIBA, selo=selo))
    assert "APROVADO" in text
    assert "vale até 30/05/2027" in text
    assert "Selo nº 000.042" in text
    for absent in ("REPROVADO", "RETIDO", "Exigências"):
        assert absent not in text


def test_the_laudo_of_a_pending_vistoria_says_that_it_waits():
    body = made.vistoria_body(verdict=made.verdict(result="pendente", valid_until=None))
    text = said(laudo_pdf(made.signed(body=body), MANGARATIBA))
    assert "PENDENTE" in text
    assert "Para terminar a vistoria" in text
    assert "APROVADO" not in text


def test_an_annulled_laudo_is_stamped_on_every_page_with_date_and_reason(fonts):
    answers = [made.answer(f"item-{n}", note="Anotação longa do fiscal. " * 8) for n in range(60)]
    record = made.signed(body=made.vistoria_body(answers=answers))
    pdf = laudo_pdf(record, MANGARATIBA, annulment=annulment(record), fonts=fonts)
    text = said(pdf)
    assert "LAUDO ANULADO: NÃO VALE" in text
    assert "Anulado em 30/11/2026 às 10:40. Motivo: Placa digitada errada" in text
    assert "vale até" not in text
    assert page_count(pdf) > 1
    for page in pdf_text(pdf).split("\f")[:-1]:
        assert "ANULADO" in page


def test_every_page_has_its_number_the_plate_and_the_record(fonts):
    answers = [made.answer(f"item-{n}", note="Anotação longa do fiscal. " * 8) for n in range(80)]
    record = made.signed(body=made.vistoria_body(answers=answers))
    pdf = laudo_pdf(record, MANGARATIBA, fonts=fonts)
    pages = pdf_text(pdf).split("\f")[:-1]
    assert len(pages) == page_count(pdf) > 2
    for number, page in enumerate(pages, 1):
        assert f"Página {number} de {len(pages)}" in page
        assert record["id"] in page
        assert records.record_hash(record)[-16:] in page
        assert "ABC1D23" in page


def test_nothing_runs_off_the_page_however_long_the_words(fonts):
    long = "Cinto de segurança do banco do meio sem a trava, " * 12
    exigencias = [
        made.exigencia(n, label=long[:600], cite="Art. 14, XXVI, combinado com o Anexo, C-05")
        for n in range(1, 20)
    ]
    body = made.vistoria_body(
        vehicle=made.vehicle(make_model="M" * 120, permit="P" * 60),
        verdict=made.rejected_verdict(exigencias=exigencias),
        answers=[made.answer(note="palavra" * 200)],
    )
    pdf = laudo_pdf(
        made.signed(body=body), town("São José do Vale do Rio Preto " * 3), fonts=fonts,
        agent_name="Maria " * 30, holder_name="José " * 30,
    )
    assert words_outside_the_page(pdf) == []
    text = said(pdf).replace(" ", "")
    assert text.count("semat") >= 19 * 11


def test_the_drawn_signature_stands_over_the_line():
    record = made.signed()
    without = pdf_page_image(laudo_pdf(record, MANGARATIBA), 60)
    signed = pdf_page_image(laudo_pdf(record, MANGARATIBA, signature=SIGNATURE), 60)
    box = ImageChops.difference(without.convert("L"), signed.convert("L")).getbbox()
    left, top, right, bottom = box
    assert right - left > 60  # a quarter of the page's width: the strokes keep their shape
    assert bottom - top > 20
    assert right < signed.width / 2


@pytest.mark.parametrize("note", ["freio 😀", "x → y", "ação ≥ 3", "Ω", "a\u0301rvore", "\u200b"])
def test_a_letter_that_the_typeface_lacks_is_replaced_not_fatal(note, fonts):
    body = made.vistoria_body(answers=[made.answer(note=note)])
    assert laudo_pdf(made.signed(body=body), MANGARATIBA, fonts=fonts).startswith(b"%PDF")


def test_a_vehicle_of_which_little_is_known_has_its_laudo_too():
    vehicle = made.vehicle(
        known=False, chassis_tail=None, make_model=None, model_year=None, manufacture_year=None,
        permit=None,
    )
    body = made.vistoria_body(
        vehicle=vehicle, odometer=None, answers=[],
        verdict=made.rejected_verdict(choices=[], reasons=[]),
    )
    text = said(laudo_pdf(made.signed(body=body), {"name": "Itu", "uf": "SP"}))
    assert "não informado" in text
    assert "veículo ainda não cadastrado" in text
    assert "None" not in text


def test_the_time_is_the_towns_own_whatever_the_device_wrote():
    record = made.signed(occurred_at="2026-11-30T12:21:00Z")
    assert "30/11/2026 às 09:21" in said(laudo_pdf(record, MANGARATIBA))


def test_no_raster_image_is_in_the_laudo():
    images = subprocess.run(
        ["pdfimages", "-list", "-"],
        input=laudo_pdf(made.signed(), MANGARATIBA, signature=SIGNATURE),
        capture_output=True, check=True,
    ).stdout.decode()
    assert len(images.strip().splitlines()) == 2  # the two lines of the heading
