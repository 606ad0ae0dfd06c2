"""Good seals, changed in every way that pays: none is called good, whatever the vehicle."""

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from sync.records import CATEGORY_CODES, seal
from sync.records.check import check
from sync.records.short_code import parse_short_code, short_code
from tests.support import records as made
from tests.support import selo_vectors as town

LISTS = town.seal_lists()
ORDER = 2**252 + 27742317777372353535851937790883648493  # of Ed25519's group (RFC 8032)
plates = st.from_regex(r"[A-Z]{3}[0-9][0-9A-Z][0-9]{2}", fullmatch=True)
tails = st.from_regex(r"[0-9A-Z]{6}", fullmatch=True)
days = st.integers(0, 170).map(lambda back: date(2026, 11, 30) - timedelta(days=back))
payloads = st.builds(
    lambda serial, plate, tail, day, category, status: made.payload(
        serial=serial, plate=plate, chassis_tail=tail, inspected_on=day,
        valid_until=day + timedelta(days=181), category=category, status=status,
        key_id=seal.key_id(made.public_bytes(town.DEVICE)),
    ),
    st.integers(100_000, seal.SERIAL_MAX), plates, tails, days,
    st.sampled_from(sorted(CATEGORY_CODES)), st.sampled_from(seal.STATUSES),
)  # fmt: skip
once = settings(deadline=None, max_examples=60)


def packed(payload: seal.SealPayload) -> bytes:
    return seal.pack(payload, town.DEVICE.sign(seal.signing_input(payload)))


def colour(data: bytes) -> str:
    return check(town.address(data), LISTS, town.ISSUED).colour


@once
@given(payloads, st.dictionaries(st.integers(0, 90), st.integers(1, 255), min_size=1, max_size=8))
def test_a_good_seal_with_any_bytes_changed_is_never_good(payload, changes):
    good = packed(payload)
    assert colour(good) == "verde"
    changed = bytearray(good)
    for at, change in changes.items():
        changed[at] ^= change
    assert colour(bytes(changed)) in ("vermelho", "cinza")


@once
@given(payloads, payloads)
def test_a_signature_vouches_for_nothing_but_what_it_was_made_for(payload, wanted):
    good = packed(payload)
    told = {name: getattr(wanted, name) for name in payload.as_dict()}
    for name, value in told.items():
        claim = replace(payload, **{name: value})
        if claim != payload and claim.valid_until >= claim.inspected_on:
            assert colour(seal.pack(claim, good[seal.BODY_BYTES :])) == "vermelho", name


@once
@given(payloads)
def test_a_signature_has_one_form_only(payload):
    good = packed(payload)
    s = int.from_bytes(good[-32:], "little")
    for other in (s + ORDER, ORDER - s, 0, s ^ 1 << 255):
        assert colour(good[:-32] + other.to_bytes(32, "little")) == "vermelho"


@once
@given(payloads, payloads)
def test_a_short_code_finds_its_own_seal_alone(payload, other):
    code = parse_short_code(short_code(packed(payload)).lower())
    assert code.matches(packed(payload))
    assert code.matches(packed(other)) == (payload == other)
    for claim in (replace(payload, serial=other.serial), replace(payload, plate=other.plate)):
        assert code.matches(packed(claim)) == (claim == payload)
