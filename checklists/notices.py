"""The auto de infração as the law wants it: which kinds there are, what its form asks, what the
conduct costs, until when one defends oneself, what would be charged twice.

Pure; dates are arguments. What others may call is all here, some of it from three files more.

    notice_kinds(rulebook, cite, role)                what may be drawn up, the usual one first
    measures_beside(rulebook, cite, kind)             what else may be done at once in that auto
    liable_roles(rulebook, cite, service)             who may answer for it
    notice_fields(rulebook, kind, service=, role=)    the form
    missing_fields(rulebook, kind, values, service=, role=)   what the law asks and is not there
    appeal_words(rulebook, kind, measures)            how one defends oneself, for the copy
    conduct_facts(rulebook, cite, on)                 the `conduct` of an auto's record
    charged_twice(rulebook, cites)                    pairs that would punish one act twice
    failed_item_conduct(rulebook, item, service), failed_item_note(rulebook)

Deadlines (`notices_dates`):

    defence(rulebook, kind, received_on, notified_on=, role=, on_the_spot=)   the record's `defence`
    final_undefended(rulebook, kind)                  whether its lapse ends the matter
    notice_deadlines(rulebook)                        what the municipality owes, as rows
    notices_owed(rulebook, role=, handed_over=)       which of them for one auto
    due_of(rulebook, row, happened_on=, drawn_on=)    its last day, or why none

Recidivism and points (`notices_history`), over plain `PastAuto` rows of ONE autuado:

    possible_recidivism(rulebook, cite, happened_on, line, history, kind=)
        -> {"possible","of","rules","sentence"}       the device's hint
    recidivism_outcome(rulebook, cite, happened_on, line, history, assume_final=False, kind=)
        -> {"rule","occurrence","multiplier","penalties","of","pending","amount","unit","centavos",
            "cites","sentence"}
    points_outcome(rulebook, role, history, on)
        -> {"year","points","pending","limit","blocked","may_block","effect","cites","sentence"}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from checklists.choices import resolve
from checklists.fines import fine_of, group_of, points_of, why_no_fine
from checklists.model import PER, Conduct, Fine, Named, find, plain_amount
from checklists.notice_rows import (
    ALL_CONDUCTS,
    COLUMNS,
    NoticeDue,
    NoticeField,
    NoticeKind,
    NoticeRules,
    is_missing,
)
from checklists.notices_dates import (
    defence,
    due_of,
    final_undefended,
    notice_deadlines,
    notices_owed,
)
from checklists.notices_history import (
    PastAuto,
    points_outcome,
    possible_recidivism,
    recidivism_outcome,
)
from checklists.notices_twice import Twice, charged_twice
from checklists.reais import REAL, day_of_value, reais_exact, reais_of
from checklists.rulebook import Rulebook

__all__ = [
    "COLUMNS", "Missing", "NoticeDue", "NoticeField", "NoticeKind", "NoticeRules", "PastAuto",
    "Twice", "appeal_words", "charged_twice", "conduct_facts", "defence", "due_of",
    "failed_item_conduct", "failed_item_note", "final_undefended", "liable_roles",
    "measures_beside", "missing_fields", "notice_deadlines", "notice_fields", "notice_kind",
    "notice_kinds", "notices_owed", "points_outcome", "possible_recidivism", "recidivism_outcome",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Missing:
    """A field that is required and open; `sentence` says so ("Falta o número da linha (Art. 104,
    b).")."""

    field: str
    sentence: str

    def as_dict(self) -> dict[str, str]:
        return {"field": self.field, "sentence": self.sentence}


# ---- The form ----------------------------------------------------------------------------------


def notice_kind(rulebook: Rulebook, kind_id: str) -> NoticeKind:
    """UnknownReference for an id that the rulebook does not have."""
    kind = find(rulebook.notice.kinds, kind_id, rulebook.id, "espécie de auto")
    return _decided(rulebook, kind, "mailed", "groups", "usual_for", "counts", "beside")


