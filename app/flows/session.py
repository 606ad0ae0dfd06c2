"""Who is in. One device, several inspectors, each with a PIN that works without signal.

Steps at the door: `lista` (who are you) → `pin` → in; or, for somebody new here, `senha`
(matrícula and password, with signal) → `novo_pin` (twice) → in. A wrong PIN costs time, never
data.
"""

from __future__ import annotations

import math
from typing import Any

from .observed import Observed
from .problems import Trouble, trouble_of
from .typed_text import typed

MIN_PIN, MAX_PIN = 4, 12


def wait_words(seconds: int) -> str:
    """ "Espere 15 s", "Espere 2 min 5 s"."""
    minutes, rest = divmod(seconds, 60)
    parts = ([f"{minutes} min"] if minutes else []) + ([f"{rest} s"] if rest else [])
    return f"Espere {' '.join(parts)}" if parts else ""


class Session(Observed):
    def __init__(self, ports: Any, store: Any, sync: Any) -> None:
        self.ports, self.store, self.sync = ports, store, sync
        self.agent: dict[str, Any] | None = None
        self.step = "lista"
        self.chosen: dict[str, str] | None = None  # who is about to type a PIN
        self.trouble: Trouble | None = None
        self.pin_error: str | None = None
        self.busy = False
        self.locked = False  # at the PIN because nobody touched the device, not to come in
        self._wait_until_ms = 0
        self.to_start()

    # ---- the door --------------------------------------------------------------------------

    @property
    def known(self) -> list[Any]:
        """The inspectors who can enter here with a PIN."""
        return [a for a in self.store.agents if a.has_pin and a.active]

    def to_start(self) -> None:
        """Back to "who are you"; with nobody known here, to matrícula and password."""
        self.chosen, self.trouble, self.pin_error = None, None, None
        self.locked = False
        self.step = "lista" if self.known else "senha"
        self.changed()

    def choose(self, matricula: str) -> None:
        agent = self.store.agent(matricula)
        if agent is None:
            return
        self.chosen = {"matricula": agent.matricula, "name": agent.name, "role": agent.role}
        self.step, self.trouble, self.pin_error = "pin", None, None
        self._note_wait(self.store.pin_wait_s(agent.matricula))
        self.changed()

    def somebody_else(self) -> None:
        self.step, self.chosen, self.trouble = "senha", None, None
        self.changed()

    def wait_s(self) -> int:
        """Seconds until the next PIN is looked at; 0: now."""
        left_ms = self._wait_until_ms - self.ports.clock.monotonic_ms()
        return max(0, math.ceil(left_ms / 1000))

    def tick(self) -> None:
        """Called each second while there is a wait: redraws, and clears the words at its end."""
        if self.wait_s() == 0:
            self.pin_error = None
        self.changed()

    def _note_wait(self, seconds: int) -> None:
        self._wait_until_ms = self.ports.clock.monotonic_ms() + seconds * 1000

    async def enter(self, pin: str) -> bool:
        """Checks the PIN of who was chosen. Offline; True when it is right."""
        if self.busy or self.chosen is None or self.wait_s():
            return False
        self.busy = True
        self.changed()
        try:
            agent = await self.store.check_pin(self.chosen["matricula"], pin)
        except Exception as error:
            seconds = getattr(error, "wait_s", None)
            if seconds is None:
                self.trouble = trouble_of(error)
            else:
                self._note_wait(seconds)
                self.pin_error = "PIN errado. Nada foi apagado."
            self.busy = False
            self.changed()
            return False
        self.busy = self.locked = False
        self._let_in(agent)
        return True

    # ---- somebody new here ------------------------------------------------------------------

    async def introduce(self, matricula: str, password: str) -> bool:
        """Asks the server who this is. True: go on to choose a PIN."""
        matricula = typed(matricula).strip()
        if self.busy:
            return False
        if not matricula or not password:
            missing = "a matrícula" if not matricula else "a senha"
            self.trouble = Trouble("login.missing", f"Falta {missing}.")
            self.changed()
            return False
        self.busy, self.trouble = True, None
        self.changed()
        try:
            found = await self.sync.login(matricula, password)
        except Exception as error:
            self.trouble, self.busy = trouble_of(error), False
            self.changed()
            return False
        found = found.get("agent", found) if isinstance(found, dict) else vars(found)
        self.chosen = {
            "matricula": str(found["matricula"]),
            "name": str(found.get("name") or found["matricula"]),
            "role": str(found.get("role") or ""),
        }
        self.step, self.busy, self.pin_error = "novo_pin", False, None
        self.changed()
        return True

    async def create_pin(self, pin: str, again: str) -> bool:
        """Keeps the PIN of who has just proved who they are, and lets them in."""
        if self.busy or self.chosen is None or self.step != "novo_pin":
            return False
        if pin != again:
            self.pin_error = "Os dois PINs não são iguais. Digite de novo."
            self.changed()
            return False
        self.busy = True
        self.changed()
        try:
            agent = await self.store.set_pin(
                self.chosen["matricula"], pin, self.chosen["name"], self.chosen["role"]
            )
        except Exception as error:
            self.busy = False
            if type(error).__name__ == "PinWeak":
                self.pin_error = str(error)
            else:
                self.trouble = trouble_of(error)
            self.changed()
            return False
        self.busy = False
        self._let_in(agent)
        return True

    # ---- inside -----------------------------------------------------------------------------

    def _let_in(self, agent: Any) -> None:
        now = self.ports.clock.now().isoformat(timespec="seconds")
        self.agent = {
            "matricula": agent.matricula,
            "name": agent.name,
            "role": agent.role,
            "proof": "pin",
            "at": now,
        }
        self.trouble, self.pin_error, self.chosen = None, None, None
        self.changed()

    def leave(self) -> None:
        """Locks the device. Drafts and what waits to be sent stay."""
        self.agent = None
        self.to_start()

    def lock(self) -> None:
        """Asks whoever is in for their PIN again, after a while without a touch."""
        if self.agent is None:
            return
        matricula, self.agent = self.agent["matricula"], None
        self.choose(matricula)
        self.locked = True
        self.changed()
