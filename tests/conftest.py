"""The order in which things are proved: what is quick and pure first, the real browser last, and
there the longest first, so that no worker waits for another at the end: the groups that share a
device, then the days of work."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ORDER = (
    "checklists", "sync/records", "app", "sync/device", "sync/server", "faults",
    "e2e/test_device_ports", "e2e/test_who_enters", "e2e/test_the_main_job",
    "e2e/test_days_in_the_yard", "e2e", "bench",
)  # fmt: skip


def pytest_itemcollected(item: pytest.Item) -> None:
    """Each room is one worker's, with its moulds and its database server; of the browser's tests
    those that share the probe, and those that name a group."""
    room = item.path.parent.relative_to(HERE).as_posix()
    if "probe_moulds" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.xdist_group("probe"))
    elif not room.startswith(("e2e", "bench")):
        item.add_marker(pytest.mark.xdist_group("/".join(room.split("/")[:2])))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> int:
    room = item.path.relative_to(HERE).as_posix()
    return next((turn for turn, name in enumerate(ORDER) if room.startswith(name)), len(ORDER))
