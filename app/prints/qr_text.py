"""The QR of a short address, such as that of a public copy (not of a seal: see `sync.records.qr`).
"""

from __future__ import annotations

from sync.records.qr import matrix_svg

TEXT_MAX_BYTES = 300


def text_matrix(text: str) -> list[list[bool]]:
    """The modules, True dark, without the quiet zone; error correction M, the least version."""
    import qrcode
    from qrcode.util import MODE_8BIT_BYTE, QRData

    data = text.encode()
    if not 0 < len(data) <= TEXT_MAX_BYTES:
        raise ValueError(f"an address of 1 to {TEXT_MAX_BYTES} bytes, not {len(data)}")
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0)
    code.add_data(QRData(data, mode=MODE_8BIT_BYTE), optimize=0)
    code.make(fit=True)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def text_svg(text: str, module_px: int = 8) -> str:
    """The QR as an SVG of its own, quiet zone included."""
    return matrix_svg(text_matrix(text), module_px=module_px)
