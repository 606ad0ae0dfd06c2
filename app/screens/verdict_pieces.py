"""The pieces of a verdict, shown before it is concluded and afterwards on the laudo."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words

BANNER = {
    "aprovado": (t.GOOD, "APROVADO", ft.Icons.CHECK_CIRCLE),
    "reprovado": (t.BAD, "REPROVADO", ft.Icons.CANCEL),
    "pendente": (t.WARN, "EM ESPERA", ft.Icons.PENDING_OUTLINED),
}


def banner(tone: t.Tone, title: str, line: str, icon: ft.IconData) -> ft.Control:
    """The one thing to be read from two metres away."""
    return ft.Semantics(
        header=True,
        label=f"{title}. {line}".strip(". "),
        exclude_semantics=True,
        container=True,
        content=ft.Container(
            ft.Row(
                [
                    ft.Icon(icon, size=t.sp(44), color=tone.on),
                    ft.Column(
                        [
                            t.text(title, 28, bold=True, color=tone.on),
                            *([t.text(line, 19, bold=True, color=tone.on)] if line else []),
                        ],
                        spacing=0, tight=True, expand=True,
                    ),
                ],
                spacing=t.LG,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            bgcolor=tone.color,
            border_radius=t.RADIUS,
            padding=t.LG,
        ),
    )


def verdict_banner(verdict: Any) -> ft.Control:
    return result_banner(verdict.result, verdict.valid_until, verdict.retention)


def result_banner(
    result: str, valid_until: date | str | None, retention: bool, annulled: bool = False
) -> ft.Control:
    if annulled:
        return banner(t.BAD, "ANULADA", "Esta vistoria não vale mais", ft.Icons.BLOCK)
    tone, title, icon = BANNER[result]
    line = {
        "aprovado": f"Válido até {words.day(valid_until)}" if valid_until else "",
        "reprovado": "O veículo fica retido" if retention else "Sem selo até cumprir as exigências",
        "pendente": "Falta verificar",
    }[result]
    return banner(tone, title, line, icon)


def exigency_card(
    label: str, cite: str, deadline: date | str | None, reason: str, measures: str = ""
) -> ft.Control:
    return w.card(
        t.strong(label),
        t.small(cite + (f" · {measures}" if measures else "")),
        t.body(f"Prazo: {words.day(deadline)}")
        if deadline
        else t.small(reason or "A lei não dá prazo."),
        tone=None,
    )


def reasons(rows: Iterable[Any]) -> ft.Control:
    """Why: each reason with its citations. Rows are `checklists.Reason`s or the record's dicts."""
    shown = []
    for row in rows:
        text, cites = (row["text"], row["cites"]) if isinstance(row, dict) else (
            row.text, row.cites)
        shown.append(
            ft.Column([t.body(text), *([t.small(words.listed(list(cites)))] if cites else [])],
                      spacing=0, tight=True)
        )
    if not shown:
        return ft.Container(height=0)
    return w.card(t.small("Por quê"), *shown, spacing=t.MD)


def applied_choice(choice: Any) -> ft.Control:
    """A choice that took part: the question, what each reading would have given, and why."""
    rows: list[ft.Control] = [t.strong(choice.question)]
    for reading in choice.readings:
        used = reading.id == choice.applied
        outcome = words.day(reading.outcome) if _is_day(reading.outcome) else ""
        text = reading.label + (f": {outcome}" if outcome else "")
        rows.append(
            ft.Row(
                [
                    ft.Icon(ft.Icons.CHECK_CIRCLE if used else ft.Icons.RADIO_BUTTON_UNCHECKED,
                            size=t.sp(20), color=t.ACTION_COLOR if used else t.INK_SOFT),
                    t.text(f"{text} (aplicada)" if used else text, 16, bold=used, expand=True),
                ],
                spacing=t.SM,
                vertical_alignment=ft.CrossAxisAlignment.START,
            )
        )
    rows += [t.small(choice.why), t.small(words.listed(choice.cites))]
    return w.card(*rows)


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 10 and value[4] == "-"
