import pytest

from tests.support.yard import closes, open_yard


@pytest.fixture
async def yard(tmp_path):
    """Mangaratiba, 30/11/2026."""
    made = await open_yard(tmp_path)
    yield made
    closes(made)


@pytest.fixture
async def januaria(tmp_path):
    made = await open_yard(tmp_path, "januaria")
    yield made
    closes(made)


@pytest.fixture
async def last_number(tmp_path):
    """A device that has one selo number left."""
    made = await open_yard(tmp_path, first=7, last=7)
    yield made
    closes(made)
