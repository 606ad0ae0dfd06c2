"""An auto as the roadside writes it, for the tests of its copy: bodies, persons, drawings."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any

from checklists import load_rulebook, notices
from checklists.errors import RulebookError
from sync.records.canonical import b64url
from tests.support import records as made

SECRET = bytes(range(16))
BASE = "https://vistoria.exemplo.gov.br"
COPY_URL = f"{BASE}/c/{b64url(SECRET)}"
TOWNS = {
    "mangaratiba": (3302601, "Mangaratiba", "RJ", "America/Sao_Paulo"),
    "januaria": (3135209, "Januária", "MG", "America/Sao_Paulo"),
    "muriae": (3143906, "Muriaé", "MG", "America/Sao_Paulo"),
    "santo-andre": (3547809, "Santo André", "SP", "America/Sao_Paulo"),
    "sapezal": (5107875, "Sapezal", "MT", "America/Cuiaba"),
}
PLACE = {
    "text": "Avenida Beira-Mar, em frente ao 1.250", "latitude": -22959721,
    "longitude": -44040831, "accuracy_m": 8, "fixed_at": "2026-11-30T17:00:00Z", "mocked": False,
}
PERSONS = {
    "autuado": {"name": "Transportes Conceição da Água Ltda.", "document": "00.000.000/0001-00",
                "register": "P-0042"},
    "titular": {"name": "Transportes Conceição da Água Ltda.", "document": "00.000.000/0001-00",
                "register": "P-0042"},
    "motorista": {"name": "João Inventado de Araújo", "document": "000.000.000-00",
                  "register": "M-118"},
    "cobrador": {"name": "Inês Fictícia Gonçalves", "document": "", "register": "C-77"},
    "testemunha": {"name": "Antônio de Faz-de-Conta", "document": "", "register": ""},
}
SIGNED = {"width": 600, "height": 240, "strokes": [
    [[20, 180], [60, 40], [90, 200], [140, 60], [180, 190], [260, 90], [320, 180]],
    [[340, 140], [420, 100], [500, 150], [580, 80]],
]}


def town(name: str, address: str = "Praça da Matriz, 10, Centro, das 8h às 16h") -> dict[str, Any]:
    ibge, label, uf, zone = TOWNS[name]
    return {
        "ibge": ibge, "name": label, "uf": uf, "timezone": zone, "rulebook": name,
        "address": address,
        "ouvidoria": {"phone": "(00) 0000-0000", "email": "ouvidoria@exemplo.gov.br"},
    }


def auto_body(name: str = "mangaratiba", cite: str = "", **changes: Any) -> dict[str, Any]:
    """The body of an auto of that town, for one of its own conducts, its law's form filled in."""
    law = load_rulebook(name)
    conduct = law.conduct(cite) if cite else _a_conduct(law)
    kind, service = _kind(law, conduct), law.services[0].id
    role = (conduct.applies_to or tuple(row.id for row in law.roles))[0]
    body: dict[str, Any] = {
        "number": 42, "kind": kind, "stop": None, "vistoria": None, "item": None,
        "happened_at": "2026-11-30T14:02:00-03:00", "drawn_at": "2026-11-30T14:07:00-03:00",
        "place": PLACE, "service": service,
        "vehicle": {
            "id": "0192f0c1-0000-7000-8000-000000000001", "known": True, "plate": "ABC1D23",
            "chassis_tail": "A12345", "make_model": "Fiat Ducato", "service": service,
            "permit": "E-12",
        },
        "conduct": notices.conduct_facts(law, conduct.cite, date(2026, 11, 30)),
        "liable": role, "persons": {"autuado": None, "motorista": None},
        "line": {"id": None, "number": "12", "name": "Centro / Água Santa"},
        "fields": _fields(law, kind, service, role),
        "defence": _defence(law, kind, role), "comply_by": None, "acknowledged": "assinou",
        "witness": False, "photos": [], "note": "Veículo parado em fila dupla.",
        "choices": [{"id": one, "applied": law.choice(one).applied} for one in conduct.choices][:3],
        "recidivism": {"possible": False, "of": [], "data_at": None},
        "copy_hash": hashlib.sha256(SECRET).hexdigest(),
    }
    return {**body, **changes}


def auto_record(name: str = "mangaratiba", cite: str = "", **changes: Any) -> dict[str, Any]:
    law, body = load_rulebook(name), auto_body(name, cite, **changes)
    photo = {"bytes": 1, "media_type": "image/jpeg", "role": "foto", "item": None}
    return made.signed(
        "auto", body, municipality=TOWNS[name][0],
        rulebook={"id": law.id, "version": law.version, "sha256": law.sha256},
        attachments=[{"digest": digest, **photo} for digest in body["photos"]],
    )


def _a_conduct(law: Any) -> Any:
    """The first in force, in a vehicle's use if the law says so, with a fine if any has one."""
    from checklists import fine_of

    inforce = [row for row in law.conducts if row.status == "vigente"]
    return next((row for row in inforce if fine_of(law, row)), inforce[0])


def _kind(law: Any, conduct: Any) -> str:
    kinds = notices.notice_kinds(law, conduct.cite)
    return kinds[0].id if kinds else "auto"


def _fields(law: Any, kind: str, service: str, role: str) -> dict[str, str]:
    if not law.notice.kinds:
        return {}
    values = {"text": "Conforme anotado", "number": "7", "date": "2026-12-10", "bool": "sim"}
    return {
        row.id: row.options[0][0] if row.options else values.get(row.kind, "Anotado")
        for row in notices.notice_fields(law, kind, service=service, role=role)
        if row.stored == "fields"
    }


def _defence(law: Any, kind: str, role: str) -> dict[str, Any] | None:
    try:
        return notices.defence(law, kind, date(2026, 11, 30), role=role)
    except (LookupError, RulebookError):
        return {
            "ato": "defesa", "last_day": "2026-12-15", "counted_from": "2026-11-30",
            "length": "15 dias corridos", "starts": "do recebimento do auto", "to": "Diretor",
            "address": "", "why": "",
        }
