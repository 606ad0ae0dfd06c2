"""Cadastrar aparelho: the code, then the data that make it work without signal."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w

from .marca import masthead


@ft.component
def Cadastrar() -> ft.View | ft.Control:
    app = w.use_app()
    flow = app.enrolment
    w.use_watch(flow)
    return Download() if flow.step in ("baixando", "pronto") else CodeForm()


@ft.component
def CodeForm() -> ft.View:
    app = w.use_app()
    flow = app.enrolment
    w.use_watch(flow)
    name, set_name = ft.use_state(flow.device_name)

    async def go_on(_: object = None) -> None:
        flow.device_name = name
        await flow.enrol()

    scan = w.secondary_button(
        "Fotografar o QR do código", None, icon=ft.Icons.QR_CODE_SCANNER, disabled=flow.busy
    )
    scan.action = w.use_photo_picker(flow.read_photo)
    trouble = flow.trouble
    return w.screen(
        "Cadastrar este aparelho",
        masthead("A prancheta do inspetor de transporte, com ou sem sinal."),
        t.body(
            "Peça um código de cadastro a quem cuida do painel da prefeitura. "
            "Só é preciso uma vez, e precisa de sinal."
        ),
        *([w.notice(t.BAD, trouble.what, trouble.todo, key="trouble")] if trouble else []),
        w.field(
            "Código de cadastro",
            flow.code,
            on_change=lambda e: flow.type_code(e.control.value),
            on_submit=go_on,
            error=flow.field_error,
            helper="Oito letras e números, assim: ABCD-2345",
            mono=True,
            capitals=True,
            size=26,
            key="code",
        ),
        scan,
        w.field(
            "Nome deste aparelho",
            name,
            on_change=lambda e: set_name(e.control.value),
            helper="Para reconhecê-lo no painel. Exemplo: Tablet 3, vistoria",
            max_length=40,
            key="name",
        ),
        primary=w.Action(
            "Cadastrando…" if flow.busy else "Cadastrar aparelho", go_on, disabled=flow.busy
        ),
        back=(lambda _: flow.give_up()) if flow.is_again else None,
        strip=False,
        route="/",
    )


@ft.component
def Download() -> ft.View:
    """Reference data coming down, in numbers. Leaving is allowed: it resumes."""
    app = w.use_app()
    flow = app.enrolment
    w.use_watch(flow)

    async def go_on(_: object = None) -> None:
        await flow.download()

    ft.use_effect(go_on if not flow.busy and not flow.trouble else (lambda: None), dependencies=[])
    trouble = flow.trouble
    return w.screen(
        "Trazendo os dados",
        masthead("Aparelho cadastrado."),
        t.body("Veículos, selos, exigências e a lei, para tudo funcionar sem sinal."),
        w.progress_bar(flow.done, flow.total, "dados recebidos")
        if flow.total
        else w.progress_bar(0, 0, "Começando…"),
        *(
            [
                w.notice(t.WARN, trouble.what, trouble.todo),
                t.small("O que já veio está guardado; continua de onde parou."),
            ]
            if trouble
            else []
        ),
        *([persistence_notice()] if flow.persisted is False else []),
        primary=w.Action("Continuar", go_on, icon=ft.Icons.REFRESH) if trouble else None,
        strip=False,
        route="/",
    )


def persistence_notice() -> ft.Control:
    """What it means that the browser keeps the right to erase our data."""
    return w.notice(
        t.WARN,
        "O navegador não garante guardar os dados.",
        "Se o aparelho ficar sem espaço, ele pode apagar o que ainda não foi enviado. "
        "Instale a Prancheta na tela inicial (menu do navegador, «Instalar aplicativo») e envie "
        "tudo ao fim de cada turno.",
        live=False,
    )
