"""What the law says of one item: one tap on its citation."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.answers import ItemState
from app.flows.reais import in_reais
from app.widgets.sheet import sheet
from checklists import every_choice


def law_sheet(
    rulebook, state: ItemState, today: date, on_close: Callable[..., object],
    on_more: Callable[[], object],
) -> ft.BottomSheet:
    """`on_more` leads to all that the law says of it."""
    item = state.item
    touching = [choice for choice in every_choice(rulebook) if choice.id in item.choices]
    municipality = rulebook.municipality
    return sheet(
        item.cite,
        t.strong(item.label),
        *([t.body(item.hint)] if item.hint else []),
        w.facts(
            ("Gravidade", _severity(rulebook, item)),
            ("Multa", _fine(rulebook, item)),
            ("Em reais", in_reais(rulebook, item.fine, today)),
            ("Pontos", str(item.points) if item.points is not None else "a lei não dá pontos"),
            ("Medida", _measures(rulebook, item)),
            ("Quando não se aplica", f"{item.conditional}" if item.conditional else ""),
            ("Onde se verifica", _place(state.section)),
        ),
        *[_choice(choice) for choice in touching],
        t.small(
            f"{municipality.law}, de {words.day(municipality.law_date)}, {municipality.name} "
            f"({municipality.uf})"
            + (f" · também {words.cited(item.cites[1:])}" if len(item.cites) > 1 else "")
        ),
        w.secondary_button("Ver em A lei", lambda _: on_more(), icon=ft.Icons.MENU_BOOK,
                           name=f"Ver {item.cite} em A lei"),
        on_close=on_close,
        long=bool(item.choices),
    )


def retains(rulebook, item) -> bool:
    """Whether failing this item keeps the vehicle from leaving."""
    return any(rulebook.measure(measure).retains for measure in item.measures)


def _severity(rulebook, item) -> str:
    return rulebook.severity(item.severity).label if item.severity else "a lei não diz"


def _fine(rulebook, item) -> str:
    group = f"grupo {item.fine_group}" if item.fine_group else ""
    if item.fine:
        value = words.money(item.fine.amount, item.fine.unit)
        return f"{value} ({group})" if group else value
    if not group:
        return item.fine_note or "a lei não prevê multa aqui"
    return f"{group}, de valor que a lei não dá"


def _measures(rulebook, item) -> str:
    measures = [rulebook.measure(measure).label for measure in item.measures]
    if not measures and not item.penalties:
        return "nenhuma além da multa"
    return words.listed([*measures, *item.penalties])


def _place(section) -> str:
    return "em local adequado" if section.place == "local_adequado" else ""


def _choice(choice) -> ft.Control:
    """Its readings, the applied one named; and, where the town decided it, who did and why."""
    readings = [t.body(f"{_standing(choice, reading.id)}: {reading.label}")
                for reading in choice.readings]
    decided = [t.small(words.decided(choice.town))] if choice.town else []
    return w.card(
        t.small("A lei deixa dúvida"),
        t.strong(choice.question),
        *readings,
        *decided,
        t.small(f"{'Por que seria o padrão' if choice.applied != choice.default else 'Por quê'}: "
                f"{choice.why}"),
        t.small(words.cited(choice.cites)),
        tone=t.INFO,
    )


def _standing(choice, reading: str) -> str:
    if reading == choice.applied:
        return "Aplicada pelo município" if choice.town else "Aplicada"
    return "Padrão da Prancheta" if reading == choice.default else "Outra leitura"
