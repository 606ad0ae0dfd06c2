"""The sync client: enrol, log in, push, pull, ask for numbers. Never raises for the network's sake
in `sync`; `enrol` and `login`, which a person waits for, raise the `SyncProblem`.

    client = SyncClient(ports, store, cadastro)
    client.subscribe(lambda state: ...)
    await client.sync()
"""

from __future__ import annotations

import asyncio
import logging
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

from sync.device import state as phases
from sync.device.api import Api
from sync.device.attachments import AttachmentPush
from sync.device.base import instant, moment_of
from sync.device.blocks import ask_numbers
from sync.device.cadastro import Cadastro
from sync.device.enrolment import enrol
from sync.device.ports import DeviceError, DevicePorts, KeyMissing, StorageFull
from sync.device.problems import (
    CutOff,
    Garbled,
    Offline,
    Refused,
    SessionOver,
    SyncProblem,
    TimedOut,
)
from sync.device.pull import Pull
from sync.device.push import RecordPush
from sync.device.state import SyncState
from sync.device.store import FieldStore
from sync.records import trust
from sync.records.bodies import NUMBERED
from sync.records.canonical import b64url

PAUSE_FIRST_S, PAUSE_MAX_S = 5.0, 300.0
CUT_TRIES = 3
"""How often a step that was cut or timed out is tried within one sync."""

log = logging.getLogger("prancheta.sync")

Progress = Callable[[int, int], Any]


