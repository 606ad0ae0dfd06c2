"""The days on which the municipality's office is open, for deadlines.

Closed on Saturdays and Sundays, on national and state holidays (the `holidays` library), and on
the municipality's own holidays and pontos facultativos, which it hands in with their dates. A day
of half office is no business day, and a deadline that ends on one moves (Lei 9.784/1999, art. 66,
§ 1, speaks of an office "encerrado antes da hora normal"), unless the rulebook reads otherwise.

Carnival, Corpus Christi and the like are no national holidays: whether the office opens is for the
municipality to decree. They are known here (`optional`), so that an answer can say so; they close
the office only under the reading that says so, or when the municipality hands them in.

>>> from datetime import date
>>> OfficeDays("MG").is_open(date(2026, 5, 1))
False
>>> OfficeDays("MG").next_open(date(2026, 5, 1))
datetime.date(2026, 5, 4)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache

from checklists.choices import resolve
from checklists.dates import add_business_days
from checklists.local_rows import LocalDay
from checklists.rulebook import Rulebook

ONE_DAY = timedelta(days=1)
FIRST_YEAR, LAST_YEAR = 1900, 2099  # what the library knows, less a margin
_WORDS = {
    "feriado": "feriado municipal",
    "ponto_facultativo": "ponto facultativo",
    "meio_expediente": "meio expediente",
}


class OfficeDays:
    """`uf` is the state's two letters; ValueError for another. Of two entries for one day the one
    that closes it more counts. `optional_is_off`: the federal pontos facultativos close the office
    without an act of the municipality. ValueError for a year outside 1900 to 2099."""

    def __init__(
        self,
        uf: str,
        days: Iterable[LocalDay] = (),
        half_day_counts: bool = False,
        optional_is_off: bool = False,
    ):
        self.uf = uf
        self.half_day_counts = half_day_counts
        self.optional_is_off = optional_is_off
        self._days: dict[date, LocalDay] = {}
        for day in days:
            if day.kind not in _WORDS:
                raise ValueError(f"kind: {day.kind!r}; esperado um de {', '.join(_WORDS)}")
            known = self._days.get(day.date)
            if known is None or known.kind == "meio_expediente":
                self._days[day.date] = day
        _calendar(uf, 2026)  # an unknown state is told at once

    def under(self, rulebook: Rulebook) -> OfficeDays:
        """The same calendar, as the readings in force of a rulebook have it."""
        return OfficeDays(
            self.uf,
            self._days.values(),
            half_day_counts=resolve(rulebook, rulebook.office.half_day) == "conta",
            optional_is_off=resolve(rulebook, rulebook.office.optional_day) == "fecha",
        )

    def is_open(self, day: date) -> bool:
        return not self.why_closed(day)

    def why_closed(self, day: date) -> str:
        """Why the office does not work on the day, in pt-BR ("domingo", "feriado: Tiradentes");
        empty if it does."""
        if day.weekday() >= 5:
            return ("sábado", "domingo")[day.weekday() - 5]
        public = _calendar(self.uf, day.year)
        if day in public:
            return f"feriado: {public[day]}"
        local = self._days.get(day)
        if local is not None and not (local.kind == "meio_expediente" and self.half_day_counts):
            words = _WORDS[local.kind]
            return words if local.label in ("", words) else f"{words}: {local.label}"
        if self.optional_is_off and self.optional(day):
            return f"ponto facultativo: {self.optional(day)}"
        return ""

    def optional(self, day: date) -> str:
        """The name of a federal ponto facultativo on which the municipality has not said whether
        its office opens; empty on any other day."""
        if day.weekday() >= 5 or day in self._days or day in _calendar(self.uf, day.year):
            return ""
        return _calendar(self.uf, day.year, optional=True).get(day, "")

    def next_open(self, day: date) -> date:
        """The day itself if the office is open, else the next one that is."""
        return self._first_open(day, ONE_DAY)

    def last_open(self, day: date) -> date:
        """The day itself if the office is open, else the last one before it that is."""
        return self._first_open(day, -ONE_DAY)

    def after(self, start: date, days: int) -> date:
        """The `days`-th business day after `start`, which is not counted; before it if negative."""
        return add_business_days(start, days, self.is_open)

    def _first_open(self, day: date, step: timedelta) -> date:
        while not self.is_open(day):
            day += step
        return day


def office_days(rulebook: Rulebook, extra: Iterable[LocalDay] = ()) -> OfficeDays:
    """The office of a municipality under the readings in force: the days of its own file, and
    `extra` ones."""
    own = rulebook.local.days if rulebook.local else ()
    return OfficeDays(rulebook.municipality.uf, (*own, *extra)).under(rulebook)


@lru_cache(maxsize=256)
def _calendar(uf: str, year: int, optional: bool = False) -> Mapping[date, str]:
    """Holidays of a state in a year by their names in pt-BR. The library is imported on first use:
    it takes longer than all the rest of a command."""
    import holidays
    from holidays.constants import OPTIONAL, PUBLIC

    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise ValueError(f"ano {year}: esperado de {FIRST_YEAR} a {LAST_YEAR}")
    if len(uf) != 2:
        raise ValueError(f"uf: {uf!r} não é a sigla de um estado")
    try:
        days = holidays.country_holidays(
            "BR",
            subdiv=uf,
            years=year,
            language="pt_BR",
            categories=OPTIONAL if optional else PUBLIC,
        )
    except NotImplementedError:
        raise ValueError(f"uf: {uf!r} não é a sigla de um estado") from None
    return {day: name for day, name in days.items() if day.year == year}
