"""What goes to a thermal printer: read back by a reader of our own, and the same commands as
python-escpos writes."""

import pytest
from escpos.constants import QR_ECLEVEL_M
from escpos.printer import Dummy
from PIL import Image

from app.prints.escpos import CODE_PAGES, EscPos, matrix_dots, packed, wrapped
from app.prints.qr_text import text_matrix
from tests.support.escpos_reader import on_paper, read_escpos
from tests.support.qr_decoders import decoded_by_both

ADDRESS = "https://vistoria.exemplo.gov.br/c/AAECAwQFBgcICQoLDA0ODw"
EVERY_LETTER = "áàâãçéêíóôõúüÁÀÂÃÇÉÊÍÓÔÕÚÜ"


@pytest.mark.parametrize("page", CODE_PAGES)
def test_every_letter_of_portuguese_comes_out_in_each_code_page(page):
    printed = read_escpos(EscPos(576, page).line(EVERY_LETTER).bytes())
    assert printed[0].text == EVERY_LETTER


def test_citations_and_numbers_keep_their_signs_in_the_usual_code_page():
    printed = read_escpos(EscPos().line("Art. 4º, § 2, 1ª via").bytes())
    assert printed[0].text == "Art. 4º, § 2, 1ª via"


def test_what_a_code_page_lacks_gets_a_stand_in():
    printer = EscPos(576, "cp860")
    assert printer.known("“Aviso” – até 5 → § ŵ 漢\x07") == '"Aviso" - até 5 -> par. w ??'


def test_a_long_line_is_broken_at_spaces_and_a_long_word_anywhere():
    rows = wrapped("Avenida Nossa Senhora da Conceição " + "x" * 40, 32)
    assert rows[0] == "Avenida Nossa Senhora da"
    assert max(map(len, rows)) <= 32
    assert "".join(rows).replace(" ", "").endswith("x" * 40)


def test_a_wide_line_has_half_the_letters():
    printed = read_escpos(EscPos(384).line("A" * 20, wide=True, high=True).bytes())
    assert [one.text for one in printed] == ["A" * 16, "A" * 4]
    assert (printed[0].wide, printed[0].high) == (2, 2)


def test_two_ends_of_a_line_or_two_lines_where_it_is_narrow():
    assert read_escpos(EscPos(384).ends("Número", "000.042").bytes())[0].text == (
        "Número" + " " * 19 + "000.042"
    )
    narrow = read_escpos(EscPos(384).ends("Prazo de defesa até", "15/12/2026 às 16:00").bytes())
    assert [one.align for one in narrow] == [0, 2]


def test_a_label_and_its_value_share_a_line_where_both_fit():
    printed = read_escpos(EscPos(384).pair("Pontos:", "7 pontos").bytes())
    assert [one.text for one in printed] == ["Pontos: 7 pontos"]
    printed = read_escpos(EscPos(384).pair("Nome de quem é autuado:", "Rosa Inventada").bytes())
    assert [(one.text, one.bold) for one in printed] == [
        ("Nome de quem é autuado:", False), ("Rosa Inventada", True)]


def test_the_printer_is_left_at_the_cutter():
    assert EscPos().cut().bytes().endswith(b"\x1dVB\0")


# ---- against python-escpos -------------------------------------------------------------------


def test_the_native_qr_is_byte_for_byte_that_of_python_escpos():
    theirs = Dummy()
    theirs.qr(ADDRESS, ec=QR_ECLEVEL_M, size=6, native=True)
    ours = EscPos().qr(ADDRESS, module=6).bytes()
    start = theirs.output.index(b"\x1d(k")
    assert theirs.output[start:].rstrip(b"\n") in ours


def test_a_picture_is_byte_for_byte_that_of_python_escpos():
    side, high, rows = matrix_dots(text_matrix(ADDRESS), 3)
    dark = Image.frombytes("1", (-(-side // 8) * 8, high), rows)
    picture = dark.point(lambda one: 255 - one).crop((0, 0, side, high))
    theirs = Dummy()
    theirs.image(picture, impl="bitImageRaster", fragment_height=240)
    ours = EscPos().picture(side, high, rows).bytes()
    start = theirs.output.index(b"\x1dv0")
    assert theirs.output[start:] in ours


@pytest.mark.parametrize("page", ["CP850", "CP860", "CP858"])
def test_the_letters_are_those_of_python_escpos(page):
    theirs = Dummy()
    theirs.charcode(page)
    theirs.text(EVERY_LETTER + "\n")
    ours = EscPos(576, page.lower()).line(EVERY_LETTER).bytes()
    assert theirs.output[-len(EVERY_LETTER) - 1 :] == ours[-len(EVERY_LETTER) - 1 :]


def test_bold_big_and_centred_are_the_commands_of_python_escpos():
    theirs = Dummy()
    theirs.set(align="center", bold=True, custom_size=True, width=2, height=2)
    ours = EscPos().line("X", bold=True, wide=True, high=True, align="C").bytes()
    for command in (b"\x1ba\x01", b"\x1bE\x01", b"\x1d!\x11"):
        assert command in ours and command in theirs.output


# ---- the QR ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "module"), [(384, 6), (576, 8)])
def test_both_kinds_of_qr_are_read_from_the_paper(width, module):
    native = EscPos(width).qr(ADDRESS, module=module).bytes()
    assert decoded_by_both(on_paper(read_escpos(native), width)) == ADDRESS
    dots = EscPos(width).feed(2).picture(*matrix_dots(text_matrix(ADDRESS), module)).feed(2).bytes()
    assert decoded_by_both(on_paper(read_escpos(dots), width)) == ADDRESS


def test_a_qr_or_a_picture_out_of_form_is_refused():
    for text in ("", "x" * 2001):
        with pytest.raises(ValueError):
            EscPos().qr(text)
    with pytest.raises(ValueError):
        EscPos().picture(9, 2, bytes(2))


def test_dots_are_packed_from_the_left():
    assert packed([True, False, False, False, False, False, False, True, True]) == b"\x81\x80"
