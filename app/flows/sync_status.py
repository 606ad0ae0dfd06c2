"""The state of sync, in words. One sentence, always true, always visible."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, tzinfo
from typing import Any

from .observed import Observed
from .problems import KNOWN, Trouble, sentences, trouble_of
from .words import count

log = logging.getLogger("prancheta.flows")


def pending(records: int, photos: int, files: int = 0) -> str:
    """ "3 registros e 5 fotos por enviar"; "" when nothing is. `files`: photos and all else that
    goes with a record, such as the signature; named only when its record has gone already."""
    parts = []
    if records:
        parts.append(count(records, "registro", "registros"))
    if photos:
        parts.append(count(photos, "foto", "fotos"))
    if files > photos and not records:
        parts.append(count(files - photos, "anexo", "anexos"))
    return f"{' e '.join(parts)} por enviar" if parts else ""


def clock_words(moment: datetime | None, now: datetime, zone: tzinfo | None) -> str:
    """ "14:02" today, "29/11 14:02" another day; local time of the municipality."""
    if moment is None:
        return ""
    local, today = moment.astimezone(zone), now.astimezone(zone)
    if local.date() == today.date():
        return f"{local:%H:%M}"
    return f"{local:%d/%m %H:%M}"


def strip_words(state: Any, now: datetime, zone: tzinfo | None) -> tuple[str, str]:
    """(kind, sentence) of a `SyncState`. kind is `good`, `busy`, `waiting`, `offline` or `problem`.

    What is being done comes first, then what hinders, then what waits, then all is well.
    """
    left = pending(state.pending_records, state.pending_photos, state.pending_files)
    if state.phase in ("pushing", "photos") and state.total:
        return "busy", f"enviando {min(state.sending + 1, state.total)} de {state.total}"
    if state.phase == "pulling" and state.total:
        return "busy", "recebendo dados"
    total = state.pending_records + state.pending_photos or state.pending_files
    few = f" · {total} por enviar" if total else ""
    if state.problem:
        words = (
            str(state.problem.get("short") or "envio parado")
            if isinstance(state.problem, dict)
            else "envio parado"
        )
        return "problem", words + few
    if state.offline_since:
        words = f"sem sinal desde {clock_words(state.offline_since, now, zone)}"
        return "offline", words + few
    if left:
        return "waiting", left
    at = clock_words(state.last_ok, now, zone)
    return "good", f"tudo enviado {at}".strip()


class SyncStatus(Observed):
    """Watches the sync client and holds the sentence. `changed()` only when it reads otherwise.

    `lists`: a `ListsState`; what is wrong with the seal lists is said too, kind `lists` where all
    else is well."""

    def __init__(
        self, sync: Any, now: Callable[[], datetime], zone: tzinfo | None = None, lists: Any = None
    ) -> None:
        self.sync, self.now, self.zone, self.lists = sync, now, zone, lists
        self.kind, self.words = "good", ""
        self.refresh()
        if lists is not None:
            lists.watch(self.refresh)

    def trouble(self) -> Trouble | None:
        """What hinders the sync now, with what to do; None when nothing does."""
        problem = self.sync.state.problem
        if not problem:
            return None
        if isinstance(problem, dict):
            known = KNOWN.get(problem.get("code", ""))
            return known or Trouble("sync", *sentences(problem.get("message") or "Envio parado."))
        return (
            trouble_of(problem)
            if isinstance(problem, BaseException)
            else Trouble("sync", *sentences(str(problem)))
        )

    def refresh(self, *_: object) -> None:
        kind, words = strip_words(self.sync.state, self.now(), self.zone)
        if kind != "busy" and self.lists is not None and (wrong := self.lists.short):
            kind, words = ("lists" if kind == "good" else kind), f"{words} · {wrong}"
        fresh = kind, words
        if fresh != (self.kind, self.words):
            self.kind, self.words = fresh
            self.changed()


class SyncLoop:
    """Sends by itself: soon after something was concluded, when the signal comes back, and now
    and then. After a failure it waits as long as the client asks; nothing is ever given up."""

    TICK_S = 2.0
    WAITING_S, IDLE_S = 20.0, 180.0

    def __init__(
        self,
        sync: Any,
        online: Callable[[], bool],
        *,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        tidy: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self.sync, self.online, self.sleep, self.tidy = sync, online, sleep, tidy
        self.waited_s, self.was_online, self.asked = 0.0, False, True
        self.pause_s = self.WAITING_S

    def poke(self) -> None:
        """Something is there to be sent: do not wait for the next turn."""
        self.asked = True

    def due(self) -> bool:
        online = self.online()
        # Lost: trying tells at once that there is no signal, and since when.
        moved, self.was_online = online != self.was_online, online
        return self.asked or moved or self.waited_s >= self.pause_s

    async def once(self) -> None:
        self.asked = False
        state = await self.sync.sync()
        self.waited_s = 0.0
        if state.offline_since or state.problem:
            self.pause_s = self.sync.retry_in_s
        elif state.pending_records or state.pending_files:
            self.pause_s = self.WAITING_S
        else:
            self.pause_s = self.IDLE_S
            if self.tidy:
                await self.tidy()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            if self.due():
                try:
                    await self.once()
                except Exception:  # never raised for the network's sake: a fault of ours
                    log.exception("sync failed")
                    self.waited_s, self.pause_s = 0.0, self.IDLE_S
            await self.sleep(self.TICK_S)
            self.waited_s += self.TICK_S
