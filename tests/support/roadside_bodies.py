"""Whole bodies of what is written at the roadside, for tests of what keeps and carries them."""

from __future__ import annotations

import hashlib
from typing import Any

PLACE = {"text": "Rua A, 1", "latitude": None, "longitude": None, "accuracy_m": None,
         "fixed_at": None, "mocked": False}
VEHICLE = {"id": "0192f0c1-0000-7000-8000-000000000001", "known": True, "plate": "ABC1D23",
           "chassis_tail": "A12345", "make_model": "Fiat Ducato", "service": "escolar",
           "permit": "E-12"}


def auto_body(number: int, *, secret: bytes = bytes(16), **changes: Any) -> dict[str, Any]:
    """An auto of an invented van; `secret` is what its copy's QR carries."""
    return {
        "number": number,
        "kind": "auto",
        "stop": None,
        "vistoria": None,
        "item": None,
        "happened_at": "2026-11-30T08:50:00-03:00",
        "drawn_at": "2026-11-30T09:00:00-03:00",
        "place": PLACE,
        "service": "escolar",
        "vehicle": VEHICLE,
        "conduct": {
            "cite": "Art. 14, XIX", "label": "Retrovisor externo faltando",
            "severity": "gravissima", "group": "C", "points": 7, "measures": ["retencao"],
            "penalties": [], "amount": "400", "unit": "UFIR-RJ", "centavos": None,
            "value_why": "",
        },
        "liable": "autorizatario",
        "persons": {"autuado": None, "motorista": None},
        "line": None,
        "fields": {},
        "defence": None,
        "comply_by": None,
        "acknowledged": "ausente",
        "witness": False,
        "photos": [],
        "note": "",
        "choices": [],
        "recidivism": {"possible": False, "of": [], "data_at": None},
        "copy_hash": hashlib.sha256(secret).hexdigest(),
        **changes,
    }
