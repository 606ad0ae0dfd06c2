"""Which infraction: by word, article or code; with nothing typed, this agent's most frequent."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.flows import words
from app.flows.law import words as say
from app.flows.law.book import LawBook
from app.flows.observed import Observed
from checklists import fine_of, notices
from checklists.fines import choice_ids, group_of, points_of
from checklists.model import PER

if TYPE_CHECKING:
    from app.flows.roadside.stop import Stop

FREQUENT_MAX = 6
SHOWN_AT_ONCE = 20
LOOKED_BACK = 400  # autos of this device
DOUBT = "a lei deixa dúvida"


@dataclass(frozen=True)
class InfractionRow:
    """A conduct as one chooses it. `key`: its address in "A lei"."""

    cite: str
    label: str
    fine: str
    points: str
    measures: str
    key: str
    doubtful: bool
    retains: bool
    chosen: bool

    @property
    def line(self) -> str:
        doubt = DOUBT if self.doubtful else ""
        return " · ".join(part for part in (self.cite, self.fine, self.points, doubt) if part)

    @property
    def said(self) -> str:
        more = f", {self.measures}" if self.measures else ""
        return f"{self.label}. {self.line}{more}{', já escolhida' if self.chosen else ''}"


class InfractionSearch(Observed):
    """`changed()` at every letter. `role`: who is liable, "" for all; `everywhere`: also what is
    of other services."""

    def __init__(self, stop: Stop, book: LawBook) -> None:
        self.stop, self.book = stop, book
        self.text, self.role, self.everywhere = "", "", False
        self.limit = SHOWN_AT_ONCE
        self.hidden = 0  # found, and not shown because of another service or liable
        self.partial = False
        self._frequent = self._most_used()

    # ---- verbs --------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        self.text, self.limit = text, SHOWN_AT_ONCE
        self.changed()

    def for_role(self, role: str) -> None:
        """Only what this one answers for; "": whoever does."""
        self.role = role
        self.changed()

    def show_all(self) -> None:
        """Whatever the service and whoever is liable."""
        self.everywhere, self.role = True, ""
        self.changed()

    def only_here(self) -> None:
        self.everywhere = False
        self.changed()

    def show_more(self) -> None:
        self.limit += SHOWN_AT_ONCE
        self.changed()

    # ---- what there is --------------------------------------------------------------------------

    @property
    def service_label(self) -> str:
        service = self.stop.service
        return self.stop.rulebook.service(service).label if service else ""

    @property
    def example(self) -> str:
        """An article that may be charged here, as one would type it: "9 II", "47"."""
        conducts = self.stop.rulebook.conducts
        cites = [row.cite for row in conducts if self._fits(row.cite)] or [conducts[0].cite]
        short = re.compile(r"Art\. (\d+), ([IVXLC]+|[a-z])")
        found = next(filter(None, map(short.fullmatch, cites)), None)
        return f"{found[1]} {found[2]}" if found else cites[0].removeprefix("Art. ")

    @property
    def roles(self) -> tuple[Any, ...]:
        """Who can be liable at all, by this law."""
        liable = {role for row in self.stop.rulebook.conducts for role in row.applies_to}
        return tuple(role for role in self.stop.rulebook.roles if role.id in liable)

    def rows(self) -> tuple[list[InfractionRow], list[InfractionRow], int]:
        """(frequent ones, the others or what was found, how many more there are)."""
        typed = bool(self.text.strip())
        if typed:
            found = self.book.find(self.text)
            self.partial = found.partial
            cites = self._cites_of(found.keys)
        else:
            self.partial = False
            cites = [row.cite for row in self.stop.rulebook.conducts if row.status == "vigente"]
        fitting = [cite for cite in cites if self._fits(cite)]
        self.hidden = len(cites) - len(fitting)
        if typed:
            # Of equals in the law's eyes, what this agent uses comes first.
            first = [c for c in self._frequent if c in fitting[:3]]
            fitting = [*first, *(c for c in fitting if c not in first)]
            frequent: list[str] = []
        else:
            frequent = [c for c in self._frequent if c in fitting][:FREQUENT_MAX]
            fitting = [c for c in fitting if c not in frequent]
        shown = fitting[: self.limit]
        return ([self.row(c) for c in frequent], [self.row(c) for c in shown],
                len(fitting) - len(shown))

    def row(self, cite: str) -> InfractionRow:
        law = self.stop.rulebook
        conduct = law.conduct(cite)
        points = points_of(law, conduct)
        return InfractionRow(
            cite=conduct.cite,
            label=conduct.label,
            fine=fine_words(law, conduct),
            points=say.points(points) if points is not None else "",
            measures=words.listed([law.measure(m).label for m in conduct.measures]),
            key=self.book.entries.of_conduct(conduct.cite) or "",
            doubtful=bool(choice_ids(law, conduct)),
            retains=any(law.measure(m).retains for m in conduct.measures),
            chosen=any(auto.cite == conduct.cite for auto in self.stop.autos),
        )

    # ---- inside -------------------------------------------------------------------------------

    def _cites_of(self, keys: tuple[str, ...]) -> list[str]:
        """The conducts among what was found; an item of a vistoria stands for its conduct."""
        cites = []
        for key in keys:
            entry = self.book.entry(key)
            if entry.kind == "conduta":
                cites.append(entry.row.cite)
            elif entry.kind == "item" and entry.row[1].conduct:
                cites.append(entry.row[1].conduct)
        return list(dict.fromkeys(cites))

    def _fits(self, cite: str) -> bool:
        row = self.stop.rulebook.conduct(cite)
        service = self.stop.service
        if row.status != "vigente":
            return False
        if not self.everywhere and service and not row.reaches(service):
            return False
        if not self.role:
            return True
        liable = notices.liable_roles(self.stop.rulebook, cite, service)
        return any(one.id == self.role for one in liable)

    def _most_used(self) -> list[str]:
        """Citations of this device's autos, the agent's own counted double, the latest first
        among equals."""
        agent = (self.stop.desk.agent() or {}).get("matricula")
        counts: Counter[str] = Counter()
        for kept in self.stop.store.records(kind="auto", limit=LOOKED_BACK):
            if not kept.annulled_by:
                own = kept.record["agent"]["matricula"] == agent
                counts[kept.body["conduct"]["cite"]] += 2 if own else 1
        known = {row.cite for row in self.stop.rulebook.conducts}
        return [cite for cite, _ in counts.most_common() if cite in known]


def fine_words(law: Any, conduct: Any) -> str:
    """The fine in the law's own unit, or why there is no one value."""
    fine, group = fine_of(law, conduct), group_of(law, conduct)
    if fine:
        per = f", {PER[conduct.per]}" if conduct.per in PER else ""
        return say.fine(fine) + per
    if group is None:
        return say.listed(conduct.penalties[:1]) or "sem multa na lei"
    return say.fine_range(group) or "multa de valor que a lei não dá"
