"""The order in which things are proved: what is quick and pure first, the real browser last, and
there the longest first, so that no worker waits for another at the end: the groups that share a
device, then the days of work."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
# The browser's tests by the device that they begin with.
DEVICES = {
    "probe": {
        "test_device_ports.py", "test_camera_and_place.py", "test_copy_in_browser.py",
        "test_signatures.py", "test_store_in_browser.py", "test_new_versions.py",
        "test_opens_anywhere.py",
    },
    "januaria": {"test_who_enters.py", "test_bad_input.py", "test_on_a_bad_line.py"},
}  # fmt: skip
ORDER = (
    "checklists", "sync/records", "app", "sync/device", "sync/server", "faults",
    "e2e/test_device_ports", "e2e/test_who_enters", "e2e/test_the_main_job",
    "e2e/test_days_in_the_yard", "e2e", "bench",
)  # fmt: skip


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Hands the workers one share after another."""
    from xdist.scheduler import LoadScopeScheduling

    class Shares(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return share(nodeid)

    return Shares(config, log)


def share(nodeid: str) -> str:
    """What one worker does in a row, so that a mould or a database server is made once: a room, or
    the browser's tests that begin with the same device. Other browser tests stand alone."""
    room, _, name = nodeid.partition("::")[0].removeprefix("tests/").rpartition("/")
    if room != "e2e":
        return "/".join(room.split("/")[:2])
    device = next((device for device, names in DEVICES.items() if name in names), nodeid)
    return "januaria" if "januaria" in nodeid else device


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    room = item.path.relative_to(HERE).as_posix()
    return next((turn for turn, name in enumerate(ORDER) if room.startswith(name)), len(ORDER))
