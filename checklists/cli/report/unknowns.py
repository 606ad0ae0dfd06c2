"""What a law leaves open, why, and who must supply it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checklists.choices import applied_reading, resolve
from checklists.model import ByChoice
from checklists.reais import REAL
from checklists.rows import UNKNOWN_PERIOD, ValidityRule
from checklists.rulebook import Rulebook

BY_DECREE = "O município, por decreto, ou na própria notificação"
BY_RULE = "O município, por norma própria"
OWN_FILE = "O município, no seu arquivo local"


@dataclass(frozen=True, slots=True)
class Unknown:
    what: str
    why: str
    who: str
    cites: tuple[str, ...]


def unknowns(law: Rulebook) -> tuple[Unknown, ...]:
    """In the order in which they weigh: values, validity and age, deadlines, fees, the readings
    that leave something open."""
    return tuple(dict.fromkeys((*_values(law), *_vehicle(law), *_terms(law), *_readings(law))))


def _values(law: Rulebook) -> Iterator[Unknown]:
    for unit in law.units:
        known = law.local.values_of(unit.id) if law.local else ()
        if unit.id != REAL and not known:
            yield Unknown(
                f"Valor da {unit.id} em reais",
                unit.note or "O valor não está na lei.",
                f"{OWN_FILE}: o valor, desde quando e por que ato",
                unit.cites,
            )
    for group in law.groups:
        if group.fine is None:
            graded = group.lowest is not None
            yield Unknown(
                "Quanto custa cada multa" if graded else f"Multa do grupo {group.id}",
                group.unknown,
                "Quem decide o auto, com motivo escrito" if graded else "Lei municipal; até lá, "
                "não se cobra",
                group.cites,
            )
    if law.regulation:
        yield Unknown(
            "As condutas de cada grupo de multa",
            "A lei as deixa ao regulamento.",
            f"O regulamento do Prefeito; depois, {OWN_FILE[0].lower()}{OWN_FILE[1:]}",
            law.regulation,
        )


def _vehicle(law: Rulebook) -> Iterator[Unknown]:
    names = {row.id: row.label for row in law.services}
    for rule in law.validities:
        if rule.unknown and not (rule.bands and _dated(law, rule)):
            services = ", ".join(names[one].lower() for one in rule.services)
            yield Unknown(f"Validade da vistoria: {services}", rule.unknown, BY_RULE, rule.cites)
    for limit in law.ages:
        if limit.unknown:
            services = ", ".join(names[one].lower() for one in limit.services)
            yield Unknown(f"Idade máxima: {services}", limit.unknown, BY_RULE, limit.cites)
    if law.failure.days is None:
        yield Unknown(
            "Prazo para corrigir o que a vistoria reprovou", law.failure.reason,
            BY_DECREE, law.failure.cites,
        )  # fmt: skip


def _dated(law: Rulebook, rule: ValidityRule) -> bool:
    """Whether the readings in force give every band a period after all."""
    return all(resolve(law, band.period) != UNKNOWN_PERIOD for band in rule.bands)


def _terms(law: Rulebook) -> Iterator[Unknown]:
    for row in law.deadlines:
        if row.unknown:
            yield Unknown(f"Prazo: {row.label}", row.unknown, BY_DECREE, row.cites)
    for fee in law.fees:
        if fee.amount is None:
            yield Unknown(
                f"Taxa: {fee.label}", fee.unknown,
                "O código tributário, ou ato do Prefeito", fee.cites,
            )  # fmt: skip


def _readings(law: Rulebook) -> Iterator[Unknown]:
    """Choices that leave the answer open until the municipality speaks."""
    rows = (*law.units, *law.groups, *law.validities, *law.ages, *law.deadlines, *law.fees)
    told = {one for row in rows for one in row.choices}
    told |= {
        band.period.choice
        for rule in law.validities
        for band in rule.bands
        if isinstance(band.period, ByChoice)
    }
    for choice in law.choices:
        reading = choice.reading(applied_reading(law, choice.id))
        if reading.id.startswith("desconhecid") and choice.id not in told:
            yield Unknown(
                choice.question, reading.label, f"{OWN_FILE}, como leitura", choice.cites
            )
