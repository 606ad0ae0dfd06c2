"""Devices on a temporary folder, closed at the end."""

import pytest

from sync.device.store import FieldStore
from tests.support.device import SettableClock, device_ports, enrolled_store, shut
from tests.support.field import VAN
from tests.support.town import Town


@pytest.fixture
def clock():
    return SettableClock()


@pytest.fixture
def town(tmp_path, clock):
    """A server with one municipality and one van."""
    made = Town(tmp_path / "town", clock.now)
    made.add_vehicle(VAN, "ABC1D23")
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "aparelho"


@pytest.fixture
def ports(folder, clock):
    made = device_ports(folder, clock)
    yield made
    made.storage.close()


@pytest.fixture
async def store(ports):
    """The store of an enrolled device."""
    made = await enrolled_store(ports)
    yield made
    made.close()


@pytest.fixture
async def reopen(folder, clock):
    """Ends the process of a store and opens its folder in a new one."""
    opened = []

    async def again(store=None, **others):
        if store is not None:
            shut(store)
        opened.append(await FieldStore.open(device_ports(folder, clock, **others)))
        return opened[-1]

    yield again
    for one in opened:
        shut(one)
