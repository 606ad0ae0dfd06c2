"""Words and numbers as the papers write them, in Portuguese."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.flows import words as read

RESULTS = {name: word.upper() for name, word in read.RESULTS.items()}
RESULT_SAYS = {
    "aprovado": "O veículo passou na vistoria.",
    "reprovado": "O veículo não passou na vistoria. Veja as exigências.",
    "pendente": "A vistoria ainda espera itens que não puderam ser verificados.",
}
ANSWERS, narrow = read.ANSWERS, read.narrow
ANSWER_COUNTS = {
    "conforme": ("conforme", "conformes"),
    "nao_conforme": ("não conforme", "não conformes"),
    "nao_se_aplica": ("não se aplica", "não se aplicam"),
    "nao_verificado": ("não verificado", "não verificados"),
}
MODES = {"ordinaria": "Vistoria ordinária", "reinspecao": "Reinspeção"}
PROOFS = {"pin": "PIN no aparelho", "password": "senha"}
NO_DEADLINE = "a lei não fixa prazo"


def day(iso: str | date) -> str:
    """ "2026-11-30" → "30/11/2026"."""
    parsed = iso if isinstance(iso, date) else date.fromisoformat(iso[:10])
    return f"{parsed.day:02}/{parsed.month:02}/{parsed.year:04}"


def moment(rfc3339: str, timezone: str | None = None) -> str:
    """ "2026-11-30T12:12:00Z" → "30/11/2026 às 09:12", in the municipality's own time."""
    parsed = datetime.fromisoformat(rfc3339)
    if timezone:
        # Without the zone's data the record's own offset still says it truthfully.
        with suppress(ZoneInfoNotFoundError, ValueError):
            parsed = parsed.astimezone(ZoneInfo(timezone))
    return f"{day(parsed.date())} às {parsed:%H:%M}"


def measure(measure_id: str) -> str:
    """A measure's id as words, when no rulebook gives its label."""
    return {
        "retencao": "retenção do veículo", "remocao": "remoção do veículo",
        "apreensao": "apreensão do veículo",
    }.get(measure_id, measure_id.replace("_", " ").replace("-", " "))


def town(municipality: dict) -> str:
    """ "Januária · MG"."""
    return f"{municipality['name']} · {municipality['uf']}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def ouvidoria(municipality: dict) -> str:
    """How it is reached, as "21 2000-0000 · ouvidoria@cidade.exemplo"; empty where nobody told."""
    told = municipality.get("ouvidoria") or {}
    return " · ".join(way for way in (told.get("phone"), told.get("email")) if way)
