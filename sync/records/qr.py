"""The QR of a seal: the address up to `/s/` as bytes, the 220 digits as numbers, level Q.

Version 9 (53 × 53 modules) carries hosts of up to 26 characters, port included; version 10
(57 × 57) up to 40. The mask is the library's choice by the penalty rules of ISO/IEC 18004.
Print at 34 mm or more, the quiet zone of four modules included.
"""

from __future__ import annotations

from html import escape

from sync.records.errors import SealError

QUIET_MODULES = 4
DIGITS_IN_ADDRESS = 220
SMALL_VERSION, LARGE_VERSION = 9, 10


def qr_matrix(address: str) -> list[list[bool]]:
    """The modules of a seal's address, row by row, True dark, without the quiet zone.

    SealError "malformed" when the address does not end in 220 digits or does not fit version 10.
    """
    import qrcode
    from qrcode.exceptions import DataOverflowError
    from qrcode.util import MODE_8BIT_BYTE, MODE_NUMBER, QRData

    head, numbers = address[:-DIGITS_IN_ADDRESS], address[-DIGITS_IN_ADDRESS:]
    is_seal = len(numbers) == DIGITS_IN_ADDRESS and numbers.isascii() and numbers.isdigit()
    if not is_seal or not head.endswith("/s/"):
        raise SealError("malformed", "o endereço do selo termina em /s/ e 220 números")
    for version in (SMALL_VERSION, LARGE_VERSION):
        code = qrcode.QRCode(
            version=version, error_correction=qrcode.constants.ERROR_CORRECT_Q, border=0
        )
        code.add_data(QRData(head.encode("ascii"), mode=MODE_8BIT_BYTE), optimize=0)
        code.add_data(QRData(numbers.encode("ascii"), mode=MODE_NUMBER), optimize=0)
        try:
            code.make(fit=False)
        except DataOverflowError:
            continue
        return [[bool(module) for module in row] for row in code.get_matrix()]
    raise SealError("malformed", f"o endereço {head} é longo demais para o QR do selo")


def matrix_version(matrix: list[list[bool]]) -> int:
    """The QR version of a matrix without quiet zone."""
    return (len(matrix) - 17) // 4


def matrix_rectangles(matrix: list[list[bool]]) -> list[tuple[int, int, int, int]]:
    """The dark modules as few rectangles (x, y, width, height in modules) that never overlap.

    Runs of a row are joined with the same run below, so that no hairline shows between modules
    when the rectangles are painted.
    """
    open_runs: dict[tuple[int, int], tuple[int, int]] = {}
    rectangles = []
    for y, row in enumerate([*matrix, []]):
        runs = _row_runs(row)
        for run in [run for run in open_runs if run not in runs]:
            top, height = open_runs.pop(run)
            rectangles.append((run[0], top, run[1], height))
        for run in runs:
            top, height = open_runs.get(run, (y, 0))
            open_runs[run] = (top, height + 1)
    return sorted(rectangles, key=lambda rectangle: (rectangle[1], rectangle[0]))


def qr_path(matrix: list[list[bool]], x: int = 0, y: int = 0) -> str:
    """The dark modules as one SVG path, one unit a module, moved by (x, y)."""
    return qr_path_scaled(matrix, 1, x, y)


def qr_path_scaled(matrix: list[list[bool]], module: int, x: int, y: int) -> str:
    """The same path with modules of `module` units, moved by (x, y)."""
    return "".join(
        f"M{x + left * module} {y + top * module}h{width * module}v{height * module}"
        f"h-{width * module}z"
        for left, top, width, height in matrix_rectangles(matrix)
    )


def qr_svg(
    address: str, *, module_px: int = 8, dark: str = "#000", light: str = "#fff",
    title: str = "Código QR do selo",
) -> str:
    """The QR as an SVG of its own, quiet zone included, each module a whole number of pixels."""
    return matrix_svg(qr_matrix(address), module_px=module_px, dark=dark, light=light, title=title)


def matrix_svg(
    matrix: list[list[bool]], *, module_px: int = 8, dark: str = "#000", light: str = "#fff",
    title: str = "",
) -> str:
    """The modules of any QR as an SVG of its own, quiet zone included."""
    side = len(matrix) + 2 * QUIET_MODULES
    named = f' role="img"><title>{escape(title, quote=False)}</title>' if title else ">"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'width="{side * module_px}" height="{side * module_px}" '
        f'shape-rendering="crispEdges"{named}'
        f'<path fill="{light}" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="{dark}" d="{qr_path(matrix, QUIET_MODULES, QUIET_MODULES)}"/></svg>'
    )


def qr_png(address: str, *, module_px: int = 8) -> bytes:
    """The QR as a one-bit PNG, quiet zone included. Needs Pillow: server, native build, tests."""
    import io

    from PIL import Image

    matrix = qr_matrix(address)
    side = len(matrix) + 2 * QUIET_MODULES
    image = Image.new("1", (side, side), 1)
    for y, row in enumerate(matrix, QUIET_MODULES):
        for x, is_dark in enumerate(row, QUIET_MODULES):
            if is_dark:
                image.putpixel((x, y), 0)
    stream = io.BytesIO()
    image.resize((side * module_px, side * module_px), Image.Resampling.NEAREST).save(
        stream, "PNG"
    )
    return stream.getvalue()


def _row_runs(row: list[bool]) -> list[tuple[int, int]]:
    runs, start = [], None
    for x, is_dark in enumerate([*row, False]):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            runs.append((start, x - start))
            start = None
    return runs
