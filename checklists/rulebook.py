"""A municipality's law, whole: every row of its file, and the ways to ask for one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from checklists.errors import UnknownReference
from checklists.local_rows import LocalLaw
from checklists.model import (
    ByChoice,
    Checklist,
    Choice,
    Conduct,
    FineGroup,
    Municipality,
    Named,
    Service,
    Severity,
    find,
)
from checklists.notice_rows import NoticeRules
from checklists.rows import (
    AgeCount,
    AgeRule,
    Deadline,
    Failure,
    Fee,
    Lapsed,
    OfficeRule,
    PointsRule,
    Recidivism,
    Requirement,
    SectionRow,
    ValidityRule,
)


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One municipality's law, as loaded. `raw` is the file, `sha256` its hex digest. With the
    municipality's own file in it, `local` says what that is, and `version` is
    "<the law's>+<its own>"."""

    id: str
    version: str
    effective_from: date
    sha256: str
    raw: bytes = field(repr=False)
    municipality: Municipality
    services: tuple[Service, ...]
    severities: tuple[Severity, ...]
    units: tuple[Named, ...]
    groups: tuple[FineGroup, ...]
    measures: tuple[Named, ...]
    roles: tuple[Named, ...]
    conducts: tuple[Conduct, ...]
    sections: tuple[SectionRow, ...]
    validities: tuple[ValidityRule, ...]
    age_count: AgeCount
    ages: tuple[AgeRule, ...]
    month_end: str | ByChoice
    failure: Failure
    points_rules: tuple[PointsRule, ...]
    deadlines: tuple[Deadline, ...]
    recidivisms: tuple[Recidivism, ...]
    requirements: tuple[Requirement, ...]
    fees: tuple[Fee, ...]
    lapsed: tuple[Lapsed, ...]
    choices: tuple[Choice, ...]
    office: OfficeRule
    notice: NoticeRules
    regulation: tuple[str, ...] = ()  # where the law leaves infractions to a regulation
    local: LocalLaw | None = None
    picks: Mapping[str, str] = field(default_factory=dict)
    _cache: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def service(self, service_id: str) -> Service:
        return find(self.services, service_id, self.id, "serviço")

    def severity(self, severity_id: str) -> Severity:
        return find(self.severities, severity_id, self.id, "gravidade")

    def group(self, group_id: str) -> FineGroup:
        return find(self.groups, group_id, self.id, "grupo de multa")

    def unit(self, unit_id: str) -> Named:
        return find(self.units, unit_id, self.id, "unidade")

    def measure(self, measure_id: str) -> Named:
        return find(self.measures, measure_id, self.id, "medida")

    def role(self, role_id: str) -> Named:
        return find(self.roles, role_id, self.id, "papel")

    def deadline(self, ato: str) -> Deadline:
        return find(self.deadlines, ato, self.id, "prazo", key="ato")

    def choice(self, choice_id: str) -> Choice:
        return find(self.choices, choice_id, self.id, "escolha")

    def conduct(self, cite: str) -> Conduct:
        """By its citation, or by its article's where the law punishes one conduct there."""
        index = self._cache.setdefault("conducts", {row.cite: row for row in self.conducts})
        if cite in index:
            return index[cite]
        below = [row for row in self.conducts if row.cite.startswith(f"{cite}, ")]
        if len(below) != 1:
            raise UnknownReference(self.id, "conduta", cite, tuple(row.cite for row in below))
        return below[0]

    def checklist(self, service_id: str) -> Checklist:
        """What is looked at for this service, joined with what failing each item means."""
        from checklists.listing import build_checklist

        key = f"checklist/{service_id}"
        if key not in self._cache:
            self._cache[key] = build_checklist(self, self.service(service_id).id)
        return self._cache[key]

    def with_readings(self, picks: Mapping[str, str]) -> Rulebook:
        """The same law under other readings: {choice id: reading id}. Unknown ids are refused."""
        for choice_id, reading_id in picks.items():
            self.choice(choice_id).reading(reading_id)
        return replace(self, picks={**self.picks, **picks})
