import pytest

from tests.support.papers import invented_typefaces


@pytest.fixture(scope="session")
def typefaces(tmp_path_factory):
    """A folder with the four files of the bundle, invented."""
    return invented_typefaces(tmp_path_factory.mktemp("typefaces"))


@pytest.fixture(params=["core", "typefaces"])
def fonts(request, typefaces, tmp_path):
    """First a folder without fonts (the core ones are used), then one with all four."""
    return typefaces if request.param == "typefaces" else tmp_path
