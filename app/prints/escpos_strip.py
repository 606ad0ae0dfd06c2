"""A strip's blocks as ESC/POS bytes: the printer's own letters, its own QR, signatures as dots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.prints.escpos import EscPos, matrix_dots
from app.prints.qr_text import text_matrix
from app.prints.strip import HUGE, SMALL, Block, Code, Drawn, Pair, Rule, Text, qr_module
from sync.device.ports import Dots

NATIVE, PICTURE = "impressora", "pontos"
QR_LEVEL = "M"


def escpos_strip(
    blocks: Sequence[Block],
    width: int,
    *,
    code_page: str = "cp850",
    qr: str = NATIVE,
    drawn: Mapping[int, Dots] | None = None,
) -> bytes:
    """The bytes for a printer `width` dots wide (384 or 576).

    `qr` NATIVE leaves the QR to the printer, PICTURE sends its dots, for printers that know no QR.
    `drawn`: the dots of a signature by the block's place in `blocks`; without them a line is left
    to sign on.
    """
    printer = EscPos(width, code_page)
    for place, block in enumerate(blocks):
        if isinstance(block, Text):
            _text(printer, block)
        elif isinstance(block, Pair):
            label = f"{block.label} ({block.law}):" if block.law else f"{block.label}:"
            printer.pair(label, block.value)
        elif isinstance(block, Rule):
            printer.rule("=" if block.heavy else "-")
        elif isinstance(block, Code):
            _code(printer, block, width, qr)
        else:
            _drawn(printer, block, (drawn or {}).get(place))
    return printer.cut().bytes()


def _text(printer: EscPos, block: Text) -> None:
    printer.line(block.text, bold=block.bold, align=block.align,
                 wide=block.size >= HUGE, high=block.size > SMALL + 4)


def _code(printer: EscPos, block: Code, width: int, qr: str) -> None:
    matrix = text_matrix(block.text)
    module = qr_module(width, len(matrix))
    printer.feed(1)
    if qr == NATIVE:
        printer.qr(block.text, module=module, level=QR_LEVEL)
    else:
        printer.picture(*matrix_dots(matrix, module))
    printer.feed(1)


def _drawn(printer: EscPos, block: Drawn, dots: Dots | None) -> None:
    if dots is not None:
        printer.picture(dots.width, dots.height, dots.rows, align="L")
    elif block.says:
        printer.line(block.says, bold=True, align="C")
    else:
        printer.feed(3)
    printer.rule("_").line(block.label)


