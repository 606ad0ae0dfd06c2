"""Which infraction. Route `/abordagem/:draft/infracao`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.law.book import law_of
from app.flows.roadside.infractions import DOUBT, InfractionRow, InfractionSearch
from app.flows.roadside.stop import Stop
from app.flows.words import count
from app.screens.desk import use_desk
from app.screens.lei.artigo import ReaderPane
from app.screens.lei.busca import use_search_box
from app.screens.roadside.pieces import of_stop, unsaved
from app.widgets.sheet import FEW_LINES, sheet
from checklists.unbroken import HARD

ANYBODY = "qualquer um"
BESIDE = "Toque no livro ao lado de uma infração"


@ft.component
def Infracao() -> ft.View:
    return of_stop(lambda stop: InfracaoOf(stop))


@ft.component
def InfracaoOf(stop: Stop) -> ft.View:
    app, desk, room = w.use_app(), use_desk(), w.use_viewport()
    book = law_of(app, desk)
    search = desk.stops.search(stop.draft_id, book)
    back = f"/abordagem/{stop.draft_id}"
    asking, set_asking = ft.use_state(False)

    def close(_: object = None) -> None:
        set_asking(False)

    def choose(role: str) -> None:
        close()
        search.for_role(role)

    ft.use_dialog(_who(search, choose, close) if asking else None)
    left = ft.Column(
        [*unsaved(stop), SearchBox(search),
         Results(search, room.two_panes, lambda _: set_asking(True))],
        spacing=t.SM, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    return w.screen(
        "Infração",
        w.panes(left, ReaderPane(book, BESIDE), two=True) if room.two_panes else left,
        subtitle="" if room.low else _subtitle(stop, search),
        back=lambda _: app.go(back), scroll=False, wide=room.two_panes,
    )


def _subtitle(stop: Stop, search: InfractionSearch) -> str:
    return " · ".join(part for part in (stop.plate, search.service_label) if part)


@ft.memo
@ft.component
def SearchBox(search: InfractionSearch) -> ft.Control:
    return use_search_box(
        "Palavra, artigo ou código", search.text, search.type, search.book.prepare
    )


@ft.component
def Results(search: InfractionSearch, beside: bool, ask_who) -> ft.Control:
    w.use_watch(search, search.stop)
    frequent, rows, more = search.rows()
    typed = bool(search.text.strip())
    shown: list[ft.Control] = [Narrowing(search, ask_who)]
    if frequent:
        shown.append(w.section_title("As mais usadas neste aparelho"))
        shown += [Row(search, row, beside, key=f"f-{row.cite}") for row in frequent]
        shown.append(w.section_title("Todas"))
    if search.partial and rows:
        shown.append(t.small("Nada tem todas as palavras; estas têm a maior parte."))
    shown += [Row(search, row, beside, key=row.cite) for row in rows]
    if more:
        shown.append(w.secondary_button(f"Mostrar mais ({more})", lambda _: search.show_more()))
    if not rows and not frequent:
        shown.append(w.empty_state(
            "Nenhuma infração com estas palavras" if typed else "Nenhuma infração aqui",
            f"Tente outra palavra, ou o artigo, como {search.example}.", icon=ft.Icons.SEARCH_OFF))
    if search.hidden:
        shown.append(w.secondary_button(
            f"Mostrar também de outros ({search.hidden})", lambda _: search.show_all(),
            name=f"Mostrar {count(search.hidden, 'infração', 'infrações')} de outro serviço "
                 "ou responsável"))
    elif search.everywhere:
        shown.append(w.secondary_button("Só as deste serviço", lambda _: search.only_here()))
    return ft.ListView(controls=shown, spacing=t.SM, expand=True,
                       padding=ft.Padding.only(bottom=t.XL, right=t.SM if beside else 0))


def Narrowing(search: InfractionSearch, ask) -> ft.Control:
    """Who is liable: one line, however many they are and however long the law calls them, so that
    what is looked for stays in sight."""
    roles = search.roles
    if len(roles) < 2:
        return ft.Container(height=0)
    chosen = next((role.label for role in roles if role.id == search.role), ANYBODY)
    return ft.Row([w.secondary_button(
        f"Quem responde: {chosen}", ask, icon=ft.Icons.FILTER_LIST,
        expand=True, name=f"Quem responde: {chosen}. Mudar",
    )])


def _who(search: InfractionSearch, choose, close) -> ft.BottomSheet:
    anybody = [("", ANYBODY[:1].upper() + ANYBODY[1:])]
    return sheet(
        "Quem responde",
        *[ft.Row([w.choice_button(
            label, lambda _, r=role: choose(r), chosen=search.role == role, height=t.TOUCH,
            beside=True, name=f"Só de {label}" if role else label)])
          for role, label in [*anybody, *((one.id, one.label) for one in search.roles)]],
        on_close=close, needs=FEW_LINES + 64 * len(search.roles),
    )


@ft.component
def Row(search: InfractionSearch, row: InfractionRow, beside: bool) -> ft.Control:
    """The card chooses it; the button at its end tells the law."""
    app = w.use_app()
    stop, book = search.stop, search.book
    here = f"/abordagem/{stop.draft_id}"

    def choose(_: object) -> None:
        auto = stop.add_auto(row.cite)
        if auto is None:
            app.toast("Esta abordagem já tem autos demais. Lavre-os e comece outra.")
            return
        app.go(f"{here}/dados/{auto.id}")

    def law(_: object) -> None:
        if beside:
            book.open_beside(row.key)
        else:
            app.go(f"{here}/infracao/artigo/{row.key}")

    marks = [
        *([w.chip(t.BAD, row.measures, icon=ft.Icons.FRONT_HAND)] if row.retains
          else [w.chip(t.NEUTRAL, row.measures, icon=ft.Icons.FRONT_HAND)] if row.measures else []),
        *([w.chip(t.GOOD, "Já escolhida")] if row.chosen else []),
    ]
    card = w.tap_card(
        t.body(row.label), t.small(row.line.replace(DOUBT, DOUBT.replace(" ", HARD))),
        *([ft.Row(marks, wrap=True, spacing=t.XS, run_spacing=t.XS)] if marks else []),
        on_click=choose, name=row.said, padding=t.MD,
    )
    card.expand = True
    return ft.Row(
        [card, w.icon_button(ft.Icons.MENU_BOOK, f"A lei: {row.cite}", law,
                             color=t.ACTION_COLOR)],
        spacing=t.XS, vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
