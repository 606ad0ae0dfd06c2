"""What a port may refuse, and in which words a person is told."""

from __future__ import annotations


class DeviceError(Exception):
    """Something about this device went wrong; `str(error)` is a pt-BR sentence for the person."""

    message = "Algo falhou neste aparelho."

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.message)


class StorageBusy(DeviceError):
    """Another tab or process holds the files: there is one writer."""

    message = (
        "A Prancheta já está aberta em outra aba ou janela. Use aquela, ou feche-a e tente de novo."
    )


class StorageUnavailable(DeviceError):
    """No durable storage here (private window, no OPFS, read-only disk). `reason`: technical."""

    message = "Este navegador não deixa guardar dados no aparelho."

    def __init__(self, reason: str = "") -> None:
        super().__init__(f"{self.message} ({reason})" if reason else None)
        self.reason = reason


class StorageFull(DeviceError):
    """No space left. What was acknowledged before is intact; the failed write left no trace."""

    message = (
        "Sem espaço no aparelho. Libere pelo menos 50 MB e tente de novo; "
        "o que já estava salvo continua salvo."
    )


class StorageCorrupt(DeviceError):
    """A database does not open or read as one."""

    message = "O arquivo de dados deste aparelho está danificado."


class NotAnImage(DeviceError):
    """The bytes are empty or no picture format that this device reads."""

    message = "O arquivo não é uma foto que se consiga abrir. Tire a foto de novo."


class ImageTooLarge(DeviceError):
    """More bytes or pixels than this device can hold in memory."""

    message = "A foto é grande demais para este aparelho. Tire-a com resolução menor."


class KeyMissing(DeviceError):
    """There is no device key (never made, or the browser erased it)."""

    message = (
        "A chave deste aparelho não existe mais. Peça um novo código de inscrição; "
        "os rascunhos continuam salvos."
    )


class CameraDenied(DeviceError):
    """The person or the browser does not let the app look through the camera."""

    message = (
        "A câmera está bloqueada para a Prancheta. Use uma foto, ou digite o número do selo ou a "
        "placa. Para liberar a câmera, toque no cadeado ao lado do endereço."
    )


class CameraMissing(DeviceError):
    """No camera here, or none that can be looked through."""

    message = (
        "Não há câmera que se possa abrir aqui. Use uma foto, ou digite o número do selo ou a "
        "placa."
    )


class CameraBusy(CameraMissing):
    message = (
        "Outro aplicativo está usando a câmera. Feche-o e tente de novo, ou use uma foto, ou "
        "digite o número do selo ou a placa."
    )


class ReaderMissing(DeviceError):
    """What reads QR codes is not on this device yet."""

    message = (
        "O leitor de QR ainda não veio para este aparelho. Digite o número do selo ou a placa, e "
        "abra a Prancheta uma vez com sinal."
    )


class PlaceDenied(DeviceError):
    message = "O aparelho não deixa a Prancheta saber onde está."


class PlaceUnknown(DeviceError):
    """No fix in time, or nothing here that could give one."""

    message = "O aparelho não soube dizer onde está."
