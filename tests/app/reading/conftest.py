"""An agent at the roadside with a synced device, and a colleague who issued a selo this morning."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree

import pytest

from app.flows.reading import SealReading
from tests.support.device import AGENT, SettableClock
from tests.support.field import VAN, Field
from tests.support.senses import Camera, Satellites
from tests.support.town import Town


@dataclass
class Roadside:
    """`reads()` starts the flow anew over the same store, as a new process would."""

    field: Field
    camera: Camera
    satellites: Satellites
    url: str
    recorded: int = 0

    def reads(self) -> SealReading:
        ports = replace(self.field.ports, scan=self.camera, place=self.satellites)
        return SealReading(
            ports, self.field.store, self.field.cadastro, lambda: {**AGENT, "name": "Ana"},
            self._recorded,
        )

    def _recorded(self) -> None:
        self.recorded += 1

    async def sees(self, *texts: str) -> SealReading:
        """The flow, with what the camera saw read."""
        self.camera.before = texts
        flow = self.reads()
        flow.open()
        await flow.by_camera()
        return flow

    @property
    def leituras(self) -> list[dict]:
        return [kept.body for kept in self.field.store.records(kind="leitura")]


async def _morning(town: Town, device: Field, colleague: Field) -> str:
    """A colleague issues a selo, and the device hears of it; gives its address."""
    for one in (device, colleague):
        await one.open()
        await one.enrol()
        await one.client.sync()
    _, selo = await colleague.inspects()
    await colleague.client.sync()
    await device.client.sync()
    url = colleague.store.selo_url(selo)
    await colleague.close()
    return url


@pytest.fixture(scope="session")
def morning(tmp_path_factory) -> tuple[Path, str]:
    """The device's folder at the end of it, to copy, and the selo's address."""
    folder, clock = tmp_path_factory.mktemp("morning"), SettableClock()
    town = Town(folder / "town", clock.now)
    town.add_vehicle(VAN, "ABC1D23")
    device, colleague = (Field(folder / name, town, clock) for name in ("device", "colleague"))

    async def go() -> str:
        url = await _morning(town, device, colleague)
        await device.close()
        return url

    url = asyncio.run(go())
    town.close()
    return folder / "device", url


@pytest.fixture
async def roadside(tmp_path, clock, morning):
    """Far from any signal."""
    folder, url = morning
    field = Field(Path(copytree(folder, tmp_path / "device")), None, clock)
    await field.open()
    field.breaks(lambda number, request: "down")
    yield Roadside(field, Camera(), Satellites(at=clock.now()), url)
    await field.close()


@pytest.fixture
async def in_town(tmp_path, town, clock):
    """The same, with a server to speak to."""
    device, colleague = (Field(tmp_path / name, town, clock) for name in ("device", "colleague"))
    url = await _morning(town, device, colleague)
    yield Roadside(device, Camera(), Satellites(at=clock.now()), url)
    await device.close()
