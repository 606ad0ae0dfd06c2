"""What each command says to a person, with its citations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from checklists import AgeAnswer, Conduct, Fine, PointsAnswer, Rulebook, ValidityAnswer
from checklists.cli import words
from checklists.cli.fines import FineAnswer
from checklists.cli.layout import Page
from checklists.cli.pages_choices import say_choices
from checklists.fines import choices_of, inspected_cites, points_of
from checklists.model import PER


def heading(page: Page, law: Rulebook, what: str) -> None:
    place = law.municipality
    page.title(f"{place.name} ({place.uf}), {place.law}: {what}")


def towns(page: Page, laws: Sequence[Rulebook]) -> None:
    rows = [
        (law.id, f"{law.municipality.name} ({law.municipality.uf})", law.municipality.law,
         ", ".join(row.label for row in law.services), law.version)
        for law in laws
    ]  # fmt: skip
    page.table(("MUN", "Município", "Lei", "Serviços", "Versão"), rows, flexible=("Serviços",))


def services(page: Page, law: Rulebook) -> None:
    heading(page, law, "serviços")
    rows = [(row.id, row.label, "; ".join(row.cites)) for row in law.services]
    page.table(("Serviço", "Nome", "Citações"), rows, flexible=("Citações",))


def conducts(page: Page, law: Rulebook) -> None:
    heading(page, law, f"{len(law.conducts)} condutas punidas")
    heads = ("Citação", "Conduta", "Gravidade", "Grupo", "Multa", "Pontos", "Medida", "Pena",
             "Responde", "Vistoria", "Leituras")  # fmt: skip
    flexible = ("Conduta", "Multa", "Medida", "Pena", "Responde")
    rows = _conduct_rows(law, lambda ids: str(len(ids)) if ids else "")
    if not page.fits(heads, rows, flexible):
        rows = _conduct_rows(law, ", ".join)
    page.table(heads, rows, flexible)
    page.gap()
    page.say(
        "Vistoria: o inspetor olha isso na vistoria. Leituras: onde a lei cala ou se contradiz "
        f"sobre a conduta; veja cada uma em prancheta regras lacunas {law.id}."
    )


def _conduct_rows(law: Rulebook, readings: Callable[[list[str]], str]) -> list[tuple[str, ...]]:
    seen = inspected_cites(law)
    rows = []
    for row in law.conducts:
        points = points_of(law, row)
        lapsed = f" ({row.status}: {row.status_note})" if row.status != "vigente" else ""
        rows.append((
            row.cite, row.label + lapsed, words.severity(law, row.severity), row.group or "",
            words.fine_words(law, row), "" if points is None else str(points),
            words.measures(law, row.measures), "; ".join(row.penalties),
            words.roles(law, row.applies_to), "sim" if row.cite in seen else "",
            readings([one.id for one in choices_of(law, row)]),
        ))  # fmt: skip
    return rows


def validity(
    page: Page, law: Rulebook, service: str, answer: ValidityAnswer, on: date
) -> None:
    label = law.service(service).label
    heading(page, law, f"validade da vistoria, {label.lower()}")
    if answer.valid_until is not None:
        until = f"até {words.week_day(answer.valid_until)}, inclusive ({answer.period.words()})"
        if answer.allowed:
            page.say(f"Aprovado em {words.day(on)}, vale {until}.")
        else:
            page.say(
                f"Aprovado em {words.day(on)}, valeria {until}. Se o veículo pode ser aprovado, "
                "esta lei não decide sozinha:"
            )
    elif answer.allowed is False:
        page.say(f"Não há validade: o veículo não é admitido. {answer.reason}")
    else:
        page.say(f"Não se sabe até quando vale. {answer.reason}")
    for condition in answer.conditions:
        page.bullet(condition)
    page.cites(answer.cites)
    say_choices(page, law, answer.choices)


def age(page: Page, law: Rulebook, service: str, answer: AgeAnswer, on: date) -> None:
    heading(page, law, f"idade do veículo, {law.service(service).label.lower()}")
    if answer.years is not None:
        years = f"{answer.years} {'ano' if answer.years == 1 else 'anos'}"
        page.say(f"Em {words.day(on)} o veículo tem {years} pela conta desta lei.")
    verdict = {
        True: f"É admitido: o limite é de {answer.limit} anos.",
        False: f"Não é admitido: o limite é de {answer.limit} anos.",
        None: answer.reason,
    }[answer.allowed]
    page.say(verdict)
    for condition in answer.conditions:
        page.bullet(condition)
    page.cites(answer.cites)
    say_choices(page, law, answer.choices)


def fine(page: Page, law: Rulebook, subject: Conduct | str | Fine, answer: FineAnswer) -> None:
    heading(page, law, "multa")
    if isinstance(subject, Conduct):
        page.say(f"{subject.cite}: {subject.label}.")
    elif isinstance(subject, str):
        page.say(f"Grupo {subject}.")
    for row in answer.rows:
        page.bullet(_occurrence(law, subject, row))
    if len(answer.rows) > 1 and all(row.reais is not None for row in answer.rows):
        page.say(f"Somam {words.reais(sum(row.reais for row in answer.rows))}.")
    if answer.points is not None:
        page.say(f"Pontos: {answer.points} por ocorrência.")
    if answer.measures:
        page.say(f"Medida: {words.measures(law, answer.measures)}.")
    if answer.reason:
        page.say(answer.reason)
    page.cites(answer.cites)
    say_choices(page, law, answer.choices)


def _occurrence(law: Rulebook, subject: Conduct | str | Fine, row) -> str:
    parts = []
    if row.fine is None:
        graded = isinstance(subject, Conduct) and words.fine_words(law, subject)
        parts.append("sem multa na lei" if graded == words.NO_FINE else graded or words.NO_VALUE)
    else:
        parts.append(words.amount(row.fine))
        if isinstance(subject, Conduct) and subject.per:
            parts[0] += f" {PER[subject.per]}"
        if row.reais is not None and row.fine.unit != "BRL":
            parts[0] += f" = {words.reais(row.reais)}"
    if row.doubled:
        parts[0] += ", em dobro pela reincidência"
    parts += row.penalties
    when = f"{words.day(row.on)}: " if row.on else ""
    return f"{when}{'; '.join(parts)}"


def points_reasons(
    law: Rulebook, role: str, rows: Sequence[Conduct], answer: PointsAnswer
) -> list[str]:
    """What must be said beside the sum: no rule, no points, or somebody else's conduct."""
    reasons = []
    if answer.blocked is None:
        label = law.role(role).label.lower()
        reasons.append(
            f"A lei de {law.municipality.name} não dá limite de pontos a quem é {label}."
            if law.points_rules
            else f"A lei de {law.municipality.name} não conta pontos."
        )
    for conduct in dict.fromkeys(rows):
        if law.points_rules and points_of(law, conduct) is None:
            reasons.append(f"{conduct.cite} não dá pontos: a lei não lhe dá gravidade.")
        if conduct.applies_to and role not in conduct.applies_to:
            others = words.roles(law, conduct.applies_to)
            reasons.append(f"{conduct.cite} é conduta de {others}: confira o papel.")
    return reasons


def points(
    page: Page, law: Rulebook, role: str, rows: Sequence[tuple[Conduct, date]],
    answer: PointsAnswer, reason: str,
) -> None:  # fmt: skip
    heading(page, law, f"pontos, {law.role(role).label.lower()}")
    table = [
        (words.day(on), conduct.cite, conduct.label, words.severity(law, conduct.severity),
         str(points_of(law, conduct) or 0))
        for conduct, on in sorted(rows, key=lambda row: row[1])
    ]  # fmt: skip
    page.table(("Data", "Citação", "Conduta", "Gravidade", "Pontos"), table, flexible=("Conduta",))
    page.gap()
    rule = next((row for row in law.points_rules if row.role == role), None)
    for year, total in answer.by_year.items():
        limit = f" O limite é {rule.limit} no ano civil." if rule else ""
        page.say(f"{year}: {total} pontos.{limit}")
    if answer.blocked:
        page.say(f"Atingiu o limite: {answer.effect}.")
    elif answer.blocked is False:
        page.say("Não atingiu o limite em nenhum ano.")
    if reason:
        page.say(reason)
    page.cites(answer.cites)
    if rule:
        from checklists.choices import applied

        say_choices(page, law, [applied(law, one) for one in rule.choices])
