"""A lavrado auto on this device: the record, what hangs on it, and what follows from both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from app.flows import words
from app.flows.desk import Desk
from app.flows.observed import Observed
from app.flows.registry import TRAVEL
from checklists import UnknownReference, notices
from sync.records import serial_text
from sync.records.plate import plate_prefix_key

REACHED = ("assinou", "recebeu_sem_assinar")
"""Ways of knowing in which the autuado has the copy in hand: the defence counts from that day."""

HOW = {
    "assinou": "Assinou e recebeu a via",
    "recebeu_sem_assinar": "Recebeu a via sem assinar",
    "recusou": "Recusou-se a receber",
    "ausente": "Ausente: a via não foi entregue",
    "correio": "Enviado pelo correio",
    "eletronico": "Enviado por meio eletrônico",
    "edital": "Publicado em edital",
}


@dataclass(frozen=True)
class Measure:
    """One measure that was applied, and its release when there was one (`KeptRecord`s)."""

    applied: Any
    released: Any | None

    @property
    def stands(self) -> bool:
        return self.released is None and not self.applied.annulled_by


@dataclass(frozen=True)
class Lavrado:
    """All as `KeptRecord`s of the store; `stop` are the autos of the same stop, in order."""

    kept: Any
    annulment: Any | None
    ciencias: tuple[Any, ...]
    measures: tuple[Measure, ...]
    stop: tuple[Any, ...]

    @property
    def id(self) -> str:
        return self.kept.id

    @property
    def body(self) -> dict[str, Any]:
        return self.kept.body

    @property
    def number(self) -> str:
        return serial_text(self.body["number"])

    @property
    def plate(self) -> str:
        return (self.body["vehicle"] or {}).get("plate") or ""

    @property
    def annulled(self) -> bool:
        return self.annulment is not None

    @property
    def copy_words(self) -> str:
        """What the autuado finds behind the code of the copy. The server knows of an annulment
        once it has been sent."""
        if self.annulled:
            return ("O autuado aponta a câmera do celular: a página diz que o auto foi anulado, "
                    "assim que a anulação for enviada.")
        return ("O autuado aponta a câmera do celular e guarda a cópia: situação, prazos e "
                "lembrete da defesa.")

    @property
    def ciencia(self) -> Any | None:
        """The latest handing over."""
        return self.ciencias[-1] if self.ciencias else None

    @property
    def next_in_stop(self) -> Any | None:
        """The auto of the same stop that comes after this one."""
        ids = [one.id for one in self.stop]
        after = ids.index(self.id) + 1 if self.id in ids else len(ids)
        return self.stop[after] if after < len(ids) else None

    @property
    def place_in_stop(self) -> str:
        """ "Auto 1 de 2 desta abordagem"; empty for an only one."""
        ids = [one.id for one in self.stop]
        if len(ids) < 2 or self.id not in ids:
            return ""
        return f"Auto {ids.index(self.id) + 1} de {len(ids)} desta abordagem"

    @property
    def travel(self) -> str:
        text = TRAVEL.get(self.kept.state, "por enviar")
        total = self.kept.attachments_total
        if total and self.kept.state == "sent" and self.kept.attachments_sent < total:
            text += f", {self.kept.attachments_sent}/{total} anexos"
        return text


def lavrado(store: Any, record_id: str) -> Lavrado:
    """One auto with all that hangs on it. Raises `RecordMissing`."""
    kept = store.record(record_id)
    if kept.kind in ("anulacao", "ciencia", "medida"):
        kept = store.record(kept.body.get("annuls") or kept.body["auto"])
    measures = store.records_about(kept.id, "medida")
    released = {one.body["releases"]: one for one in measures if one.body["act"] == "liberada"}
    root = kept.body["vistoria"] or kept.body["stop"]
    return Lavrado(
        kept,
        store.record(kept.annulled_by) if kept.annulled_by else None,
        tuple(store.records_about(kept.id, "ciencia")),
        tuple(Measure(one, released.get(one.id)) for one in measures
              if one.body["act"] == "aplicada"),
        tuple(store.records_about(root, "auto")) if root else (kept,),
    )


def waiting_in_stop(desk: Desk, of: Lavrado) -> tuple[str, int]:
    """(draft, how many) of the autos of the same stop that wait for their numbers; ("", 0) for
    none."""
    for draft in desk.store.drafts():
        if of.id in draft.fields.get("lavrados", ()):
            return draft.id, len(draft.fields.get("autos", ()))
    return "", 0


def defence_of(desk: Desk, of: Lavrado) -> dict[str, Any] | None:
    """The record's defence; once the copy is in the autuado's hands, with its last day."""
    told = of.body["defence"]
    if told is None or told["last_day"]:
        return told
    received = next((one for one in of.ciencias if one.body["how"] in REACHED), None)
    if received is None:
        return told
    law = desk.law_of(of.kept.record)
    day = words.today(datetime.fromisoformat(received.body["at"]), law.municipality.timezone)
    try:
        counted = notices.defence(law, of.body["kind"], day, role=of.body["liable"],
                                  on_the_spot=True)
    except UnknownReference:  # a kind that this version of the law does not have
        return told
    return {**counted, "address": counted["address"] or told["address"]} if counted else told


class AutoRegistry(Observed):
    """The autos of `/registros`, the latest first, narrowed by plate or number as one types."""

    PAGE = 50

    def __init__(self, store: Any) -> None:
        self.store = store
        self.search, self.limit = "", self.PAGE
        self.rows: list[Lavrado] = []
        self.more = False
        self.refresh()

    def type(self, text: str) -> None:
        self.search, self.limit = text, self.PAGE
        self.refresh()

    def show_more(self) -> None:
        self.limit += self.PAGE
        self.refresh()

    def refresh(self) -> None:
        """Reads the store anew."""
        found = [kept for kept in self.store.records(kind="auto", limit=5000)
                 if self._fits(kept.body)]
        self.more = len(found) > self.limit
        self.rows = [lavrado(self.store, kept.id) for kept in found[: self.limit]]
        self.changed()

    def _fits(self, body: dict[str, Any]) -> bool:
        typed = self.search.strip()
        digits = typed.replace(".", "")
        if digits.isdigit() and digits.lstrip("0") and str(body["number"]).startswith(
            digits.lstrip("0")
        ):
            return True
        plate = (body["vehicle"] or {}).get("plate") or ""
        return plate_prefix_key(plate).startswith(plate_prefix_key(typed))

    def day_tally(self, day: date, timezone: str) -> str:
        """ "3 autos hoje, 1 anulado"; empty when there is none. `day` is today, in that zone."""
        today = [
            kept for kept in self.store.records(kind="auto", limit=500)
            if words.today(datetime.fromisoformat(kept.record["occurred_at"]), timezone) == day
        ]
        if not today:
            return ""
        annulled = sum(bool(kept.annulled_by) for kept in today)
        gone = f", {words.count(annulled, 'anulado', 'anulados')}" if annulled else ""
        return f"{words.count(len(today), 'auto', 'autos')} hoje{gone}"
