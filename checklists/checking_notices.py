"""That `[notice]` agrees with the rest of its file: the deadlines, conducts and kinds it names."""

from __future__ import annotations

from checklists.checking_cites import check_cited
from checklists.errors import RulebookError
from checklists.model import ByChoice
from checklists.notice_rows import ALL_CONDUCTS
from checklists.rulebook import Rulebook


def check_notice(source: str, rulebook: Rulebook) -> None:
    """RulebookError for an `ato`, a citation or a kind of notice that the file does not have."""
    notice = rulebook.notice
    atos = {row.ato for row in rulebook.deadlines}
    cites = {row.cite for row in rulebook.conducts}
    kinds = {row.id for row in notice.kinds}
    for kind in notice.kinds:
        where = f"[[notice.kind]] {kind.id}"
        if kind.defence is not None and kind.defence not in atos:
            raise _unknown_ato(source, where, "defence", kind.defence)
        check_cited(source, where, "conducts", kind.conducts, cites)
        for usual in _lists(rulebook, kind.usual_for):
            check_cited(source, where, "usual_for", usual, cites)
    named = [(f"[[notice.field]] {row.id}", row.kinds) for row in notice.fields]
    named += [(f"[[notice.advice]] nº {n}", row.kinds) for n, row in enumerate(notice.advice, 1)]
    for where, ids in named:
        for kind_id in ids:
            if kind_id not in kinds:
                expected = f"ids de [[notice.kind]] deste arquivo ({', '.join(sorted(kinds))})"
                raise RulebookError(source, where, "kinds", expected, f'"{kind_id}"')
    for due in notice.dues:
        if due.ato and due.ato not in atos:
            raise _unknown_ato(source, f"[[notice.due]] {due.id}", "ato", due.ato)
    for n, overlap in enumerate(notice.overlaps, 1):
        where = f"[[notice.overlap]] nº {n}"
        check_cited(source, where, "conducts", overlap.conducts, cites)
        check_cited(source, where, "against", overlap.against, cites)


def _lists(rulebook: Rulebook, value: object) -> list[tuple[str, ...]]:
    """Every list of citations that the value may be, whatever the reading."""
    found = [value]
    if isinstance(value, ByChoice):
        found = [reading.value for reading in rulebook.choice(value.choice).readings]
    return [tuple(one) for one in found if one != ALL_CONDUCTS]


def _unknown_ato(source: str, where: str, field: str, ato: str) -> RulebookError:
    expected = "o ato de um [[deadline]] deste arquivo"
    return RulebookError(source, where, field, expected, f'"{ato}"')
