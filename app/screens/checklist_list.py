"""The whole checklist as a list: sections with their progress, a row an item, "faltam"."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.answers import ItemState
from app.flows.cursor import ONE_BY_ONE, REASON, SECTION
from app.flows.vistoria import VistoriaFlow
from app.screens.law_sheet import retains
from app.widgets.answers import NOT_VERIFIED, answer_row, offered_answers

ROWS_AT_ONCE = 7


@ft.component
def ListPane(flow: VistoriaFlow, beside: bool) -> ft.Control:
    """`beside`: the item is shown at the right, so that rows only choose it."""
    w.use_watch(flow)
    the_list = ft.use_ref(None)
    rows: list[ft.Control] = [ListTools(flow)]
    if beside:
        rows.append(Follow(flow, the_list))
    groups = flow.groups()
    turn = 0
    for section, states in groups:
        name = section.id if section else "exigencias"
        rows.append(SectionHead(flow, section, len(states), key=f"secao-{name}"))
        for at in range(0, len(states), ROWS_AT_ONCE):
            some = states[at : at + ROWS_AT_ONCE]
            rows.append(Rows(flow, some, beside, turn, key=f"linhas-{some[0].id}"))
            turn += 1
    if not groups:
        rows.append(w.empty_state("Nada falta", "Todos os itens têm resposta.",
                                  icon=ft.Icons.TASK_ALT))
    if beside:  # all rows are there, so that it can scroll to any of them
        rows.append(ft.Container(height=t.LG))
        the_list.current = ft.Column(
            rows, expand=True, spacing=t.SM, scroll=ft.ScrollMode.AUTO,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )
        return ft.Container(the_list.current, expand=True, padding=ft.Padding.only(right=t.SM))
    return ft.ListView(
        controls=rows, expand=True, spacing=t.SM, padding=ft.Padding.only(bottom=t.LG)
    )


@ft.component
def Follow(flow: VistoriaFlow, the_list) -> ft.Control:
    """Beside the item, the list scrolls along to the row that it shows."""
    w.use_watch(flow.cursor)
    item_id = flow.cursor.item_id

    async def follow() -> None:
        if flow.cursor.pointed_at == item_id:
            return  # it was tapped here: a list must not move under the finger
        await asyncio.sleep(0.05)
        with suppress(Exception):  # the row is not drawn yet, or the list is gone
            await the_list.current.scroll_to(scroll_key=f"ver-{item_id}", duration=150)

    ft.use_effect(follow, dependencies=[item_id])
    return ft.Container(height=0)


@ft.component
def Rows(flow: VistoriaFlow, states: list[ItemState], beside: bool, turn: int) -> ft.Control:
    """A few rows. The first ones are there at once, the others follow right after, so that the
    list opens without a wait; until then their room is kept."""
    drawn, set_drawn = ft.use_state(turn == 0)

    async def draw() -> None:
        await asyncio.sleep(0.08 * turn)
        set_drawn(True)

    ft.use_effect(draw, dependencies=[])
    if not drawn:
        return ft.Container(height=(74 if beside else 150) * len(states))
    return ft.Column(
        [ListRow(flow, state, beside, key=f"linha-{state.id}") for state in states],
        spacing=t.SM,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def ListTools(flow: VistoriaFlow) -> ft.Control:
    """The filter "faltam", and in a re-inspection the answers of last time in one tap."""
    w.use_watch(flow)
    left, can_keep = w.use_seen(
        flow.progress,
        lambda: (flow.progress.total - flow.progress.answered, flow.can_keep_last_answers()),
    )

    return ft.Column(
        [
            ft.Row(
                [
                    w.choice_button("Todos", lambda _: flow.show_only_missing(False),
                                    chosen=not flow.only_missing, name="Mostrar todos os itens",
                                    height=t.TOUCH),
                    w.choice_button(f"Faltam {left}", lambda _: flow.show_only_missing(True),
                                    chosen=flow.only_missing,
                                    name=f"Mostrar só o que falta, {left}", height=t.TOUCH),
                ],
                spacing=t.SM,
            ),
            *(
                [w.secondary_button("Manter as outras respostas da última vistoria",
                                    lambda _: flow.keep_last_answers(), icon=ft.Icons.HISTORY)]
                if can_keep
                else []
            ),
        ],
        spacing=t.SM,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def SectionHead(flow: VistoriaFlow, section, shown: int) -> ft.Control:
    """Title, citation, progress; for what needs a proper place, the whole section put off."""
    done, total = w.use_seen(
        flow.progress,
        lambda: flow.progress.sections.get(section.id if section else None, (0, shown)),
    )
    if section is None:
        return w.section_title("Exigências em aberto", note="Comece por aqui: são elas que a "
                               "reinspeção fecha.")
    can_skip = section.place == "local_adequado" and done < total
    return ft.Column(
        [
            w.section_title(
                f"{section.title} · {done}/{total}", note=section.note,
                cite=words.listed(section.cites),
            ),
            *(
                [w.secondary_button("Não verificar esta seção agora",
                                    lambda _: flow.asking.ask(SECTION, section.id, in_list=True),
                                    icon=ft.Icons.PENDING_OUTLINED,
                                    name=f"Não verificar a seção {section.title}")]
                if can_skip
                else []
            ),
        ],
        spacing=t.XS,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@ft.component
def ListRow(flow: VistoriaFlow, state: ItemState, beside: bool) -> ft.Control:
    """An item: what it is and its answer; without a second pane, the answers themselves."""
    w.use_watch(state)
    item = state.item
    tone = t.ANSWER_TONES.get(state.value)
    said = words.ANSWERS.get(state.value, "sem resposta")
    here = beside and state.current
    head = ft.Row(
        [
            ft.Icon(
                tone.icon if tone else ft.Icons.RADIO_BUTTON_UNCHECKED,
                color=tone.color if tone else t.INK_SOFT,
                size=t.sp(24),
            ),
            ft.Column(
                [
                    t.body(item.label),
                    t.small(
                        f"{item.cite} · {said}"
                        + (f" · falta {words.listed(state.owed())}"
                           if state.value and not state.done else "")
                        + (" · retém o veículo" if retains(flow.rulebook, item) else "")
                    ),
                ],
                spacing=0,
                tight=True,
                expand=True,
            ),
            *([ft.Icon(ft.Icons.PHOTO, size=t.sp(20), color=t.INK_SOFT)] if state.photos else []),
            *([ft.Icon(ft.Icons.NOTES, size=t.sp(20), color=t.INK_SOFT)]
              if state.answer["note"] else []),
            ft.Icon(ft.Icons.CHEVRON_RIGHT, color=t.ACTION_COLOR, size=t.sp(24)),
        ],
        spacing=t.MD,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )

    def opened(_: ft.ControlEvent) -> None:
        flow.cursor.pointed_at = item.id
        flow.cursor.go(item.id, None if beside else ONE_BY_ONE)

    inside: list[ft.Control] = [
        ft.Semantics(
            label=f"Abrir item {item.cite}, {item.label}, {said}",
            button=True,
            selected=here if beside else None,
            exclude_semantics=True,
            on_tap=opened,
            content=ft.Container(
                head, on_click=opened, ink=True, padding=ft.Padding.symmetric(
                    vertical=t.SM, horizontal=t.XS),
            ),
        )
    ]
    if state.problem:
        inside.append(w.notice(t.BAD, "Não foi salvo", state.problem, action="Salvar de novo",
                               on_action=lambda _: flow.retry()))
    async def give(value: str) -> None:
        if value == NOT_VERIFIED:
            flow.asking.ask(REASON, item.id, in_list=True)
        else:
            await flow.answer_drawn(item.id, value)

    if not beside:
        inside.append(
            answer_row(
                state.value,
                give,
                item=item.cite,
                offered=offered_answers(bool(item.conditional)),
                room=w.right_room() - 2 * (t.SM + t.BORDER),
                height=60,
            )
        )
    return ft.Container(
        key=ft.ScrollKey(f"ver-{item.id}"),
        content=ft.Column(inside, spacing=t.XS, tight=True,
                  horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=ft.Colors.PRIMARY_CONTAINER if here else t.SHEET,
        border=ft.Border.all(3, t.ACTION_COLOR)
        if here
        else ft.Border.all(t.BORDER, tone.color if tone else t.LINE_SOFT),
        border_radius=t.RADIUS,
        padding=t.SM - (1.5 if here else 0),
    )

