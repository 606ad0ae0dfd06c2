"""The law as one looks things up in it: an entry a rule, and the chapters that they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from app.flows.law import words as say
from app.flows.law.search import ASIDE, LABEL, SYNONYM, TEXT, Index, Sought, plain
from checklists.choices import applied_reading, resolve
from checklists.fines import choice_ids, fine_of, group_of
from checklists.model import ByChoice


@dataclass(frozen=True, slots=True)
class Entry:
    """One rule. `key` is for addresses, `kind` names what `row` is, `note` says the gist of it in a
    line; `choices` are the readings of the law that touch it."""

    key: str
    kind: str
    label: str
    cites: tuple[str, ...]
    row: Any
    note: str = ""
    choices: tuple[str, ...] = ()
    texts: tuple[tuple[int, str], ...] = ()
    service: str = ""

    @property
    def cite(self) -> str:
        return self.cites[0] if self.cites else ""

    @property
    def line(self) -> str:
        """Citation and gist, for a list."""
        return " · ".join(part for part in (self.cite, self.note) if part)


@dataclass(frozen=True, slots=True)
class Part:
    """Some entries of a chapter under a title."""

    title: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """`orders`: the ways in which it can be listed, (name, parts); most have one."""

    id: str
    title: str
    note: str
    orders: tuple[tuple[str, tuple[Part, ...]], ...]

    def parts(self, order: str = "") -> tuple[Part, ...]:
        return dict(self.orders).get(order) or self.orders[0][1]

    @property
    def count(self) -> int:
        return len({key for part in self.parts() for key in part.keys})


def slug(text: str) -> str:
    """`Art. 52, § 3, a` → `art-52-p3-a`; for addresses."""
    return "-".join(re.findall(r"[a-z0-9]+", plain(text).replace("§ ", "p"))) or "regra"


class LawEntries:
    """All entries of a rulebook by key, in the order in which equals are listed."""

    def __init__(self, rulebook: Any) -> None:
        self.rulebook = rulebook
        self.by_key: dict[str, Entry] = {}
        self.of_item: dict[str, str] = {}  # item id → key
        self._items_of: dict[str, list[Any]] = {}  # conduct → items that look at it
        for section in rulebook.sections:
            for item in section.items:
                self._items_of.setdefault(item.conduct or "", []).append(item)
        for entries in (
            self._conducts, self._items, self._validities, self._ages, self._failure,
            self._deadlines, self._money, self._requirements, self._choices, self._lapsed,
        ):
            for entry in entries():
                self._keep(entry)
        self._of_conduct = {
            entry.row.cite: entry.key for entry in self.by_key.values() if entry.kind == "conduta"
        }
        for section in rulebook.sections:
            for item in section.items:
                own = item_key(item)
                self.of_item[item.id] = own if own in self.by_key else slug(item.cite)

    def _keep(self, entry: Entry) -> None:
        key, turn = entry.key, 1
        while key in self.by_key:
            turn += 1
            key = f"{entry.key}-{turn}"
        self.by_key[key] = entry if key == entry.key else replace(entry, key=key)

    def of_kind(self, *kinds: str) -> list[Entry]:
        return [entry for entry in self.by_key.values() if entry.kind in kinds]

    def of_conduct(self, cite: str) -> str | None:
        return self._of_conduct.get(cite)

    def items_of(self, cite: str) -> list[Any]:
        """The items of a vistoria that look at a conduct."""
        return self._items_of.get(cite, [])

    def touched_by(self, choice_id: str) -> list[Entry]:
        """The rules that depend on a reading."""
        return [
            entry for entry in self.by_key.values()
            if choice_id in entry.choices and entry.kind != "escolha"
        ]

    def index(self) -> Index:
        synonyms = self.rulebook.local.synonyms if self.rulebook.local else ()
        said: dict[str, list[str]] = {}
        for one in synonyms:
            for cite in one.cites:
                said.setdefault(cite, []).extend(one.words)
        return Index(
            Sought(
                entry.key,
                entry.cites,
                (
                    (LABEL, entry.label),
                    *((SYNONYM, word) for cite in self._known_by(entry)
                      for word in said.get(cite, ())),
                    (ASIDE, say.KINDS[entry.kind]),
                    *entry.texts,
                ),
                aside=entry.kind == "escolha",
            )
            for entry in self.by_key.values()
        )

    def _known_by(self, entry: Entry) -> tuple[str, ...]:
        """The citations under which a municipality's words may name it."""
        same = entry.row.same_as if entry.kind == "conduta" else ()
        return merged(entry.cites, same)

    # ---- one kind after the other ----------------------------------------------------------

    def _conducts(self) -> Iterable[Entry]:
        law = self.rulebook
        for row in law.conducts:
            items = self._items_of.get(row.cite, [])
            texts = [(TEXT, f"{item.label} {item.hint}") for item in items]
            texts += [(ASIDE, law.measure(measure).label) for measure in row.measures]
            texts += [(ASIDE, text) for text in row.penalties]
            if row.severity:
                texts.append((ASIDE, law.severity(row.severity).label))
            yield Entry(
                slug(row.cite), "conduta" if row.status == "vigente" else "conduta_caduca",
                row.label, (row.cite, *row.cites), row,
                note=self._conduct_note(row), choices=choice_ids(law, row), texts=tuple(texts),
            )

    def _conduct_note(self, row: Any) -> str:
        law = self.rulebook
        if row.status != "vigente":
            return say.STATUSES[row.status]
        fine, group = fine_of(law, row), group_of(law, row)
        if fine:
            value = say.fine(fine)
        elif group:
            value = say.fine_range(group) or "multa sem valor na lei"
        else:
            value = say.listed(row.penalties[:1]) or "sem multa na lei"
        severity = law.severity(row.severity).label if row.severity else ""
        return " · ".join(part for part in (severity, value) if part)

    def _items(self) -> Iterable[Entry]:
        """What is looked at, except where a conduct stands for just that one item."""
        for section in self.rulebook.sections:
            for item in section.items:
                if item.conduct == item.cite and self._items_of[item.conduct] == [item]:
                    continue
                deciding = by_choice(item.services, item.conditional)
                yield Entry(
                    item_key(item), "item", item.label,
                    tuple(dict.fromkeys((item.cite, *item.cites))), (section, item),
                    note=section.title, choices=merged(deciding, item.choices),
                    texts=((TEXT, item.hint), (ASIDE, section.title)),
                )

    def _validities(self) -> Iterable[Entry]:
        law = self.rulebook
        for service in law.services:
            rule = next(rule for rule in law.validities if service.id in rule.services)
            deciding = by_choice(
                rule.boundary, *(band.period for band in rule.bands), law.age_count.method
                if len(rule.bands) > 1 else None,
                law.month_end if say.in_months(law, rule) else None,
            )
            yield Entry(
                f"validade-{service.id}", "validade", f"Validade da vistoria: {service.label}",
                merged(rule.cites, *(band.cites for band in rule.bands)), rule,
                note=say.validity_gist(law, rule), choices=merged(deciding, rule.choices),
                texts=((TEXT, f"{service.label} prazo quanto tempo vale renovar selo"),
                       (ASIDE, rule.unknown)),
                service=service.id,
            )

    def _ages(self) -> Iterable[Entry]:
        law = self.rulebook
        for service in law.services:
            rule = next(rule for rule in law.ages if service.id in rule.services)
            yield Entry(
                f"idade-{service.id}", "idade", f"Idade do veículo: {service.label}",
                merged(rule.cites, law.age_count.cites), rule, note=say.age_gist(law, rule),
                choices=merged(by_choice(rule.years, law.age_count.method), rule.choices),
                texts=((TEXT, f"{service.label} limite ano modelo anos de uso vida útil"),
                       (ASIDE, f"{rule.condition} {rule.note} {rule.unknown}")),
                service=service.id,
            )

    def _failure(self) -> Iterable[Entry]:
        law, rule = self.rulebook, self.rulebook.failure
        yield Entry(
            "se-reprovar", "reprovacao", "O que acontece se o veículo for reprovado",
            merged(rule.cites, *(effect.cites for effect in rule.effects)), rule,
            note=say.days(rule.days, resolve(law, rule.day_kind)) if rule.days
            else "a lei não dá prazo",
            choices=merged(by_choice(rule.day_kind, rule.scope), rule.choices),
            texts=((TEXT, "reinspeção nova vistoria corrigir regularizar exigências"),
                   (ASIDE, " ".join((rule.reason, *(one.text for one in rule.effects))))),
        )

    def _deadlines(self) -> Iterable[Entry]:
        for row in self.rulebook.deadlines:
            deciding = by_choice(row.day_kind, row.procedural)
            yield Entry(
                f"prazo-{slug(row.ato)}", "prazo", row.label, row.cites, row,
                note=say.length(self.rulebook, row) or "a lei não dá o prazo",
                choices=merged(deciding, row.choices),
                texts=((TEXT, "prazo"), (ASIDE, f"{row.starts} {row.to} {row.unknown}")),
            )

    def _money(self) -> Iterable[Entry]:
        law = self.rulebook
        for row in law.groups:
            value = say.fine(row.fine) if row.fine else say.fine_range(row)
            yield Entry(
                f"grupo-{slug(row.id)}", "grupo", say.group(law, row), row.cites, row,
                note=value or "sem valor na lei", choices=row.choices,
                texts=((TEXT, "multa valor grupo"), (ASIDE, row.unknown)),
            )
        for row in law.severities:
            if row.points is not None:
                yield Entry(
                    f"gravidade-{row.id}", "gravidade", f"Infração {row.label.lower()}", row.cites,
                    row, note=say.points(row.points), texts=((TEXT, "gravidade pontos"),),
                )
        for row in law.points_rules:
            role = law.role(row.role).label
            yield Entry(
                f"pontos-{row.role}", "pontos", f"Limite de pontos: {role}", row.cites, row,
                note=f"{say.points(row.limit)} no ano", choices=row.choices,
                texts=((TEXT, row.effect),),
            )
        for row in law.recidivisms:
            deciding = by_choice(row.occurrence, row.window, row.penalties)
            yield Entry(
                f"reincidencia-{slug(row.id)}", "reincidencia", row.label, row.cites, row,
                note="reincidência", choices=merged(deciding, row.choices),
                texts=((TEXT, "reincidência reincidente de novo outra vez"),),
            )
        for row in law.measures:
            yield Entry(
                f"medida-{slug(row.id)}", "medida", row.label, row.cites, row,
                note="retém o veículo" if row.retains else "medida", choices=row.choices,
                texts=((TEXT, "medida administrativa"), (ASIDE, row.note)),
            )
        for row in law.fees:
            yield Entry(
                f"taxa-{slug(row.id)}", "taxa", row.label, row.cites, row,
                note=say.fine(row.amount) if row.amount else "valor fora desta lei",
                choices=row.choices, texts=((TEXT, "taxa preço pagar"), (ASIDE, row.unknown)),
            )
        for row in law.units:
            if row.id != "BRL":
                yield Entry(
                    f"unidade-{slug(row.id)}", "unidade", f"Valor da {row.id}", row.cites, row,
                    note=row.label, texts=((TEXT, f"{row.label} unidade reais valor"),
                                           (ASIDE, row.note)),
                    choices=merged(by_choice(row.rounding, row.value_of), row.choices),
                )

    def _requirements(self) -> Iterable[Entry]:
        for row in self.rulebook.requirements:
            kind = say.REQUIREMENTS.get(row.kind, row.kind.capitalize())
            yield Entry(
                f"regra-{slug(row.cites[0])}", "regra", row.label, row.cites, row, note=kind,
                choices=row.choices, texts=((ASIDE, kind),),
            )

    def _choices(self) -> Iterable[Entry]:
        law = self.rulebook
        for row in law.choices:
            applied = row.reading(applied_reading(law, row.id))
            yield Entry(
                f"escolha-{slug(row.id)}", "escolha", row.question, row.cites, row,
                note="escolha do município" if law.picks.get(row.id) else "leitura aplicada",
                choices=(row.id,),
                texts=((TEXT, applied.label),
                       (ASIDE, " ".join((row.why, *(one.label for one in row.readings))))),
            )

    def _lapsed(self) -> Iterable[Entry]:
        for row in self.rulebook.lapsed:
            yield Entry(
                f"caduca-{slug(row.cites[0])}", "caduca", row.label, row.cites, row,
                note=f"{say.STATUSES[row.status]} {say.by(row.by)}",
                texts=((ASIDE, f"{row.by} {row.note}"),),
            )


def item_key(item: Any) -> str:
    return f"item-{slug(item.id)}"


def merged(*groups: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for group in groups for one in group))


def by_choice(*values: Any) -> tuple[str, ...]:
    """The ids of the choices that decide some of these values."""
    return merged(value.choice for value in values if isinstance(value, ByChoice))
