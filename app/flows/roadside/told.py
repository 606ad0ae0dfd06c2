"""What the law attaches to the conduct of an auto, in words, once each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.flows.law import words as say
from app.flows.roadside.infractions import fine_words
from checklists.fines import group_of, points_of
from checklists.reais import centavos_words

if TYPE_CHECKING:
    from app.flows.roadside.auto import AutoDraft

NONE_IN_LAW = "Nenhuma na lei"


def law_facts(auto: AutoDraft) -> list[tuple[str, str]]:
    """(what, value) of fine, points, measure and penalty as the law has them on that day; an empty
    value where there is nothing to say. A law without points is not asked for them."""
    law, conduct, facts = auto.law, auto.conduct, auto.facts
    fined = bool(auto.fine or group_of(law, conduct))
    reais = ""
    if facts["centavos"] is not None and facts["unit"] != "BRL":
        reais = centavos_words(facts["centavos"])
    points = ""
    if any(points_of(law, one) is not None for one in law.conducts):
        points = "Nenhum na lei" if auto.points is None else say.points(auto.points)
    penalties = say.sentence(say.listed(list(conduct.penalties)))
    # Where the law gives another penalty, "why no fine" would only say that penalty again.
    why = facts["value_why"] if fined or not penalties else ""
    return [
        ("Multa", say.sentence(fine_words(law, conduct)) if fined else NONE_IN_LAW),
        ("Em reais", reais),
        ("Sobre o valor", why),
        ("Pontos", points),
        ("Medida na lei", say.listed([law.measure(one).label for one in conduct.measures])),
        ("Além disso" if fined else "Pena", penalties),
    ]