def notice_kinds(
    rulebook: Rulebook, cite: str, role: str | None = None
) -> tuple[NoticeKind, ...]:
    """What may be drawn up for this conduct, the usual one first; empty if the conduct is no longer
    in force or the rulebook has no form. `role`: who answers, where that is settled.
    UnknownReference for a cite that is no conduct."""
    conduct = rulebook.conduct(cite)
    if conduct.status != "vigente":
        return ()
    known = {conduct.cite, *conduct.same_as}
    rows = [notice_kind(rulebook, row.id) for row in rulebook.notice.kinds]
    liable = {role} if role else set(conduct.applies_to)
    fit = [row for row in rows if _fits(rulebook, row, conduct, known, liable)]
    return tuple(sorted(fit, key=lambda row: not _usual(row, known)))


def _fits(
    rulebook: Rulebook, kind: NoticeKind, conduct: Conduct, known: set[str], liable: set[str]
) -> bool:
    if kind.conducts and not known.intersection(kind.conducts):
        return False
    if kind.roles and liable and not liable.intersection(kind.roles):
        return False
    group = group_of(rulebook, conduct)
    return not kind.groups or (group is not None and group.id in kind.groups)


def _usual(kind: NoticeKind, known: set[str]) -> bool:
    return kind.usual_for == ALL_CONDUCTS or bool(known.intersection(kind.usual_for))


def measures_beside(
    rulebook: Rulebook, cite: str, kind_id: str
) -> tuple[tuple[str, NoticeKind | None], ...]:
    """Measures that may be taken and told in an auto of this kind besides those of the conduct and
    of the kind itself, each with the kind of notice that it would be alone (None: of none), whose
    `note` says when the law allows it. One that is a kind of notice for other conducts only is
    none here."""
    own, fit = notice_kind(rulebook, kind_id), notice_kinds(rulebook, cite)
    found = []
    for measure in own.beside:
        if measure in (*own.measures, *rulebook.conduct(cite).measures):
            continue
        alone = next((one for one in fit if measure in one.measures), None)
        if alone or not any(measure in row.measures for row in rulebook.notice.kinds):
            found.append((measure, alone))
    return tuple(found)


def liable_roles(rulebook: Rulebook, cite: str, service: str | None) -> tuple[Named, ...]:
    """Who may answer for the conduct in this service, in the rulebook's order; without a service,
    in any. Where the law's words leave nobody of the service, all whom it names."""
    conduct = rulebook.conduct(cite)
    named = [row for row in rulebook.roles if row.id in conduct.applies_to] or rulebook.roles
    here = [row for row in named if not (service and row.services) or service in row.services]
    return tuple(here or named)


def notice_fields(
    rulebook: Rulebook, kind_id: str, *, service: str | None = None, role: str | None = None
) -> tuple[NoticeField, ...]:
    """The form of this kind, in the file's order. Without `service` or `role`: whatever any of them
    asks. UnknownReference for a kind that the rulebook does not have."""
    notice_kind(rulebook, kind_id)
    found = []
    for raw in rulebook.notice.fields:
        row = _decided(rulebook, raw, "required", "services")
        if row.kinds and kind_id not in row.kinds:
            continue
        if service and row.services and service not in row.services:
            continue
        if role and row.roles and role not in row.roles:
            continue
        found.append(row)
    return tuple(found)


def missing_fields(
    rulebook: Rulebook,
    kind_id: str,
    values: Mapping[str, object],
    *,
    service: str | None,
    role: str | None,
) -> tuple[Missing, ...]:
    """The required fields without a value. `values` by field id; None, blank text and an absent key
    are no value, False is one."""
    return tuple(
        Missing(row.id, _cited(row.missing, row.cites))
        for row in notice_fields(rulebook, kind_id, service=service, role=role)
        if row.required and is_missing(values.get(row.id))
    )


