"""What `prancheta regras auto` answers: the form that the law demands, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from checklists import AppliedChoice, Conduct, Rulebook
from checklists.choices import applied, resolve
from checklists.cli import answers
from checklists.cli.layout import Page
from checklists.cli.pages import heading
from checklists.cli.pages_choices import say_choices
from checklists.deadlines import length_words
from checklists.notices import (
    NoticeDue,
    NoticeField,
    NoticeKind,
    appeal_words,
    defence,
    liable_roles,
    notice_deadlines,
    notice_fields,
    notice_kind,
    notice_kinds,
)

KINDS = {"text": "texto", "number": "número", "date": "data", "bool": "sim ou não",
         "choice": "opção", "person": "pessoa"}  # fmt: skip
WHEN = {"sempre": "sempre", "sem-entrega": "se a via não foi entregue"}


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a law, or of one conduct in it and of one service."""

    law: Rulebook
    conduct: Conduct | None
    service: str | None
    kinds: tuple[NoticeKind, ...]
    fields: tuple[NoticeField, ...]
    dues: tuple[NoticeDue, ...]

    @property
    def once(self) -> tuple[str, ...]:
        """Citations that punish the same act as the conduct, or may."""
        if self.conduct is None:
            return ()
        found, known = list(self.conduct.same_as), {self.conduct.cite, *self.conduct.same_as}
        for row in self.law.notice.overlaps:
            if not resolve(self.law, row.why):
                continue
            left, right = row.conducts, row.against or row.conducts
            others = right if known & set(left) else left if known & set(right) else ()
            found += (one for one in others if one not in known)
        return tuple(dict.fromkeys(found))

    @property
    def choices(self) -> tuple[AppliedChoice, ...]:
        rows = (*self.kinds, *self.fields, *self.dues)
        ids = dict.fromkeys(one for row in rows for one in row.choices)
        return tuple(applied(self.law, one) for one in ids)

    def as_dict(self) -> dict[str, Any]:
        return {
            "cite": self.conduct.cite if self.conduct else None,
            "service": self.service,
            "kinds": [self._kind(row) for row in self.kinds],
            "liable": [row.id for row in self._liable()] if self.conduct else None,
            "fields": [_field(row) for row in self.fields],
            "due": [_due(row) for row in self.dues],
            "same_act": list(self.once),
            "choices": answers.choices(self.choices),
        }

    def _liable(self) -> tuple[Any, ...]:
        return liable_roles(self.law, self.conduct.cite, self.service) if self.conduct else ()

    def _kind(self, row: NoticeKind) -> dict[str, Any]:
        names = ("id", "label", "cites", "note", "asks_term", "proposes_penalty", "measures",
                 "beside", "beside_cites")  # fmt: skip
        plain = row.as_dict()
        more = {"defence": defence(self.law, row.id, None),
                "advice": list(appeal_words(self.law, row.id))}  # fmt: skip
        return {**{name: plain[name] for name in names}, **more}

    def write(self, page: Page) -> None:
        what = f"o auto do {self.conduct.cite}" if self.conduct else "o auto de infração"
        more = f", {self.law.service(self.service).label.lower()}" if self.service else ""
        heading(page, self.law, f"{what}{more}")
        if self.conduct is not None:
            page.say(f"{self.conduct.label}.")
            page.say(f"Responde: {', '.join(row.label.lower() for row in self._liable())}.")
        _say_kinds(page, self.law, self.kinds)
        _say_fields(page, self.law, self.fields, self.service)
        _say_dues(page, self.law, self.dues)
        if self.once:
            page.gap()
            page.say(f"Um fato, um auto: não some com {listed(self.law, self.once, self.conduct)}.")
        say_choices(page, self.law, self.choices)


def listed(law: Rulebook, cites: Sequence[str], but: Conduct | None = None) -> str:
    """Citations, an article whose conducts are all there named once. `but` is no part of it."""
    articles = dict.fromkeys(cite.partition(", ")[0] for cite in cites)
    words = []
    for article in articles:
        here = [cite for cite in cites if cite.partition(", ")[0] == article]
        known = [row.cite for row in law.conducts if row.cite.partition(", ")[0] == article]
        whole = set(known) <= {*here, but.cite if but else ""} and len(here) > 3
        other = "os outros" if but is not None and but.cite in known else "todos"
        words += [f"{article} ({other})"] if whole else here
    return "; ".join(words)


