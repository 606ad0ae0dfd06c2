"""Why talking to the server did not work, as errors with a stable code and a pt-BR sentence.

`Offline` and `NotOurServer` say nothing about our data: whatever was being sent is still here and
is sent again. `Refused` is our server's own word, with the code of its catalogue.
"""

from __future__ import annotations

from typing import Any

from sync.device.ports import DeviceError


class SyncProblem(DeviceError):
    """`code`: stable, such as "net.offline" or the server's "enrol.code_used"."""

    code = "net.problem"
    short = "envio parado"
    retry_after_s: float | None = None

    def __init__(
        self, message: str | None = None, *, code: str | None = None, detail: str = ""
    ) -> None:
        super().__init__(message)
        self.code = code or type(self).code
        self.detail = detail
        """technical, for logs; never shown"""

    def as_dict(self) -> dict[str, Any]:
        """{"code", "message", "short"} for the state and the screens."""
        return {"code": self.code, "message": str(self), "short": self.short}


class Offline(SyncProblem):
    """No answer at all: no signal, name not found, connection refused or cut, time over."""

    code = "net.offline"
    short = "sem sinal"
    message = "Sem sinal agora. Nada se perde: o envio continua quando o sinal voltar."


class TimedOut(Offline):
    code = "net.timeout"
    short = "sinal fraco"
    message = "O servidor demorou demais para responder. Nada se perde: o envio continua depois."


class CutOff(Offline):
    """The answer began and did not arrive whole."""

    code = "net.cut"
    short = "sinal fraco"
    message = "A resposta do servidor chegou pela metade. Nada se perde: o envio continua depois."


class NotOurServer(SyncProblem):
    """Something answered without being Prancheta, such as a Wi-Fi's login page."""

    code = "net.not_ours"
    short = "a rede pede login"
    message = (
        "Quem respondeu não foi o servidor da Prancheta. "
        "Se o Wi-Fi pede senha numa página, entre nela primeiro; ou use os dados do celular."
    )


class NewerServer(SyncProblem):
    code = "net.newer"
    short = "atualize a Prancheta"
    message = "O servidor é de uma versão mais nova. Feche e abra a Prancheta com sinal."


class ServerError(SyncProblem):
    """5xx, or an answer of ours that makes no sense."""

    code = "net.server_error"
    short = "erro no servidor"
    message = "O servidor respondeu com erro. Nada se perde: o envio continua sozinho depois."


class Garbled(ServerError):
    code = "net.garbled"
    message = "A resposta do servidor não faz sentido. Nada se perde: o envio continua depois."


class Refused(SyncProblem):
    """4xx with our problem: `code`, `status`, `field`, `value` and the server's sentence."""

    def __init__(self, status: int, problem: dict[str, Any], extra: dict[str, Any]) -> None:
        message = problem.get("message")
        super().__init__(
            message if isinstance(message, str) and message else "O servidor recusou o pedido.",
            code=str(problem.get("code") or "request.refused"),
        )
        self.status = status
        self.field = problem.get("field")
        self.value = problem.get("value")
        self.extra = extra
        """what else stood in the answer beside "problem" """

    def as_problem(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "message": str(self),
            "field": self.field,
            "value": self.value,
        }


class SessionOver(Refused):
    """401: the session must be opened again, which the client does by itself."""
