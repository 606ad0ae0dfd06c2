"""Reference data down: pages after a cursor, which moves when the whole page has been applied."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from sync.device.api import Api
from sync.device.base import instant
from sync.device.cadastro import Cadastro
from sync.device.problems import Garbled, Refused, SessionOver
from sync.device.store import FieldStore
from sync.records.lists import KINDS, ListError, refuse_rollback

log = logging.getLogger("prancheta.sync")

PAGE_LINES = 1000
SLICE_LINES = 200
"""Applied without a pause: on a phone so many take less than a tenth of a second."""


class Pull:
    """Brings the registry up to date. Never touches what has not been pushed."""

    def __init__(
        self,
        api: Api,
        store: FieldStore,
        cadastro: Cadastro,
        progress: Callable[[int, int], None],
    ) -> None:
        self.api, self.store, self.cadastro, self.progress = api, store, cadastro, progress

    async def run(self) -> None:
        """Until there is no more. A cut leaves the pages that came; the next run goes on."""
        chain = self.store.chain()
        if chain is not None:
            await self.cadastro.make_ready(chain.device)
        delivered = self.store.delivered_unmerged()
        done, more = 0, True
        while more:
            changes, last = await self._page()
            more, remaining = last["more"], last["remaining"]
            await self._apply(changes, last["cursor"], more)
            done += len(changes)
            self.progress(done, done + remaining)
            if more and not changes:
                raise Garbled(detail="a page without changes and yet more")
        if delivered:
            self.store.mark_merged(delivered)
        await self._lists(last.get("lists"))
        for agent in self.store.agents:
            known = self.cadastro.agent(agent.matricula)
            if known is not None and bool(known.get("active")) != agent.active:
                self.store.set_agent_active(agent.matricula, bool(known.get("active")))

    async def _lists(self, told: Any) -> None:
        """The signed seal lists whose numbers, told with the last page, are not those here. One
        that must not be taken is noted and the sync goes on: what is here grows old, and says so.
        """
        if not isinstance(told, dict) or self.store.town() is None:
            return  # a server that has none
        for kind in KINDS:
            number, held = told.get(kind), self.cadastro.list_number(kind)
            if not isinstance(number, int) or number == held:
                continue
            try:
                refuse_rollback(max(held, self.store.list_number(kind)), number)
                await self.cadastro.keep_list(kind, await self.api.body("GET", f"lists/{kind}"))
            except ListError as error:
                self.cadastro.refuse_list(kind, error)
            except SessionOver:
                raise
            except Refused as refused:
                log.warning("no seal list %s: %s", kind, refused.code)

    async def _apply(self, changes: list[dict[str, Any]], cursor: str, more: bool) -> None:
        """One page, a little at a time, the cursor moved with the last of it: cut in between, the
        page comes again."""
        at = instant(self.store.ports.clock.now())
        while len(changes) > SLICE_LINES:
            self.cadastro.apply(changes[:SLICE_LINES], self.cadastro.cursor, True, at)
            changes = changes[SLICE_LINES:]
            await asyncio.sleep(0)  # the screen gets its turn
        self.cadastro.apply(changes, cursor, more, at)
        await asyncio.sleep(0)

    async def _page(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        try:
            return await self._fetch()
        except Refused as refused:
            if refused.code != "request.cursor":
                raise
            self.cadastro.start_over()
            return await self._fetch()

    async def _fetch(self) -> tuple[list[dict[str, Any]], dict[str, Any]]:
        params = {"cursor": self.cadastro.cursor, "limit": PAGE_LINES}
        data = await self.api.body("GET", "changes", params=params)
        try:
            lines = [json.loads(line) for line in data.splitlines() if line.strip()]
        except (ValueError, RecursionError) as error:
            raise Garbled(detail=f"changes: {error}") from error
        if not lines or not all(isinstance(line, dict) for line in lines):
            raise Garbled(detail="changes")
        *changes, last = lines
        good = (
            isinstance(last.get("cursor"), str)
            and isinstance(last.get("more"), bool)
            and isinstance(last.get("remaining"), int)
        )
        if not good or not all(_is_change(change) for change in changes):
            raise Garbled(detail="changes do not end with a cursor")
        return changes, last


def _is_change(change: dict[str, Any]) -> bool:
    return (
        isinstance(change.get("t"), str)
        and change.get("op") in ("put", "del")
        and isinstance(change.get("id"), str)
        and isinstance(change.get("v", {}), dict)
    )
