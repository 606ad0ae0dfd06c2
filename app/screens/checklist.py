"""A vistoria under way: one item a screen or the whole list; both side by side on a tablet."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.cursor import ONE_BY_ONE, WHOLE_LIST
from app.flows.vistoria import VistoriaFlow
from app.screens.checklist_list import ListPane
from app.screens.checklist_sheets import Sheets
from app.screens.desk import draft_gone, use_desk
from app.screens.item import ItemPane, LastAnswerLine


@ft.component
def Vistoria() -> ft.View:
    """Route `/vistoria/:draft`."""
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    draft_id = ft.use_route_params().get("draft", "")
    try:
        flow = desk.open(draft_id)
    except Exception as error:
        return draft_gone(app, error)
    plate = flow.vehicle["plate"]
    low = viewport.low
    return w.screen(
        f"{'Reinspeção' if flow.is_reinspection else 'Vistoria'} {plate}",
        Panes(flow, viewport.two_panes, low),
        sheets=Sheets(flow),
        back=lambda _: app.go("/"),
        under_title=None if low else Header(flow),
        actions=[LowHeader(flow)] if low else (),
        strip=not low,
        scroll=False,
        wide=True,
    )


@ft.component
def Panes(flow: VistoriaFlow, two: bool, low: bool) -> ft.Control:
    w.use_watch(flow.cursor.way)
    if two:
        return w.panes(
            ft.Column(
                [
                    ListPane(flow, True),
                    ft.Container(FinishBar(flow), padding=ft.Padding.only(right=t.SM)),
                ],
                spacing=0, expand=True,
                horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            ),
            ft.Container(
                ItemPane(flow, low),
                padding=ft.Padding.only(bottom=t.SM),
            ),
            two=True,
        )
    if flow.cursor.way.is_list:
        return ft.Column(
            [ListPane(flow, False), LastAnswerLine(flow), FinishBar(flow)],
            spacing=0,
            expand=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
    return ft.Column(
        [ItemPane(flow, low), FinishBar(flow)],
        spacing=t.XS,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def Header(flow: VistoriaFlow) -> ft.Control:
    """Progress, and the two ways of working (a tablet shows both at once)."""
    viewport = w.use_viewport()
    w.use_watch(flow.progress, flow.cursor.way)
    progress = flow.progress
    bar = ft.Container(
        w.progress_bar(progress.answered, progress.total, _left(flow)), expand=True
    )
    if viewport.two_panes:
        return ft.Container(bar, padding=ft.Padding.symmetric(horizontal=t.MD))
    is_list = flow.cursor.way.is_list
    return ft.Row(
        [
            ft.Container(width=t.SM),
            bar,
            _switch(
                "Um por vez" if is_list else "Lista",
                ft.Icons.CROP_PORTRAIT if is_list else ft.Icons.FORMAT_LIST_BULLETED,
                "Ver um item por vez" if is_list else "Ver a lista inteira",
                lambda _: flow.cursor.way.show(ONE_BY_ONE if is_list else WHOLE_LIST),
            ),
        ],
        spacing=t.SM,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _switch(label: str, icon: ft.IconData, name: str, on_click) -> ft.Control:
    """With large text the numbers need the room that the word would take."""
    if t.is_large():
        return w.icon_button(icon, name, on_click, color=t.ACTION_COLOR)
    return w.text_button(label, on_click, icon=icon, name=name)


@ft.component
def LowHeader(flow: VistoriaFlow) -> ft.Control:
    """A phone held sideways: only the numbers, beside the title."""
    w.use_watch(flow.progress)
    progress = flow.progress
    return ft.Container(
        ft.Semantics(
            label=f"{progress.answered} de {progress.total} respondidos",
            exclude_semantics=True,
            content=t.text(progress.text, 18, bold=True, mono=True),
        ),
        padding=ft.Padding.only(right=t.LG),
    )


def _left(flow: VistoriaFlow) -> str:
    progress = flow.progress
    parts = []
    if progress.nonconforming:
        parts.append(words.count(progress.nonconforming, "não conforme", "não conformes"))
    if progress.unverified:
        parts.append(words.count(progress.unverified, "não verificado", "não verificados"))
    return ", ".join(parts) or ("tudo respondido" if progress.complete else "respondidos")


@ft.component
def FinishBar(flow: VistoriaFlow) -> ft.Control:
    """The way to the result: always there in the list, and the primary action once all is done."""
    app = w.use_app()
    viewport = w.use_viewport()
    w.use_watch(flow.cursor.way)
    complete = w.use_seen(flow.progress, lambda: flow.progress.complete)

    def see(_: ft.ControlEvent) -> None:
        app.go(f"/vistoria/{flow.draft_id}/resultado")

    if complete:
        button = w.primary_button("Ver o resultado", see, icon=ft.Icons.FACT_CHECK)
    elif flow.cursor.way.is_list or viewport.two_panes:
        button = w.secondary_button("Resultado até aqui", see, expand=True)
    else:
        return ft.Container(height=t.XS)
    return ft.Container(
        ft.Row([button]), padding=ft.Padding.symmetric(vertical=t.SM)
    )
