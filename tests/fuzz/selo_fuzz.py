"""Looks for a code, typed or scanned, or a list that crashes its reader or is taken for good:
`make fuzz`.

The first byte of an input says what the rest is (see KINDS). A finding is an exception: libFuzzer
writes the input to a file, which belongs into corpus/selo once it is mended. The kept inputs run
with every test run, without the fuzzer.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORPUS = Path(__file__).parent / "corpus" / "selo"
KINDS = (
    "text", "digits", "bytes", "signed", "trust", "revocation",
    "signed trust", "signed revocation", "typed",
)  # fmt: skip
ON = datetime(2026, 12, 1, 12, tzinfo=UTC)


def one(data: bytes) -> None:
    """AssertionError, or whatever it was, where an input is not answered as it must be."""
    if not data:
        return
    kind, rest = KINDS[data[0] % len(KINDS)], data[1:]
    if kind in ("trust", "revocation"):
        _list(kind, rest)
    elif kind == "signed trust":
        _signed_trust(rest)
    elif kind == "signed revocation":
        _signed_revocation(rest)
    elif kind == "typed":
        _typed(rest.decode("utf-8", "surrogateescape"))
    elif kind == "text":
        _code(rest.decode("utf-8", "surrogateescape"))
    elif kind == "digits":
        _code(f"{town.BASE}/s/{rest.decode('latin-1')}")
    elif kind == "bytes":
        _code(f"{town.BASE}/s/{int.from_bytes(rest[:91], 'big'):0220d}")
    else:  # whatever a device's key signs must be read or refused, and may be good
        body = rest[:27].ljust(27, b"\0")
        said = check.check(f"{town.BASE}/s/{seal.digits(town.raw(body))}", LISTS, ON)
        assert said.colour in check.COLOURS
        assert said.reason != "bad_signature"


def _code(text: str) -> None:
    said = check.check(text, LISTS, ON)
    assert said.colour in check.COLOURS
    assert said.sentence
    if said.colour in ("verde", "ambar"):
        assert text.strip().removeprefix(f"{town.BASE}/s/") in GENUINE, f"forgery: {text!r}"
    assert check.check(text, None, ON).colour in ("cinza", "vermelho")
    claimed = check.serial_claimed(text)
    assert claimed is None or seal.IBGE_MIN <= claimed[0] <= seal.IBGE_MAX


def _typed(text: str) -> None:
    """A short code has one meaning however it is typed, and finds the seal that it is of alone."""
    try:
        code = short_code.parse_short_code(text)
    except short_code.ShortCodeError as error:
        assert error.message
        return
    assert short_code.parse_short_code(code.text) == code
    for packed in SEALS:
        assert code.matches(packed) == (code.text == short_code.short_code(packed))


def _list(kind: str, data: bytes) -> None:
    try:
        found, signature, _ = lists.parse_list(kind, data)
    except lists.ListError as error:
        assert error.message
        return
    write = lists.trust_bytes if kind == "trust" else None
    if write is not None:
        assert write(found, signature) == data
    pair = {"trust": TRUST, "revocation": REVOCATION} | {kind: data}
    try:
        lists.verify_lists(pair["trust"], pair["revocation"], made.public_bytes(town.ROOT))
    except lists.ListError:
        assert data not in (TRUST, REVOCATION)
    else:
        assert data in (TRUST, REVOCATION), "forged list"


def _signed_trust(data: bytes) -> None:
    """Whatever the root key signs as a trust list is read or refused, and may trust other keys."""
    try:
        said = dict(json.loads(data))
        said.pop("signature", None)
        message = trust_list.TRUST_PREFIX + canonical(said)
    except (TypeError, ValueError, RecursionError):
        return
    signed = canonical({**said, "signature": b64url(town.ROOT.sign(message))})
    _use(signed, REVOCATION)


def _signed_revocation(data: bytes) -> None:
    _use(TRUST, data + town.ROOT.sign(revocation.REVOCATION_PREFIX + data))


def _use(trust: bytes, revoked: bytes) -> None:
    """Lists of the root key, used on every seal: what they revoke is never good."""
    try:
        pair = lists.verify_lists(trust, revoked, made.public_bytes(town.ROOT))
    except lists.ListError as error:
        assert error.code != "list.signature"
        return
    for packed in SEALS:
        said = check.check(seal.digits(packed), pair, ON)
        assert said.colour in check.COLOURS
        serial = int.from_bytes(packed[4:9], "big")
        assert said.colour not in ("verde", "ambar") or serial not in pair.revocation.serials


def _load() -> None:
    global b64url, canonical, check, lists, made, revocation, seal, short_code, town, trust_list
    global LISTS, TRUST, REVOCATION, GENUINE, SEALS
    sys.path.insert(0, str(ROOT))
    from sync.records import check, lists, revocation, seal, short_code, trust_list
    from sync.records.canonical import b64url, canonical
    from tests.support import records as made
    from tests.support import selo_vectors as town

    LISTS = town.seal_lists()
    TRUST = town.signed_trust(town.trust_list())
    REVOCATION = town.signed_revocation(town.revocation_list())
    good = [case["text"] for case in town.cases() if case["colour"] in ("verde", "ambar")]
    GENUINE = {text.removeprefix(f"{town.BASE}/s/") for text in good}
    SEALS = [made.packed_seal(), town.kept_seal(), made.packed_seal(town.STOLEN, serial=202)]


def seeds() -> dict[str, bytes]:
    """An input from each vector, and the lists: what the fuzzer begins with."""
    found = {
        f"vetor-{number:02}": bytes([0]) + case["text"].encode()
        for number, case in enumerate(town.cases())
    }
    good = made.packed_seal()
    return found | {
        "digitos": bytes([1]) + seal.digits(good).encode(), "bytes": bytes([2]) + good,
        "assinado": bytes([3]) + good[:27], "confianca": bytes([4]) + TRUST,
        "revogacao": bytes([5]) + REVOCATION, "confianca-assinada": bytes([6]) + TRUST,
        "revogacao-assinada": bytes([7]) + REVOCATION[:-64],
        "digitado": bytes([8]) + short_code.short_code(good).encode(),
        "digitado-solto": bytes([8]) + b"n\xc2\xba 000 042 7k3mq",
    }  # fmt: skip


def main() -> None:
    """Begins with the seeds and the kept corpus; what is new goes to build/fuzz."""
    import atheris

    with atheris.instrument_imports(include=["sync.records"]):
        _load()
    found = ROOT / "build" / "fuzz"
    work = found / "selo"
    work.mkdir(parents=True, exist_ok=True)
    for name, data in seeds().items():
        (work / name).write_bytes(data)
    named = any(not one.startswith("-") for one in sys.argv[1:])
    places = [] if named else [str(work), str(CORPUS)]
    atheris.Setup([*sys.argv, f"-artifact_prefix={found}/", *places], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
else:
    _load()
