"""One item: what to look at, three big answers, and what belongs to it (note, photos, numbers)."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.answers import ItemState
from app.flows.cursor import LAW
from app.flows.vistoria import VistoriaFlow
from app.screens.item_answers import answer_bar
from app.screens.law_sheet import retains
from app.widgets.answers import NOT_VERIFIED
from app.widgets.photos import PhotoStrip, use_photo_picker

ROOMY = 370  # width from which the line of what was saved has room for words on its buttons


@ft.component
def ItemPane(flow: VistoriaFlow, low: bool) -> ft.Control:
    """The item that the cursor stands on. One component on purpose: a tap draws it once."""
    state = flow.item(flow.cursor.item_id)
    w.use_watch(flow.cursor, state)
    app = w.use_app()

    async def taken(data: bytes) -> None:
        await flow.add_photo(flow.cursor.item_id, data)

    def ask(sheet: str) -> None:
        flow.asking.ask(sheet, flow.cursor.item_id)

    pick = use_photo_picker(taken)
    return ft.Column(
        [
            _body(flow, state, low, lambda _: ask(LAW), app, use_top_of(state.id)),
            answer_bar(flow, state, low, pick, ask, LastAnswerLine(flow, low)),
        ],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def use_top_of(item_id: str) -> dict[str, object]:
    """For what scrolls: each item begins at its top. The controls stay and only change, which is
    quicker than new ones, unless the one before was scrolled."""
    shown, scrolled, turn = ft.use_ref(item_id), ft.use_ref(False), ft.use_ref(0)
    if shown.current != item_id:
        turn.current += scrolled.current
        shown.current, scrolled.current = item_id, False

    def moved(_: ft.OnScrollEvent) -> None:
        scrolled.current = True

    return {"key": f"corpo-{turn.current}", "on_scroll": moved, "scroll_interval": 200}


def _body(
    flow: VistoriaFlow, state: ItemState, low: bool, read_law, app, top: dict
) -> ft.Control:
    """All that scrolls: the question, the law, last time, the asks, note and photos."""
    item = state.item
    return ft.Column(
        [
            _place(flow, state),
            ft.Semantics(header=True, content=t.text(item.label, _label_size(low), bold=True)),
            *([t.body(item.hint, color=t.INK_SOFT)] if item.hint and not low else []),
            ft.Row(
                [
                    w.text_button(item.cite, read_law, icon=ft.Icons.GAVEL,
                                  name=f"A lei deste item: {item.cite}"),
                    *_marks(flow, state),
                ],
                wrap=True,
                spacing=t.SM,
                run_spacing=t.XS,
                vertical_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            *_before(flow, state),
            *[AskField(flow, state, ask, key=f"{state.id}-{ask.id}") for ask in item.asks
              if ask.kind != "photo"],
            *_given(flow, state),
            *([w.notice(t.BAD, state.photo_problem)] if state.photo_problem else []),
            *([_photos(flow, state, app)] if state.photos else []),
        ],
        spacing=t.MD,
        expand=True,
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        **top,
    )


def _photos(flow: VistoriaFlow, state: ItemState, app) -> ft.Control:
    def open_it(digest: str) -> None:
        app.evidence_from[flow.draft_id] = ft.context.page.route or "/"
        app.go(f"/evidencia/{flow.draft_id}/{digest}")

    return PhotoStrip(app.store.photo, tuple(state.photos),
                      lambda digest: flow.remove_photo(state.id, digest),
                      f"item {state.item.cite}", open_it)


def _label_size(low: bool) -> float:
    return 20 if low else 23 if t.is_large() else 27


def _place(flow: VistoriaFlow, state: ItemState) -> ft.Control:
    where = "Exigência em aberto" if state.exigencia and flow.is_reinspection else (
        state.section.title
    )
    return t.small(f"Item {flow.place(state.id)} de {len(flow.order)} · {where}")


def _marks(flow: VistoriaFlow, state: ItemState) -> list[ft.Control]:
    marks = []
    if state.item.severity:
        marks.append(t.small(flow.rulebook.severity(state.item.severity).label, bold=True))
    if retains(flow.rulebook, state.item):
        marks.append(w.chip(t.BAD, "Retém o veículo", icon=ft.Icons.FRONT_HAND))
    return marks


def _before(flow: VistoriaFlow, state: ItemState) -> list[ft.Control]:
    """Last time's answer and the open exigência."""
    rows: list[ft.Control] = []
    if state.exigencia:
        deadline = state.exigencia.get("deadline")
        rows.append(
            w.notice(
                t.WARN,
                f"Exigência aberta em {words.day(state.exigencia['since'])}",
                f"Prazo: {words.day(deadline)}" if deadline else "A lei não dá prazo.",
                live=False,
            )
        )
    if state.last:
        rows.append(
            t.small(
                f"Na última vistoria deste aparelho ({words.day(state.last.on)}): "
                f"{words.ANSWERS[state.last.value]}"
                + (f". {state.last.note}" if state.last.note else "")
            )
        )
    if state.item.conditional:
        rows.append(t.small(f"{state.item.conditional}. Se não for o caso: Não se aplica."))
    return rows


