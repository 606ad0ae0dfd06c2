"""Pendências: what was refused, what waits, what was begun, and what vehicles still owe."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from sync.records.seal import serial_text

from . import words
from .device_page import left_words
from .observed import Observed

KINDS = {
    "vistoria": "Vistoria",
    "selo": "Selo",
    "anulacao": "Anulação",
    "numero": "Número inutilizado",
    "leitura": "Leitura de selo",
    "abordagem": "Abordagem",
    "auto": "Auto",
    "medida": "Medida",
    "ciencia": "Ciência do auto",
    "revogacao": "Selo sem efeito",
}
VEHICLES_SHOWN = 40


@dataclass(frozen=True)
class RecordLine:
    """A record that has not arrived whole."""

    id: str
    title: str
    when: str  # RFC 3339
    state: str  # waiting, sending, refused, conflict, stranded
    detail: str  # "Aguarda envio", how much of it has gone, or why it was refused
    opens: str  # the address of its own screen; "" without one


@dataclass(frozen=True)
class ExigenciaLine:
    id: str
    plate: str
    label: str
    cite: str
    deadline: str | None
    left: str  # "vence em 3 dias"
    late: bool


def record_title(record: dict[str, Any]) -> str:
    """ "Vistoria ABC1D23", "Selo nº 000.041 ABC1D23"."""
    body = record["body"]
    plate = (body.get("vehicle") or {}).get("plate") or ""
    name = KINDS.get(record["kind"], record["kind"].capitalize())
    serial = body.get("serial") or body.get("number")
    return " ".join(x for x in (name, f"nº {serial_text(serial)}" if serial else "", plate) if x)


def record_line(kept: Any, device: str = "") -> RecordLine:
    """`device`: the id of this device's enrolment of now."""
    record = kept.record
    total, sent = kept.attachments_total, kept.attachments_sent
    if kept.state == "refused":
        detail = (kept.problem or {}).get("message") or "O servidor não disse o motivo."
    elif kept.state == "conflict":
        detail = (
            "O servidor já tem outro registro com este número. Este continua guardado aqui, "
            "intacto; avise a prefeitura."
        )
    elif kept.state == "stranded":
        detail = "É de um cadastro anterior deste aparelho. Exporte-o em Aparelho."
    elif kept.state == "sent" and device not in ("", record["device"]):
        missing = f"{total - sent} de {words.count(total, 'anexo', 'anexos')}"
        detail = (
            f"Registro enviado sem {missing}, de um cadastro anterior deste aparelho. "
            "Exporte em Aparelho."
        )
    elif kept.state == "sent":
        detail = f"Registro enviado; {sent} de {words.count(total, 'anexo', 'anexos')} também"
    elif total:
        detail = f"Aguarda envio, com {words.count(total, 'anexo', 'anexos')}"
    else:
        detail = "Aguarda envio"
    return RecordLine(
        id=record["id"],
        title=record_title(record),
        when=record["occurred_at"],
        state=kept.state,
        detail=detail,
        opens=_address(record),
    )


def _address(record: dict[str, Any]) -> str:
    if record["kind"] in ("vistoria", "selo"):
        return f"/registro/{record['id']}"
    auto = record["id"] if record["kind"] == "auto" else record["body"].get("auto")
    return f"/auto/{auto}" if auto else ""


def exigencia_line(row: dict[str, Any], plate: str, today: date) -> ExigenciaLine:
    deadline = row.get("deadline")
    return ExigenciaLine(
        id=row["id"],
        plate=plate,
        label=row["label"],
        cite=row["cite"],
        deadline=deadline,
        left=words.days_left(deadline, today),
        late=bool(deadline) and date.fromisoformat(deadline[:10]) < today,
    )


class Pending(Observed):
    def __init__(self, store: Any, cadastro: Any) -> None:
        self.store, self.cadastro = store, cadastro
        self.query = ""
        self.refused: list[RecordLine] = []
        self.waiting: list[RecordLine] = []
        self.left = ""  # what an earlier enrolment left here, in words
        self._exigencias: list[ExigenciaLine] = []

    def refresh(self) -> None:
        device = ((self.store.device_identity() or {}).get("device") or {}).get("id", "")
        self.left = left_words(self.store.leftovers())
        self.refused = [record_line(kept) for kept in self.store.refused_records()]
        self.waiting = [
            record_line(kept, device)
            for kept in self.store.records()
            if kept.state in ("waiting", "sending", "stranded")
            or (kept.state == "sent" and kept.attachments_sent < kept.attachments_total)
        ]
        today = date.fromisoformat(self.store.today())
        lines = []
        for row in self.cadastro.open_exigencias():
            vehicle = self.cadastro.vehicle(row["vehicle"]) or {}
            lines.append(exigencia_line(row, str(vehicle.get("plate") or "sem placa"), today))
        # The nearest deadline first; those without one at the end.
        self._exigencias = sorted(lines, key=lambda x: (x.deadline is None, x.deadline or ""))
        self.changed()

    def search(self, text: str) -> None:
        self.query = text
        self.changed()

    @property
    def exigencias(self) -> list[ExigenciaLine]:
        """Those that the query fits: by plate, by item, by citation."""
        wanted = _plain(self.query)
        if not wanted:
            return self._exigencias
        return [
            line
            for line in self._exigencias
            if wanted in _plain(line.plate) or wanted in _plain(line.label + line.cite)
        ]

    @property
    def by_plate(self) -> list[tuple[str, list[ExigenciaLine]]]:
        """`exigencias` gathered by vehicle; the one with the nearest deadline first."""
        groups: dict[str, list[ExigenciaLine]] = {}
        for line in self.exigencias:
            groups.setdefault(line.plate, []).append(line)
        return list(groups.items())

    @property
    def empty(self) -> bool:
        return not (self.refused or self.waiting or self.left or self._exigencias)


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())
