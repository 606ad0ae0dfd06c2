"""Pictures that the server draws itself, as SVG: a hand's signature and an enrolment QR."""

from __future__ import annotations

import qrcode
from markupsafe import Markup

from sync.records.qr import qr_path

QUIET_MODULES = 4


def signature_svg(drawn: dict, title: str) -> Markup:
    """The strokes as they were drawn, in the ink of the page."""
    paths = "".join(
        f'<path d="M{" L".join(f"{x} {y}" for x, y in _visible(stroke))}"/>'
        for stroke in drawn["strokes"]
        if stroke
    )
    return Markup(
        f'<svg class="assinatura" role="img" viewBox="0 0 {drawn["width"]} {drawn["height"]}">'
        f"<title>{Markup.escape(title)}</title>{paths}</svg>"
    )


def _visible(stroke: list[list[int]]) -> list[list[int]]:
    # A single point has no length and would not be painted.
    return stroke if len(stroke) > 1 else [stroke[0], [stroke[0][0] + 1, stroke[0][1]]]


def link_qr_svg(address: str, title: str) -> Markup:
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0)
    code.add_data(address)
    code.make()
    matrix = [[bool(module) for module in row] for row in code.get_matrix()]
    side = len(matrix) + 2 * QUIET_MODULES
    return Markup(
        f'<svg class="qr" role="img" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f"<title>{Markup.escape(title)}</title>"
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{qr_path(matrix, QUIET_MODULES, QUIET_MODULES)}"/></svg>'
    )
