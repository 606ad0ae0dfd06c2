"""The ways a record, a seal or a list can be wrong, each with a code from a closed catalogue.

A message is read by the inspector or by whoever answers the telephone at the town hall, so it is
in Portuguese and names the field and the value. Codes are stable: other programs compare them.
"""

from __future__ import annotations

RECORD_CODES = {
    "record.not_object": "o registro não é um objeto JSON",
    "record.missing": "o campo {field} falta",
    "record.unknown_field": "o campo {field} não existe no formato 1",
    "record.format_newer": "o registro foi feito por uma versão mais nova da Prancheta",
    "record.kind_unknown": "o tipo {value} não é conhecido por esta versão",
    "record.type": "o campo {field} deveria ser {expected}",
    "record.value": "o campo {field} tem um valor que não é aceito: {expected}",
    "record.too_long": "o campo {field} passa do limite: {expected}",
    "record.chain": "o elo com o registro anterior está errado em {field}: {expected}",
    "record.attachment": "o anexo em {field} não confere: {expected}",
    "record.payload": "o código do selo em {field} não confere com o registro: {expected}",
    "record.not_canonical": "{field} não pode ser assinado: {expected}",
}

SEAL_CODES = {
    "not_ours": "Este código não é de um selo de vistoria da Prancheta",
    "malformed": "Este código parece de um selo, mas está incompleto ou alterado",
    "unknown_version": "Este selo foi feito por uma versão mais nova; atualize o aplicativo",
}

LIST_CODES = {
    "list.malformed": "A lista de selos está danificada ou incompleta",
    "list.too_large": "A lista de selos é grande demais para ser verdadeira",
    "list.newer": "A lista de selos é de uma versão mais nova; atualize a Prancheta",
    "list.signature": "A lista de selos não foi assinada por este município",
    "list.rollback": "A lista de selos é mais antiga do que a que já está aqui",
    "list.municipality": "A lista de selos é de outro município",
}

VALUE_SHOWN_MAX_CHARS = 80


def shown(value: object) -> str:
    """The value as a message may show it: short, on one line, never a whole record."""
    text = repr(value)
    if len(text) <= VALUE_SHOWN_MAX_CHARS:
        return text
    return text[: VALUE_SHOWN_MAX_CHARS - 1] + "…"


class RecordError(ValueError):
    """A record not to be accepted: `.code` (in RECORD_CODES), `.field`, `.value`, `.message`."""

    def __init__(self, code: str, field: str, value: object = None, expected: str = "") -> None:
        self.code = code
        self.field = field
        self.value = shown(value)
        text = RECORD_CODES[code].format(field=field, value=self.value, expected=expected)
        self.message = f"{text[0].upper()}{text[1:]} (veio {self.value})."
        super().__init__(self.message)

    def as_problem(self) -> dict[str, str]:
        """The error as the API's `problem` object."""
        return {
            "code": self.code, "message": self.message, "field": self.field, "value": self.value,
        }


class SealError(ValueError):
    """A code that is not a readable seal.

    `.code` is "not_ours" (another site's QR: never open it), "malformed" (ours by its address,
    but damaged or tampered with) or "unknown_version"; `.message` says it in Portuguese.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        self.code = code
        self.detail = detail
        self.message = SEAL_CODES[code] + (f": {detail}." if detail else ".")
        super().__init__(self.message)


class ListError(ValueError):
    """A list not to be used: `.code` (in LIST_CODES), `.detail`, `.message` in Portuguese."""

    def __init__(self, code: str, detail: str = "") -> None:
        self.code, self.detail = code, detail
        self.message = LIST_CODES[code] + (f": {detail}." if detail else ".")
        super().__init__(self.message)
