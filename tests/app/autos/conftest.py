import pytest

from tests.support.roadside import open_roadside


@pytest.fixture
async def roadside(tmp_path):
    """Mangaratiba, 30/11/2026, an agent at the roadside."""
    made = await open_roadside(tmp_path)
    yield made
    made.closes()


@pytest.fixture
async def januaria(tmp_path):
    made = await open_roadside(tmp_path, "januaria")
    yield made
    made.closes()