def _given(flow: VistoriaFlow, state: ItemState) -> list[ft.Control]:
    """What was put down besides the answer: reason, note, and whether it is on disk."""
    rows: list[ft.Control] = []
    if state.problem:
        rows.append(
            w.notice(
                t.BAD, "Não foi salvo", state.problem, action="Salvar de novo",
                on_action=lambda _: flow.retry(),
            )
        )
    if state.value == NOT_VERIFIED and state.answer["reason"]:
        rows.append(w.notice(t.WARN, f"Não verificado: {state.answer['reason']}", live=False))
    owed = [what for what in state.owed() if what != "a resposta"] if state.value else []
    if owed:
        rows.append(w.notice(t.WARN, f"Falta {words.listed(owed)}"))
    note = state.answer["note"]
    if note:
        rows.append(w.card(t.small("Nota"), t.body(note)))
    return rows


@ft.component
def AskField(flow: VistoriaFlow, state: ItemState, ask) -> ft.Control:
    """A number or a text that the item asks for; kept when one leaves the field."""
    kept = state.answer["measured"].get(ask.id, "")
    typed = ft.use_ref(kept)

    def change(e: ft.ControlEvent) -> None:
        typed.current = e.control.value

    def keep(_: ft.ControlEvent) -> None:
        if typed.current != kept:
            flow.set_measured(state.id, ask.id, typed.current)

    label = f"{ask.label} ({ask.unit})" if ask.unit else ask.label
    make = w.number_field if ask.kind == "number" else w.field
    return make(
        label if ask.required else f"{label}, se houver",
        kept,
        on_change=change,
        on_submit=keep,
        on_blur=keep,
        error=state.ask_problems.get(ask.id),
        helper=state.doubt(ask) or None,
        max_length=60,
    )


@ft.memo
@ft.component
def LastAnswerLine(flow: VistoriaFlow, short: bool = False) -> ft.Control:
    """Drawn apart from the item: it waits for the disk, the next item does not."""
    w.use_watch(flow.progress)
    w.use_viewport()
    return last_answer_line(flow, use_last_photo(flow), short=short)


def use_last_photo(flow: VistoriaFlow) -> ft.PickFiles:
    """The action that takes a photo for the item answered last, wherever the cursor has gone."""

    async def taken(data: bytes) -> None:
        if flow.progress.last_answered:
            await flow.add_photo(flow.progress.last_answered, data)
            flow.progress.changed()

    return use_photo_picker(taken)


def last_answer_line(
    flow: VistoriaFlow, pick: ft.PickFiles, *, short: bool = False
) -> ft.Control:
    """What was saved last, with the undo, and the photo of what was found not in order; or what
    could not be saved, with the retry."""
    progress = flow.progress
    if progress.unsaved:
        return w.notice(
            t.BAD,
            f"{words.count(progress.unsaved, 'resposta não salva', 'respostas não salvas')}",
            action="Salvar de novo",
            on_action=lambda _: flow.retry(),
        )
    if not progress.last_answered or not progress.can_undo:
        return ft.Container(height=0)
    state = flow.item(progress.last_answered)
    if state.photo_problem and not state.current:
        return w.notice(t.BAD, f"{state.item.cite}: {state.photo_problem}")
    tone = t.ANSWER_TONES.get(state.value, t.NEUTRAL)
    said = f"Salvo: {words.ANSWERS.get(state.value, 'anotação')}"
    of = f"{progress.last_count} itens" if progress.last_count > 1 else state.item.cite
    tight = short or w.right_room() < t.sp(ROOMY)  # signs instead of words, so that these fit
    sign = ft.Icon(tone.icon if state.value else ft.Icons.SAVE, color=tone.color, size=t.sp(20))
    return ft.Container(
        ft.Row(
            [
                *([] if tight and t.is_large() else [sign]),
                ft.Semantics(
                    content=t.text(f"{said}\n{of}" if tight else f"{said}, {of}",
                                   12 if short and t.is_large() else 15, bold=True,
                                   name=f"{said}, {of}"),
                    live_region=True,
                    expand=True,
                ),
                *([_photo_of_last(state, pick, tight)] if state.value == "nao_conforme" else []),
                _undo(flow, state, tight),
            ],
            spacing=t.XS,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        padding=ft.Padding.only(left=t.SM),
        height=None if t.is_large() else t.TOUCH,  # were it to change, the list would be laid out
    )


def _undo(flow: VistoriaFlow, state: ItemState, tight: bool) -> ft.Control:
    name = f"Desfazer {state.item.cite}"
    if tight:
        return w.icon_button(ft.Icons.UNDO, name, lambda _: flow.cursor.undo(),
                             color=t.ACTION_COLOR, key="desfazer")
    return w.text_button("Desfazer", lambda _: flow.cursor.undo(), name=name, key="desfazer")


def _photo_of_last(state: ItemState, pick: ft.PickFiles, tight: bool) -> ft.Control:
    name = f"Foto da não conformidade, {state.item.cite}"
    if tight:
        button = w.icon_button(ft.Icons.PHOTO_CAMERA, name, None, color=t.ACTION_COLOR, key="foto")
        button.content.action = pick
        return button
    button = w.text_button("Foto", None, name=name, key="foto")
    button.action = pick
    return button
