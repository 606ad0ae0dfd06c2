"""What the fuzzer found or thought worth keeping is answered as it must be, with no fuzzer."""

import pytest

from tests.fuzz import selo_fuzz

KEPT = {path.name: path.read_bytes() for path in sorted(selo_fuzz.CORPUS.iterdir())}


def test_every_kept_input_is_answered():
    assert len(KEPT) > 150
    assert {data[0] % len(selo_fuzz.KINDS) for data in KEPT.values() if data} == set(
        range(len(selo_fuzz.KINDS))
    )
    for data in KEPT.values():
        selo_fuzz.one(data)


def test_every_seed_is_answered():
    for data in selo_fuzz.seeds().values():
        selo_fuzz.one(data)


def test_the_harness_would_see_a_forgery(monkeypatch):
    good = selo_fuzz.seeds()["bytes"]
    monkeypatch.setattr(selo_fuzz, "GENUINE", set())
    with pytest.raises(AssertionError, match="forgery"):
        selo_fuzz.one(good)
