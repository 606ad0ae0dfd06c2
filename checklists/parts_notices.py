"""Reads `[notice]`: the kinds of notice, the fields of the form, the notices that are owed, and the
conducts that are one act."""

from __future__ import annotations

from typing import Any

from checklists.model import ByChoice
from checklists.notice_rows import (
    ALL_CONDUCTS,
    DEFENCE_FROM,
    DUE_FROM,
    DUE_WHEN,
    FAILED_ITEM,
    FIELD_KINDS,
    MET_BY,
    PERSONS,
    SOURCES,
    Advice,
    NoticeDue,
    NoticeField,
    NoticeKind,
    NoticeRules,
    Overlap,
)
from checklists.parts_choices import Choices
from checklists.reader import Table

Names = dict[str, tuple[str, ...]]


def read_notice(top: Table, names: Names, choices: Choices) -> NoticeRules:
    """`names` are the ids of services, roles, measures and groups of the file."""
    if "notice" not in top:
        top.raw("notice", "uma tabela", None)
        return NoticeRules()
    table = top.table("notice")
    failed_item: str | ByChoice = FAILED_ITEM[0]
    if "failed_item" in table:
        failed_item = choices.one_of(table, "failed_item", FAILED_ITEM)
    rules = NoticeRules(
        kinds=tuple(_kind(part, names, choices) for part in table.tables("kind", 1)),
        fields=tuple(_field(part, names, choices) for part in table.tables("field", 1)),
        dues=tuple(_due(part, names, choices) for part in table.tables("due")),
        overlaps=tuple(_overlap(part, choices) for part in table.tables("overlap")),
        advice=tuple(_advice(part, choices) for part in table.tables("advice")),
        failed_item=failed_item,
    )
    table.done()
    return rules


def _kind(table: Table, names: Names, choices: Choices) -> NoticeKind:
    kind_id = table.slug("id")
    table.named(kind_id)
    beside = _some(table, "beside", names["measure"], choices)
    row = NoticeKind(
        id=kind_id,
        label=table.text("label", 60),
        cites=table.cites(),
        defence=table.slug("defence") if "defence" in table else None,
        asks_term=table.flag("asks_term", default=False),
        proposes_penalty=table.flag("proposes_penalty", default=False),
        measures=table.some_of("measures", names["measure"], default=()),
        beside=beside,
        beside_cites=table.cites("beside_cites") if beside else (),
        note=table.text("note", 300, default=""),
        defence_from=table.one_of("defence_from", DEFENCE_FROM, default="auto"),
        auto_cites=table.cites("auto_cites", default=()),
        final_undefended=table.flag("final_undefended", default=False),
        mailed=_some(table, "mailed", names["role"], choices),
        conducts=table.cites("conducts", default=()),
        groups=_some(table, "groups", names["group"], choices),
        roles=table.some_of("roles", names["role"], default=()),
        usual_for=choices.cites_or(table, "usual_for", ALL_CONDUCTS),
        counts=choices.flag(table, "counts") if "counts" in table else True,
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _some(table: Table, key: str, allowed: tuple[str, ...], choices: Choices) -> Any:
    return choices.some_of(table, key, allowed) if key in table else ()


def _field(table: Table, names: Names, choices: Choices) -> NoticeField:
    field_id = table.slug("id")
    table.named(field_id)
    required: bool | ByChoice = False
    if "required" in table:
        required = choices.flag(table, "required")
    kind = table.one_of("kind", FIELD_KINDS)
    row = NoticeField(
        id=field_id,
        label=table.text("label", 60),
        cites=table.cites("cites", default=()),
        kind=kind,
        required=required,
        personal=kind == "person",
        source=table.one_of("source", SOURCES, default=""),
        options=tuple(_option(part) for part in table.tables("option")),
        hint=table.text("hint", 160, default=""),
        kinds=table.texts("kinds", 60, default=()),
        services=_some(table, "services", names["service"], choices),
        roles=table.some_of("roles", names["role"], default=()),
        missing=table.text("missing", 120) if required else table.text("missing", 120, default=""),
        choices=choices.mentioned(table),
    )
    table.done()
    _check_field(table, row)
    return row


def _check_field(table: Table, row: NoticeField) -> None:
    of_person = row.source.partition(".")[0] in PERSONS
    if of_person != (row.kind == "person"):
        raise table.fail("kind", '"person" exatamente nas fontes que são de uma pessoa', row.kind)
    if bool(row.options) != (row.kind == "choice"):
        raise table.fail("option", 'opções exatamente num campo de kind = "choice"')
    ids = [one for one, _ in row.options]
    if len(set(ids)) != len(ids):
        raise table.fail("option", "ids de opção sem repetição", ids)


def _option(table: Table) -> tuple[str, str]:
    row = table.slug("id"), table.text("label", 60)
    table.done()
    return row


def _due(table: Table, names: Names, choices: Choices) -> NoticeDue:
    due_id = table.slug("id")
    table.named(due_id)
    dated = "ato" in table
    row = NoticeDue(
        id=due_id,
        label=table.text("label", 160),
        cites=table.cites(),
        ato=table.slug("ato") if dated else "",
        starts=choices.one_of(table, "starts", DUE_FROM) if "starts" in table else "lavratura",
        when=table.one_of("when", DUE_WHEN, default="sempre"),
        met_by=table.one_of("met_by", MET_BY, default="entrega"),
        roles=table.some_of("roles", names["role"], default=()),
        services=table.some_of("services", names["service"], default=()),
        late=choices.line(table, "late", 300) if "late" in table else "",
        unknown=table.text("unknown", 300, default="") if dated else table.text("unknown", 300),
        choices=choices.mentioned(table),
    )
    table.done()
    return row


def _overlap(table: Table, choices: Choices) -> Overlap:
    row = Overlap(
        conducts=table.cites("conducts"),
        against=table.cites("against", default=()),
        why=choices.line(table, "why", 300),
        choices=choices.mentioned(table),
    )
    table.done()
    if len(row.conducts) < 2 and not row.against:
        raise table.fail("conducts", "duas condutas ou mais, ou também against")
    return row


def _advice(table: Table, choices: Choices) -> Advice:
    row = Advice(
        text=choices.line(table, "text", 300),
        cites=table.cites(),
        kinds=table.texts("kinds", 60, default=()),
        choices=choices.mentioned(table),
    )
    table.done()
    return row
