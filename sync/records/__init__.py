"""The record types of Prancheta: identifiers, canonical bytes, signatures, plates and seals.

Pure: no clock of its own, no network, no database; it runs in the browser as on the server.
Signing itself is the caller's (on the device it is asynchronous). The names below are what the
rest of the project uses; `seal`, `qr` and `trust` are used as modules.
"""

from sync.records import qr, seal, trust
from sync.records.attachments import (
    attachment_digest,
    check_drawn_signature,
    describe_attachment,
    drawn_signature_bytes,
    new_salt,
    parse_drawn_signature,
)
from sync.records.bodies import KINDS, check_body
from sync.records.canonical import b64url, b64url_bytes, canonical, sha256_hex
from sync.records.categories import CATEGORY_CODES, CATEGORY_LABELS, category_of
from sync.records.envelope import (
    FIRST_PREV,
    RECORD_BYTES_MAX,
    Record,
    attach_signature,
    build_envelope,
    check_envelope,
    check_follows,
    check_record,
    record_bytes,
    record_hash,
    record_signature,
    signing_input,
    verify_record,
)
from sync.records.errors import RECORD_CODES, SEAL_CODES, RecordError, SealError
from sync.records.ids import is_uuid, is_uuid7, uuid7, uuid7_instant_ms
from sync.records.issue import seal_payload
from sync.records.plate import Plate, PlateError, parse_plate, plate_prefix_key
from sync.records.public_base import PublicBaseError, check_public_base
from sync.records.qr import qr_matrix, qr_png, qr_svg
from sync.records.seal import SealPayload, chassis_tail, key_id, serial_text, verify_seal
from sync.records.verify import verify_ed25519

__all__ = [
    "CATEGORY_CODES", "CATEGORY_LABELS", "FIRST_PREV", "KINDS", "RECORD_BYTES_MAX",
    "RECORD_CODES", "SEAL_CODES", "Plate", "PlateError", "PublicBaseError", "Record",
    "RecordError", "SealError", "SealPayload", "attach_signature", "attachment_digest", "b64url",
    "b64url_bytes", "build_envelope", "canonical", "category_of", "chassis_tail", "check_body",
    "check_drawn_signature", "check_envelope", "check_follows", "check_public_base",
    "check_record", "describe_attachment", "drawn_signature_bytes", "is_uuid", "is_uuid7",
    "key_id", "new_salt", "parse_drawn_signature", "parse_plate", "plate_prefix_key", "qr",
    "qr_matrix", "qr_png", "qr_svg", "record_bytes", "record_hash", "record_signature", "seal",
    "seal_payload", "serial_text", "sha256_hex", "signing_input", "trust", "uuid7",
    "uuid7_instant_ms", "verify_ed25519", "verify_record", "verify_seal",
]