class SyncClient:
    """One device's conversation with its server."""

    def __init__(
        self,
        ports: DevicePorts,
        store: FieldStore,
        cadastro: Cadastro,
        *,
        sleep: Callable[[float], Awaitable[Any]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self.ports, self.store, self.cadastro = ports, store, cadastro
        self.api = Api(ports.network)
        self._sleep, self._chance = sleep, chance
        self._busy = asyncio.Lock()
        self._watchers: list[Callable[[SyncState], Any]] = []
        self._on_progress: Progress | None = None
        self._failures = 0
        self._retry_after_s: float | None = None
        last_ok = store.meta("last_ok")
        self.state = SyncState(last_ok=moment_of(last_ok) if last_ok else None)
        self.refresh()

    # what screens watch

    def subscribe(self, watcher: Callable[[SyncState], Any]) -> Callable[[], None]:
        """Calls `watcher` at every change of `state`; returns what ends it."""
        self._watchers.append(watcher)

        def unsubscribe() -> None:
            with suppress(ValueError):
                self._watchers.remove(watcher)

        return unsubscribe

    def refresh(self, **changes: Any) -> None:
        """Counts again what waits, such as after a conclusion, and tells who watches."""
        records, blobs = self.store.outbox_counts()
        data_at = self.cadastro.data_at
        at = moment_of(data_at) if data_at else None
        fresh = replace(
            self.state,
            pending_records=records,
            pending_files=blobs,
            pending_photos=self.store.outbox_photos() if blobs else 0,
            data_at=at,
            data_age=_whole_minutes(self.ports.clock.now() - at) if at else None,
            **changes,
        )
        if fresh != self.state:
            self.state = fresh
            for watcher in list(self._watchers):
                watcher(fresh)

    @property
    def snapshot_complete(self) -> bool:
        """Whether the whole registry has been here once."""
        return self.cadastro.complete

    @property
    def retry_in_s(self) -> float:
        """How long to wait before the next automatic `sync`: doubles with each failure in a row
        up to `PAUSE_MAX_S`, half of it by chance, and never less than the server asked for."""
        if not self._failures:
            return 0.0
        pause_s = min(PAUSE_FIRST_S * 2 ** min(self._failures - 1, 16), PAUSE_MAX_S)
        return max(pause_s * (0.5 + self._chance() / 2), self._retry_after_s or 0.0)

    # what a person asks for

    async def enrol(self, code: str, name: str) -> dict[str, Any]:
        """Becomes a device of the municipality that gave the code; returns the identity.

        May be repeated after a lost answer: the same code and key get the same answer. Raises
        `SyncProblem` (`enrol.*`, `net.*`), `StorageFull`.
        """
        async with self._busy:
            self.refresh(phase=phases.ENROLLING)
            try:
                identity = await self._again(
                    lambda: enrol(self.api, self.ports, self.store, code, name)
                )
            finally:
                self.refresh(phase=phases.IDLE)
            self.api.token = None
            with suppress(DeviceError, sqlite3.Error):  # the first pull does it otherwise
                await self.cadastro.make_ready(identity["device"]["id"])
            return identity

    async def login(self, matricula: str, password: str) -> dict[str, Any]:
        """{"matricula", "name", "role"} when the server knows the password; set a PIN then.

        Raises `SyncProblem`: `login.refused`, `login.too_many`, `net.*`.
        """
        body = {"matricula": matricula.strip(), "password": password}

        async def ask() -> dict[str, Any]:
            return await self.api.json("POST", "login", json=body)

        async with self._busy:
            answer = await self._again(lambda: self._in_session(ask))
        agent = answer.get("agent")
        if not isinstance(agent, dict) or not isinstance(agent.get("matricula"), str):
            raise Garbled(detail="login")
        return {
            "matricula": agent["matricula"],
            "name": str(agent.get("name") or agent["matricula"]),
            "role": str(agent.get("role") or ""),
        }

    async def sync(self, on_progress: Progress | None = None) -> SyncState:
        """Pushes records, asks for numbers, pushes attachments, pulls. Returns the state.

        `on_progress(done, total)` is called in each phase. While one runs, another call waits
        for it and then does its own. What fails is in `state`, never raised.
        """
        async with self._busy:
            if self.store.device_identity() is None:
                return self.state
            self._on_progress = on_progress
            try:
                await self._steps()
            except SyncProblem as problem:
                self._note_failure(problem)
            except DeviceError as error:  # a full disk, a key that is gone
                self._note_failure(SyncProblem(str(error), code=_device_code(error)))
            except sqlite3.Error as error:
                self._note_failure(SyncProblem(DeviceError.message, code="storage.problem"))
                log.exception("sync stopped", exc_info=error)
            else:
                self._note_success()
            finally:
                self._on_progress = None
                self.refresh(phase=phases.IDLE, sending=0, total=0)
            return self.state

    async def close(self) -> None:
        await self.api.close()

    # the steps

    async def _steps(self) -> None:
        push = RecordPush(self.api, self.store, self._telling(phases.PUSHING))
        await self._again(lambda: self._in_session(push.run))
        for series in NUMBERED:
            await self._again(lambda s=series: self._in_session(
                lambda: ask_numbers(self.api, self.store, s)
            ))
        photos = AttachmentPush(self.api, self.store, self._telling(phases.PHOTOS))
        await self._again(lambda: self._in_session(photos.run))
        pull = Pull(self.api, self.store, self.cadastro, self._telling(phases.PULLING))
        await self._again(lambda: self._in_session(pull.run))
        if push.problem is not None:
            raise push.problem

    def _telling(self, phase: str) -> Progress:
        def tell(done: int, total: int) -> None:
            self.refresh(phase=phase, sending=done, total=total)
            if self._on_progress is not None:
                self._on_progress(done, total)

        return tell

    async def _again(self, step: Callable[[], Awaitable[Any]]) -> Any:
        """Runs a step again, after a short pause, when it was cut: every step may be repeated."""
        for tried in range(1, CUT_TRIES + 1):
            try:
                return await step()
            except (TimedOut, CutOff):
                if tried == CUT_TRIES:
                    raise
                await self._sleep(0.3 * 2**tried * (0.5 + self._chance() / 2))
        raise AssertionError

    async def _in_session(self, step: Callable[[], Awaitable[Any]]) -> Any:
        """Runs a step with a session, opening a new one once when the old one is over."""
        if self.api.token is None:
            await self._open_session()
        try:
            return await step()
        except SessionOver:
            await self._open_session()
            return await step()

    async def _open_session(self) -> None:
        identity = self.store.device_identity()
        if identity is None:
            raise SyncProblem("Este aparelho ainda não está inscrito.", code="device.not_enrolled")
        self.api.token = None
        challenge = await self.api.json("GET", "challenge")
        nonce, device = challenge.get("nonce"), identity["device"]["id"]
        if not isinstance(nonce, str):
            raise Garbled(detail="challenge")
        signature = await self.ports.keys.sign(trust.session_signing_input(nonce, device))
        body = {"device": device, "nonce": nonce, "signature": b64url(signature)}
        try:
            answer = await self._ask_session(identity, body)
        except Refused as refused:
            if refused.code == "session.device_unknown":
                self.store.note_known_to_server(False)
            raise
        token, status = answer.get("token"), answer.get("device_status")
        if not isinstance(token, str) or status not in ("active", "revoked"):
            raise Garbled(detail="session")
        try:
            self.store.note_server_time(answer["server_time"])
        except (KeyError, ValueError, TypeError) as error:
            raise Garbled(detail="server_time") from error
        self.api.token = token
        self.store.note_known_to_server(True)
        await self.store.set_device_status(status)

    async def _ask_session(
        self, identity: dict[str, Any], body: dict[str, Any]
    ) -> dict[str, Any]:
        """A server that lost its memory of us may know its own signature on our certificate."""
        try:
            return await self.api.json("POST", "session", json=body)
        except Refused as refused:
            certificate = identity.get("certificate")
            if refused.code != "session.device_unknown" or not certificate:
                raise
            body = {**body, "certificate": certificate, "device_name": identity["device"]["name"]}
            return await self.api.json("POST", "session", json=body)

    # how it went

    def _note_failure(self, problem: SyncProblem) -> None:
        self._failures += 1
        self._retry_after_s = problem.retry_after_s
        if isinstance(problem, Offline):
            since = self.state.offline_since or self.ports.clock.now()
            self.refresh(offline_since=since, problem=None)
        else:
            self.refresh(offline_since=None, problem=problem.as_dict())

    def _note_success(self) -> None:
        self._failures, self._retry_after_s = 0, None
        now = self.ports.clock.now()
        self.store.set_meta("last_ok", instant(now))
        self.refresh(offline_since=None, problem=None, last_ok=now)


def _whole_minutes(age: timedelta) -> timedelta:
    return timedelta(minutes=max(0, age // timedelta(minutes=1)))


def _device_code(error: DeviceError) -> str:
    return {StorageFull: "storage.full", KeyMissing: "key.missing"}.get(type(error), "device")
