"""Aparelho: sending, data, storage, law, who enters, how it looks, and how it works offline."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.device_page import DevicePage
from app.flows.preferences import MODES, SIZES
from app.flows.problems import sentences
from app.state import APP_VERSION

from .cadastrar import persistence_notice
from .ler_listas import ListsCard


@ft.component
def Aparelho() -> ft.View:
    app = w.use_app()
    room = w.use_viewport()
    page: DevicePage = ft.use_memo(
        lambda: DevicePage(app.ports, app.store, app.cadastro, app.sync, APP_VERSION), []
    )
    ft.use_effect(page.refresh, dependencies=[])
    first = [Sending(page), Storage(page), Look()]
    second = [Facts(page), Agents(), offline_help()]
    if room.two_panes:
        body = ft.Row(
            [
                ft.Container(w.stacked(first), expand=1),
                ft.Container(w.stacked(second), expand=1),
            ],
            spacing=t.XL,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    else:
        body = w.stacked([*first, *second])
    return w.screen(
        "Aparelho",
        body,
        wide=room.two_panes,
        back=lambda _: app.go("/"),
        above_action=SyncNow(),
    )


@ft.component
def SyncNow() -> ft.Control:
    app = w.use_app()
    w.use_watch(app.status)
    busy = app.status.kind == "busy"
    return w.action_bar(
        w.Action(
            "Enviando…" if busy else "Sincronizar agora",
            lambda _: app.loop.poke(),
            icon=ft.Icons.SYNC,
            disabled=busy,
        )
    )


@ft.component
def Sending(page: DevicePage) -> ft.Control:
    app = w.use_app()
    w.use_watch(app.status, page)
    age, old = page.data_age()
    lines = [t.body(page.waiting_words()), t.body(age)]
    trouble = app.status.trouble()
    return w.stacked(
        [
            w.section_title("Envio e dados"),
            w.card(*lines),
            ListsCard(),
            *([w.notice(t.WARN, trouble.what, trouble.todo)] if trouble else []),
            *(
                [
                    w.notice(
                        t.WARN,
                        "Os dados deste aparelho estão velhos.",
                        "Chegue perto de um sinal e sincronize antes de confiar em prazos e selos.",
                        live=False,
                    )
                ]
                if old
                else []
            ),
        ]
    )


@ft.component
def Storage(page: DevicePage) -> ft.Control:
    w.use_watch(page)
    rows: list[ft.Control] = [w.section_title("Onde os dados ficam")]
    if page.persisted is False:
        rows.append(persistence_notice())
    elif page.persisted:
        rows.append(
            w.card(
                t.body("Guardados neste aparelho, e o navegador não os apaga sozinho."),
                t.small(page.storage_words()),
            )
        )
    for name in page.quarantined:
        rows.append(
            w.notice(
                t.BAD,
                "Um arquivo de dados danificado foi posto de lado.",
                f"{name}. Exporte-o e entregue a quem dá suporte; nada dele foi apagado.",
                action="Exportar",
                on_action=exporting(page, name),
                live=False,
            )
        )
    if left := page.left_words():
        rows.append(
            w.notice(
                t.WARN,
                f"De um cadastro anterior deste aparelho: {left}.",
                "Não há mais para onde enviar daqui. Exporte e entregue a quem dá suporte; nada "
                "se apaga.",
                action="Exportar o que ficou",
                on_action=exporting_left(page),
                live=False,
            )
        )
    if page.saved:
        rows.append(w.notice(t.GOOD, f"{page.saved} exportado."))
    if page.trouble:
        rows.append(w.notice(t.BAD, page.trouble.what, page.trouble.todo))
    return w.stacked(rows)


def exporting(page: DevicePage, name: str):
    """A button's handler; Flet awaits only what it can see to be a coroutine function."""

    async def run(_: object) -> None:
        await page.export(name)

    return run


def exporting_left(page: DevicePage):
    async def run(_: object) -> None:
        await page.export_left()

    return run


@ft.component
def Look() -> ft.Control:
    app = w.use_app()
    prefs = app.prefs
    w.use_watch(prefs)

    def choices(options: dict[str, str], chosen: str, choose, what: str) -> ft.Control:
        buttons = [
            w.choice_button(
                label,
                lambda _, k=key: ft.context.page.run_task(choose, k),
                chosen=key == chosen,
                name=f"{what}: {label}",
                key=key,
            )
            for key, label in options.items()
        ]
        if t.is_large():
            return w.stacked([ft.Row([button]) for button in buttons], spacing=t.SM)
        return ft.Row(buttons, spacing=t.SM)

    return w.stacked(
        [
            w.section_title("Aparência"),
            t.small("Tema"),
            choices(MODES, prefs.mode, prefs.choose_mode, "Tema"),
            t.small("Tamanho da letra"),
            choices(SIZES, prefs.size, prefs.choose_size, "Letra"),
        ],
        spacing=t.SM,
    )


@ft.component
def Facts(page: DevicePage) -> ft.Control:
    app = w.use_app()
    w.use_watch(page)
    trouble = []
    if page.cannot_conclude:
        trouble = [
            w.notice(
                t.BAD,
                *sentences(page.cannot_conclude),
                action="Cadastrar de novo",
                on_action=lambda _: app.enrolment.begin_again(),
            )
        ]
    return w.stacked(
        [
            w.section_title("Este aparelho"),
            *trouble,
            w.card(w.facts(*page.device_facts(), *page.law_facts())),
        ]
    )


@ft.component
def Agents() -> ft.Control:
    app = w.use_app()
    w.use_watch(app.session)
    if app.agent is None:
        return ft.Container(height=0)
    return w.stacked(
        [
            w.section_title("Inspetores"),
            w.card(
                *(
                    t.body(
                        f"{agent.name} · {agent.matricula}"
                        + (" (você)" if agent.matricula == app.agent["matricula"] else "")
                    )
                    for agent in app.session.known
                )
            ),
            ft.Row(
                [
                    w.secondary_button(
                        "Sair e trancar",
                        lambda _: app.session.leave(),
                        icon=ft.Icons.LOCK_OUTLINE,
                        expand=True,
                    )
                ]
            ),
        ]
    )


def offline_help() -> ft.Control:
    return w.stacked(
        [
            w.section_title("Como usar sem sinal"),
            w.card(
                t.body("Faça tudo como sempre: vistoria, selo e laudo não precisam de sinal."),
                t.body("Cada resposta fica gravada no aparelho no instante do toque."),
                t.body("Quando o sinal volta, a Prancheta envia sozinha. Não precisa esperar."),
                t.body("Antes de ir a um lugar sem sinal, sincronize: vêm veículos e números."),
            ),
        ]
    )
