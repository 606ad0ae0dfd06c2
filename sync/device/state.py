"""Where the sync stands, as a value that screens watch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

IDLE, PUSHING, PHOTOS, PULLING, ENROLLING = "idle", "pushing", "photos", "pulling", "enrolling"


@dataclass(frozen=True)
class SyncState:
    """`sending` of `total` counts records (pushing), files (photos) or changes (pulling)."""

    phase: str = IDLE
    sending: int = 0
    total: int = 0
    pending_records: int = 0
    pending_files: int = 0
    """attachments of any role that the server does not have whole"""
    pending_photos: int = 0
    """those of them that are photos"""
    offline_since: datetime | None = None
    last_ok: datetime | None = None
    """end of the last sync that left nothing undone"""
    problem: dict[str, Any] | None = None
    """{"code", "message", "short"}; None while there is none or it is only the signal"""
    data_at: datetime | None = None
    """when the last pull came to its end"""
    data_age: timedelta | None = None
    """from `data_at` to the moment of this state, in whole minutes"""
