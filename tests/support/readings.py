"""Readings of seals at the roadside, as devices record them."""

from __future__ import annotations

from datetime import datetime, timedelta

from sync import records

MANGARATIBA = (-22_960_000, -44_041_000)
JANUARIA = (-15_488_000, -44_362_000)  # some 830 km away
START = datetime.fromisoformat("2026-11-30T09:30:00-03:00")


def leitura_body(
    selo: dict | None = None, minutes: float = 0, at: tuple[int, int] | None = MANGARATIBA,
    **changes: object,
) -> dict:  # fmt: skip
    """The body of a `leitura` of a selo record, so many minutes after half past nine."""
    read_at = (START + timedelta(minutes=minutes)).isoformat()
    said = selo["body"] if selo is not None else {"payload": None, "serial": None}
    body = {
        "read_at": read_at, "by": "camera", "payload": said["payload"], "serial": said["serial"],
        "colour": "verde", "reason": "good", "data_at": None, "compared": "confere",
        "plate_seen": said["vehicle"]["plate"] if selo is not None else None,
        "chassis_tail_seen": None, "stop": None,
        "place": {
            "text": "", "latitude": at[0] if at else None, "longitude": at[1] if at else None,
            "accuracy_m": 20 if at else None, "fixed_at": read_at if at else None, "mocked": False,
        },
    }  # fmt: skip
    return body | changes


def leitura(device, selo: dict | None = None, minutes: float = 0, **changes: object) -> dict:
    """The next record of the device's chain; `clock` changes the envelope's."""
    clock = changes.pop("clock", {})
    body = leitura_body(selo, minutes, **changes)
    whole = {"server_offset_ms": 0, "monotonic_ms": 5_000, "went_back": False, **clock}
    return device.record("leitura", body, occurred_at=body["read_at"], clock=whole)


def forged(device, serial: int, plate: str = "ABC1D23", key: object = None) -> dict:
    """What a `leitura` says of a seal that is on nobody's record: {"payload", "serial"}."""
    from tests.support.records import packed_seal

    packed = packed_seal(key or device.key, serial=serial, plate=plate)
    return {"payload": records.b64url(packed), "serial": serial}
