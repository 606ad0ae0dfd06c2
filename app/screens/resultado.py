"""The verdict before it is concluded: why, until when or what to mend, and what still lacks."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.conclusion import NO_NUMBERS, Conclusion, OwedItem
from app.flows.cursor import ONE_BY_ONE
from app.flows.desk import Desk
from app.screens.clock_question import clock_question
from app.screens.desk import of_draft
from app.screens.verdict_pieces import applied_choice, exigencias, reasons, verdict_banner


@ft.component
def Resultado() -> ft.View:
    """Route `/vistoria/:draft/resultado`."""
    return of_draft(Desk.conclusion, ResultadoOf)


@ft.component
def ResultadoOf(conclusion: Conclusion) -> ft.View:
    app, viewport = w.use_app(), w.use_viewport()
    flow = conclusion.vistoria
    w.use_watch(conclusion, flow.progress)
    back = f"/vistoria/{flow.draft_id}"

    def to_item(item_id: str) -> None:
        flow.cursor.go(item_id, ONE_BY_ONE)
        app.go(back)

    def read(choice_id: str) -> None:
        app.go(f"{back}/resultado/artigo/escolha-{choice_id}")

    verdict, missing = conclusion.verdict, conclusion.missing()
    unverified = conclusion.unverified()
    left: list[ft.Control] = []
    if missing:
        left += _missing(missing, to_item)
    else:
        left += [
            verdict_banner(verdict, waiting=len(unverified)),
            *exigencias(flow.rulebook, verdict.exigencias),
            *reasons(verdict.reasons, leave_out="Não verificado" if unverified else ""),
        ]
    right: list[ft.Control] = [
        *_unverified(unverified, to_item, waiting=verdict.result == "pendente"),
        *([w.notice(t.WARN, condition, live=False) for condition in verdict.conditions]),
        *_chassis(conclusion),
        *_numbers(conclusion),
        *clock_question(conclusion, "A data do aparelho pode estar errada",
                        f"Hoje é mesmo {words.day(conclusion.today)}"),
        *([w.section_title("Onde a lei deixa dúvida",
                           note="O que foi aplicado, e o que a outra leitura daria."),
           *[applied_choice(choice, read) for choice in verdict.choices]]
          if verdict.choices and not missing else []),
    ]
    body = [*left, *right]
    if viewport.two_panes and right:
        body = [w.halves(left, right)]
    return w.screen(
        f"Resultado {flow.vehicle['plate']}",
        *body,
        primary=_primary(app, conclusion, missing, unverified, to_item),
        secondary=w.Action("Deixar em espera", lambda _: app.go("/"))
        if unverified and not missing and verdict.result == "pendente"
        else None,
        back=lambda _: app.go(back),
        wide=viewport.two_panes,
    )


def _primary(app, conclusion: Conclusion, missing, unverified, to_item) -> w.Action:
    if missing:
        return w.Action("Ir ao primeiro que falta", lambda _: to_item(missing[0].item),
                        icon=ft.Icons.ARROW_FORWARD)
    if conclusion.verdict.result == "pendente":
        if unverified:
            return w.Action("Verificar agora", lambda _: to_item(unverified[0].item),
                            icon=ft.Icons.ARROW_FORWARD)
        return w.Action("Deixar em espera", lambda _: app.go("/"), icon=ft.Icons.PAUSE)
    refusals = conclusion.refusals()
    return w.Action(
        "Assinar e concluir",
        lambda _: app.go(f"/vistoria/{conclusion.vistoria.draft_id}/resultado/assinatura"),
        icon=ft.Icons.DRAW,
        disabled=bool(refusals),
        name="Assinar e concluir" if not refusals else f"Assinar e concluir: {refusals[0]}",
    )


def _missing(missing, to_item) -> list[ft.Control]:
    return [
        w.notice(
            t.WARN,
            f"{words.count(len(missing), 'item falta', 'itens faltam')} para haver resultado.",
            "Toque em um para ir até ele.",
        ),
        w.stacked([_owed(row, to_item) for row in missing], spacing=t.SM),
    ]


def _owed(row: OwedItem, to_item) -> ft.Control:
    return w.tap_card(
        t.body(row.label), t.small(row.detail), on_click=lambda _: to_item(row.item),
        name=f"{row.label}, {row.detail}", key=row.item, padding=t.MD,
    )


def _unverified(unverified, to_item, *, waiting: bool) -> list[ft.Control]:
    if not unverified:
        return []
    return [
        w.notice(
            t.WARN,
            words.count(len(unverified), "item não verificado", "itens não verificados"),
            "A vistoria fica guardada neste aparelho, no Início, até que sejam verificados."
            if waiting
            else "Não mudam este resultado: o que falhou já reprova o veículo.",
            live=False,
        ),
        w.stacked([_owed(row, to_item) for row in unverified], spacing=t.SM),
    ]


def _numbers(conclusion: Conclusion) -> list[ft.Control]:
    return [w.notice(t.BAD, *NO_NUMBERS)] if conclusion.lacks_numbers() else []


def _chassis(conclusion: Conclusion) -> list[ft.Control]:
    if not conclusion.needs_chassis():
        return []
    return [ChassisField(conclusion)]


@ft.component
def ChassisField(conclusion: Conclusion) -> ft.Control:
    typed = ft.use_ref("")
    problem, set_problem = ft.use_state("")

    def change(e: ft.ControlEvent) -> None:
        typed.current = e.control.value

    return w.card(
        w.notice(t.WARN, "Falta o final do chassi", "Ele vai no selo, para que ninguém o troque "
                 "de veículo."),
        w.field("Final do chassi (6 últimos)", "", on_change=change, error=problem or None,
                mono=True, capitals=True, max_length=20),
        w.secondary_button("Guardar o chassi",
                           lambda _: set_problem(conclusion.set_chassis(typed.current))),
    )
