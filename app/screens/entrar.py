"""Entrar: one's own big button and a PIN, without signal; somebody new, once, with a password."""

from __future__ import annotations

import asyncio

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.session import MAX_PIN, MIN_PIN, wait_words

from .cadastrar import persistence_notice
from .marca import masthead


@ft.component
def Entrar() -> ft.View | ft.Control:
    session = w.use_app().session
    w.use_watch(session)
    steps = {"lista": WhoAreYou, "pin": Pin, "senha": Password, "novo_pin": NewPin}
    return steps[session.step]()


@ft.component
def WhoAreYou() -> ft.View:
    app = w.use_app()
    session = app.session
    w.use_watch(session)
    place = (app.store.device_identity() or {}).get("municipality", {})
    return w.screen(
        "Quem é você?",
        masthead(" · ".join(x for x in (place.get("name"), place.get("uf")) if x)),
        *[
            w.tap_card(
                t.strong(agent.name),
                t.small(f"Matrícula {agent.matricula}"),
                on_click=lambda _, m=agent.matricula: session.choose(m),
                name=f"Entrar como {agent.name}, matrícula {agent.matricula}",
                key=agent.matricula,
            )
            for agent in session.known
        ],
        secondary=w.Action(
            "Outro inspetor", lambda _: session.somebody_else(), icon=ft.Icons.PERSON_ADD
        ),
        route="/",
    )


@ft.component
def Pin() -> ft.View:
    app = w.use_app()
    session = app.session
    w.use_watch(session)
    pin, set_pin = ft.use_state("")
    wait = session.wait_s()

    async def enter(_: object = None) -> None:
        if len(pin) >= MIN_PIN and not await session.enter(pin):
            set_pin("")

    async def count_down() -> None:
        while session.wait_s():
            await asyncio.sleep(1)
            session.tick()

    ft.use_effect(count_down, dependencies=[wait > 0])
    name = session.chosen["name"] if session.chosen else ""
    error = session.pin_error
    if wait:
        error = f"{session.pin_error or 'PIN errado.'} {wait_words(wait)} para tentar de novo."
    return w.screen(
        name,
        *(
            [w.notice(t.INFO, "Trancado por ficar sem uso.", "Nada se perdeu: digite o PIN e "
                      "continue de onde parou.")]
            if session.locked
            else []
        ),
        *([w.notice(t.BAD, session.trouble.what, session.trouble.todo)] if session.trouble else []),
        w.number_field(
            "PIN",
            pin,
            on_change=lambda e: set_pin(e.control.value),
            on_submit=enter,
            error=error,
            password=True,
            size=30,
            max_length=MAX_PIN,
            autofocus=True,
            key="pin",
        ),
        w.text_button("Esqueci o PIN", lambda _: session.somebody_else()),
        back=lambda _: session.to_start(),
        primary=w.Action(
            f"{wait_words(wait)}" if wait else "Entrar",
            enter,
            disabled=session.busy or wait > 0 or len(pin) < MIN_PIN,
        ),
        route="/",
    )


@ft.component
def Password() -> ft.View:
    app = w.use_app()
    session = app.session
    w.use_watch(session)
    matricula, set_matricula = ft.use_state("")
    password, set_password = ft.use_state("")
    shown, set_shown = ft.use_state(False)

    async def go_on(_: object = None) -> None:
        await session.introduce(matricula, password)

    return w.screen(
        "Primeira vez neste aparelho",
        t.body(
            "Só nesta vez é preciso sinal e senha. Depois você entra com um PIN seu, "
            "com ou sem sinal."
        ),
        *([w.notice(t.BAD, session.trouble.what, session.trouble.todo)] if session.trouble else []),
        w.field(
            "Matrícula",
            matricula,
            on_change=lambda e: set_matricula(e.control.value),
            mono=True,
            key="matricula",
        ),
        w.field(
            "Senha",
            password,
            on_change=lambda e: set_password(e.control.value),
            on_submit=go_on,
            password=not shown,
            suffix=w.icon_button(
                ft.Icons.VISIBILITY_OFF if shown else ft.Icons.VISIBILITY,
                "Esconder a senha" if shown else "Mostrar a senha",
                lambda _: set_shown(not shown),
            ),
            key="senha",
        ),
        back=(lambda _: session.to_start()) if session.known else None,
        primary=w.Action(
            "Conferindo…" if session.busy else "Continuar", go_on, disabled=session.busy
        ),
        route="/",
    )


@ft.component
def NewPin() -> ft.View:
    app = w.use_app()
    session = app.session
    w.use_watch(session)
    pin, set_pin = ft.use_state("")
    again, set_again = ft.use_state("")

    async def keep(_: object = None) -> None:
        await session.create_pin(pin, again)

    first = (session.chosen or {}).get("name", "").split(" ")[0]
    return w.screen(
        f"Olá, {first}. Crie o seu PIN",
        t.body(
            f"De {MIN_PIN} a {MAX_PIN} números, só seus. Todo registro leva o nome de quem "
            "entrou com o PIN: não empreste."
        ),
        w.number_field(
            "PIN",
            pin,
            on_change=lambda e: set_pin(e.control.value),
            password=True,
            size=30,
            max_length=MAX_PIN,
            key="pin",
        ),
        w.number_field(
            "PIN de novo",
            again,
            on_change=lambda e: set_again(e.control.value),
            password=True,
            size=30,
            max_length=MAX_PIN,
            error=session.pin_error,
            on_submit=keep,
            key="again",
        ),
        *([persistence_notice()] if app.enrolment.persisted is False else []),
        primary=w.Action(
            "Guardando…" if session.busy else "Criar PIN e entrar", keep, disabled=session.busy
        ),
        back=lambda _: session.to_start(),
        route="/",
    )
