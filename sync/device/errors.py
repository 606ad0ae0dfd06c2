"""What the device refuses, and why: `str(error)` is the pt-BR sentence the person reads."""

from __future__ import annotations

from sync.device.ports import DeviceError


class NotEnrolled(DeviceError):
    """The device has no identity yet: it takes drafts and concludes nothing."""

    message = (
        "Este aparelho ainda não está inscrito. Digite o código de inscrição da prefeitura "
        "para poder concluir; os rascunhos ficam salvos."
    )


class ChainLost(NotEnrolled):
    """Both `campo.db` and the chain's head are gone: a new key and new numbers are needed."""

    message = (
        "Os dados deste aparelho se perderam e a numeração não pode continuar. "
        "Peça um novo código de inscrição; os rascunhos continuam salvos."
    )


class DeviceRevoked(DeviceError):
    message = (
        "Este aparelho foi desativado pela prefeitura: ele guarda rascunhos e envia o que tem, "
        "mas não conclui nem emite. Fale com a administração."
    )


class DeviceUnknown(DeviceError):
    """The server does not know this device: it was set up anew, or it is another one."""

    message = (
        "O servidor não conhece este aparelho. O que está aqui continua guardado e pode ser "
        "exportado; se a prefeitura trocou de servidor, peça um novo código de cadastro."
    )


class DraftMissing(DeviceError):
    message = "Este rascunho não existe mais neste aparelho."


class DraftClosed(DeviceError):
    """The draft was concluded or discarded already (a second tap, an old screen)."""

    message = "Este rascunho já foi concluído ou descartado."


class DraftChanged(DeviceError):
    """An answer was saved while the draft was being concluded: nothing was concluded."""

    message = "O rascunho mudou enquanto era concluído. Confira o resultado e conclua de novo."


class AlreadyAnnulled(DeviceError):
    """A second annulment of one record (a second tap, an old screen)."""

    message = "Este registro já foi anulado neste aparelho."


class AlreadySealed(DeviceError):
    """A second selo of one vistoria that replaces none."""

    message = (
        "Esta vistoria já tem selo. Se ele se perdeu ou estragou, emita a segunda via na tela "
        "do selo."
    )


class AlreadyReplaced(DeviceError):
    """A second replacement of one seal (a second tap, an old screen)."""

    message = "Este selo já foi substituído por outro neste aparelho. Mostre o selo novo."


class SealNotReissuable(DeviceError):
    """A seal that cannot be issued again: annulled, cancelled, expired, or not known enough."""

    def __init__(self, why: str, todo: str) -> None:
        super().__init__(f"Este selo {why}: não se emite segunda via. {todo}")


class PhotoMissing(DeviceError):
    """A record names a photo that this draft does not have."""

    message = "Uma foto deste rascunho não está mais no aparelho. Tire-a de novo."


class NoNumbers(DeviceError):
    """The blocks of this series are used up."""

    def __init__(self, series: str) -> None:
        super().__init__(
            f"Acabaram os números de {series} deste aparelho. "
            "Sincronize com sinal para receber mais; o rascunho fica salvo."
        )
        self.series = series


class NumberOutOfOrder(DeviceError):
    """The number in the body is not the next one of the block."""

    def __init__(self, series: str, number: int, expected: int) -> None:
        super().__init__(
            f"O número {number} de {series} não é o próximo deste aparelho ({expected}). "
            "Abra o resultado de novo para usar o número certo."
        )
        self.series, self.number, self.expected = series, number, expected


class SealDateBack(DeviceError):
    """A selo would be older than one that this device issued before."""

    def __init__(self, date: str, last: str) -> None:
        super().__init__(
            f"O relógio deste aparelho diz {_br(date)}, mas já foi emitido um selo em {_br(last)}. "
            "Acerte a data e a hora do aparelho e tente de novo."
        )
        self.date, self.last = date, last


class SealBeforeList(DeviceError):
    """A selo would be older than the newest list that the municipality has signed."""

    def __init__(self, date: str, list_day: str) -> None:
        super().__init__(
            f"O relógio deste aparelho diz {_br(date)}, mas a lista de selos que ele recebeu da "
            f"prefeitura é de {_br(list_day)}. Acerte a data e a hora do aparelho e tente de novo."
        )
        self.date, self.list_day = date, list_day


class RecordMissing(DeviceError):
    message = "Este registro não está neste aparelho."


class AgentUnknown(DeviceError):
    def __init__(self, matricula: str) -> None:
        super().__init__(
            f"A matrícula {matricula} ainda não entrou neste aparelho. "
            "A primeira entrada precisa de sinal e da senha."
        )


class PinWeak(DeviceError):
    message = "O PIN precisa ter de 4 a 12 números e não pode ser uma sequência ou um só repetido."


class PinWrong(DeviceError):
    """`wait_s`: seconds until the next try is looked at; 0 at once."""

    def __init__(self, wait_s: int) -> None:
        wait = f" Espere {_seconds(wait_s)} para tentar de novo." if wait_s else " Tente de novo."
        super().__init__(f"PIN errado.{wait}")
        self.wait_s = wait_s


class PinLocked(DeviceError):
    """Tried before the delay was over; the PIN was not looked at."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(
            f"Muitos PINs errados. Espere {_seconds(wait_s)} para tentar de novo, "
            "ou entre com a senha quando houver sinal. Nada foi apagado."
        )
        self.wait_s = wait_s


def _seconds(seconds: int) -> str:
    if seconds < 60:
        return f"{seconds} s"
    minutes = -(-seconds // 60)
    return f"{minutes} min"


def _br(iso: str) -> str:
    return "/".join(reversed(iso[:10].split("-")))
