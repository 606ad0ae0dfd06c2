"""A throwaway PostgreSQL in a temporary folder, reached by a socket in that folder only."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

SYSTEM_USER = "postgres"
SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "shared_buffers=32MB",
    "max_connections=60",
)


class PostgresMissing(RuntimeError):
    """PostgreSQL's server programs are not on this machine."""


@dataclass(frozen=True)
class Cluster:
    """A running server. Databases are made from a template in some milliseconds."""

    socket_folder: Path

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.socket_folder}"

    def run(self, statement: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)

    def create(self, database: str, template: str = "template0") -> str:
        self.run(f'CREATE DATABASE "{database}" TEMPLATE "{template}"')
        return self.url(database)

    def drop(self, database: str) -> None:
        self.run(f'DROP DATABASE IF EXISTS "{database}" WITH (FORCE)')


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Starts it, and stops and erases it at the end. PostgreSQL refuses to run as root."""
    programs = _programs()
    # Not under the test's own folder: a socket's path may have 107 bytes at most.
    folder = Path(tempfile.mkdtemp(prefix="prancheta-pg-"))
    user = SYSTEM_USER if os.getuid() == 0 else None
    if user is not None:
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)
    data = folder / "data"
    control = [str(programs / "pg_ctl"), "-D", str(data), "-w"]
    try:
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust"]
        _run([*initdb, "-E", "UTF8", "--locale=C", "--no-sync"], user, folder)
        settings = (*SETTINGS, f"unix_socket_directories={folder}")
        options = " ".join(f"-c {setting}" for setting in settings)
        _run([*control, "-o", options, "-l", str(folder / "log"), "start"], user, folder)
        try:
            yield Cluster(folder)
        finally:
            _run([*control, "-m", "immediate", "stop"], user, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """The newest `initdb`'s folder: Debian keeps them off the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=_version)
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    if on_path is None:
        raise PostgresMissing("Install PostgreSQL's server: apt-get install postgresql")
    return Path(on_path).parent


def _version(initdb: Path) -> int:
    name = initdb.parent.parent.name
    return int(name) if name.isdigit() else 0


def _run(command: list[str], user: str | None, folder: Path) -> None:
    done = subprocess.run(
        command, user=user, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, timeout=120, env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
    )  # fmt: skip
    if done.returncode != 0:
        log = folder / "log"
        more = log.read_text() if log.exists() else ""
        raise RuntimeError(f"{command[0]}: {done.stderr}\n{more}")
