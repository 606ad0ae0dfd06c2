"""The doors: what one sees before one is in, and when one cannot come in."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.start import start

from .cadastrar import Cadastrar
from .entrar import Entrar
from .marca import mark


@ft.component
def Door() -> ft.View | ft.Control:
    app = w.use_app()
    w.use_watch(app.stage)
    doors = {
        "outra_aba": OtherTab,
        "sem_suporte": Unsupported,
        "cadastrar": Cadastrar,
        "entrar": Entrar,
    }
    return doors.get(app.stage.name, Opening)()


@ft.component
def Opening() -> ft.View:
    return ft.View(
        route="/",
        bgcolor=t.PAPER,
        vertical_alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        controls=[mark(96), t.display("Prancheta"), t.body("Abrindo…", color=t.INK_SOFT)],
    )


@ft.component
def OtherTab() -> ft.View:
    """One writer at a time: the other tab has the files."""
    app = w.use_app()

    async def again(_: object) -> None:
        await start(app)

    return w.screen(
        "Já está aberta",
        w.notice(
            t.WARN,
            "A Prancheta já está aberta em outra aba ou janela.",
            "Continue naquela. Ou feche aquela, volte aqui e toque em tentar de novo.",
        ),
        t.body("Assim nenhuma resposta é gravada duas vezes. O que estava salvo continua salvo."),
        primary=w.Action("Tentar de novo", again, icon=ft.Icons.REFRESH),
        strip=False,
        route="/",
    )


INSECURE = (
    "Este endereço não é seguro.",
    "Abra a Prancheta por um endereço que começa com https://. Na mesma rede, quem ligou o "
    "servidor pode usar «make run HOST=endereço», que mostra o que instalar no celular.",
)
NO_STORAGE = (
    "Este navegador não deixa guardar dados no aparelho.",
    "Saia da janela anônima ou privada. Use o Chrome, o Edge ou o Safari atualizado, fora do "
    "modo privado.",
)


@ft.component
def Unsupported() -> ft.View:
    app = w.use_app()
    reason = app.stage.reason
    insecure = "insecure" in reason or "secure context" in reason.lower()
    what, todo = INSECURE if insecure else NO_STORAGE

    async def again(_: object) -> None:
        await start(app)

    return w.screen(
        "Não dá para abrir aqui",
        w.notice(t.BAD, what, todo),
        t.body("Sem isso as respostas se perderiam ao fechar, e a Prancheta não começa."),
        *([] if insecure else [t.small(f"Para quem dá suporte: {reason}")]),
        primary=w.Action("Tentar de novo", again, icon=ft.Icons.REFRESH),
        strip=False,
        route="/",
    )
