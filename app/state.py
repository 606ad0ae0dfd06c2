"""What every screen can reach: the ports, the stores, the sync client, the flows, the way on.

No Flet here. `app.main` makes one `AppContext` for a page, `app.widgets.context.use_app()`
hands it to a component.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from app.flows.observed import Observed
from sync.device.conclusion import APP_VERSION

if TYPE_CHECKING:
    from app.flows.enrolment import Enrolment
    from app.flows.home import Home
    from app.flows.idle import IdleLock
    from app.flows.lists_state import ListsState
    from app.flows.preferences import Preferences
    from app.flows.reading import SealReading
    from app.flows.said import Said
    from app.flows.session import Session
    from app.flows.sync_status import SyncLoop, SyncStatus


__all__ = ["APP_VERSION", "TWO_PANES_FROM", "AppContext", "Stage", "Viewport"]

TWO_PANES_FROM = 840  # width
WIDTH_STEP = 40  # so much wider or narrower may need another layout (a window, a split screen)


@dataclass(eq=False)
class Viewport(Observed):
    """The room that there is, logical pixels. Says `changed()` only when the layout may differ."""

    width: float = 412
    height: float = 915

    @property
    def two_panes(self) -> bool:
        """List and detail side by side: a tablet, or a window as wide."""
        return self.width >= TWO_PANES_FROM

    @property
    def landscape(self) -> bool:
        return self.width > self.height

    @property
    def low(self) -> bool:
        """A phone held sideways: little height, so headers shrink."""
        return self.height < 500

    def resize(self, width: float, height: float) -> None:
        before = self._layout()
        self.width, self.height = width, height
        if self._layout() != before:
            self.changed()

    def _layout(self) -> tuple:
        # Not the height: a keyboard that comes up takes of it, and must not redraw the screen.
        return self.two_panes, self.landscape, self.low, self.width // WIDTH_STEP


@dataclass(eq=False)
class Stage(Observed):
    """Which door one stands at: `abrindo`, `sem_suporte`, `outra_aba`, `cadastrar`, `entrar`,
    `dentro`. `reason` is a code that says more (`insecure`, `no_storage`, …)."""

    name: str = "abrindo"
    reason: str = ""

    def to(self, name: str, reason: str = "") -> None:
        if (name, reason) != (self.name, self.reason):
            self.name, self.reason = name, reason
            self.changed()


@dataclass(eq=False)
class AppContext:
    """One per page. The stores are None until the stage has left `abrindo`."""

    ports: Any  # sync.device.ports.DevicePorts
    go: Callable[[str], None]  # navigate to a path
    toast: Callable[..., None]  # `said.say`: toast("Anotado", undo=callable|None)
    said: Said | None = None
    stage: Stage = field(default_factory=Stage)
    viewport: Viewport = field(default_factory=Viewport)
    store: Any = None  # sync.device FieldStore
    cadastro: Any = None  # sync.device Cadastro
    sync: Any = None  # sync.device SyncClient
    session: Session | None = None
    enrolment: Enrolment | None = None
    status: SyncStatus | None = None
    home: Home | None = None
    prefs: Preferences | None = None
    loop: SyncLoop | None = None
    idle: IdleLock | None = None
    lists: ListsState | None = None
    reading: SealReading | None = None  # of a selo; `reading.last` is the last one
    desk: Any = None  # app.screens.desk's, made when first asked for
    law: Any = None  # app.flows.law.book's, made when first asked for
    tasks: list[Any] = field(default_factory=list)  # what runs as long as the page
    last_in: str | None = None  # matrícula of who was in before
    annulments: dict[str, Any] = field(default_factory=dict)  # begun, by record
    registros: str = ""  # which list of Registros was looked at last
    evidences: dict[str, Any] = field(default_factory=dict)  # photos being looked at, by draft
    evidence_from: dict[str, str] = field(default_factory=dict)  # draft -> where one came from

    @property
    def agent(self) -> dict[str, Any] | None:
        """Who is in: {"matricula", "name"}; None at the door."""
        return self.session.agent if self.session else None
