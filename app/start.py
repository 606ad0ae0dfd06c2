"""From a page and the device's ports to the right door: what happens before any screen."""

from __future__ import annotations

import asyncio
import logging

import flet as ft

from app.flows.enrolment import Enrolment, code_in
from app.flows.home import Home
from app.flows.housekeeping import Housekeeping
from app.flows.idle import IdleLock
from app.flows.lists_state import ListsState
from app.flows.preferences import Preferences
from app.flows.reading import SealReading
from app.flows.said import Said
from app.flows.session import Session
from app.flows.sync_status import SyncLoop, SyncStatus
from app.state import AppContext
from sync.device.ports import StorageBusy, StorageUnavailable
from sync.device.state import IDLE, SyncState

log = logging.getLogger("prancheta.start")


def make_context(page: ft.Page, ports) -> AppContext:
    def go(path: str) -> None:
        page.navigate(path)

    said = Said()
    return AppContext(ports=ports, go=go, toast=said.say, said=said,
                      prefs=Preferences(ft.SharedPreferences()))


async def start(app: AppContext, route: str = "/") -> None:
    """Opens storage and stores, and moves the stage to the door where the person stands."""
    from sync.device.cadastro import Cadastro
    from sync.device.client import SyncClient
    from sync.device.store import FieldStore

    app.stage.to("abrindo")
    try:
        await app.ports.storage.open()
        app.store = await FieldStore.open(app.ports)
        app.cadastro = await Cadastro.open(app.ports, app.store)
    except StorageBusy:
        app.stage.to("outra_aba")
        return
    except StorageUnavailable as error:
        app.stage.to("sem_suporte", str(error.reason) or "no_storage")
        return
    except Exception as error:
        log.exception("the stores do not open")
        app.stage.to("sem_suporte", str(error) or type(error).__name__)
        return
    app.sync = SyncClient(app.ports, app.store, app.cadastro)
    app.session = Session(app.ports, app.store, app.sync)
    app.enrolment = Enrolment(app.ports, app.store, app.sync, code=code_in(route) or "")
    app.lists = ListsState(app.ports, app.store, app.cadastro)
    app.status = SyncStatus(app.sync, app.ports.clock.now, app.store.zone(), app.lists)
    app.sync.subscribe(app.status.refresh)
    app.sync.subscribe(lambda state: lists_again(app, state))
    app.home = Home(app.store, app.cadastro)
    app.loop = SyncLoop(
        app.sync,
        app.ports.network.online,
        tidy=Housekeeping(app.store, app.ports.storage).tidy,
    )
    app.idle = IdleLock(app.ports.clock, app.session)
    app.reading = SealReading(
        app.ports, app.store, app.cadastro, lambda: app.agent, lambda: sent_later(app)
    )
    app.status.watch(lambda: look_again(app))
    app.session.watch(lambda: to_the_door(app))
    app.enrolment.watch(lambda: to_the_door(app))
    to_the_door(app)
    app.tasks = [
        asyncio.create_task(work)
        for work in (app.loop.run(), app.idle.run(), app.reading.settle(), app.lists.refresh())
    ]


def sent_later(app: AppContext) -> None:
    """Says in the strip at once that something new waits, and sends it if there is signal."""
    app.sync.refresh()
    app.status.refresh()
    if app.loop:
        app.loop.poke()


def lists_again(app: AppContext, state: SyncState) -> None:
    """A sync came to its end: the seal lists may be other ones, or refused."""
    if state.phase == IDLE:
        app.tasks = [task for task in app.tasks if not task.done()]
        app.tasks.append(asyncio.create_task(app.lists.refresh()))


def to_the_door(app: AppContext) -> None:
    """The stage that the flows are at. Enrolment comes first, then who is in."""
    if app.enrolment.step != "pronto" and not (
        app.enrolment.step == "baixando" and app.enrolment.complete()
    ):
        app.stage.to("cadastrar")
    elif app.session.agent is None:
        app.stage.to("entrar")
    elif app.stage.name != "dentro":
        let_in(app)


def let_in(app: AppContext) -> None:
    """Inside, with everything read, so that no screen shows nothing for a moment. Somebody else
    than before begins at Início, not where the other one was."""
    before, now = app.last_in, app.agent["matricula"]
    app.last_in = now
    app.idle.touched()
    app.home.refresh(now)
    if before not in (None, now):
        app.go("/")
    app.stage.to("dentro")


def look_again(app: AppContext) -> None:
    """After a sync other numbers may be true: counts, drafts, what was refused; and whoever is in
    may have been put out by the office."""
    if app.agent and app.status.kind != "busy":
        known = app.store.agent(app.agent["matricula"])
        if known is not None and not known.active:
            app.session.leave()
        else:
            app.home.refresh(app.agent["matricula"])
