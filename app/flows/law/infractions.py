"""An infraction, and an item of a vistoria that fails: severity, fine, points, measure, each a
fact of its own, as printed."""

from __future__ import annotations

from typing import Any

from app.flows.law import words as say
from app.flows.law.details import Details, Note, Told, doubt, facts, links
from app.flows.law.entries import Entry, slug
from app.flows.law.money import HIGHEST, recidivism_words
from checklists.choices import resolve
from checklists.fines import choices_of, fine_of, group_of, inspected_cites, points_of
from checklists.model import NO_SEVERITY, PER, Conduct

SAYS_NOTHING = "a lei não diz"


def conduct(book: Details, entry: Entry) -> Told:
    law, row = book.law, entry.row
    marks = _conduct_marks(book, row)
    blocks: list[Any] = []
    if row.status != "vigente":
        blocks.append(Note(f"Está {say.STATUSES[row.status]} e não se aplica.", row.status_note))
    blocks.append(
        facts(
            *fine_facts(book, row),
            ("Medida", _measures(book, row)),
            *_severity_and_points(book, row),
            ("Grupo", _group(book, row)),
            ("Além da multa" if _fined(book, row) else "Pena", say.sentence(
                say.listed(row.penalties))),
            ("Quem responde", _roles(book, row)),
            ("Em que serviço", book.services(row.services)),
            ("Também em", book.other_cites(entry)),
        )
    )
    blocks += _seen(book, row)
    same = [book.entries.of_conduct(cite) for cite in row.same_as]
    blocks += links("A mesma conduta, em outro lugar da lei", same)
    blocks += _recidivism(book, row)
    unit = fine_of(law, row)
    if unit and unit.unit != "BRL":
        blocks += links("Quanto vale a unidade", [f"unidade-{slug(unit.unit)}"])
    blocks += [doubt(one, _told(law, row, one.id)) for one in choices_of(law, row)]
    return marks, blocks


def _conduct_marks(book: Details, row: Conduct) -> list[tuple[str, str]]:
    law, marks = book.law, []
    if row.severity:
        marks.append(("plain", law.severity(row.severity).label))
    if any(law.measure(measure).retains for measure in row.measures):
        marks.append(("bad", "Retém o veículo"))
    if row.cite in inspected_cites(law):
        marks.append(("info", "Vê-se na vistoria"))
    if book.law.local and row.cite in book.law.local.conducts:
        marks.append(("info", "Do regulamento do município"))
    return marks


def _severity_and_points(book: Details, row: Conduct) -> list[tuple[str, str]]:
    if not book.law.severities:
        return [("Gravidade e pontos", "esta lei não os traz")]
    return [("Gravidade", severity(book, row)), ("Pontos", _points(book, row))]


def severity(book: Details, row: Conduct) -> str:
    printed = book.law.severity(row.severity).label if row.severity else SAYS_NOTHING
    used = resolve(book.law, row.applied_severity)
    if used is None or used == row.severity:
        return printed
    other = "nenhuma" if used == NO_SEVERITY else book.law.severity(used).label.lower()
    return f"{printed} está impresso; aplica-se {other}"


def _group(book: Details, row: Conduct) -> str:
    """As printed, and the applied one if a reading takes another. Empty where the law has no
    groups in its print."""
    if row.own_fine is not None or row.group is None or not say.is_group(row.group):
        return ""
    used = group_of(book.law, row)
    printed = say.group(book.law, book.law.group(row.group))
    if used and used.id != row.group:
        return f"{printed} está impresso; aplica-se {say.group(book.law, used)}"
    return printed


def _fined(book: Details, row: Conduct) -> bool:
    return row.own_fine is not None or group_of(book.law, row) is not None


