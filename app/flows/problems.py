"""A trouble as two sentences: what happened, and what to do about it."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from sync.device.ports import DeviceError, KeyMissing, StorageFull

log = logging.getLogger("prancheta.flows")


@dataclass(frozen=True)
class Trouble:
    """`code` is stable, for tests and for what the screen offers; the rest is read by a person."""

    code: str
    what: str
    todo: str = ""


KNOWN: dict[str, Trouble] = {
    t.code: t
    for t in (
        Trouble(
            "enrol.code_unknown",
            "Este código não existe neste servidor.",
            "Confira letra por letra com quem o entregou. Não há O, I, zero nem um nos códigos.",
        ),
        Trouble(
            "enrol.code_expired",
            "Este código venceu.",
            "Peça um novo código no painel da prefeitura; ele vale por pouco tempo.",
        ),
        Trouble(
            "enrol.code_used",
            "Este código já cadastrou outro aparelho.",
            "Cada aparelho tem o seu: peça um novo código no painel da prefeitura.",
        ),
        Trouble(
            "enrol.proof_invalid",
            "A chave deste aparelho não foi aceita.",
            "Feche a Prancheta, abra de novo e repita o código. Se continuar, peça outro código.",
        ),
        Trouble(
            "login.refused",
            "Matrícula ou senha não confere.",
            "Confira as duas. Se esqueceu a senha, quem cuida do painel pode trocá-la.",
        ),
        Trouble(
            "login.too_many",
            "Tentativas demais com esta matrícula.",
            "Espere alguns minutos e tente de novo.",
        ),
        Trouble(
            "net.offline",
            "Sem sinal agora.",
            "Chegue perto de uma rede e toque de novo. Nada do que já veio se perde.",
        ),
        Trouble(
            "net.not_ours",
            "Quem respondeu não foi o servidor da Prancheta.",
            "Se o Wi-Fi pede senha numa página, entre nela primeiro; ou use os dados do celular.",
        ),
        Trouble(
            "net.server_error",
            "O servidor respondeu com erro.",
            "Nada se perdeu. Espere um minuto e toque em tentar de novo.",
        ),
        Trouble(
            "storage.full",
            "Sem espaço no aparelho.",
            "Libere pelo menos 50 MB (fotos, vídeos, aplicativos) e toque em tentar de novo.",
        ),
        Trouble(
            "key.missing",
            "A chave deste aparelho não existe mais.",
            "Peça um novo código de cadastro. Os rascunhos continuam salvos.",
        ),
    )
}


def sentences(message: str) -> tuple[str, str]:
    """The first sentence of `message`, and the rest."""
    what, dot, todo = message.strip().partition(". ")
    return (what + "." if dot else what), todo


def trouble_of(error: BaseException) -> Trouble:
    """The `Trouble` for what the sync client or the device raised.

    Goes by the stable `code` of a problem that the server answered, then by the error's class;
    any other error of the device's is already a sentence of its own.
    """
    problem = getattr(error, "problem", None)
    problem = problem if isinstance(problem, dict) else {}
    code = getattr(error, "code", None) or problem.get("code")
    if code in KNOWN:
        return KNOWN[code]
    if isinstance(error, StorageFull):
        return KNOWN["storage.full"]
    if isinstance(error, KeyMissing):
        return KNOWN["key.missing"]
    message = problem.get("message") or (str(error) if isinstance(error, DeviceError) else "")
    if message:
        return Trouble(code or "device", *sentences(message))
    log.error("unexpected", exc_info=error)
    return Trouble(
        "unexpected",
        "Algo não deu certo aqui.",
        "Nada do que estava salvo se perdeu. Tente de novo; se continuar, fale com a prefeitura.",
    )
