"""The inspectors of this device and their PINs.

A PIN is checked offline, by argon2id. Every wrong one after the first few makes the next wait
longer. The wait is measured by a clock that cannot be set, and begins again with each start of the
app: neither setting the time nor closing the app shortens it. Nothing is ever erased.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from sync.device.base import Base
from sync.device.errors import AgentUnknown, PinLocked, PinWeak, PinWrong

WAITS_S = (0, 0, 5, 15, 30, 60, 120, 300, 900)
"""Seconds to wait after the 1st, 2nd, ... wrong PIN in a row; the last one for all that follow."""

PIN_MIN_DIGITS, PIN_MAX_DIGITS = 4, 12


@dataclass(frozen=True)
class Agent:
    """An inspector who has entered on this device."""

    matricula: str
    name: str
    role: str = ""
    has_pin: bool = False
    failures: int = 0
    active: bool = True


class Agents(Base):
    """The part of the store that knows who may enter."""

    _waits_until_ms: dict[str, int]
    """matrícula -> when, by this run's monotonic clock, the next PIN is looked at"""

    @property
    def agents(self) -> list[Agent]:
        rows = self.file.rows(
            "SELECT matricula, name, role, pin IS NOT NULL, failures, active "
            "FROM agents ORDER BY name, matricula"
        )
        return [Agent(r[0], r[1], r[2] or "", bool(r[3]), r[4], bool(r[5])) for r in rows]

    def agent(self, matricula: str) -> Agent | None:
        return next((a for a in self.agents if a.matricula == matricula.strip()), None)

    async def set_pin(self, matricula: str, pin: str, name: str = "", role: str = "") -> Agent:
        """Lets the agent in by this PIN from now on, and forgets wrong ones.

        Call it only after the server (or the old PIN) has proved who this is. Raises `PinWeak`.
        """
        matricula = matricula.strip()
        if not pin_is_acceptable(pin):
            raise PinWeak
        encoded = await self.ports.keys.hash_pin(pin)
        with self._writing() as (db, now):
            db.execute(
                "INSERT INTO agents (matricula, name, role, active, pin, failures, since) "
                "VALUES (?, ?, ?, 1, ?, 0, ?) ON CONFLICT (matricula) DO UPDATE SET "
                "name = coalesce(nullif(excluded.name, ''), name), "
                "role = coalesce(nullif(excluded.role, ''), role), active = 1, "
                "pin = excluded.pin, failures = 0, failed_at = NULL",
                (matricula, name, role, encoded, now),
            )
        await self._refresh_head()
        found = self.agent(matricula)
        assert found is not None
        return found

    async def check_pin(self, matricula: str, pin: str) -> Agent:
        """The agent, when the PIN is right. Raises `AgentUnknown`, `PinWrong`, `PinLocked`.

        The attempt is counted on disk before the PIN is looked at, so killing the app in between
        wins nothing.
        """
        matricula = matricula.strip()
        row = self.file.row(
            "SELECT pin, failures FROM agents WHERE matricula = ? AND active = 1", (matricula,)
        )
        if row is None or row[0] is None:
            raise AgentUnknown(matricula)
        encoded, failures = row
        wait_s = self.pin_wait_s(matricula)
        if wait_s:
            raise PinLocked(wait_s)
        next_wait_s = WAITS_S[min(failures, len(WAITS_S) - 1)]
        with self._writing() as (db, now):
            db.execute(
                "UPDATE agents SET failures = failures + 1, failed_at = ? WHERE matricula = ?",
                (now, matricula),
            )
        self._begin_wait(matricula, failures + 1)
        if not await self.ports.keys.verify_pin(pin, encoded):
            raise PinWrong(next_wait_s)
        with self._writing() as (db, _):
            db.execute(
                "UPDATE agents SET failures = 0, failed_at = NULL WHERE matricula = ?",
                (matricula,),
            )
        found = self.agent(matricula)
        assert found is not None
        return found

    def pin_wait_s(self, matricula: str) -> int:
        """Seconds until the agent's next PIN is looked at; 0: at once."""
        failures = self.file.value(
            "SELECT failures FROM agents WHERE matricula = ?", (matricula,)
        )
        if not failures:
            return 0
        if matricula not in self._waits_until_ms:  # wrong ones before this start
            self._begin_wait(matricula, failures)
        left_ms = self._waits_until_ms[matricula] - self.ports.clock.monotonic_ms()
        return max(0, -(-left_ms // 1000))

    def _begin_wait(self, matricula: str, failures: int) -> None:
        wait_s = WAITS_S[min(failures, len(WAITS_S)) - 1]
        self._waits_until_ms[matricula] = self.ports.clock.monotonic_ms() + wait_s * 1000

    def set_agent_active(self, matricula: str, active: bool) -> None:
        """What the server says of an agent; an inactive one cannot enter. Drafts stay."""
        with self._writing() as (db, _):
            db.execute("UPDATE agents SET active = ? WHERE matricula = ?", (int(active), matricula))


def pin_is_acceptable(pin: str) -> bool:
    """4 to 12 digits, neither all the same nor a plain run such as 1234 or 4321."""
    if not (pin.isascii() and pin.isdigit() and PIN_MIN_DIGITS <= len(pin) <= PIN_MAX_DIGITS):
        return False
    steps = {int(b) - int(a) for a, b in pairwise(pin)}
    return steps not in ({0}, {1}, {-1})
