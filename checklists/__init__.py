"""The law of a municipality as data, and what follows from it: what to look at, how old a vehicle
may be, how long an inspection is good, what a failure means.

Pure: no clock, no files but its own rulebooks, no network. Dates are arguments.

>>> from datetime import date
>>> law = load_rulebook("mangaratiba")
>>> validity(law, "escolar", 3, date(2026, 11, 30)).valid_until
datetime.date(2027, 5, 30)
"""

from checklists.age import AgeAnswer, VehicleFacts, age
from checklists.answers import Answer, Exigencia, OpenExigencia, Reason, Verdict
from checklists.choices import every_choice
from checklists.errors import RulebookError, UnknownReference
from checklists.fines import PointsAnswer, choices_of, conduct_row, fine_of, in_reais, points
from checklists.load import available_rulebooks, load_rulebook, load_rulebook_bytes
from checklists.model import (
    ANSWERS,
    AppliedChoice,
    Ask,
    Checklist,
    Choice,
    Conduct,
    Fine,
    Item,
    Municipality,
    Reading,
    Section,
    Service,
)
from checklists.recidivism import (
    FineOccurrence,
    FinesAnswer,
    Occurrence,
    fines,
    fines_of_amount,
    fines_of_group,
)
from checklists.rulebook import Rulebook
from checklists.validity import ValidityAnswer, validity
from checklists.verdict import checklist_for, decide

__all__ = [
    "ANSWERS",
    "AgeAnswer",
    "Answer",
    "AppliedChoice",
    "Ask",
    "Checklist",
    "Choice",
    "Conduct",
    "Exigencia",
    "Fine",
    "FineOccurrence",
    "FinesAnswer",
    "Item",
    "Municipality",
    "Occurrence",
    "OpenExigencia",
    "PointsAnswer",
    "Reading",
    "Reason",
    "Rulebook",
    "RulebookError",
    "Section",
    "Service",
    "UnknownReference",
    "ValidityAnswer",
    "VehicleFacts",
    "Verdict",
    "age",
    "available_rulebooks",
    "checklist_for",
    "choices_of",
    "conduct_row",
    "decide",
    "every_choice",
    "fine_of",
    "fines",
    "fines_of_amount",
    "fines_of_group",
    "in_reais",
    "load_rulebook",
    "load_rulebook_bytes",
    "points",
    "validity",
]