def form_of(law: Rulebook, conduct: Conduct | None, service: str | None) -> Form:
    if conduct is not None:
        kinds = notice_kinds(law, conduct.cite)
    else:
        kinds = tuple(notice_kind(law, row.id) for row in law.notice.kinds)
    ids = {row.id for row in kinds}
    asked = {
        row.id for kind in kinds for row in notice_fields(law, kind.id, service=service)
    }
    every = {row.id: row for kind in kinds for row in notice_fields(law, kind.id)}
    fields = tuple(every[row.id] for row in law.notice.fields if row.id in asked)
    roles = {row.id for row in liable_roles(law, conduct.cite, service)} if conduct else set()
    dues = tuple(
        row for row in notice_deadlines(law)
        if not (service and row.services and service not in row.services)
        and not (roles and row.roles and not roles.intersection(row.roles))
    )  # fmt: skip
    return Form(law, conduct, service, kinds, fields if ids else (), dues)


def _field(row: NoticeField) -> dict[str, Any]:
    names = ("id", "label", "cites", "kind", "required", "personal", "source", "options", "hint",
             "kinds", "services", "roles")  # fmt: skip
    plain = row.as_dict()
    options = [{"id": one, "label": label} for one, label in row.options]
    return {**{name: plain[name] for name in names}, "options": options}


def _due(row: NoticeDue) -> dict[str, Any]:
    names = ("id", "label", "ato", "starts", "when", "met_by", "late", "cites", "roles", "services")
    plain = row.as_dict()
    return answers.with_reason({name: plain[name] for name in names}, row.unknown)


def _say_kinds(page: Page, law: Rulebook, rows: Sequence[NoticeKind]) -> None:
    page.gap()
    page.say("O que se pode lavrar:" if rows else "Nada se lavra: a conduta não está em vigor.")
    for row in rows:
        page.bullet(f"{row.label} ({row.id}). {row.note}".strip())
        given = defence(law, row.id, None)
        if given is None:
            page.say("A lei não lhe dá defesa própria.", 4)
        elif law.deadline(given["ato"]).unknown:
            page.say(f"Defesa: {law.deadline(given['ato']).unknown}", 4)
        else:
            to = f" A quem: {given['to']}." if given["to"] else ""
            page.say(f"Defesa: {given['length']}, contados {given['starts']}.{to}", 4)
        if row.beside:
            also = ", ".join(law.measure(one).label.lower() for one in row.beside)
            page.say(f"No mesmo auto, onde a conduta a permite: {also} "
                     f"({'; '.join(row.beside_cites)}).", 4)
        page.cites(row.cites, 4)
    page.gap()
    where = law.local.defence_address if law.local else ""
    page.say(f"Onde se entrega a defesa: {where or 'o município ainda não informou'}.")
    for said in advice(law, rows):
        page.bullet(said)


def advice(law: Rulebook, kinds: Sequence[NoticeKind]) -> list[str]:
    """How one defends oneself against any of these, each sentence once."""
    return list(dict.fromkeys(one for kind in kinds for one in appeal_words(law, kind.id)))


def _say_fields(
    page: Page, law: Rulebook, rows: Sequence[NoticeField], service: str | None
) -> None:
    if service:  # no need to say in which service a field is asked
        rows = [replace(row, services=()) for row in rows]
    asked = [row for row in rows if row.cites]
    page.gap()
    page.say("O que a lei manda constar:" if asked else "A lei não lista campos.")
    heads = ("Campo", "É", "Falta impede", "Só em", "Citações")
    if asked:
        page.table(heads, [_row(law, one) for one in asked], flexible=("Campo", "Só em"))
    other = [row for row in rows if not row.cites]
    if other:
        page.gap()
        page.say("O que a boa prática registra, sem a lei o pedir:")
        cells = [_row(law, one)[:4] for one in other]
        page.table(heads[:4], cells, flexible=("Campo", "Só em"))


def _row(law: Rulebook, row: NoticeField) -> tuple[str, ...]:
    return (row.label, KINDS[row.kind], "sim" if row.required else "não", only_in(law, row),
            "; ".join(row.cites))  # fmt: skip


def only_in(law: Rulebook, row: NoticeField | NoticeDue) -> str:
    """Where a field is asked or a notice owed, if not everywhere."""
    kinds = getattr(row, "kinds", ())
    named = [notice_kind(law, one).label.lower() for one in kinds]
    named += [law.service(one).label.lower() for one in row.services]
    return ", ".join([*named, *(law.role(one).label.lower() for one in row.roles)])


def _say_dues(page: Page, law: Rulebook, rows: Sequence[NoticeDue]) -> None:
    if not rows:
        return
    page.gap()
    page.say("O que o município deve notificar depois:")
    for row in rows:
        page.bullet(f"{row.label} ({WHEN[row.when]}). {due_words(law, row)}")
        page.cites(row.cites, 4)


def due_words(law: Rulebook, row: NoticeDue) -> str:
    """By when, and what happens afterwards."""
    if not row.ato:
        return row.unknown
    deadline = law.deadline(row.ato)
    if deadline.unknown:
        return deadline.unknown
    return f"Em {length_words(law, deadline)} {deadline.starts}. {row.late}".strip()
