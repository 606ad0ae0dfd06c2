"""Builds a Rulebook from its tables, in the order in which they refer to one another."""

from __future__ import annotations

from checklists.checking import check_references
from checklists.model import (
    NO_SEVERITY,
    PER,
    ROUNDINGS,
    VALUE_DAYS,
    ByChoice,
    Conduct,
    Fine,
    FineGroup,
    Municipality,
    Named,
    Service,
    Severity,
)
from checklists.notice_rows import COUNTED
from checklists.parts_checklist import read_section
from checklists.parts_choices import Choices, read_choices
from checklists.parts_duties import (
    read_deadline,
    read_fee,
    read_lapsed,
    read_office,
    read_requirement,
)
from checklists.parts_notices import read_notice
from checklists.parts_validity import read_age, read_failure, read_validity
from checklists.reader import Table
from checklists.rows import NO_WINDOW, PointsRule, Recidivism
from checklists.rulebook import Rulebook

FORMAT = 1
SEVERITIES = ("leve", "media", "grave", "gravissima")
STATUSES = ("vigente", "revogado", "superado")


def build_rulebook(top: Table, raw: bytes, sha256: str) -> Rulebook:
    top.integer("format", FORMAT, FORMAT)
    choices = read_choices(top)
    services = tuple(_service(table) for table in top.tables("service", 1))
    service_ids = tuple(service.id for service in services)
    units = tuple(_named(table, choices, unit=True) for table in top.tables("unit"))
    groups = tuple(_group(table, units, choices) for table in top.tables("group"))
    group_ids = tuple(group.id for group in groups)
    severities = tuple(_severity(table, group_ids) for table in top.tables("severity"))
    measures = tuple(_named(table, choices, measure=True) for table in top.tables("measure"))
    roles = tuple(_named(table, choices, services=service_ids) for table in top.tables("role"))
    names = {
        "unit": tuple(row.id for row in units),
        "severity": tuple(row.id for row in severities),
        "group": group_ids,
        "measure": tuple(row.id for row in measures),
        "role": tuple(row.id for row in roles),
        "service": service_ids,
    }
    count, ages = read_age(top.table("age"), service_ids, choices)
    rulebook = Rulebook(
        id=top.slug("id"),
        version=top.text("version", 40),
        effective_from=top.day("effective_from"),
        sha256=sha256,
        raw=raw,
        municipality=_municipality(top.table("municipality")),
        services=services,
        severities=severities,
        units=units,
        groups=groups,
        measures=measures,
        roles=roles,
        conducts=tuple(_conduct(table, names, choices) for table in top.tables("conduct")),
        sections=tuple(
            read_section(table, service_ids, choices) for table in top.tables("section", 1)
        ),
        validities=tuple(
            read_validity(table, service_ids, choices) for table in top.tables("validity", 1)
        ),
        age_count=count,
        ages=ages,
        month_end=choices.one_of(top, "month_end", ("ultimo_dia", "dia_seguinte")),
        failure=read_failure(top.table("failure"), choices),
        points_rules=tuple(
            _points(table, names["role"], choices) for table in top.tables("points")
        ),
        deadlines=tuple(read_deadline(table, choices) for table in top.tables("deadline")),
        office=read_office(top, choices),
        recidivisms=tuple(_recidivism(table, choices) for table in top.tables("recidivism")),
        requirements=tuple(
            read_requirement(table, service_ids, choices) for table in top.tables("requirement")
        ),
        fees=tuple(read_fee(table, names["unit"], choices) for table in top.tables("fee")),
        lapsed=tuple(read_lapsed(table) for table in top.tables("lapsed")),
        choices=choices.rows,
        notice=read_notice(top, names, choices),
        regulation=top.cites("conducts_by_regulation", default=()),
    )
    top.done()
    check_references(top.source, rulebook)
    return rulebook


def _municipality(table: Table) -> Municipality:
    row = Municipality(
        ibge=table.integer("ibge", 1_100_000, 5_399_999),
        name=table.text("name", 60),
        uf=table.text("uf", 2),
        timezone=table.text("timezone", 40),
        law=table.text("law", 80),
        law_date=table.day("law_date"),
    )
    table.done()
    return row


def _service(table: Table) -> Service:
    row = Service(table.slug("id"), table.text("label", 60), table.cites())
    table.done()
    return row


