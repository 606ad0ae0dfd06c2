"""How many selos are issued and checked in a second, beside bare Ed25519, taking turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from sync import records
from sync.records import check, issue, seal
from tests.bench.rivals import facts
from tests.support import records as made
from tests.support import selo_vectors as town

SEALS, TURN, ROUNDS = 200, 20, 20
KEY = made.key_from()
PUBLIC = made.public_bytes(KEY)


def compared(
    ours: Callable[[object], object], ours_of: list, bare: Callable[[object], object],
    bare_of: list,
) -> tuple[float, float, float]:
    """(ours, bare) a second of processor time, and ours for one of the bare: medians of short turns
    that alternate, so that whatever else runs slows both."""
    pairs = []
    for at in [*range(0, SEALS, TURN)] * ROUNDS:
        taken = []
        for call, of in ((bare, bare_of), (ours, ours_of)):
            part = of[at : at + TURN]
            before = time.process_time()
            for one in part:
                call(one)
            taken.append(time.process_time() - before)
        pairs.append(taken)
    bare_s, ours_s = (statistics.median(times) for times in zip(*pairs, strict=True))
    ratio = statistics.median(plain / whole for plain, whole in pairs)
    return TURN / ours_s, TURN / bare_s, ratio


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
    found = compared(issues, pairs, lambda of: KEY.sign(of[1]), signed)
    told(table, "selos issued, from the vistoria to the address", *found, "signatures", "")

    lists = town.seal_lists()
    now = town.ISSUED.replace(hour=18)
    texts = [town.address(one) for one in packed]

    def checks(text: str) -> check.SealCheck:
        return check.check(text, lists, now)

    assert [checks(text).payload for text in texts] == said
    assert {checks(text).colour for text in texts} == {"verde"}
    found = compared(
        checks, texts,
        lambda of: Ed25519PublicKey.from_public_bytes(PUBLIC).verify(*of), signed,
    )  # fmt: skip
    told(table, "selos checked, from the scanned text to the colour", *found,
         "signatures verified", "≥ 70 % of bare")  # fmt: skip


def vistoria(wanted: records.SealPayload) -> dict:
    vehicle = made.vehicle(plate=wanted.plate, chassis_tail=wanted.chassis_tail)
    verdict = made.verdict(valid_until=wanted.valid_until.isoformat())
    return made.envelope(body=made.vistoria_body(vehicle=vehicle, verdict=verdict))


def told(
    table, what: str, ours: float, bare: float, ratio: float, bare_what: str, aim: str
) -> None:
    table.add(
        what, f"{ours:,.0f} a second".replace(",", " "),
        f"{bare:,.0f} {bare_what}; ratio {ratio:.2f}".replace(",", " "), aim,
    )  # fmt: skip
