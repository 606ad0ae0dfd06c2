"""A vehicle that the registry on this device does not know: what is typed, checked, never lost.

An *error* stops the start of the vistoria (there is no vistoria without a plate and a service). A
*warning* is shown and lets the inspector go on: the street is right more often than the registry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.flows.observed import Observed
from app.flows.typed_text import typed
from sync.records.documents import check_chassis
from sync.records.plate import Plate, PlateError, parse_plate

OLDEST_YEAR = 1950
CHASSIS_TAIL = re.compile(r"[0-9A-Z]{6}", re.ASCII)
MAX_MAKE_MODEL_CHARS = 60
FIELDS = (
    "plate", "service", "make_model", "model_year", "manufacture_year", "chassis_tail", "permit",
)

NAMES = {
    "plate": "a placa",
    "service": "o serviço",
    "make_model": "a marca e o modelo",
    "model_year": "o ano-modelo",
    "manufacture_year": "o ano de fabricação",
    "chassis_tail": "o final do chassi",
}


@dataclass(eq=False)
class NewVehicle(Observed):
    """The form. All fields are text, as typed; `errors` and `warnings` by field."""

    plate: str = ""
    service: str = ""
    make_model: str = ""
    model_year: str = ""
    manufacture_year: str = ""
    chassis_tail: str = ""
    permit: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    warnings: dict[str, str] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)  # warnings that were on the screen

    def set(self, name: str, text: str, today: date) -> None:
        """Takes what was typed; a field that was wrong is checked again at once."""
        if name not in FIELDS:
            raise KeyError(name)
        setattr(self, name, text)
        if name in self.errors or name in self.warnings:
            self.check(today)
        self.changed()

    def check(self, today: date) -> bool:
        """Fills `errors` and `warnings`; `True` when the vistoria may start."""
        self.errors, self.warnings = {}, {}
        try:
            parse_plate(self.plate)
        except PlateError as error:
            self.errors["plate"] = error.message
        if not self.service:
            self.errors["service"] = "Escolha o serviço: é ele que diz quais itens verificar."
        self._check_years(today)
        self._check_chassis()
        if not self.make_model.strip():
            self.warnings["make_model"] = "Sem marca e modelo, o laudo sai só com a placa."
        self.changed()
        return not self.errors

    def may_start(self, today: date) -> bool:
        """`True` when nothing is wrong and every warning was shown once: the first asking shows
        them, the second goes on in spite of them."""
        good = self.check(today)
        told, self._seen = self._seen, set(self.warnings.values())
        return good and self._seen <= told

    @property
    def doubtful(self) -> bool:
        """Whether only warnings, which are on the screen, stand before the start."""
        return not self.errors and bool(self.warnings) and bool(self._seen)

    def wrong(self) -> list[str]:
        """What the errors are on, in words and in the form's order."""
        return [NAMES[name] for name in FIELDS if name in self.errors]

    def doubts(self) -> list[str]:
        """What the warnings are on."""
        return [NAMES[name] for name in FIELDS if name in self.warnings]

    def parsed_plate(self) -> Plate:
        return parse_plate(self.plate)

    def as_vehicle(self, vehicle_id: str) -> dict[str, Any]:
        """The body's `vehicle`; call it after `check()` returned `True`."""
        return {
            "id": vehicle_id,
            "known": False,
            "plate": self.parsed_plate().canonical,
            "chassis_tail": self._chassis() or None,
            "make_model": typed(self.make_model.strip(), MAX_MAKE_MODEL_CHARS) or None,
            "service": self.service,
            "model_year": _year(self.model_year),
            "manufacture_year": _year(self.manufacture_year),
            "permit": typed(self.permit.strip()) or None,
        }

    def _check_years(self, today: date) -> None:
        limits = (
            ("model_year", "Ano-modelo", today.year + 1),
            ("manufacture_year", "Ano de fabricação", today.year),
        )
        for name, label, latest in limits:
            text = getattr(self, name).strip()
            if not text:
                continue
            year = _year(text)
            if year is None:
                self.errors[name] = f"{label}: escreva os quatro números do ano, como {today.year}."
            elif year > latest:
                self.errors[name] = (
                    f"{label} {year} está no futuro. Confira no documento: vai até {latest}."
                )
            elif year < OLDEST_YEAR:
                self.warnings[name] = f"{label} {year} é muito antigo. Confira no documento."
        if not self.model_year.strip():
            self.warnings["model_year"] = (
                "Sem o ano-modelo não há como contar a idade; a validade pode depender dela."
            )
        model, made = _year(self.model_year), _year(self.manufacture_year)
        if model and made and not {"model_year", "manufacture_year"} & set(self.errors):
            if made > model:
                self.warnings["manufacture_year"] = (
                    f"Fabricado em {made}, depois do ano-modelo {model}. Confira no documento."
                )
            elif model > made + 1:
                self.warnings["model_year"] = (
                    f"Ano-modelo {model}, mais de um ano depois da fabricação ({made}). Confira."
                )

    def _check_chassis(self) -> None:
        tail = self._chassis()
        if not tail:
            self.warnings["chassis_tail"] = (
                "Sem o final do chassi o selo não pode sair. Você pode pôr até concluir."
            )
        elif len(self._typed_chassis()) > len(tail) and CHASSIS_TAIL.fullmatch(tail):
            found = check_chassis(self.chassis_tail)
            if not found.good:
                self.warnings["chassis_tail"] = f"{found.message} Do selo constam os 6 últimos."
        elif not CHASSIS_TAIL.fullmatch(tail):
            self.errors["chassis_tail"] = (
                f"Final do chassi “{self.chassis_tail.strip()}”: são os 6 últimos caracteres, "
                "só letras e números."
            )
        elif set(tail) & set("IOQ"):
            self.warnings["chassis_tail"] = "Chassi não usa as letras I, O e Q. Confira."

    def _chassis(self) -> str:
        """A whole chassis number is taken too, of whatever length: its last six characters
        count."""
        return self._typed_chassis()[-6:]

    def _typed_chassis(self) -> str:
        return re.sub(r"[\s.\-]", "", self.chassis_tail).upper()


def _year(text: str) -> int | None:
    text = text.strip()
    return int(text) if re.fullmatch(r"[0-9]{4}", text, re.ASCII) else None
