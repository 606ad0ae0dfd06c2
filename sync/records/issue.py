"""From an approved vistoria to the payload of its seal, and back: do record and payload agree?"""

from __future__ import annotations

from datetime import date

from sync.records.canonical import b64url_bytes
from sync.records.categories import category_of
from sync.records.errors import RecordError, SealError
from sync.records.seal import SealPayload, key_id, unpack


def seal_payload(
    vistoria: dict, serial: int, inspected_on: date, public_key: bytes
) -> SealPayload:
    """The payload that the device is to sign for an approved vistoria.

    `vistoria` is the envelope (signed or not yet); `inspected_on` is the local day of the
    inspection; `public_key` the raw key that will sign. Approved with exigências is provisional.
    RecordError when it is not approved, has no validity, or the chassis is not known.
    """
    verdict, vehicle = vistoria["body"]["verdict"], vistoria["body"]["vehicle"]
    if verdict["result"] != "aprovado" or verdict["valid_until"] is None:
        raise RecordError(
            "record.value", "body.verdict.result", verdict["result"],
            "aprovado e com validade, para emitir selo",
        )
    if vehicle["chassis_tail"] is None:
        raise RecordError(
            "record.value", "body.vehicle.chassis_tail", None, "preenchido, para emitir selo"
        )
    return SealPayload(
        ibge=vistoria["municipality"],
        serial=serial,
        plate=vehicle["plate"],
        chassis_tail=vehicle["chassis_tail"],
        inspected_on=inspected_on,
        valid_until=date.fromisoformat(verdict["valid_until"]),
        category=category_of(vehicle["service"]),
        status="provisorio" if verdict["exigencias"] else "aprovado",
        key_id=key_id(public_key),
    )


def check_selo_payload(envelope: dict) -> None:
    """RecordError unless the 91 bytes of a `selo` record say what its body says."""
    body = envelope["body"]
    try:
        payload, _, _ = unpack(b64url_bytes(body["payload"]))
    except (SealError, ValueError) as error:
        raise RecordError("record.payload", "body.payload", body["payload"], str(error)) from None
    pairs = (
        ("municipality", envelope["municipality"], payload.ibge),
        ("body.serial", body["serial"], payload.serial),
        ("body.vehicle.plate", body["vehicle"]["plate"], payload.plate),
        ("body.vehicle.chassis_tail", body["vehicle"]["chassis_tail"], payload.chassis_tail),
        ("body.inspected_on", body["inspected_on"], payload.inspected_on.isoformat()),
        ("body.valid_until", body["valid_until"], payload.valid_until.isoformat()),
        ("body.service", category_of(body["service"]), payload.category),
    )
    for field, in_record, in_payload in pairs:
        if in_record != in_payload:
            raise RecordError("record.payload", field, in_record, f"o código diz {in_payload}")
