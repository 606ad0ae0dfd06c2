"""Reads what the law asks for in time and in kind: `[[deadline]]`, `[office]`, `[[requirement]]`,
`[[fee]]`; and what is no longer law, `[[lapsed]]`."""

from __future__ import annotations

from checklists.dates import DAY_KINDS
from checklists.model import Fine
from checklists.parts_choices import Choices
from checklists.reader import Table
from checklists.rows import Deadline, Fee, Lapsed, OfficeRule, Requirement

LENGTHS = ("days", "months", "hours")
LAPSED = ("revogado", "superado")
# Of `[office]`, the default first: does a half day count as a business day, does the office open on
# a ponto facultativo that the municipality has not decreed, does a procedural deadline move.
OFFICE = {
    "half_day": ("nao_conta", "conta"),
    "optional_day": ("abre", "fecha"),
    "moves": ("passa", "nao_passa"),
}


def read_deadline(table: Table, choices: Choices) -> Deadline:
    ato = table.slug("ato")
    table.named(ato)
    lengths = {key: table.integer(key, 1, 3650, default=None) for key in LENGTHS}
    given = [key for key, value in lengths.items() if value is not None]
    if len(given) > 1:
        raise table.fail(given[1], "só um destes: days, months ou hours")
    row = Deadline(
        ato=ato,
        label=table.text("label", 160),
        day_kind=choices.one_of(table, "day_kind", DAY_KINDS),
        starts=table.text("starts", 160),
        cites=table.cites(),
        before=table.flag("before", default=False),
        to=table.text("to", 160, default=""),
        suspensive=table.flag("suspensive", default=None),
        procedural=choices.flag(table, "procedural") if "procedural" in table else True,
        unknown="" if given else table.text("unknown", 300),
        choices=choices.mentioned(table),
        **lengths,
    )
    table.done()
    return row


def read_office(top: Table, choices: Choices) -> OfficeRule:
    if "office" not in top:
        top.raw("office", "uma tabela", None)
        return OfficeRule()
    table = top.table("office")
    found = {
        key: choices.one_of(table, key, allowed) if key in table else allowed[0]
        for key, allowed in OFFICE.items()
    }
    row = OfficeRule(**found, cites=table.cites())
    table.done()
    return row


def read_requirement(table: Table, services: tuple[str, ...], choices: Choices) -> Requirement:
    row = Requirement(
        kind=table.slug("kind"),
        label=table.text("label", 200),
        cites=table.cites(),
        services=table.some_of("services", services, default=()),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def read_fee(table: Table, units: tuple[str, ...], choices: Choices) -> Fee:
    fee_id = table.slug("id")
    table.named(fee_id)
    amount = table.amount("amount", default=None)
    row = Fee(
        id=fee_id,
        label=table.text("label", 160),
        cites=table.cites(),
        amount=Fine(amount, table.one_of("unit", units)) if amount is not None else None,
        unknown="" if amount is not None else table.text("unknown", 300),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def read_lapsed(table: Table) -> Lapsed:
    row = Lapsed(
        cites=table.cites(),
        label=table.text("label", 200),
        status=table.one_of("status", LAPSED),
        by=table.text("by", 80),
        since=table.day("since") if "since" in table else None,
        note=table.text("note", 300, default=""),
    )
    table.done()
    return row
