"""What a printed selo shows, gathered once from the record, the municipality and the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.prints import words
from app.prints.kinds import paper_kinds
from sync.records import CATEGORY_LABELS, b64url_bytes, qr_matrix, seal, serial_text
from sync.records.short_code import short_code


@dataclass(frozen=True)
class SeloView:
    town: str  # "Januária · MG"
    service: str
    plate: str
    chassis_tail: str
    serial: str  # "000.042"
    inspected_on: str  # "30/11/2026"
    valid_until: str
    provisional: bool
    annulled: bool
    law: str  # "Lei 1.854/1999, Art. 52, § 1"; empty when not given
    address: str
    host: str
    matrix: list[list[bool]]
    short_code: str  # "000.042-7K3MQ"
    cancelled: bool = False  # replaced by another selo

    @property
    def void(self) -> bool:
        """Whether it no longer counts."""
        return self.annulled or self.cancelled

    @property
    def title(self) -> str:
        return "SELO PROVISÓRIO" if self.provisional else "SELO DE VISTORIA"

    @property
    def validity_label(self) -> str:
        if self.void:
            return "ANULADO" if self.annulled else "CANCELADO"
        return "APROVADO COM EXIGÊNCIA ATÉ" if self.provisional else "VÁLIDO ATÉ"

    @property
    def sentence(self) -> str:
        """The whole selo in one sentence, for those who hear it."""
        state = self.validity_label.lower()
        if not self.void:
            state += f" {self.valid_until}"
        return (
            f"{words.capital(self.title.lower())} número {self.serial}, {self.town}, "
            f"placa {self.plate}, {state}."
        )


def selo_view(
    record: dict[str, Any],
    municipality: dict[str, Any],
    public_base: str,
    *,
    rulebook: Any = None,
    cites: Sequence[str] = (),
    annulled: bool = False,
    cancelled: bool = False,
) -> SeloView:
    """The view of a `selo` record.

    `rulebook` (a `checklists.Rulebook`) gives the service's label and the law's name; `cites` are
    the citations to print, the service's own when not given. SealError when the payload is none.
    """
    body = record["body"]
    packed = b64url_bytes(body["payload"])
    payload, _, _ = seal.unpack(packed)
    address = seal.url(public_base, packed)
    return SeloView(
        town=words.town(municipality),
        service=service_label(rulebook, body["service"], payload.category),
        plate=payload.plate,
        chassis_tail=payload.chassis_tail,
        serial=serial_text(payload.serial),
        inspected_on=words.day(payload.inspected_on),
        valid_until=words.day(payload.valid_until),
        provisional=payload.status == "provisorio",
        annulled=annulled,
        law=law_line(rulebook, body["service"], cites or _own_cites(municipality)),
        address=address,
        host=address.split("//", 1)[1].split("/", 1)[0],
        matrix=qr_matrix(address),
        short_code=short_code(packed),
        cancelled=cancelled,
    )


def seal_facts(
    view: SeloView,
    municipality: dict[str, Any],
    vehicle: dict[str, Any] | None = None,
    agent: str = "",
) -> dict[str, str]:
    """What a paper's rows may show, by the templates' keys; "" for what is not known.

    `vehicle`: the registry's entity or a vistoria's vehicle; `agent`: who inspected.
    """
    known = vehicle or {}
    years = (known.get("manufacture_year"), known.get("model_year"))
    until = known.get("authorised_until")
    phone = (municipality.get("ouvidoria") or {}).get("phone") or ""
    return {
        "inspected_on": view.inspected_on,
        "valid_until": "" if view.void else view.valid_until,
        "serial": view.serial,
        "plate": view.plate,
        "chassis_tail": view.chassis_tail,
        "chassis": known.get("chassis") or f"final {view.chassis_tail}",
        "service": view.service,
        "make_model": known.get("make_model") or "",
        "years": " / ".join(str(year) for year in years if year),
        "permit": known.get("permit") or "",
        "registration": known.get("registration") or "",
        "authorised_until": words.day(until) if until else "",
        "ouvidoria_phone": phone,
        "agent": agent,
    }


def service_label(rulebook: Any, service_id: str, category: str = "outro") -> str:
    service = _service(rulebook, service_id)
    return service.label if service else CATEGORY_LABELS[category]


def law_line(rulebook: Any, service_id: str, cites: Sequence[str] = ()) -> str:
    """ "Lei 1.854/1999, Art. 52, § 1": the law's name and the citations, as far as known.

    Without `cites`: where the rulebook says what a selo must show, else what it cites for the
    service.
    """
    if rulebook is None:
        return "; ".join(cites)
    service = _service(rulebook, service_id)
    of_selo = [
        cite
        for duty in getattr(rulebook, "requirements", ())
        if duty.kind == "selo" and (not duty.services or service_id in duty.services)
        for cite in duty.cites
    ]
    shown = list(cites) or of_selo or list(service.cites if service else ())
    return ", ".join([rulebook.municipality.law, "; ".join(dict.fromkeys(shown[:3]))])


def _own_cites(municipality: dict[str, Any]) -> tuple[str, ...]:
    """The law that the town's own selo cites, for papers that cite none."""
    kinds = paper_kinds(municipality.get("rulebook") or "")
    return next((kind.cites for kind in kinds if kind.id == "selo"), ())


def _service(rulebook: Any, service_id: str) -> Any:
    services = () if rulebook is None else rulebook.services
    return next((service for service in services if service.id == service_id), None)
