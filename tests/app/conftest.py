"""An inspector's device and its town, joined by a wire that breaks on command."""

import pytest

from app.flows.enrolment import Enrolment
from app.flows.session import Session
from tests.support.device import SettableClock
from tests.support.field import VAN, Field
from tests.support.town import Town


@pytest.fixture
def clock():
    return SettableClock()


@pytest.fixture
def town(tmp_path, clock):
    made = Town(tmp_path / "town", clock.now)
    made.add_vehicle(VAN, "ABC1D23")
    yield made
    made.close()


@pytest.fixture
async def field(tmp_path, town, clock):
    """A device that nobody has enrolled yet."""
    made = await Field(tmp_path / "device", town, clock).open()
    yield made
    await made.close()


@pytest.fixture
async def enrolled(field):
    await field.enrol()
    await field.client.sync()
    field.breaks()
    return field


@pytest.fixture
def begin(field, town):
    """The flow of the first opening, with a fresh code typed in."""

    def make(code=None):
        flow = Enrolment(field.ports, field.store, field.client)
        flow.type_code(town.new_code() if code is None else code)
        return flow

    return make


@pytest.fixture
def at_the_door(enrolled):
    def make():
        return Session(enrolled.ports, enrolled.store, enrolled.client)

    return make
