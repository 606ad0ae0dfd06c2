"""One act, one auto: which conducts of a stop would punish the same act twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from checklists.choices import resolve
from checklists.fines import group_of
from checklists.model import Conduct
from checklists.notice_rows import Overlap
from checklists.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Twice:
    """Two citations that would punish one act twice. `pick`: the one to keep, "" where only who
    saw the act can tell; `sentence` says why."""

    first: str
    second: str
    sentence: str
    pick: str = ""

    def as_dict(self) -> dict[str, str]:
        return {"first": self.first, "second": self.second, "sentence": self.sentence,
                "pick": self.pick}  # fmt: skip


def charged_twice(rulebook: Rulebook, cites: Sequence[str]) -> tuple[Twice, ...]:
    """Pairs among the conducts of one stop, for one liable, that would punish one act twice: the
    same conduct in article and annex, conducts that the rulebook knows to overlap, and the same
    citation again. UnknownReference for a cite that is no conduct."""
    rows = [rulebook.conduct(cite) for cite in cites]
    found: list[Twice] = []
    for n, first in enumerate(rows):
        for second in rows[n + 1 :]:
            twice = _twice(rulebook, first, second)
            if twice is not None and twice not in found:
                found.append(twice)
    return tuple(found)


def _twice(rulebook: Rulebook, first: Conduct, second: Conduct) -> Twice | None:
    if first.cite == second.cite:
        said = f"{first.cite} está duas vezes: só cabe se foram dois fatos ou duas pessoas."
        return Twice(first.cite, second.cite, said)
    if second.cite in first.same_as:
        return _same(rulebook, first, second)
    for row in rulebook.notice.overlaps:
        why = resolve(rulebook, row.why)
        if why and _overlap(row, _known(first), _known(second)):
            return Twice(first.cite, second.cite, f"{first.cite} e {second.cite}: {why}")
    return None


def _known(conduct: Conduct) -> frozenset[str]:
    return frozenset((conduct.cite, *conduct.same_as))


def _overlap(row: Overlap, first: frozenset[str], second: frozenset[str]) -> bool:
    """A conduct is meant under its other citations too."""
    left = frozenset(row.conducts)
    right = frozenset(row.against) or left
    return bool((first & left and second & right) or (second & left and first & right))


def _same(rulebook: Rulebook, first: Conduct, second: Conduct) -> Twice:
    said = f"{first.cite} e {second.cite} são a mesma conduta: um fato, um auto."
    group = group_of(rulebook, first)
    if group is None or first.group == second.group:
        return Twice(first.cite, second.cite, f"{said} A multa é a mesma nos dois.", first.cite)
    keep = first if first.group == group.id else second
    other = second if keep is first else first
    printed = rulebook.group(other.group).fine if other.group else None
    milder = group.fine and printed and group.fine.amount < printed.amount
    words = "a mais branda" if milder else "a que se aplica pela leitura em vigor"
    more = f"Fique com {keep.cite}, {words}: grupo {group.id}, e não {other.group}."
    return Twice(first.cite, second.cite, f"{said} {more}", keep.cite)
