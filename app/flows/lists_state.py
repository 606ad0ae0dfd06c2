"""The seal lists on this device, in words: how old they are, and whether the last was refused."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from app.flows.observed import Observed
from app.flows.problems import Trouble
from app.flows.reading_words import dated_lists
from app.flows.words import moment

log = logging.getLogger("prancheta.flows")

REFUSED, MISSING, OLD = "lists.refused", "lists.missing", "lists.old"


class ListsState(Observed):
    """`refresh()` on entering and after each sync; `trouble` is None while all is well."""

    def __init__(self, ports: Any, store: Any, cadastro: Any) -> None:
        self.ports, self.store, self.cadastro = ports, store, cadastro
        self.words = ""
        self.trouble: Trouble | None = None

    @property
    def short(self) -> str:
        """For the strip; "" while all is well."""
        names = {REFUSED: "lista de selos recusada", MISSING: "sem lista de selos",
                 OLD: "lista de selos velha"}  # fmt: skip
        return names[self.trouble.code] if self.trouble else ""

    async def refresh(self) -> None:
        if self.store.device_identity() is None:
            return
        try:
            lists = await self.cadastro.seal_lists()
        except Exception:  # the check itself will say that there are none
            log.exception("the seal lists do not read")
            lists = None
        before = (self.words, self.trouble)
        self.words, self.trouble = self._said(lists)
        if (self.words, self.trouble) != before:
            self.changed()

    def _said(self, lists: Any) -> tuple[str, Trouble | None]:
        refused = next(iter(self.cadastro.lists_refused.values()), None)
        if lists is None:
            words = "Ainda não há listas de selos neste aparelho."
            todo = "Sem elas nenhum selo pode ser conferido. Sincronize com sinal."
            if refused:
                return words, Trouble(REFUSED, _REFUSED, f"{refused['message']} {_OFFICE}")
            return words, Trouble(MISSING, words, todo)
        now = self.ports.clock.now()
        identity = self.store.device_identity() or {}
        zone = (identity.get("municipality") or {}).get("timezone") or "America/Sao_Paulo"
        age = max(now - lists.issued_at, timedelta(0))
        words = (
            f"{dated_lists('Listas de selos', lists.issued_at, age, zone)}. Novas até "
            f"{moment(lists.next_update, zone)}."
        )
        if refused:
            todo = f"{refused['message']} Valem as de antes, que envelhecem. {_OFFICE}"
            return words, Trouble(REFUSED, _REFUSED, todo)
        if now > lists.next_update:
            return words, Trouble(
                OLD, "A lista de selos deste aparelho está velha.",
                "Um cancelamento recente pode faltar nela. Sincronize com sinal.",
            )  # fmt: skip
        return words, None


_REFUSED = "A última lista de selos que veio do servidor foi recusada."
_OFFICE = "Avise a prefeitura."
