"""One field of the law's form, with what is missing and what the registry knows beside it."""

from __future__ import annotations

import re
from datetime import datetime

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.roadside.auto import AutoDraft
from app.flows.roadside.form import FormField, is_long, suggestions_for, value_of
from app.flows.roadside.measures import TEXTS, WHAT, MeasureDraft
from app.screens.roadside.pieces import PRINTED, PUBLIC


@ft.component
def Field(auto: AutoDraft, one: FormField) -> ft.Control:
    kind = one.field.kind
    if kind == "bool":
        return Choices(auto, one, ((True, "Sim"), (False, "Não")))
    if kind == "choice":
        return Choices(auto, one, one.field.options)
    if kind == "date":
        return DateField(one.label, one.value, lambda day: auto.tap(one.id, day),
                         helper=_helper(one), problem=one.problem)
    return TextOf(auto, one)


def _helper(one: FormField) -> str:
    said = " · ".join(part for part in (one.field.hint, one.cite) if part)
    return said[:1].upper() + said[1:]


@ft.component
def TextOf(auto: AutoDraft, one: FormField) -> ft.Control:
    """Every letter is on the device at once; suggestions follow what is typed."""
    _, set_turn = ft.use_state(0)

    def change(e: ft.ControlEvent) -> None:
        auto.set(one.id, e.control.value)
        if auto.asked or one.field.who or one.field.source.startswith("line."):
            set_turn(lambda turn: turn + 1)

    make = w.number_field if one.field.kind == "number" else w.field
    more = {} if one.field.kind == "number" else {"multiline": is_long(one.field)}
    box = make(
        one.label, str(value_of(auto, one.field) or ""), on_change=change,
        error=auto.owed_for(one.id) or None,
        helper=_helper(one), max_length=300, key="campo", **more,
    )
    return w.stacked([
        box,
        *[w.secondary_button(f"Usar: {s.label}", lambda _, s=s: auto.use(s),
                             name=f"Usar: {s.label}", icon=ft.Icons.ADD_TASK, key=s.label)
          for s in suggestions_for(auto, one.field)],
    ], spacing=t.SM)


@ft.component
def Choices(auto: AutoDraft, one: FormField, options) -> ft.Control:
    return w.stacked([
        t.strong(one.label),
        t.small(_helper(one)),
        *([w.notice(t.BAD, one.problem)] if one.problem else []),
        ft.ResponsiveRow(
            [
                ft.Row([w.choice_button(
                    label, lambda _, v=value: auto.tap(one.id, v),
                    chosen=one.value == value and one.value != "", height=t.TOUCH, beside=True,
                    name=f"{one.label}: {label}",
                )], col={"xs": 6 if len(options) == 2 else 12}, key=str(value))
                for value, label in options
            ],
            spacing=t.SM, run_spacing=t.SM,
        ),
    ], spacing=t.SM)


@ft.component
def DateField(label: str, value: str, on_day, *, helper: str = "", problem: str = "",
              ) -> ft.Control:
    """A day as one writes it; kept when it is one."""
    shown = words.day(value, "") if value else ""
    wrong, set_wrong = ft.use_state("")

    def change(e: ft.ControlEvent) -> None:
        text = e.control.value.strip()
        day = _day(text)
        if day or not text:
            set_wrong("")
            on_day(day)
        elif len(re.sub(r"\D", "", text)) >= 8 or len(text) >= 10:
            set_wrong("Escreva a data assim: 30/11/2026.")

    return w.field(label, shown, on_change=change, error=wrong or problem or None,
                   helper=f"Assim: 30/11/2026. {helper}".strip(), keyboard=ft.KeyboardType.DATETIME,
                   max_length=10)


def _day(text: str) -> str:
    """As ISO; also typed without bars, as on a keyboard of numbers. Empty while it is no day."""
    form = "%d%m%Y" if re.fullmatch(r"\d{8}", text) else "%d/%m/%Y"
    try:
        when = datetime.strptime(text, form).date()
    except ValueError:
        return ""
    return when.isoformat() if when.year >= 1000 else ""


@ft.component
def Term(auto: AutoDraft) -> ft.Control:
    """Until when it must be put right, where the law's form has no field of its own for it."""
    return DateField("Cumprir até", auto.data["comply_by"], auto.set_comply_by,
                     problem=auto.owed_for("comply_by"))


@ft.component
def Note(auto: AutoDraft) -> ft.Control:
    return w.field("Observação, se houver", auto.data["note"], multiline=True, max_length=1000,
                   helper=PRINTED, on_change=lambda e: auto.write_note(e.control.value), key="nota")


@ft.component
def Measure(auto: AutoDraft, measure: MeasureDraft) -> ft.Control:
    """Was it done now? If so: what, and where it is kept. Not asked where the kind of auto has
    said it already."""
    _, set_turn = ft.use_state(0)
    owed = auto.owed_for(f"measure.{measure.id}")

    def write(name: str, text: str) -> None:
        measure.write(name, text)
        if auto.owed_for(f"measure.{measure.id}") != owed:
            set_turn(lambda turn: turn + 1)

    rows: list[ft.Control] = [
        ft.Semantics(header=True, content=t.strong(
            f"{'Medida, se couber' if measure.optional else 'Medida'}: {measure.label}")),
        *([t.small(words.cited(measure.cites))] if measure.cites else []),
        *([t.small(measure.alone.note)] if measure.alone else []),
        *([w.notice(t.BAD, owed)] if owed and not measure.applied else []),
        *([] if measure.by_kind else [w.side_by_side(
            *[
                w.choice_button("Feita agora", lambda _: measure.answer(True),
                                chosen=measure.applied is True, height=t.TOUCH, tone=t.WARN,
                                name=f"{measure.label}: feita agora"),
                w.choice_button("Não feita", lambda _: measure.answer(False),
                                chosen=measure.applied is False, height=t.TOUCH,
                                name=f"{measure.label}: não feita"),
            ],
        )]),
    ]
    if measure.applied:
        rows += _kept(measure, owed, write)
    return w.card(*rows, spacing=t.SM)


def _kept(measure: MeasureDraft, owed: str, write) -> list[ft.Control]:
    """What is kept and where; of a vehicle that only had to stop, where it is, if one knows."""
    rows: list[ft.Control] = []
    if measure.takes_things:
        rows.append(t.small("O que ficou retido"))
        rows.append(ft.ResponsiveRow(
            [ft.Row([w.choice_button(label, lambda _, k=key: measure.choose_what(k),
                                     chosen=measure.what == key, height=t.TOUCH, beside=True)],
                    col={"xs": 12, "sm": 6}, key=key)
             for key, label in WHAT.items() if key != "veiculo"],
            spacing=t.SM, run_spacing=t.SM,
        ))
    for name, label in TEXTS.items():
        if name == "description" and not measure.takes_things:
            continue
        needed = name == "kept_at" and measure.withholds
        rows.append(w.field(
            label if needed else f"{label}, se houver", measure.text(name),
            helper=PUBLIC if name == "kept_at" else PRINTED,
            error=(owed or None) if needed else None,
            on_change=lambda e, n=name: write(n, e.control.value), max_length=300, key=name,
        ))
    return rows


