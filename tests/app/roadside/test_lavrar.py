"""From a stop to its autos: whole, in order, once."""

import pytest

from sync.records.canonical import b64url_bytes
from sync.records.envelope import check_record, verify_record

TOWNS = ["januaria", "mangaratiba", "muriae", "santo-andre", "sapezal"]


def fined(law, service):
    """Citations of two conducts that the law punishes in a service, that overlap nowhere."""
    from checklists import notices

    cites = [row.cite for row in law.conducts if row.status == "vigente" and row.reaches(service)]
    first = cites[0]
    second = next((c for c in cites[1:] if not notices.charged_twice(law, [first, c])), first)
    return list(dict.fromkeys([first, second]))


@pytest.mark.parametrize("town", TOWNS)
async def test_a_stop_becomes_signed_records_that_the_servers_rules_take(at, town):
    road = await at(town)
    vehicle = road.registers()
    cites = fined(road.law, vehicle["service"])
    done = await road.draws_up(vehicle, *cites, how="assinou")
    key = b64url_bytes(road.store.device_identity()["public_key"])
    kept = road.store.records()
    for one in kept:
        check_record(one.record)
        assert verify_record(one.record, key)
    kinds = [one.kind for one in reversed(kept)]
    assert kinds == ["abordagem", *["auto"] * len(cites)]
    numbers = [road.store.record(auto_id).body["number"] for auto_id in done]
    assert numbers == list(range(301, 301 + len(cites)))
    stop = kept[-1]
    assert stop.body["autos"] == done
    for auto_id in done:
        body = road.store.record(auto_id).body
        assert body["stop"] == stop.id
        assert body["vehicle"]["plate"] == "ABC1D23"
        assert body["acknowledged"] == "assinou"
        roles = [one["role"] for one in road.store.record(auto_id).record["attachments"]]
        assert "assinatura" in roles
