"""Dates, ages and counts as a person in Brazil reads them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from zoneinfo import ZoneInfo


def day(value: date | str | None, missing: str = "não consta") -> str:
    """`30/11/2026`; takes a date or its ISO text (only the day of a longer one)."""
    if not value:
        return missing
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value[:10])
        except ValueError:
            return value
    return f"{value.day:02d}/{value.month:02d}/{value.year:04d}"


def moment(value: str | datetime | None, timezone: str, missing: str = "não consta") -> str:
    """`30/11/2026 às 14:02` in the municipality's own time zone."""
    if not value:
        return missing
    when = datetime.fromisoformat(value) if isinstance(value, str) else value
    when = when.astimezone(ZoneInfo(timezone))
    return f"{day(when.date())} às {when:%H:%M}"


def today(now: datetime, timezone: str) -> date:
    """The municipality's own calendar day at the aware instant `now`."""
    return now.astimezone(ZoneInfo(timezone)).date()


def count(number: int, one: str, many: str) -> str:
    return f"{number} {one if abs(number) == 1 else many}"


def listed(parts: list[str] | tuple[str, ...]) -> str:
    """`a`, `a e b`, `a, b e c`."""
    parts = list(parts)
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} e {parts[-1]}"


def cited(cites: Iterable[str]) -> str:
    """`Art. 9, I; Art. 12, V`: a citation has commas of its own."""
    return "; ".join(cites)


def narrow(cites: Iterable[str]) -> list[str]:
    """Citations without those that another one already says more closely: "Art. 12" beside
    "Art. 12, II"."""
    cites = list(dict.fromkeys(cites))
    return [one for one in cites if not any(other.startswith(f"{one},") for other in cites)]


def days_left(deadline: date | str | None, today: date) -> str:
    """`vence em 3 dias`, `vence hoje`, `venceu há 2 dias` or `sem prazo na lei`."""
    if not deadline:
        return "sem prazo na lei"
    if isinstance(deadline, str):
        deadline = date.fromisoformat(deadline[:10])
    left = (deadline - today).days
    if left == 0:
        return "vence hoje"
    if left > 0:
        return f"vence em {count(left, 'dia', 'dias')}"
    return f"venceu há {count(-left, 'dia', 'dias')}"


def money(amount, unit: str) -> str:
    """`R$ 1.234,50` for reais; `120 UFIR-RJ` for any other unit of value."""
    whole, _, cents = f"{amount:f}".partition(".")
    grouped = f"{int(whole):,}".replace(",", ".")
    if unit.lower() in {"reais", "brl", "r$"}:
        return f"R$ {grouped},{(cents + '00')[:2]}"
    cents = cents.rstrip("0")
    return f"{grouped}{',' + cents if cents else ''} {unit}"


def decided(town) -> str:
    """Who in the municipality picked a reading of the law, when and why."""
    return f"Decidido por {town.decided_by}, em {day(town.date)}: {town.why}"


ANSWERS = {
    "conforme": "Conforme",
    "nao_conforme": "Não conforme",
    "nao_se_aplica": "Não se aplica",
    "nao_verificado": "Não verificado",
}
RESULTS = {"aprovado": "Aprovado", "reprovado": "Reprovado", "pendente": "Pendente"}
SEVERITIES = {"leve": "Leve", "media": "Média", "grave": "Grave", "gravissima": "Gravíssima"}
MEASURES = {
    "retencao": "Retenção do veículo",
    "apreensao": "Apreensão do veículo",
    "recolhimento": "Recolhimento do veículo",
    "remocao": "Remoção do veículo",
}


def measure(name: str) -> str:
    return MEASURES.get(name, name.replace("_", " ").capitalize())