def _named(
    table: Table,
    choices: Choices,
    unit: bool = False,
    measure: bool = False,
    services: tuple[str, ...] | None = None,
) -> Named:
    reais = {}
    if unit:
        for key, allowed in (("rounding", ROUNDINGS), ("value_of", VALUE_DAYS)):
            if key in table:
                reais[key] = choices.one_of(table, key, allowed)
    row = Named(
        **reais,
        id=table.text("id", 20) if unit else table.slug("id"),
        label=table.text("label", 80),
        cites=table.cites(default=()),
        note=table.text("note", 400, default=""),
        retains=table.flag("retains", default=False) if measure else False,
        services=() if services is None else table.some_of("services", services, default=()),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _severity(table: Table, groups: tuple[str, ...]) -> Severity:
    row = Severity(
        id=table.one_of("id", SEVERITIES),
        label=table.text("label", 40),
        cites=table.cites(),
        points=table.integer("points", 0, 1000, default=None),
        group=table.one_of("group", groups, default=None),
    )
    table.done()
    return row


def _group(table: Table, units: tuple[Named, ...], choices: Choices) -> FineGroup:
    group_id = table.text("id", 20)
    table.named(group_id)
    amount = table.amount("amount", default=None)
    lowest, highest = table.amount("lowest", default=None), table.amount("highest", default=None)
    has_value = amount is not None or lowest is not None or highest is not None
    unit = table.one_of("unit", tuple(unit.id for unit in units)) if has_value else ""
    unknown = "" if amount is not None else table.text("unknown", 300)
    row = FineGroup(
        id=group_id,
        cites=table.cites(),
        fine=Fine(amount, unit) if amount is not None else None,
        lowest=Fine(lowest, unit) if lowest is not None else None,
        highest=Fine(highest, unit) if highest is not None else None,
        unknown=unknown,
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _conduct(table: Table, names: dict[str, tuple[str, ...]], choices: Choices) -> Conduct:
    cite = table.cite()
    table.named(cite)
    applied_group = None
    if "applied_group" in table:
        applied_group = choices.one_of(table, "applied_group", names["group"])
    applied_severity = None
    if "applied_severity" in table:
        known = (*names["severity"], NO_SEVERITY)
        applied_severity = choices.one_of(table, "applied_severity", known)
    amount = table.amount("amount", default=None)
    if amount is not None and ("group" in table or applied_group is not None):
        raise table.fail("amount", "ou o valor próprio (amount) ou um grupo (group)")
    deciding = tuple(
        value.choice for value in (applied_group, applied_severity) if isinstance(value, ByChoice)
    )
    row = Conduct(
        cite=cite,
        label=table.text("label", 120),
        severity=table.one_of("severity", names["severity"], default=None),
        group=table.one_of("group", names["group"], default=None),
        applied_group=applied_group,
        applied_severity=applied_severity,
        own_fine=Fine(amount, table.one_of("unit", names["unit"])) if amount is not None else None,
        measures=table.some_of("measures", names["measure"], default=()),
        penalties=table.texts("penalties", default=()),
        applies_to=table.some_of("applies_to", names["role"], default=()),
        services=table.some_of("services", names["service"], default=()),
        same_as=table.cites("same_as", default=()),
        cites=table.cites("cites", default=()),
        choices=tuple(dict.fromkeys((*deciding, *choices.mentioned(table)))),
        per=table.one_of("per", (*PER, ""), default=""),
        status=table.one_of("status", STATUSES, default="vigente"),
        status_note=table.text("status_note", 300, default=""),
    )
    table.done()
    return row


def _points(table: Table, roles: tuple[str, ...], choices: Choices) -> PointsRule:
    row = PointsRule(
        role=table.one_of("role", roles),
        limit=table.integer("limit", 1, 10_000),
        effect=table.text("effect", 300),
        cites=table.cites(),
        window=table.one_of("window", ("ano_civil",)),
        counts=_counted(table, choices),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _recidivism(table: Table, choices: Choices) -> Recidivism:
    row = Recidivism(
        id=table.slug("id"),
        label=table.text("label", 200),
        cites=table.cites(),
        conducts=table.cites("conducts", default=()),
        occurrence=choices.integer(table, "occurrence", 2, 20),
        window=choices.period(table, "window", NO_WINDOW) if "window" in table else None,
        multiplier=table.integer("multiplier", 1, 10, default=1),
        same_line=table.flag("same_line", default=False),
        progressive=table.flag("progressive", default=False),
        penalties=choices.texts(table, "penalties") if "penalties" in table else (),
        counts=_counted(table, choices),
        condition=table.text("condition", 160, default=""),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _counted(table: Table, choices: Choices) -> str | ByChoice:
    return choices.one_of(table, "counts", COUNTED) if "counts" in table else COUNTED[0]
