"""How many selos are issued and checked in a second, beside bare Ed25519, taking turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sync import records
from sync.records import check, issue, seal
from tests.bench.rivals import facts
from tests.support import records as made
from tests.support import selo_vectors as town

SEALS, TURNS = 200, 15
KEY = made.key_from()
PUBLIC = made.public_bytes(KEY)


def rates(
    ours: Callable[[object], None], ours_of: Iterable, bare: Callable[[object], None],
    bare_of: Iterable,
) -> tuple[float, float]:
    """How many a second of processor time: the median of turns that alternate."""
    taken: dict[Callable, list[float]] = {ours: [], bare: []}
    for _ in range(TURNS):
        for call, of in ((bare, bare_of), (ours, ours_of)):
            before = time.process_time()
            for one in of:
                call(one)
            taken[call].append(time.process_time() - before)
    return tuple(SEALS / statistics.median(taken[call]) for call in (ours, bare))


def test_how_many_selos_are_issued_and_checked_in_a_second(table):
    said = [facts(seed) for seed in range(SEALS)]
    packed = [seal.pack(one, KEY.sign(seal.signing_input(one))) for one in said]
    signed = [(one[seal.BODY_BYTES :], seal.SEAL_PREFIX + one[: seal.BODY_BYTES]) for one in packed]
    vistorias = [vistoria(one) for one in said]

    def issues(of: tuple[dict, records.SealPayload]) -> str:
        record, wanted = of
        payload = issue.seal_payload(record, wanted.serial, wanted.inspected_on, PUBLIC)
        return seal.url(town.BASE, seal.pack(payload, KEY.sign(seal.signing_input(payload))))

    pairs = list(zip(vistorias, said, strict=True))
    assert [issues(pair) for pair in pairs] == [town.address(one) for one in packed]
    ours, bare = rates(issues, pairs, lambda of: KEY.sign(of[1]), signed)
    told(table, "selos issued, from the vistoria to the address", ours, bare, "signatures", "")

    lists = town.seal_lists()
    now = town.ISSUED.replace(hour=18)
    texts = [town.address(one) for one in packed]

    def checks(text: str) -> check.SealCheck:
        return check.check(text, lists, now)

    assert [checks(text).payload for text in texts] == said
    assert {checks(text).colour for text in texts} == {"verde"}
    ours, bare = rates(
        checks, texts,
        lambda of: Ed25519PublicKey.from_public_bytes(PUBLIC).verify(*of), signed,
    )  # fmt: skip
    told(table, "selos checked, from the scanned text to the colour", ours, bare,
         "signatures verified", "≥ 70 % of bare")  # fmt: skip


def vistoria(wanted: records.SealPayload) -> dict:
    vehicle = made.vehicle(plate=wanted.plate, chassis_tail=wanted.chassis_tail)
    verdict = made.verdict(valid_until=wanted.valid_until.isoformat())
    return made.envelope(body=made.vistoria_body(vehicle=vehicle, verdict=verdict))


def told(table, what: str, ours: float, bare: float, bare_what: str, aim: str) -> None:
    table.add(
        what, f"{ours:,.0f} a second".replace(",", " "),
        f"{bare:,.0f} {bare_what}; ratio {ours / bare:.2f}".replace(",", " "), aim,
    )  # fmt: skip
