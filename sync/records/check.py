"""What can be said of a selo where it is read, with no signal: a colour, why, and of which day.

    verde     signature good, in date, not revoked, lists fresh
    ambar     the same, but the lists are past their next update
    vermelho  expired, revoked, forged or altered, or of another vehicle than the one at hand
    cinza     could not be checked here: never called good

A good signature cannot tell a copy from the original, so whoever checks compares plate and chassis
with the vehicle. What a seal claims is only handed out where its signature is good. Nothing here
opens an address.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sync.records.check_words import SENTENCES, br_day, compare_words
from sync.records.errors import SealError
from sync.records.lists import SealLists, TrustedKey
from sync.records.plate import PlateError, parse_plate
from sync.records.public_base import check_public_base, split_address
from sync.records.seal import SEAL_PATH, SealPayload, packed_from_digits, seal_tag, unpack
from sync.records.verify import verify_ed25519

COLOURS = ("verde", "ambar", "cinza", "vermelho")
CLOCK_TOLERANCE = timedelta(minutes=10)
NO_AGE = timedelta(0)
DIGITS_LEAST = 100
"""Fewer digits alone are the bar code of something else."""

Verify = Callable[[bytes, bytes, bytes], bool]
AsyncVerify = Callable[[bytes, bytes, bytes], Awaitable[bool]]
Vehicle = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class SealCheck:
    """`colour`: one of COLOURS. `reason`: a key of `check_words.SENTENCES`; `sentence`: the same in
    Portuguese. `data_at`: when the lists were issued; `data_age`: how old they are. `compare`:
    what to hold against the vehicle, where the signature is good."""

    colour: str
    reason: str
    sentence: str
    payload: SealPayload | None = None
    data_at: datetime | None = None
    data_age: timedelta | None = None
    compare: str | None = None

    def as_dict(self) -> dict[str, object]:
        """JSON values; the age in whole seconds."""
        return {
            "colour": self.colour, "reason": self.reason, "sentence": self.sentence,
            "payload": self.payload.as_dict() if self.payload else None,
            "data_at": self.data_at.isoformat() if self.data_at else None,
            "data_age_s": int(self.data_age.total_seconds()) if self.data_age else None,
            "compare": self.compare,
        }  # fmt: skip


class Candidate(NamedTuple):
    """A well-formed seal whose signature is still to be verified, by one of `keys`."""

    packed: bytes
    payload: SealPayload
    signature: bytes
    signed: bytes
    keys: tuple[TrustedKey, ...]


def check(
    text: str,
    lists: SealLists | None,
    on: datetime | date,
    public_base: str | None = None,
    expected_vehicle: Vehicle | None = None,
    *,
    registered: Vehicle | None = None,
    verify: Verify = verify_ed25519,
) -> SealCheck:
    """What is to be said of a scanned `text` (an address, or its 220 digits alone).

    `lists`: of the municipality whose seals are ours, or None. `on`: an aware datetime, or a day.
    `public_base`: what our seals point to; by default what the trust list says. `expected_vehicle`:
    {"plate", "chassis_tail"} of the vehicle at hand. `registered`: {"plate", "inspected_on",
    "valid_until", "status"} of this serial in a registry, where there is one. `verify(public_key,
    signature, message)`: by default `cryptography`.
    """
    found = read(text, lists, public_base)
    if isinstance(found, SealCheck):
        return _dated(found, lists, on)
    for key in found.keys:
        if verify(key.public_key, found.signature, found.signed):
            return judge(found, key, lists, on, expected_vehicle, registered)
    return judge(found, None, lists, on, expected_vehicle, registered)


async def check_async(
    text: str,
    lists: SealLists | None,
    on: datetime | date,
    public_base: str | None = None,
    expected_vehicle: Vehicle | None = None,
    *,
    registered: Vehicle | None = None,
    verify: AsyncVerify,
) -> SealCheck:
    """`check` where verifying is asynchronous, as in the browser."""
    found = read(text, lists, public_base)
    if isinstance(found, SealCheck):
        return _dated(found, lists, on)
    signer = None
    for key in found.keys:
        if signer is None and await verify(key.public_key, found.signature, found.signed):
            signer = key
    return judge(found, signer, lists, on, expected_vehicle, registered)


def serial_claimed(text: str) -> tuple[int, int] | None:
    """(IBGE code, serial) that a code claims, to look for its lists and its registry; or None.
    Not to be shown: nobody has verified it."""
    try:
        payload, _, _ = unpack(packed_from_digits(text.strip().rpartition("/")[2]))
    except SealError:
        return None
    return payload.ibge, payload.serial


def read(text: str, lists: SealLists | None, public_base: str | None) -> Candidate | SealCheck:
    """The seal in `text`, or why there is none that can be verified here."""
    text = text.strip() if isinstance(text, str) else ""
    digits = text
    if not (text.isascii() and text.isdigit() and len(text) >= DIGITS_LEAST):
        base, path = split_address(text)
        ours = public_base or (lists.trust.public_base if lists else None)
        if base is None or not path.startswith(SEAL_PATH):
            return _said("cinza", "not_ours")
        if ours is not None and base != check_public_base(ours):
            return _said("cinza", "other_host")
        digits = path[len(SEAL_PATH) :]
    try:
        packed = packed_from_digits(digits)
    except SealError:
        return _said("cinza", "unreadable")
    try:
        payload, signature, signed = unpack(packed)
    except SealError as error:
        if error.code == "unknown_version":
            return _said("cinza", "newer_version")
        return _said("vermelho", "altered")
    if lists is None:
        return _said("cinza", "no_lists")
    if payload.ibge != lists.trust.municipality:
        return _said("cinza", "other_town")
    keys = lists.trust.named(payload.key_id)
    if not keys:
        return _said("cinza", "unknown_key")
    return Candidate(packed, payload, signature, signed, keys)


def judge(
    seal: Candidate,
    signer: TrustedKey | None,
    lists: SealLists,
    on: datetime | date,
    expected_vehicle: Vehicle | None = None,
    registered: Vehicle | None = None,
) -> SealCheck:
    """What is to be said once it is known whose signature it is (None: nobody's)."""
    if signer is None:
        return _dated(_said("vermelho", "bad_signature"), lists, on)
    zone, payload, made_at = _zone(lists.trust.timezone), seal.payload, lists.issued_at
    # A clock that is behind the lists is wrong: it was that late already when they were made.
    now = _instant(on, zone)
    today = max(now, made_at).astimezone(zone).date()
    bad = (
        _of_vehicle(payload, expected_vehicle)
        or _of_registry(payload, registered)
        or ("revoked" if lists.revocation.has(payload.serial) else None)
        or ("expired" if payload.valid_until < today else None)
        or _of_key(seal, signer, lists)
        or ("not_yet" if payload.inspected_on > today else None)
    )
    stale = None
    if now > lists.next_update:
        stale = "list_old"
    elif now < made_at - CLOCK_TOLERANCE:
        stale = "clock_behind"
    if bad == "lists_differ":
        colour = "cinza"
    elif bad is not None:
        colour = "vermelho"
    else:
        colour = "ambar" if stale else "verde"
    good = "provisional" if payload.status == "provisorio" else "good"
    reason = bad or stale or good
    sentence = _sentence(reason, payload)
    if bad is None and stale is not None:
        sentence = f"{_sentence(good, payload)} {sentence}"
    age = max(now - made_at, NO_AGE)
    return SealCheck(colour, reason, sentence, payload, made_at, age, compare_words(payload))


def _of_vehicle(payload: SealPayload, vehicle: Vehicle | None) -> str | None:
    if vehicle is None:
        return None
    plate, tail = vehicle.get("plate"), vehicle.get("chassis_tail")
    same = (not plate or _plate_key(plate) == _plate_key(payload.plate)) and (
        not tail or tail.upper()[-6:] == payload.chassis_tail
    )
    return None if same else "other_vehicle"


def _of_registry(payload: SealPayload, registered: Vehicle | None) -> str | None:
    """What a registry knows of this serial, newer than the list or not."""
    if registered is None:
        return None
    said = (payload.inspected_on.isoformat(), payload.valid_until.isoformat())
    kept = (registered["inspected_on"], registered["valid_until"])
    if said != kept or _plate_key(registered["plate"] or "") != _plate_key(payload.plate):
        return "other_seal"
    return None if registered["status"] == "valido" else "revoked"


def _of_key(seal: Candidate, signer: TrustedKey, lists: SealLists) -> str | None:
    revoked = lists.revocation.key(signer.public_key)
    if revoked is not None:
        kept = revoked.kept.get(seal.payload.serial) == seal_tag(seal.packed)
        return None if kept else "key_revoked"
    return "lists_differ" if signer.revoked_at is not None else None


def _dated(said: SealCheck, lists: SealLists | None, on: datetime | date) -> SealCheck:
    if lists is None:
        return said
    age = max(_instant(on, _zone(lists.trust.timezone)) - lists.issued_at, NO_AGE)
    return SealCheck(said.colour, said.reason, said.sentence, None, lists.issued_at, age)


def _said(colour: str, reason: str) -> SealCheck:
    return SealCheck(colour, reason, SENTENCES[reason])


def _sentence(reason: str, payload: SealPayload) -> str:
    return SENTENCES[reason].format(
        until=br_day(payload.valid_until), inspected=br_day(payload.inspected_on)
    )


def _plate_key(plate: str) -> str:
    try:
        return parse_plate(plate).key
    except PlateError:
        return plate.upper()


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("America/Sao_Paulo")


def _instant(on: datetime | date, zone: ZoneInfo) -> datetime:
    if not isinstance(on, datetime):
        return datetime.combine(on, time(12), zone).astimezone(UTC)
    if on.tzinfo is None:
        raise ValueError("a hora da conferência precisa de fuso")
    return on.astimezone(UTC)
