"""From answers to a verdict, with its reasons.

What fails decides first: one `nao_conforme` and the vehicle is *reprovado*, whatever else could
not be verified. With nothing failed, anything `nao_verificado` leaves it *pendente*. Answers that
are missing leave it *pendente* too, with their items in `missing`: nothing can be concluded yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from checklists.age import VehicleFacts, age, age_rule
from checklists.answers import Answer, Exigencia, OpenExigencia, Reason, Verdict
from checklists.choices import applied, resolve
from checklists.dates import add_days
from checklists.legal_days import office_days
from checklists.model import AppliedChoice, ByChoice, Checklist, Item
from checklists.rulebook import Rulebook
from checklists.validity import ValidityAnswer, validity


@dataclass(slots=True)
class _Sorted:
    """The items by what was answered, and why an answer given does not count."""

    failed: list[Item] = field(default_factory=list)
    unverified: list[Item] = field(default_factory=list)
    passed: list[Item] = field(default_factory=list)
    skipped: list[Item] = field(default_factory=list)
    missing: list[Item] = field(default_factory=list)
    complaints: list[Reason] = field(default_factory=list)


def decide(
    rulebook: Rulebook,
    service: str,
    facts: VehicleFacts,
    answers: Mapping[str, Answer],
    inspected_on: date,
    open_exigencias: Iterable[OpenExigencia] = (),
) -> Verdict:
    """The verdict on one inspection. Nothing is read but the arguments. UnknownReference for a
    service that the rulebook does not have; answers to items of no concern are ignored."""
    checklist = checklist_for(rulebook, service, facts, inspected_on)
    pending = tuple(open_exigencias)
    term = validity(rulebook, service, facts, inspected_on)
    found = _sort(_scope(rulebook, checklist, pending, term), answers)
    closes, kept = _closing(checklist, pending, found)
    age_fails, age_reasons = _age(term, found)
    result = _result(found, age_fails, term, kept)
    withheld = _withheld(rulebook, found)
    reasons = [
        *_headline(result, found, term),
        *age_reasons,
        *withheld,
        *_met(pending, closes),
        *found.complaints,
    ]
    if result == "reprovado" and found.failed:
        reasons += [Reason(effect.text, effect.cites) for effect in rulebook.failure.effects]
    elif result != "reprovado":
        reasons += [Reason(text) for text in kept]
    return Verdict(
        result=result,
        valid_until=term.valid_until if result == "aprovado" else None,
        exigencias=tuple(
            _exigencia(rulebook, item, inspected_on, pending) for item in found.failed
        ),
        retention=bool(withheld),
        reasons=tuple(reasons),
        conditions=(*(() if age_fails else term.conditions), *_strangers(checklist, pending)),
        choices=_choices(rulebook, term, found, pending),
        missing=tuple(item.id for item in found.missing),
        unverified=tuple(item.id for item in found.unverified),
        closes=closes,
    )


def checklist_for(
    rulebook: Rulebook, service: str, facts: VehicleFacts, inspected_on: date
) -> Checklist:
    """The service's checklist without what only an older vehicle has to show. With an age that is
    not known, everything stays."""
    checklist = rulebook.checklist(service)
    item = age_rule(rulebook, service).item
    if item is None or age(rulebook, service, facts, inspected_on).allowed is not True:
        return checklist
    sections = (
        replace(section, items=tuple(row for row in section.items if row.id != item))
        for section in checklist.sections
    )
    return replace(checklist, sections=tuple(section for section in sections if section.items))


def _scope(
    rulebook: Rulebook,
    checklist: Checklist,
    pending: tuple[OpenExigencia, ...],
    term: ValidityAnswer,
) -> tuple[Item, ...]:
    """All items; in a re-inspection only those with an open exigência, if the law reads so, and
    what lets a vehicle past its age go on."""
    only = {exigencia.item for exigencia in pending} | {term.age.depends_on}
    if pending and resolve(rulebook, rulebook.failure.scope) == "exigencias":
        return tuple(item for item in checklist.items if item.id in only)
    return checklist.items


def _sort(items: tuple[Item, ...], answers: Mapping[str, Answer]) -> _Sorted:
    found = _Sorted()
    for item in items:
        answer = answers.get(item.id)
        complaint = _complaint(item, answer)
        if answer is None or complaint:
            found.missing.append(item)
            if complaint:
                found.complaints.append(Reason(complaint, (item.cite,)))
        else:
            rows = {
                "conforme": found.passed,
                "nao_conforme": found.failed,
                "nao_se_aplica": found.skipped,
                "nao_verificado": found.unverified,
            }
            rows[answer.value].append(item)
    return found


def _complaint(item: Item, answer: Answer | None) -> str:
    """Why an answer does not count as one; "" if it does."""
    if answer is None:
        return ""
    if answer.value == "nao_se_aplica" and item.conditional is None:
        return f"“{item.label}” vale para todos: responda conforme ou não conforme ({item.cite})."
    if answer.value == "nao_verificado" and not answer.reason.strip():
        return f"Falta dizer por que “{item.label}” não foi verificado."
    if answer.value == "conforme":
        for ask in item.asks:
            measured = str(answer.measured.get(ask.id, "")).strip()
            if ask.required and not (answer.photos if ask.kind == "photo" else measured):
                return f"Falta em “{item.label}”: {ask.label.lower()}."
    return ""


def _age(term: ValidityAnswer, found: _Sorted) -> tuple[bool, list[Reason]]:
    """Whether age alone rejects the vehicle, and what to say of it. Where somebody may decide that
    it goes on, "não se aplica" is no decision."""
    old = term.age
    if old.allowed is False:
        return True, [Reason(f"{old.reason} Não pode ser usado no serviço.", old.cites)]
    if old.depends_on and any(item.id == old.depends_on for item in found.skipped):
        return True, [Reason(" ".join((old.reason, *old.conditions)), old.cites)]
    return False, []


def _withheld(rulebook: Rulebook, found: _Sorted) -> list[Reason]:
    """Which failed items withhold the vehicle: by their own measure, never by the severity."""
    items = [
        item
        for item in found.failed
        if any(rulebook.measure(measure).retains for measure in item.measures)
    ]
    if not items:
        return []
    cites = tuple(dict.fromkeys(cite for item in items for cite in item.cites))
    return [Reason(f"O veículo fica retido: {', '.join(item.cite for item in items)}.", cites)]


def _result(found: _Sorted, age_fails: bool, term: ValidityAnswer, kept: list[str]) -> str:
    if found.missing:
        return "pendente"
    if found.failed or age_fails:
        return "reprovado"
    if found.unverified or kept or _age_unknown(term):
        return "pendente"
    return "aprovado"


def _age_unknown(term: ValidityAnswer) -> bool:
    """The law asks for the age and the facts do not give it."""
    return bool(term.age.limit is not None and term.age.years is None)


def _headline(result: str, found: _Sorted, term: ValidityAnswer) -> list[Reason]:
    reasons = []
    if found.missing:
        reasons.append(Reason(f"{_items(len(found.missing), 'Falta', 'Faltam')} por responder."))
    for item in found.failed:
        reasons.append(Reason(f"Não conforme: {item.label} ({item.cite}).", item.cites))
    if result == "pendente":
        for item in found.unverified:
            reasons.append(Reason(f"Não verificado: {item.label} ({item.cite}).", item.cites))
    if result == "pendente" and _age_unknown(term):
        reasons.append(Reason(f"{term.age.reason} Sem a idade não se decide.", term.cites))
    if result == "aprovado":
        reasons.append(_approval(term))
    return reasons


def _met(pending: tuple[OpenExigencia, ...], closes: tuple[str, ...]) -> list[Reason]:
    return [Reason(f"Exigência cumprida: {one.label}.") for one in pending if one.id in closes]


def _approval(term: ValidityAnswer) -> Reason:
    cites = ", ".join(term.cites[:1])
    if term.valid_until is None:
        return Reason(f"Aprovado. {term.reason}".strip(), term.cites)
    until = f"{term.valid_until:%d/%m/%Y}"
    return Reason(f"Aprovado: vale {term.period.words()}, até {until} ({cites}).", term.cites)


def _items(count: int, one: str, many: str) -> str:
    return f"{one} 1 item" if count == 1 else f"{many} {count} itens"


def _exigencia(
    rulebook: Rulebook, item: Item, on: date, pending: tuple[OpenExigencia, ...]
) -> Exigencia:
    earlier = next((open_one for open_one in pending if open_one.item == item.id), None)
    failure = rulebook.failure
    deadline = earlier.deadline if earlier else _deadline(rulebook, on)
    return Exigencia(
        item=item.id,
        cite=item.cite,
        label=item.label,
        deadline=deadline,
        deadline_reason=failure.reason,
        measures=item.measures,
        cites=tuple(dict.fromkeys((*item.cites, *failure.cites))),
        continues=earlier.id if earlier else None,
    )


def _deadline(rulebook: Rulebook, on: date) -> date | None:
    failure = rulebook.failure
    if failure.days is None:
        return None
    if resolve(rulebook, failure.day_kind) == "uteis":
        return office_days(rulebook).after(on, failure.days)
    return add_days(on, failure.days)


def _closing(
    checklist: Checklist, pending: tuple[OpenExigencia, ...], found: _Sorted
) -> tuple[tuple[str, ...], list[str]]:
    """Exigências met today, and sentences on those that stay open without having failed again."""
    passed = {item.id for item in found.passed}
    skipped = {item.id for item in found.skipped}
    closes = tuple(open_one.id for open_one in pending if open_one.item in passed)
    kept = [
        f"A exigência “{open_one.label}” segue aberta: responda se foi cumprida."
        for open_one in pending
        if open_one.item in skipped
    ]
    return closes, kept


def _strangers(checklist: Checklist, pending: tuple[OpenExigencia, ...]) -> tuple[str, ...]:
    """Open exigências whose item is not on this checklist: they are named, and close elsewhere."""
    return tuple(
        f"Exigência de {open_one.since:%d/%m/%Y} fora desta lista: {open_one.label}. Confira."
        for open_one in pending
        if not checklist.has(open_one.item)
    )


def _choices(
    rulebook: Rulebook,
    term: ValidityAnswer,
    found: _Sorted,
    pending: tuple[OpenExigencia, ...],
) -> tuple[AppliedChoice, ...]:
    ids = [item.conditional_choice for item in found.skipped if item.conditional_choice]
    failure = rulebook.failure
    if pending and isinstance(failure.scope, ByChoice):
        ids.append(failure.scope.choice)
    if found.failed and isinstance(failure.day_kind, ByChoice):
        ids.append(failure.day_kind.choice)
    if found.failed:
        ids += failure.choices
    known = {choice.id for choice in term.choices}
    extra = [applied(rulebook, one) for one in dict.fromkeys(ids) if one not in known]
    return (*term.choices, *extra)