def appeal_words(
    rulebook: Rulebook, kind_id: str, measures: Collection[str] = ()
) -> tuple[str, ...]:
    """How one defends oneself and what comes after, in sentences with their citations, for the
    autuado's copy. Deadline and address are `defence`'s. `measures`: those that were taken, so that
    what is to be said of each as a notice of its own is said too."""
    kinds = {notice_kind(rulebook, kind_id).id}
    kinds |= {row.id for row in rulebook.notice.kinds if not {*row.measures}.isdisjoint(measures)}
    return tuple(
        _cited(said.removesuffix("."), row.cites)
        for row in rulebook.notice.advice
        if (not row.kinds or kinds.intersection(row.kinds))
        and (said := resolve(rulebook, row.text))
    )


def _decided(rulebook: Rulebook, row: Any, *names: str) -> Any:
    """The row under the readings in force."""
    found = {}
    for name in names:
        value = resolve(rulebook, getattr(row, name))
        found[name] = tuple(value) if isinstance(value, list) else value
    return replace(row, **found)


def _cited(words: str, cites: tuple[str, ...]) -> str:
    return f"{words} ({'; '.join(cites)})." if cites else f"{words}."


# ---- What the conduct is and costs -------------------------------------------------------------


def conduct_facts(rulebook: Rulebook, cite: str, on: date) -> dict[str, Any]:
    """The `conduct` of an auto's record, as the rulebook has it on the day of the act. Severity,
    group and measures as printed; `amount` is the fine that applies, in `unit`, and `centavos` what
    that is in reais, null where it is not known; `value_why` says why, and how it was counted."""
    conduct = rulebook.conduct(cite)
    fine = fine_of(rulebook, conduct) if conduct.status == "vigente" else None
    centavos, why = _in_centavos(rulebook, conduct, fine, on)
    return {
        "cite": conduct.cite,
        "label": conduct.label,
        "severity": conduct.severity,
        "group": conduct.group,
        "points": points_of(rulebook, conduct) if conduct.status == "vigente" else None,
        "measures": list(conduct.measures),
        "penalties": list(conduct.penalties),
        "amount": plain_amount(fine.amount) if fine else None,
        "unit": fine.unit if fine else None,
        "centavos": centavos,
        "value_why": " ".join(filter(None, (*_group_why(rulebook, conduct), why))),
    }


def _in_centavos(
    rulebook: Rulebook, conduct: Conduct, fine: Fine | None, on: date
) -> tuple[int | None, str]:
    if fine is None:
        return None, why_no_fine(rulebook, conduct)
    per = f"A multa é {PER[conduct.per]}." if conduct.per in PER else ""
    if fine.unit == REAL:
        return int(fine.amount * 100), f"Valor em reais na própria lei. {per}".strip()
    if day_of_value(rulebook, fine.unit) == "pagamento":
        return None, f"O valor da {fine.unit} é o do dia do pagamento. {per}".strip()
    found = reais_of(rulebook, fine, on)
    if found.amount is None:
        return None, f"{found.reason[0].upper()}{found.reason[1:]}. {per}".strip()
    worth = reais_exact(found.value.amount)
    why = f"{fine.unit} a {worth}, {found.value.source}. {per}".strip()
    return int(found.amount * 100), why


def _group_why(rulebook: Rulebook, conduct: Conduct) -> Iterator[str]:
    """That the group that applies is not the one printed here."""
    group = group_of(rulebook, conduct)
    if conduct.group and group is not None and group.id != conduct.group:
        yield f"Impresso grupo {conduct.group}; aplica-se o {group.id}, pela leitura em vigor."


# ---- From an inspection ------------------------------------------------------------------------


def failed_item_conduct(rulebook: Rulebook, item_id: str, service: str) -> str | None:
    """The conduct that failing this item is, where the law punishes it in this service; None for an
    item that the checklist of the service does not have."""
    checklist = rulebook.checklist(service)
    return checklist.item(item_id).conduct if checklist.has(item_id) else None


def failed_item_note(rulebook: Rulebook) -> str:
    """What to tell before a failed item becomes an auto; "" where the law has no doubt."""
    if resolve(rulebook, rulebook.notice.failed_item) != "so-em-servico":
        return ""
    return (
        "Defeito achado em vistoria marcada é exigência, e não multa. Lavre o auto só se o veículo "
        "estava em serviço."
    )
