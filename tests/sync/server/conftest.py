"""The server on each database, and devices that talk to it."""

from __future__ import annotations

import shutil
import uuid
from pathlib import Path

import pytest

from sync.server import enrol, tenants
from sync.server.config import Config
from sync.server.context import Server, open_server
from tests.support.field_device import NOON, FieldDevice, StillClock, client_of
from tests.support.postgres import running_cluster

IBGE, OTHER = 3302601, 3135209
TOWNS = (
    tenants.NewTenant(
        IBGE, "Mangaratiba", "RJ", "America/Sao_Paulo", "mangaratiba", "(21) 2000-0000",
        "ouvidoria@mangaratiba.exemplo",
    ),
    tenants.NewTenant(OTHER, "Januária", "MG", "America/Sao_Paulo", "januaria"),
)  # fmt: skip
AGENTS = (
    ("1001", "Marta Figueiral", "inspetor", "vistoria-1001"),
    ("9001", "Helena Jequitibá", "administrador", "vistoria-9001"),
)


def _found(config: Config, clock) -> Server:
    server = open_server(config, clock)
    for town in TOWNS:
        tenants.create(server, town)
        for agent in AGENTS:
            tenants.add_agent(server, town.ibge, *agent)
    return server


@pytest.fixture(scope="session")
def cluster():
    with running_cluster() as running:
        yield running


@pytest.fixture(scope="session")
def sqlite_mould(tmp_path_factory) -> Path:
    """A data folder with both towns, copied for each test."""
    folder = tmp_path_factory.mktemp("molde")
    _found(Config(data=folder), StillClock(NOON)).db.dispose()
    return folder


@pytest.fixture(scope="session")
def postgres_mould(cluster, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("molde-pg")
    url = cluster.create("molde")
    _found(Config(data=folder, database_url=url), StillClock(NOON)).db.dispose()
    return folder


@pytest.fixture
def clock() -> StillClock:
    return StillClock(NOON)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def server(request, tmp_path, clock):
    """One contract, each database."""
    mould = request.getfixturevalue(f"{request.param}_mould")
    data = tmp_path / "dados"
    shutil.copytree(mould, data)
    url, name = "", f"teste_{uuid.uuid4().hex[:12]}"
    if request.param == "postgres":
        cluster = request.getfixturevalue("cluster")
        url = cluster.create(name, "molde")
    config = Config(
        data=data, database_url=url, public_url="http://localhost:8100", app_dist=tmp_path / "app"
    )
    made = open_server(config, clock)
    yield made
    made.db.dispose()
    if url:
        cluster.drop(name)


@pytest.fixture
def sqlite_server(sqlite_mould, tmp_path, clock):
    """Where the database makes no difference."""
    data = tmp_path / "dados"
    shutil.copytree(sqlite_mould, data)
    config = Config(data=data, public_url="http://localhost:8100", app_dist=tmp_path / "app")
    made = open_server(config, clock)
    yield made
    made.db.dispose()


@pytest.fixture
async def client(server):
    async with client_of(server) as made:
        yield made


@pytest.fixture
async def lone_client(sqlite_server):
    async with client_of(sqlite_server) as made:
        yield made


@pytest.fixture
async def device(server, client) -> FieldDevice:
    return await ready_device(server, client)


@pytest.fixture
async def lone_device(sqlite_server, lone_client) -> FieldDevice:
    return await ready_device(sqlite_server, lone_client)


async def ready_device(server, client, ibge: int = IBGE) -> FieldDevice:
    made = FieldDevice(client)
    await made.enrol(enrol.new_code(server, ibge))
    await made.open_session()
    return made


@pytest.fixture
def another_device():
    """Makes more devices: `await another_device(server, client, ibge)`."""
    return ready_device
