"""What earlier autos do to a new one: recidivism, and points in a year.

`history` holds the autos of one and the same autuado, annulled ones left out. Whether one of them
is final (no appeal can undo it) is often not known at the roadside: then it only makes a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from checklists.choices import resolve
from checklists.fines import points_of
from checklists.model import Conduct, Fine, plain_amount
from checklists.reais import day_of_value, reais_of
from checklists.recidivism import (
    Occurrence,
    count,
    first_day,
    last_day,
    line_key,
    punishes,
    rule_of,
)
from checklists.rows import NO_WINDOW, Recidivism
from checklists.rulebook import Rulebook
from checklists.validity import as_period

FINAL_ONLY = "definitivas"
HINT = "Só conta o auto de que já não cabe recurso: quem confirma é a repartição."


@dataclass(frozen=True, slots=True)
class PastAuto:
    """An auto that was drawn up before. `line`: its number, where there is one. `final`: no appeal
    can undo it any more; None where that is not known here. `kind`: of notice; "": it counts."""

    id: str
    cite: str
    happened_on: date
    line: str | None = None
    service: str | None = None
    final: bool | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Counting:
    """What an earlier auto must be to count against one of this conduct, and how many must be: for
    whoever looks for them in a database instead of going through all. `kinds`: those that do not
    count; `since`: the oldest day that does; `until`: the last day with which this one counts
    itself; None for any."""

    needed: int
    cites: frozenset[str]
    kinds: frozenset[str]
    only_final: bool
    since: date | None
    until: date | None
    rule: Recidivism

    def same_line(self, one: str | None, other: str | None) -> bool:
        """Whether the law lets an auto on the one line count against one on the other."""
        key = line_key(self.rule, one)
        return key is not None and key == line_key(self.rule, other)


def counting(
    rulebook: Rulebook, cite: str, happened_on: date, kind: str = ""
) -> Counting | None:
    """None where the law has no rule for this conduct, or one that does nothing to it. `kind`: of
    this notice; one that is no fine (Januária's notificação) has none to double (Art. 105)."""
    conduct = rulebook.conduct(cite)
    rule = rule_of(rulebook, conduct.cite)
    if rule is None or not punishes(rulebook, conduct, rule):
        return None
    if rule.multiplier > 1 and kind in _uncounted(rulebook):
        return None
    return Counting(
        needed=resolve(rulebook, rule.occurrence) - 1,
        cites=frozenset({conduct.cite, *conduct.same_as}),
        kinds=_uncounted(rulebook),
        only_final=resolve(rulebook, rule.counts) == FINAL_ONLY,
        since=first_day(rulebook, rule, happened_on),
        until=last_day(rulebook, rule, happened_on),
        rule=rule,
    )


def possible_recidivism(
    rulebook: Rulebook,
    cite: str,
    happened_on: date,
    line: str | None,
    history: Sequence[PastAuto],
    *,
    kind: str = "",
) -> dict[str, Any]:
    """A hint: whether this would be recidivism if every earlier auto stands. `of` are the autos
    that would count, `rules` the rulebook's."""
    found = recidivism_outcome(
        rulebook, cite, happened_on, line, history, assume_final=True, kind=kind
    )
    possible = found["rule"] is not None
    return {
        "possible": possible,
        "of": found["of"] if possible else [],
        "rules": [found["rule"]] if possible else [],
        "sentence": f"Pode haver reincidência. {found['sentence']} {HINT}" if possible else "",
    }


def recidivism_outcome(
    rulebook: Rulebook,
    cite: str,
    happened_on: date,
    line: str | None,
    history: Sequence[PastAuto],
    *,
    assume_final: bool = False,
    kind: str = "",
) -> dict[str, Any]:
    """What the law does to this auto for the earlier ones of the same conduct.

    `rule` is the rulebook's that bites, else null. `occurrence` counts this one; `multiplier` is
    how many times the simple fine (1: it does not grow); `penalties` what is added in words. `of`
    are the autos counted, `pending` those that would count once they are final (`assume_final`
    counts them too). `amount`, `unit` and `centavos` as in the record, null where not known.
    `kind`: of this notice.
    """
    conduct, terms = rulebook.conduct(cite), counting(rulebook, cite, happened_on, kind)
    rule, now = terms.rule if terms else None, Occurrence(happened_on, line)
    known = {conduct.cite, *conduct.same_as}
    past = sorted(
        (row for row in _counted(rulebook, history)
         if row.cite in known and row.happened_on <= happened_on),
        key=lambda row: row.happened_on,
    )
    only_final = terms is not None and terms.only_final and not assume_final
    sure = [row for row in past if row.final or not only_final]
    waiting = [row for row in past if not row.final] if only_final else []
    counted, pending = _near(terms, sure, line), _near(terms, waiting, line)
    rows = (*(Occurrence(row.happened_on, row.line) for row in sure), now)
    last = count(rulebook, conduct, rule, rows)[-1]
    bites = terms is not None and len(counted) >= terms.needed
    factor = _factor(rulebook, conduct, rule, rows) if bites else 1
    extra = [one for one in last.penalties if one not in conduct.penalties] if bites else []
    said = _sentence(rulebook, rule, counted, line, factor, extra) if bites else ""
    return {
        "rule": rule.id if bites else None,
        "occurrence": len(counted) + 1,
        "multiplier": factor,
        "penalties": extra,
        "of": [row.id for row in counted],
        "pending": [row.id for row in pending],
        **_money(rulebook, last.fine, happened_on),
        "cites": list(rule.cites) if bites else [],
        "sentence": " ".join(filter(None, (said, _waiting(pending)))),
    }


def _counted(rulebook: Rulebook, history: Sequence[PastAuto]) -> list[PastAuto]:
    beside = _uncounted(rulebook)
    return [row for row in history if row.kind not in beside]


def _uncounted(rulebook: Rulebook) -> frozenset[str]:
    """The kinds that only give time or withhold: beside a fine they are the same act."""
    kinds = rulebook.notice.kinds
    return frozenset(kind.id for kind in kinds if not resolve(rulebook, kind.counts))


def _near(terms: Counting | None, rows: list[PastAuto], line: str | None) -> list[PastAuto]:
    """Those that the rule still counts with what happens now."""
    if terms is None:
        return []
    since = terms.since or date.min
    return [row for row in rows if row.happened_on >= since and terms.same_line(row.line, line)]


def _factor(
    rulebook: Rulebook, conduct: Conduct, rule: Recidivism | None, rows: tuple[Occurrence, ...]
) -> int:
    """How many times the simple fine, also where its amount is not known."""
    one = replace(conduct, own_fine=Fine(Decimal(1), ""), group=None, applied_group=None)
    return int(count(rulebook, one, rule, rows)[-1].fine.amount)


def _money(rulebook: Rulebook, fine: Fine | None, on: date) -> dict[str, Any]:
    reais = None
    if fine is not None and day_of_value(rulebook, fine.unit) == "fato":
        reais = reais_of(rulebook, fine, on).amount
    return {
        "amount": plain_amount(fine.amount) if fine else None,
        "unit": fine.unit if fine else None,
        "centavos": int(reais * 100) if reais is not None else None,
    }


def _waiting(pending: list[PastAuto]) -> str:
    if not pending:
        return ""
    if len(pending) == 1:
        return "Outro auto da mesma infração só conta depois de esgotados os recursos."
    return f"Outros {len(pending)} autos da mesma infração só contam esgotados os recursos."


def _sentence(
    rulebook: Rulebook, rule: Recidivism, counted: list[PastAuto],
    line: str | None, factor: int, extra: list[str],
) -> str:  # fmt: skip
    window = resolve(rulebook, rule.window)
    when = "" if window in (None, NO_WINDOW) else f" em {as_period(window).words()}"
    where = f", na linha {line}" if rule.same_line and line else ""
    what = [f"multa {_times(factor)}"] if factor > 1 else []
    said = f"É a {len(counted) + 1}ª vez da mesma infração{when}{where}"
    whole = f"{said}: {'; '.join([*what, *extra])} ({'; '.join(rule.cites)})."
    return f"{whole} {rule.condition}".strip()


def _times(factor: int) -> str:
    return "em dobro" if factor == 2 else f"{factor} vezes a da primeira"


# ---- Points ------------------------------------------------------------------------------------


def points_outcome(
    rulebook: Rulebook, role: str, history: Sequence[PastAuto], on: date
) -> dict[str, Any]:
    """The points of one person, in that role, in the calendar year of `on`. `points` are those that
    count already, `pending` those of autos that may still fall; `may_block`: with both the limit is
    reached. `blocked` and `limit` null where the law gives this role no limit."""
    rule = next((row for row in rulebook.points_rules if row.role == role), None)
    rulebook.role(role)
    only_final = rule is not None and resolve(rulebook, rule.counts) == FINAL_ONLY
    sure = waiting = 0
    for row in _counted(rulebook, history):
        if row.happened_on.year != on.year:
            continue
        worth = points_of(rulebook, rulebook.conduct(row.cite)) or 0
        if row.final or not only_final:
            sure += worth
        else:
            waiting += worth
    blocked = sure >= rule.limit if rule else None
    may_block = sure + waiting >= rule.limit if rule else None
    return {
        "year": on.year,
        "points": sure,
        "pending": waiting,
        "limit": rule.limit if rule else None,
        "blocked": blocked,
        "may_block": may_block,
        "effect": rule.effect if rule and may_block else "",
        "cites": list(rule.cites) if rule else [],
        "sentence": _points_sentence(rule, sure, waiting, on.year),
    }


def _points_sentence(rule: Any, sure: int, waiting: int, year: int) -> str:
    if rule is None:
        return ""
    counted = "ponto" if sure == 1 else "pontos"
    if waiting:
        counted += " definitivo" if sure == 1 else " definitivos"
    said = f"{sure} {counted} em {year}, de {rule.limit}"
    if waiting:
        said += f", e mais {waiting} se os autos em recurso ou defesa ficarem"
    if sure >= rule.limit:
        return f"{said}: {rule.effect} ({'; '.join(rule.cites)})."
    if sure + waiting >= rule.limit:
        return f"{said}: com eles, {rule.effect} ({'; '.join(rule.cites)})."
    return f"{said} ({'; '.join(rule.cites)})."
