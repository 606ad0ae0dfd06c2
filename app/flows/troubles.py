"""What went wrong on the device, in words that say what to do."""

from __future__ import annotations

import logging

log = logging.getLogger("prancheta.flows")

MAX_PHOTO_MB = 30


def _named(error: BaseException, *names: str) -> bool:
    return any(cls.__name__ in names for cls in type(error).__mro__)


def storage_is_full(error: BaseException) -> bool:
    """The device has no room: ours (`StorageFull`), SQLite's, or the system's ENOSPC."""
    text = str(error).lower()
    return (
        _named(error, "StorageFull")
        or getattr(error, "errno", None) == 28
        or "disk is full" in text
        or "quota" in text
    )


def save_trouble(error: BaseException) -> str:
    """Why an answer is not saved, and what to do. The answer itself is still on the screen."""
    if storage_is_full(error):
        return (
            "Sem espaço no aparelho: esta resposta ainda não foi salva. Libere espaço (fotos, "
            "vídeos, outros aplicativos) e toque em Salvar de novo."
        )
    log.error("answer not saved", exc_info=error)
    return (
        "Esta resposta ainda não foi salva. Não feche o aplicativo; toque em Salvar de novo."
    )


def photo_trouble(error: BaseException, size_bytes: int) -> str:
    """Why a photo was not taken in. Nothing that was there before is lost."""
    if size_bytes == 0:
        return "A foto veio vazia (0 bytes). Tire outra; o resto está salvo."
    if storage_is_full(error):
        return "Sem espaço no aparelho para a foto. Libere espaço; suas respostas estão salvas."
    if _named(error, "ImageTooLarge"):
        mb = max(1, round(size_bytes / 1_000_000))
        return (
            f"A foto é grande demais ({mb} MB). Tire com resolução menor ou escolha outra; "
            "suas respostas estão salvas."
        )
    if _named(error, "NotAnImage"):
        return "O arquivo não é uma imagem. Escolha uma foto (JPEG, PNG ou WebP)."
    log.error("photo not taken in", exc_info=error)
    return "A foto não foi guardada. Tente de novo; suas respostas estão salvas."
