"""What only shows once all tables are read: that they agree with one another."""

from __future__ import annotations

from collections.abc import Iterable

from checklists.checking_cites import check_cited
from checklists.checking_notices import check_notice
from checklists.errors import RulebookError
from checklists.rulebook import Rulebook


def check_references(source: str, rulebook: Rulebook) -> None:
    """RulebookError if ids repeat, a conduct or item is missing, or a service is left without its
    validity, its age limit or anything to look at."""
    for table, ids in _id_lists(rulebook):
        _unique(source, table, ids)
    _conducts(source, rulebook)
    _services(source, rulebook)
    check_notice(source, rulebook)
    _in_force(source, rulebook)


def _id_lists(rulebook: Rulebook) -> Iterable[tuple[str, list[str]]]:
    yield "[[service]]", [row.id for row in rulebook.services]
    yield "[[severity]]", [row.id for row in rulebook.severities]
    yield "[[unit]]", [row.id for row in rulebook.units]
    yield "[[group]]", [row.id for row in rulebook.groups]
    yield "[[measure]]", [row.id for row in rulebook.measures]
    yield "[[role]]", [row.id for row in rulebook.roles]
    yield "[[conduct]]", [row.cite for row in rulebook.conducts]
    yield "[[section]]", [row.id for row in rulebook.sections]
    yield "[[section.item]]", [item.id for row in rulebook.sections for item in row.items]
    yield "[[points]]", [row.role for row in rulebook.points_rules]
    yield "[[deadline]]", [row.ato for row in rulebook.deadlines]
    yield "[[recidivism]]", [row.id for row in rulebook.recidivisms]
    yield "[[fee]]", [row.id for row in rulebook.fees]
    yield "[[notice.kind]]", [row.id for row in rulebook.notice.kinds]
    yield "[[notice.field]]", [row.id for row in rulebook.notice.fields]
    yield "[[notice.due]]", [row.id for row in rulebook.notice.dues]


def _unique(source: str, table: str, ids: list[str]) -> None:
    seen: set[str] = set()
    for value in ids:
        if value in seen:
            raise RulebookError(source, table, "id", "um valor que não se repita", f'"{value}"')
        seen.add(value)


def _conducts(source: str, rulebook: Rulebook) -> None:
    cites = {row.cite for row in rulebook.conducts}
    for section in rulebook.sections:
        for item in section.items:
            if item.conduct is not None and item.conduct not in cites:
                where = f"[[section]] {section.id} → [[section.item]] {item.id}"
                expected = "a citação de um [[conduct]] deste arquivo"
                raise RulebookError(source, where, "conduct", expected, f'"{item.conduct}"')
    for row in rulebook.conducts:
        check_cited(source, f"[[conduct]] {row.cite}", "same_as", row.same_as, cites)
    for rule in rulebook.recidivisms:
        check_cited(source, f"[[recidivism]] {rule.id}", "conducts", rule.conducts, cites)


def _services(source: str, rulebook: Rulebook) -> None:
    items = {item.id for section in rulebook.sections for item in section.items}
    for rule in rulebook.ages:
        if rule.item is not None and rule.item not in items:
            expected = "o id de um [[section.item]] deste arquivo"
            raise RulebookError(source, "[[age.limit]]", "item", expected, f'"{rule.item}"')
    for service in rulebook.services:
        for table, rules in (
            ("[[validity]]", rulebook.validities),
            ("[[age.limit]]", rulebook.ages),
        ):
            count = sum(service.id in rule.services for rule in rules)
            if count != 1:
                expected = f'o serviço "{service.id}" em exatamente uma {table}'
                raise RulebookError(source, table, "services", expected, f"{count}")
        if not rulebook.checklist(service.id).items:
            expected = f'pelo menos um item para o serviço "{service.id}"'
            raise RulebookError(source, "[[section]]", "item", expected)


def is_repealed(rulebook: Rulebook, cite: str) -> bool:
    dead = (gone for row in rulebook.lapsed if row.status == "revogado" for gone in row.cites)
    return any(cite == gone or cite.startswith(f"{gone}, ") for gone in dead)


def _in_force(source: str, rulebook: Rulebook) -> None:
    """What is applied may not rest on a repealed article. Choices may speak of one."""
    for table, cites in _applied(rulebook):
        for cite in cites:
            if is_repealed(rulebook, cite):
                expected = "uma citação em vigor (esta está em [[lapsed]])"
                raise RulebookError(source, table, "cites", expected, f'"{cite}"')


def _applied(rulebook: Rulebook) -> Iterable[tuple[str, tuple[str, ...]]]:
    for conduct in rulebook.conducts:
        if conduct.status == "vigente":
            yield f"[[conduct]] {conduct.cite}", (conduct.cite, *conduct.cites)
    for section in rulebook.sections:
        yield f"[[section]] {section.id}", section.cites
        for item in section.items:
            yield f"[[section.item]] {item.id}", (item.cite, *item.cites)
    for rule in rulebook.validities:
        yield "[[validity]]", rule.cites
    for limit in rulebook.ages:
        yield "[[age.limit]]", limit.cites
    for deadline in rulebook.deadlines:
        yield f"[[deadline]] {deadline.ato}", deadline.cites
    for row in (*rulebook.services, *rulebook.groups, *rulebook.measures, *rulebook.recidivisms):
        yield row.id, row.cites
    for duty in rulebook.requirements:
        yield f"[[requirement]] {duty.label}", duty.cites
    for fee in rulebook.fees:
        yield f"[[fee]] {fee.id}", fee.cites
    notice = rulebook.notice
    for table, rows in (("kind", notice.kinds), ("field", notice.fields), ("due", notice.dues)):
        for row in rows:
            yield f"[[notice.{table}]] {row.id}", row.cites
    for advice in notice.advice:
        yield "[[notice.advice]]", advice.cites
    yield "[failure]", rulebook.failure.cites