def fine_facts(book: Details, row: Conduct) -> list[tuple[str, str]]:
    fine, group = fine_of(book.law, row), group_of(book.law, row)
    if fine:
        per = f", {PER[row.per]}" if row.per in PER else ""
        return [("Multa", say.fine(fine) + per), *book.worth(fine)]
    if group is None:
        return [("Multa", "a lei não prevê multa aqui")]
    told = say.fine_range(group)
    if not told:
        return [("Multa", group.unknown or "de valor que a lei não dá")]
    highest = group.highest or group.lowest
    return [
        ("Multa", told),
        ("Por que não há um só valor", group.unknown),
        *book.worth(highest, HIGHEST),
    ]


def _points(book: Details, row: Conduct) -> str:
    points = points_of(book.law, row)
    return say.points(points) if points is not None else "nenhum na lei"


def _measures(book: Details, row: Conduct) -> str:
    found = [book.law.measure(measure).label for measure in row.measures]
    return say.listed(found) or "nenhuma na lei"


def _roles(book: Details, row: Conduct) -> str:
    return say.listed([book.law.role(role).label for role in row.applies_to]) or SAYS_NOTHING


def _seen(book: Details, row: Conduct) -> list[Any]:
    """The items of a vistoria that look at it: told here if it is but one, else linked."""
    items = book.entries.items_of(row.cite)
    keys = [book.entries.of_item[item.id] for item in items]
    if len(items) != 1 or keys[0] != book.entries.of_conduct(row.cite):
        return links("O que se olha na vistoria", keys)
    return [
        facts(
            ("Está em ordem quando", items[0].hint),
            ("Só se aplica", resolve(book.law, items[0].conditional) or ""),
            title="Na vistoria",
        )
    ]


def _recidivism(book: Details, row: Conduct) -> list[Any]:
    """The rule named for the conduct, else the general one; it says so if there is none."""
    rules = book.law.recidivisms
    named = [rule for rule in rules if row.cite in rule.conducts]
    general = [rule for rule in rules if not rule.conducts]
    found = (named or general)[:1]
    if not found:
        return [facts(("Reincidência", "a lei não traz regra para esta infração"))]
    if not _fined(book, row) and not resolve(book.law, found[0].penalties):
        return [facts(("Reincidência", "não muda a pena: não há multa que dobre"))]
    return [
        facts(("Reincidência", recidivism_words(book, found[0]))),
        *links("A regra da reincidência", [f"reincidencia-{slug(found[0].id)}"]),
    ]


def _told(law: Any, row: Conduct, choice_id: str) -> Any:
    """For a choice that decides the fine or the points: what a reading of it gives, in words."""
    if getattr(row.applied_group, "choice", None) == choice_id:
        told = _fine_told
    elif getattr(row.applied_severity, "choice", None) == choice_id:
        told = _points_told
    else:
        return None
    return lambda reading: told(law.with_readings({choice_id: reading}), row)


def _fine_told(law: Any, row: Conduct) -> str:
    fine = fine_of(law, row)
    return say.fine(fine) if fine else ""


def _points_told(law: Any, row: Conduct) -> str:
    points = points_of(law, row)
    return say.points(points) if points is not None else ""


def item(book: Details, entry: Entry) -> Told:
    section, row = entry.row
    law = book.law
    punished = law.conduct(row.conduct) if row.conduct else None
    marks = _conduct_marks(book, punished) if punished else []
    blocks = [
        facts(
            ("Está em ordem quando", row.hint),
            ("Só se aplica", resolve(law, row.conditional) or ""),
            ("Onde se verifica", "em local adequado" if section.place == "local_adequado" else ""),
            ("Em que serviço", book.services(row.services)),
            ("Se falhar", "" if punished else
             "é exigência a cumprir; a lei não prevê multa para isto"),
            ("Também em", book.other_cites(entry, row.conduct or "")),
        )
    ]
    if punished:
        blocks.append(
            facts(
                *fine_facts(book, punished),
                ("Medida", _measures(book, punished)),
                *_severity_and_points(book, punished),
                ("Em que serviço", book.services(punished.services)),
                title="Se falhar",
            )
        )
        blocks += links("A infração", [book.entries.of_conduct(punished.cite)])
    return [mark for mark in marks if mark[1] != "Vê-se na vistoria"], [
        *blocks, *book.doubts(entry.choices)
    ]
