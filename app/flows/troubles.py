"""What went wrong on the device, in words that say what to do."""

from __future__ import annotations

import logging

from sync.device.ports import DeviceError, ImageTooLarge, NotAnImage, StorageFull

log = logging.getLogger("prancheta.flows")

MAX_PHOTO_BYTES = 30_000_000  # what a phone's camera gives is 3-12 MB


def storage_is_full(error: BaseException) -> bool:
    """The device has no room: ours (`StorageFull`), SQLite's, or the system's ENOSPC."""
    text = str(error).lower()
    return (
        isinstance(error, StorageFull)
        or getattr(error, "errno", None) == 28
        or "disk is full" in text
        or "quotaexceeded" in text
    )


def save_trouble(error: BaseException) -> str:
    """Why an answer is not saved, and what to do. The answer itself is still on the screen."""
    if storage_is_full(error):
        return (
            "Sem espaço no aparelho: esta resposta ainda não foi salva. Libere 50 MB (fotos, "
            "vídeos, outros aplicativos) e toque em Salvar de novo."
        )
    if isinstance(error, DeviceError):
        return f"Esta resposta não foi salva. {error}"
    log.error("answer not saved", exc_info=error)
    return "Esta resposta ainda não foi salva. Não feche o aplicativo; toque em Salvar de novo."


def photo_trouble(
    error: BaseException | None, size_bytes: int, kept: str = "suas respostas estão salvas"
) -> str:
    """Why a photo was not taken in. Nothing that was there before is lost, as `kept` says."""
    if size_bytes == 0:
        return f"A foto veio vazia (0 bytes). Tire outra; {kept}."
    if size_bytes > MAX_PHOTO_BYTES or isinstance(error, ImageTooLarge):
        return (
            f"A foto é grande demais ({max(1, round(size_bytes / 1_000_000))} MB). Tire com "
            f"resolução menor ou escolha outra; {kept}."
        )
    if error is not None and storage_is_full(error):
        return f"Sem espaço no aparelho para a foto. Libere 50 MB; {kept}."
    if isinstance(error, NotAnImage):
        return "O arquivo não é uma foto que se consiga abrir. Escolha outra ou fotografe de novo."
    if isinstance(error, DeviceError):
        return str(error)
    log.error("photo not taken in", exc_info=error)
    return f"A foto não foi guardada. Tente de novo; {kept}."


def note_trouble(error: BaseException, kept: str) -> str:
    """Why a mark or a text of a photo was not kept. What was there before is, as `kept` says."""
    if storage_is_full(error):
        return f"Sem espaço no aparelho: isto não foi guardado. Libere 50 MB; {kept}."
    if isinstance(error, DeviceError):
        return f"Isto não foi guardado. {error}"
    log.error("note of a photo not saved", exc_info=error)
    return f"Isto não foi guardado. Tente de novo; {kept}."


def conclude_trouble(
    error: BaseException, kept: str = "A vistoria não foi concluída e continua salva como rascunho"
) -> str:
    """Why no record was written. `kept`: what stays as it was, the beginning of a sentence."""
    if storage_is_full(error):
        return f"Sem espaço no aparelho. {kept}. Libere 50 MB e tente de novo."
    if isinstance(error, DeviceError):
        return str(error)
    log.error("nothing concluded", exc_info=error)
    message = getattr(error, "message", "")
    return f"{kept}. {message} Tente de novo.".replace("  ", " ")
