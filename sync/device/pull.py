"""Reference data down: pages after a cursor, each applied with its cursor in one transaction."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sync.device.api import Api
from sync.device.base import instant
from sync.device.cadastro import Cadastro
from sync.device.problems import Garbled, Refused
from sync.device.store import FieldStore

PAGE_LINES = 1000


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
            at = instant(self.store.ports.clock.now())
            self.cadastro.apply(changes, last["cursor"], more, at)
            done += len(changes)
            self.progress(done, done + remaining)
            if more and not changes:
                raise Garbled(detail="a page without changes and yet more")
            await asyncio.sleep(0)  # the screen gets its turn between two pages
        if delivered:
            self.store.mark_merged(delivered)
        for agent in self.store.agents:
            known = self.cadastro.agent(agent.matricula)
            if known is not None and bool(known.get("active")) != agent.active:
                self.store.set_agent_active(agent.matricula, bool(known.get("active")))

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
