"""What the screens of the roadside share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import law_of
from app.flows.numbers import numbers_words
from app.flows.roadside.auto import AutoDraft
from app.flows.roadside.dossier import Fact
from app.flows.roadside.stop import Stop
from app.screens.desk import of_draft

TONES = {"good": t.GOOD, "warn": t.WARN, "bad": t.BAD, "grey": t.NEUTRAL}
PRINTED = "Sai na cópia do autuado."
PUBLIC = "Sai na cópia do autuado e na página do QR dela. Não escreva nomes de pessoas."
SIGNS = {"good": ft.Icons.CHECK_CIRCLE, "warn": ft.Icons.WARNING_AMBER, "bad": ft.Icons.DANGEROUS,
         "grey": ft.Icons.HELP_OUTLINE}


def of_stop(draw: Callable[[Stop], ft.View]) -> ft.View:
    """A screen of the stop in the address; what has become of it where it is no draft."""
    return of_draft(lambda desk, draft: desk.stops.open(draft), draw)


def unsaved(stop: Stop) -> list[ft.Control]:
    if stop.saved:
        return []
    return [w.notice(t.BAD, "Não foi salvo", stop.problem, action="Salvar de novo",
                     on_action=lambda _: stop.retry())]


def numbers_notice(store: Any) -> list[ft.Control]:
    """Few or no numbers of auto: said before the work is done."""
    kind, sentence = numbers_words(store.numbers_left("auto"), "auto")
    if kind == "good":
        return []
    what, _, todo = sentence.partition(". ")
    return [w.notice(t.BAD if kind == "bad" else t.WARN, f"{what}.", todo, live=False)]


def fact_row(fact: Fact) -> ft.Control:
    """One thing that is known: sign, title, sentence; never only the colour. What is in order
    takes a line, what is not takes the eye."""
    tone = TONES[fact.tone]
    if fact.tone in ("good", "grey"):
        return _quiet_fact(fact, tone)
    return ft.Container(
        ft.Row(
            [
                ft.Icon(SIGNS[fact.tone], size=t.sp(24), color=tone.color),
                ft.Column(
                    [t.small(fact.title), t.strong(fact.what), *_lines(fact)],
                    spacing=2, tight=True, expand=True,
                ),
            ],
            spacing=t.MD,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        border=ft.Border.only(left=ft.BorderSide(6, tone.color)),
        bgcolor=tone.container if fact.tone in ("bad", "warn") else None,
        border_radius=t.RADIUS / 2,
        padding=ft.Padding.symmetric(vertical=t.SM, horizontal=t.MD),
    )


def _lines(fact: Fact) -> list[ft.Control]:
    """Each apart from the next: several of them take two lines each."""
    if not fact.lines:
        return []
    return [ft.Column([t.small(line) for line in fact.lines], spacing=6, tight=True)]


def _quiet_fact(fact: Fact, tone: t.Tone) -> ft.Control:
    return ft.Row(
        [
            ft.Icon(SIGNS[fact.tone], size=t.sp(22), color=tone.color),
            ft.Column(
                [t.body(f"{fact.title}: {fact.what[:1].lower()}{fact.what[1:]}"),
                 *[t.small(x) for x in fact.lines]],
                spacing=0, tight=True, expand=True,
            ),
        ],
        spacing=t.MD,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def two_columns(left: list[ft.Control], right: list[ft.Control]) -> ft.Control:
    left, right = (w.scrolling(*one, spacing=t.MD) for one in (left, right))
    return w.panes(left, right, two=True, left_flex=1, right_flex=1)


def law_button(app: Any, path: str, auto: AutoDraft) -> ft.Control:
    """The citation: one tap to all that the law says of it."""
    key = law_of(app, auto.stop.desk).entries.of_conduct(auto.conduct.cite) or ""
    return ft.Row([
        w.text_button(auto.cite, lambda _: app.go(f"{path}/artigo/{key}"), icon=ft.Icons.GAVEL,
                      name=f"A lei desta infração: {auto.cite}", flush=True)
    ], wrap=True)


def doubt(sentences: str) -> list[ft.Control]:
    """What to weigh before the act: the first sentence as a heading, the others below it."""
    if not sentences:
        return []
    heading, _, rest = sentences.partition(". ")
    return [w.notice(t.WARN, f"{heading.rstrip('.')}.", rest, live=False)]
