"""One catalogue of everything that can go wrong between a device and the server.

Each problem has a code that programs compare, an HTTP status, and a sentence in Portuguese that
says what happened and what to do. `{field}` and `{value}` are filled with what was wrong.
"""

from __future__ import annotations

from typing import Any

CATALOGUE: dict[str, tuple[int, str]] = {
    # The request itself
    "request.not_found": (404, "Não há nada neste endereço: {value}."),
    "request.not_json": (400, "O corpo do pedido não é JSON válido: {value}."),
    "request.field": (422, "Campo {field} inválido: {value}."),
    "request.too_large": (413, "O pedido é maior que o limite de {value} bytes. Envie em partes."),
    "request.not_form": (400, "O formulário chegou incompleto, ou com mais de {value} arquivos."),
    "request.encoding": (415, "Codificação de conteúdo desconhecida: {value}. Use gzip."),
    "request.bad_gzip": (400, "O conteúdo gzip está danificado ou incompleto. Envie de novo."),
    "request.bad_utf8": (400, "A linha {value} não é texto UTF-8. Envie de novo."),
    "request.nesting": (400, "A linha {value} tem estruturas aninhadas demais."),
    "request.cursor": (422, "Cursor desconhecido: {value}. Recomece do início."),
    "server.failed": (500, "O servidor falhou. Nada se perdeu: tente de novo em instantes."),
    "server.full": (507, "O servidor está sem espaço em disco. Avise a secretaria."),
    "server.busy": (503, "O servidor está ocupado. Tente de novo em instantes."),
    # Enrolment
    "enrol.code_unknown": (404, "Código {value} não encontrado. Confira letra por letra."),
    "enrol.code_expired": (410, "O código {value} venceu. Peça outro na prefeitura."),
    "enrol.code_used": (409, "O código {value} já foi usado em outro aparelho. Peça outro."),
    "enrol.proof_invalid": (422, "A prova da chave do aparelho não confere. Comece de novo."),
    "enrol.key_known": (409, "A chave deste aparelho já está cadastrada. Comece do zero."),
    "enrol.too_many": (429, "Muitos códigos errados. Espere {value} segundos e tente de novo."),
    # Session and login
    "session.missing": (401, "Falta a sessão do aparelho. Abra uma sessão e tente de novo."),
    "session.expired": (401, "A sessão do aparelho venceu. Abra outra; nada se perdeu."),
    "session.refused": (403, "A assinatura do aparelho não confere."),
    "session.device_unknown": (403, "Aparelho {value} não cadastrado neste servidor."),
    "session.nonce": (403, "O desafio venceu ou já foi usado. Peça outro."),
    "login.refused": (403, "Matrícula ou senha não conferem. Confira as duas e tente de novo."),
    "login.too_many": (429, "Muitas tentativas. Espere {value} segundos e tente de novo."),
    "device.revoked": (403, "Este aparelho foi bloqueado pela secretaria. {value}"),
    # Push
    "push.head_missing": (422, "A primeira linha deve trazer a posição (head) do aparelho."),
    "push.head_invalid": (422, "A posição (head) do aparelho não confere: campo {field}."),
    "push.too_many_records": (413, "São no máximo {value} registros por envio."),
    "record.not_json": (422, "A linha {value} não é um registro JSON legível."),
    "record.too_large": (413, "O registro da linha {value} é grande demais."),
    "record.municipality": (422, "O registro é do município {value}, não deste aparelho."),
    "record.device": (422, "O registro é do aparelho {value}, não deste."),
    "record.signature": (422, "A assinatura do registro {value} não confere."),
    "record.conflict": (409, "Já existe outro conteúdo com o número de registro {value}."),
    "selo.signature": (422, "A assinatura do selo {value} não confere com a do aparelho."),
    "selo.serial_outside_block": (422, "O selo {value} não está entre os números do aparelho."),
    "selo.serial_used": (409, "O número de selo {value} já foi usado por outro registro."),
    # Attachments
    "attachment.unknown": (404, "Nenhum registro recebido declara o anexo {value}."),
    "attachment.offset": (409, "O envio deve continuar do byte {value}."),
    "attachment.digest": (422, "O anexo {value} chegou danificado. Envie de novo do começo."),
    "attachment.too_large": (413, "O anexo passa do tamanho declarado no registro: {value}."),
    "attachment.chunk": (413, "Cada parte tem no máximo {value} bytes."),
    "attachment.salt": (422, "Falta o sal do anexo (Prancheta-Salt, 16 bytes)."),
    "lists.too_many": (429, "Muitos pedidos. Espere {value} segundos e tente de novo."),
    # Blocks
    "blocks.series": (422, "Série {value} desconhecida."),
    "blocks.enough": (409, "O aparelho ainda tem {value} números sem uso."),
}


class Problem(Exception):
    """Raised anywhere below the HTTP layer; carries what the answer says and nothing secret."""

    def __init__(
        self,
        code: str,
        *,
        field: str | None = None,
        value: Any = None,
        retry_after_s: int | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        self.code = code
        self.status, template = CATALOGUE[code]
        self.field = field
        self.value = value
        self.retry_after_s = retry_after_s
        self.extra = extra or {}
        self.message = template.format(field=field, value=_short(value)).strip()
        super().__init__(f"{code}: {self.message}")

    def as_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": self.message,
            "field": self.field,
            "value": _short(self.value) if self.value is not None else None,
        }


def _short(value: Any, limit: int = 80) -> str:
    text = str(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
