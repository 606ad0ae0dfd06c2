"""The examples in the docstrings are true."""

import doctest

import pytest

import checklists
from checklists import dates, legal_days

MODULES = (checklists, dates, legal_days)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_of_a_module_are_true(module):
    found = doctest.testmod(module, extraglobs={"date": dates.date})
    assert found.attempted > 0
    assert found.failed == 0
