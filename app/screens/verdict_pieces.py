"""The pieces of a verdict, shown before it is concluded and afterwards on the laudo."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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


def verdict_banner(verdict: Any, waiting: int = 0) -> ft.Control:
    """`waiting`: how many items were put off."""
    return result_banner(
        verdict.result, verdict.valid_until, verdict.retention, waiting=waiting
    )


def result_banner(
    result: str, valid_until: date | str | None, retention: bool, annulled: bool = False, *,
    waiting: int = 0,
) -> ft.Control:
    if annulled:
        return banner(t.BAD, "ANULADA", "Esta vistoria não vale mais", ft.Icons.BLOCK)
    tone, title, icon = BANNER[result]
    line = {
        "aprovado": f"Válido até {words.day(valid_until)}" if valid_until else "",
        "reprovado": "O veículo fica retido" if retention else "Sem selo até cumprir as exigências",
        "pendente": f"Falta verificar {words.count(waiting, 'item', 'itens')}" if waiting
        else "Falta verificar",
    }[result]
    return banner(tone, title, line, icon)


def exigencias(rulebook: Any, rows: Iterable[Any]) -> list[ft.Control]:
    """What must be mended: each with its citation, measure and deadline. Rows are
    `checklists.Exigencia`s or the record's dicts. A reason that all share is said once."""
    found = [
        (
            _of(row, "label"), _of(row, "cite"), _of(row, "deadline"),
            _of(row, "deadline_reason") or "A lei não dá prazo.",
            [measure_label(rulebook, name) for name in _of(row, "measures")],
        )
        for row in rows
    ]
    if not found:
        return []
    shared = {reason for _, _, deadline, reason, _ in found if not deadline}
    once = len(shared) == 1 and len(found) > 1
    head = w.section_title(
        words.count(len(found), "exigência", "exigências"), note=shared.pop() if once else ""
    )
    return [
        head,
        *[
            w.card(
                t.strong(label),
                t.small(cite),
                *([ft.Row([w.chip(t.BAD, words.listed(measures), icon=ft.Icons.FRONT_HAND)],
                          wrap=True)] if measures else []),
                *([t.body(f"Prazo: {words.day(deadline)}")] if deadline
                  else [] if once else [t.small(reason)]),
            )
            for label, cite, deadline, reason, measures in found
        ],
    ]


def measure_label(rulebook: Any, name: str) -> str:
    try:
        return rulebook.measure(name).label
    except LookupError:
        return name


def reasons(rows: Iterable[Any], leave_out: str = "") -> list[ft.Control]:
    """Why: each reason with the citations that it does not already name. Rows are
    `checklists.Reason`s or the record's dicts; those that begin with `leave_out` are left out."""
    shown = []
    for row in rows:
        text = _of(row, "text")
        if leave_out and text.startswith(leave_out):
            continue
        cites = words.narrow(cite for cite in _of(row, "cites") if cite not in text)
        shown.append(
            ft.Column([t.body(text), *([t.small(words.cited(cites))] if cites else [])],
                      spacing=0, tight=True)
        )
    return [w.card(t.small("Por quê"), *shown, spacing=t.MD)] if shown else []


def _of(row: Any, name: str) -> Any:
    return row.get(name) if isinstance(row, dict) else getattr(row, name)


def applied_choice(choice: Any, on_read: Callable[[str], object] | None = None) -> ft.Control:
    """A choice that took part: the question, what each reading would have given, and why.
    `on_read(choice id)` leads to it in A lei."""
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
    why = words.decided(choice.town) if choice.town else choice.why
    rows += [t.small(why), t.small(words.cited(choice.cites))]
    return w.card(*rows)


def _is_day(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 10 and value[4] == "-"
