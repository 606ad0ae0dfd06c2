"""A device at the roadside of a town."""

import pytest

from tests.support.roadside import open_roadside


@pytest.fixture
async def roadside(tmp_path):
    """Mangaratiba, 30/11/2026."""
    made = await open_roadside(tmp_path)
    yield made
    made.closes()


@pytest.fixture
async def at(tmp_path):
    """`await at("sapezal", autos=1)`: the same in another town."""
    opened = []

    async def begin(town, **more):
        opened.append(await open_roadside(tmp_path / town, town, **more))
        return opened[-1]

    yield begin
    for one in opened:
        one.closes()
