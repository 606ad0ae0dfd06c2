"""What holds the screens: the room there is, the doors, and a drawing that fails."""

import logging
from types import SimpleNamespace

import flet as ft
import pytest
from flet.components.component import Component, Renderer

from app.flows.sync_status import SyncLoop
from app.start import look_again, to_the_door
from app.state import AppContext, Stage, Viewport
from app.widgets.guard import guard_drawing
from sync.device.agents import Agent


def test_the_layout_is_drawn_anew_only_when_it_may_differ():
    room, turns = Viewport(412, 915), []
    room.watch(lambda: turns.append((room.two_panes, room.landscape, room.low)))
    room.resize(404, 560)  # as when the keyboard comes up
    assert turns == []
    room.resize(360, 900)  # as when a window is made narrower
    assert len(turns) == 1
    turns.clear()
    room.resize(915, 412)
    room.resize(1024, 768)
    assert turns == [(True, True, True), (True, True, False)]


class Known:
    """Flows standing where one says."""

    def __init__(self, step, complete=False, agent=None):
        self.step, self.agent, self._complete = step, agent, complete

    def complete(self):
        return self._complete


class Idle:
    def touched(self):
        """Somebody is there."""


class Read:
    """Início, read for whoever comes in."""

    def refresh(self, matricula):
        assert matricula == "1001"


@pytest.mark.parametrize(
    ("enrolment", "agent", "door"),
    [
        (Known("codigo"), None, "cadastrar"),
        (Known("baixando"), None, "cadastrar"),
        (Known("baixando", complete=True), None, "entrar"),
        (Known("pronto"), None, "entrar"),
        (Known("pronto"), {"matricula": "1001"}, "dentro"),
        (Known("codigo", complete=True), {"matricula": "1001"}, "cadastrar"),
    ],
)
def test_one_stands_at_the_right_door(enrolment, agent, door):
    app = AppContext(ports=None, go=print, toast=print)
    app.enrolment, app.session = enrolment, Known("", agent=agent)
    app.idle, app.home = Idle(), Read()
    to_the_door(app)
    assert app.stage.name == door


@pytest.mark.parametrize("active", [True, False])
def test_who_was_put_out_by_the_office_is_out_once_the_device_has_heard(active):
    left = []
    app = AppContext(ports=None, go=print, toast=print)
    app.session = Known("", agent={"matricula": "1001"})
    app.session.leave = lambda: left.append(True)
    app.status, app.home = SimpleNamespace(kind="ok"), Read()
    app.store = SimpleNamespace(agent=lambda _: Agent("1001", "Marta", active=active))
    look_again(app)
    assert bool(left) is not active


def test_a_stage_speaks_only_when_it_changes():
    stage, turns = Stage(), []
    stage.watch(lambda: turns.append(stage.name))
    stage.to("abrindo")
    stage.to("entrar")
    stage.to("entrar")
    assert turns == ["entrar"]


@pytest.fixture
def guarded():
    before = Renderer.render
    guard_drawing()
    yield
    Renderer.render = before


def broken_view() -> ft.View:
    raise RuntimeError("falhou")


def broken_part() -> ft.Control:
    raise RuntimeError("falhou")


def words_of(control):
    """Every text under a control, as it is read aloud."""
    found = [control.semantics_label or control.value] if isinstance(control, ft.Text) else []
    for name in ("content", "controls"):
        inside = getattr(control, name, None)
        for one in inside if isinstance(inside, list) else [inside]:
            if isinstance(one, ft.Control):
                found += words_of(one)
    return found


@pytest.mark.parametrize(("fn", "kind"), [(broken_view, ft.View), (broken_part, ft.Container)])
def test_what_fails_to_draw_says_so_and_the_rest_lives(guarded, caplog, fn, kind):
    with caplog.at_level(logging.CRITICAL):
        drawn = Renderer(Component(fn=fn)).render(fn)
    assert isinstance(drawn, kind)
    assert "Esta parte da tela falhou." in words_of(drawn)


class Faulty:
    """A sync client with a bug of ours."""

    retry_in_s = 0.0

    async def sync(self):
        raise RuntimeError("falhou")


async def test_a_fault_of_ours_does_not_end_the_sending(caplog):
    turns = []

    async def sleep(seconds):
        turns.append(seconds)
        if len(turns) == 3:
            raise KeyboardInterrupt

    loop = SyncLoop(Faulty(), lambda: True, sleep=sleep)
    with caplog.at_level(logging.CRITICAL), pytest.raises(KeyboardInterrupt):
        await loop.run()
    assert len(turns) == 3
