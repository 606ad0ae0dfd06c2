"""From the bytes of a push to records that are in form and rightly signed, or refusals.

Everything has a limit before it is read: a small gzip that grows to gigabytes, a line without
end and ten thousand brackets cost a refusal, not the machine.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from sync.records import trust
from sync.records.canonical import b64url_bytes
from sync.records.envelope import (
    RECORD_BYTES_MAX,
    check_record,
    record_bytes,
    record_signature,
    signing_input,
)
from sync.records.errors import RecordError
from sync.records.seal import unpack, verify_seal
from sync.records.verify import verify_ed25519
from sync.server.encoding import storable
from sync.server.problems import Problem
from sync.server.statements import check_stated

MAX_BODY_BYTES = 4 * 1024 * 1024
MAX_RECORDS = 200
HEAD_BYTES_MAX = 96 * 1024  # the head, and the blocks that it was given in years


@dataclass(frozen=True)
class Parsed:
    """One line: a good `record` with its canonical `data`, or the `problem` it is refused for.

    `signed` says that the device's signature is good although the record is refused.
    """

    id: str | None
    data: bytes
    record: dict[str, Any] | None = None
    problem: dict[str, Any] | None = None
    signed: bool = False

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def gunzip(data: bytes, limit: int = MAX_BODY_BYTES) -> bytes:
    inflate = zlib.decompressobj(wbits=31)
    try:
        plain = inflate.decompress(data, limit + 1)
    except zlib.error:
        raise Problem("request.bad_gzip") from None
    if len(plain) > limit:
        raise Problem("request.too_large", field="body", value=limit)
    if not inflate.eof or inflate.unused_data:
        raise Problem("request.bad_gzip")
    return plain


def split(plain: bytes) -> tuple[dict, list[dict], list[bytes]]:
    """(head, the device's blocks, record lines); the head itself is not checked here."""
    lines = plain.split(b"\n")
    if lines and lines[-1] == b"":
        lines.pop()
    if not lines or len(lines[0]) > HEAD_BYTES_MAX:
        raise Problem("push.head_missing", field="head")
    first = _json(lines[0], 1)
    if not isinstance(first, dict) or not {"head"} <= set(first) <= {"head", "blocks"}:
        raise Problem("push.head_missing", field="head")
    if len(lines) - 1 > MAX_RECORDS:
        raise Problem("push.too_many_records", field="body", value=MAX_RECORDS)
    return first["head"], check_stated(first.get("blocks", [])), lines[1:]


def _json(line: bytes, number: int) -> Any:
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise Problem("request.bad_utf8", field="body", value=number) from None
    try:
        return json.loads(text)
    except RecursionError:
        raise Problem("request.nesting", field="body", value=number) from None
    except ValueError:
        raise Problem("record.not_json", field="body", value=number) from None


def check_head(head: Any, device: Row) -> dict:
    try:
        good = trust.verify_head(head, device.public_key)
    except RecordError as error:
        raise Problem("push.head_invalid", field=error.field, value=error.value) from None
    if head["device"] != device.id:
        raise Problem("push.head_invalid", field="head.device", value=head["device"])
    if not good:
        raise Problem("push.head_invalid", field="head.signature")
    return head


def parse_line(line: bytes, number: int, device: Row) -> Parsed:
    if len(line) > RECORD_BYTES_MAX:
        problem = Problem("record.too_large", field="body", value=number)
        return Parsed(None, line, problem=problem.as_dict())
    try:
        record = _json(line, number)
    except Problem as problem:
        return Parsed(None, line, problem=problem.as_dict())
    id_ = record.get("id") if isinstance(record, dict) else None
    id_ = id_ if isinstance(id_, str) and len(id_) <= 64 and storable(id_) == id_ else None
    try:
        check_record(record)
    except RecordError as error:
        problem = {name: storable(text) for name, text in error.as_problem().items()}
        return Parsed(id_, line, record, problem, _rightly_signed(record, device))
    data = record_bytes(record)
    problem = _refusal(record, device)
    signed = problem is None or problem.code != "record.signature"
    return Parsed(id_, data, record, problem.as_dict() if problem else None, signed)


def _rightly_signed(record: Any, device: Row) -> bool:
    """Whether the device signed even what we refuse: then its place in the chain is proved."""
    try:
        seq = record["device_seq"]
        if record["device"] != device.id or not isinstance(seq, int) or isinstance(seq, bool):
            return False
        if not 1 <= seq < 2**53:
            return False
        return verify_ed25519(device.public_key, record_signature(record), signing_input(record))
    except (RecordError, KeyError, TypeError, AttributeError, RecursionError, ValueError):
        return False


def _refusal(record: dict, device: Row) -> Problem | None:
    """What is wrong with a record in good form; needs no database."""
    if not verify_ed25519(device.public_key, record_signature(record), signing_input(record)):
        return Problem("record.signature", field="signature", value=record["id"])
    if record["municipality"] != device.tenant:
        return Problem("record.municipality", field="municipality", value=record["municipality"])
    if record["device"] != device.id:
        return Problem("record.device", field="device", value=record["device"])
    if record["kind"] == "selo":
        packed = b64url_bytes(record["body"]["payload"])
        if not verify_seal(packed, device.public_key):
            serial = unpack(packed)[0].serial
            return Problem("selo.signature", field="body.payload", value=serial)
    return None
