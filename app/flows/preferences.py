"""How one person likes to see this device: theme and size of text. Kept beside the app, not in
its records; losing it loses nothing."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Protocol

from .observed import Observed

MODES = {"automatico": "Automático", "claro": "Claro (sol)", "escuro": "Escuro (noite)"}
SIZES = {"normal": "Normal", "grande": "Grande", "enorme": "Enorme"}
SCALES = {"normal": 1.0, "grande": 1.15, "enorme": 1.3}


class Shelf(Protocol):
    """Small texts by name: the browser's localStorage, the phone's preferences."""

    def get(self, name: str) -> Awaitable[str | None]: ...

    def set(self, name: str, value: str) -> Awaitable[object]: ...


class Preferences(Observed):
    def __init__(self, shelf: Shelf | None = None) -> None:
        self.shelf = shelf
        self.mode, self.size = "automatico", "normal"

    @property
    def scale(self) -> float:
        return SCALES[self.size]

    @property
    def look(self) -> str:
        """Another value whenever every text must be drawn anew."""
        return self.size

    async def load(self) -> None:
        mode = await self._read("aparencia.tema")
        size = await self._read("aparencia.letra")
        self.mode = mode if mode in MODES else "automatico"
        self.size = size if size in SIZES else "normal"

    async def choose_mode(self, mode: str) -> None:
        if mode in MODES and mode != self.mode:
            self.mode = mode
            self.changed()
            await self._write("aparencia.tema", mode)

    async def choose_size(self, size: str) -> None:
        if size in SIZES and size != self.size:
            self.size = size
            self.changed()
            await self._write("aparencia.letra", size)

    async def _read(self, name: str) -> str | None:
        try:
            return await self.shelf.get(f"prancheta.{name}") if self.shelf is not None else None
        except Exception:  # a browser may forbid it: then every opening starts plain
            return None

    async def _write(self, name: str, value: str) -> None:
        try:
            if self.shelf is not None:
                await self.shelf.set(f"prancheta.{name}", value)
        except Exception:
            return
