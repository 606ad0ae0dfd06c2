"""The chapters in which the law can be leafed through."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from app.flows.law import words as say
from app.flows.law.entries import Chapter, Entry, LawEntries, Part
from checklists.fines import group_of

LAPSED = {"revogado": "Revogado", "superado": "Superado por outra redação"}
BY_ARTICLE, BY_SEVERITY, BY_GROUP = "Artigo", "Gravidade", "Grupo"
PAPERS = ("auto", "autuacao", "notificacao")
MONEY = ("multa", "penalidade", "medida")
RANKS = {"gravissima": -3, "grave": -2, "media": -1, "leve": 0}  # the gravest first
SERVICE = ("veiculo", "tripulacao", "operacao", "permissao")


def chapters_of(entries: LawEntries) -> tuple[Chapter, ...]:
    """All that have something in them, in the order in which an inspector asks."""
    law = entries.rulebook
    plain = (
        ("vistoria", "Vistoria e validade", "O que se olha, e por quanto tempo vale",
         _inspection(entries)),
        ("idade", "Idade do veículo", "Limites, e como a lei conta os anos",
         [("", entries.of_kind("idade"))]),
        ("prazos", "Prazos e recursos", "Quantos dias, desde quando, a quem",
         [("", entries.of_kind("prazo"))]),
        ("multas", "Multas, pontos e medidas", "Valores, reincidência, taxas", _money(entries)),
        ("auto", "Auto e notificação", "O que devem trazer e como se lavram",
         _requirements(entries, PAPERS)),
        ("selo", "Selo e documentos", "O que levar e o que mostrar",
         _requirements(entries, ("selo", "documento"))),
        ("servico", "Veículo, pessoas e serviço", "O que se exige para rodar",
         _requirements(entries, SERVICE)),
        ("escolhas", "Escolhas de leitura", "Onde a lei deixa dúvida, e o que se aplica",
         _choices(entries)),
        ("caducas", "O que já não vale", "Revogado, ou superado por outra redação",
         _lapsed(entries)),
    )
    found = [_infractions(entries, law)]
    found += [Chapter(name, title, note, (("", _parts(groups)),))
              for name, title, note, groups in plain]
    return tuple(chapter for chapter in found if chapter.count)


def _parts(groups: Iterable[tuple[str, Iterable[Entry]]]) -> tuple[Part, ...]:
    made = (Part(title, tuple(entry.key for entry in some)) for title, some in groups)
    return tuple(part for part in made if part.keys)


def _grouped(
    some: Iterable[Entry], name: Callable[[Entry], str]
) -> list[tuple[str, list[Entry]]]:
    """Under their names, in the order in which these come first."""
    groups: dict[str, list[Entry]] = {}
    for entry in some:
        groups.setdefault(name(entry), []).append(entry)
    return list(groups.items())


def _infractions(entries: LawEntries, law: Any) -> Chapter:
    conducts = entries.of_kind("conduta")
    orders = [(BY_ARTICLE, _parts(_grouped(conducts, article)))]
    if any(entry.row.severity for entry in conducts):
        ranked = sorted(conducts, key=lambda one: RANKS.get(one.row.severity, 1))
        orders.append((BY_SEVERITY, _parts(_grouped(ranked, lambda one: _severity(law, one)))))
    groups = {group.id: at for at, group in enumerate(law.groups)}
    used = {group.id for entry in conducts if (group := group_of(law, entry.row))}
    if len(used) > 1 and not used <= RANKS.keys():
        ranked = sorted(conducts, key=lambda one: _group_rank(law, groups, one.row))
        orders.append((BY_GROUP, _parts(_grouped(ranked, lambda one: _group(law, one.row)))))
    return Chapter("infracoes", "Infrações", "O que é punido, com que multa e medida",
                   tuple(orders))


def article(entry: Entry) -> str:
    """`Art. 14` of `Art. 14, XIX`; of an annex, its part: `Anexo, C`."""
    annex = re.match(r"(Anexo, [A-Z])-\d+$", entry.cite)
    return annex[1] if annex else entry.cite.split(", ")[0]


def _severity(law: Any, entry: Entry) -> str:
    if not entry.row.severity:
        return "Sem gravidade na lei"
    severity = law.severity(entry.row.severity)
    points = f" · {say.points(severity.points)}" if severity.points is not None else ""
    return f"{severity.label}{points}"


def _group_rank(law: Any, groups: dict[str, int], row: Any) -> int:
    group = group_of(law, row)
    return groups[group.id] if group and row.own_fine is None else len(groups)


def _group(law: Any, row: Any) -> str:
    group = group_of(law, row)
    if row.own_fine is not None or group is None:
        return "Sem grupo na lei"
    value = say.fine(group.fine) if group.fine else say.fine_range(group)
    return f"{say.group(law, group)} · {value or 'sem valor na lei'}"


def _inspection(entries: LawEntries) -> list[tuple[str, list[Entry]]]:
    groups = [
        ("Por quanto tempo vale", entries.of_kind("validade")),
        ("Se reprovar", entries.of_kind("reprovacao")),
        *_requirements(entries, ("vistoria",)),
    ]
    for section in entries.rulebook.sections:
        keys = dict.fromkeys(entries.of_item[item.id] for item in section.items)
        groups.append((f"O que se olha: {section.title}", [entries.by_key[key] for key in keys]))
    return groups


def _money(entries: LawEntries) -> list[tuple[str, list[Entry]]]:
    return [
        ("Multas", entries.of_kind("grupo", "unidade")),
        ("Pontos", entries.of_kind("gravidade", "pontos")),
        ("Reincidência", entries.of_kind("reincidencia")),
        ("Medidas", entries.of_kind("medida")),
        ("Taxas", entries.of_kind("taxa")),
        *((f"Sobre {title.lower()}", some) for title, some in _requirements(entries, MONEY)),
    ]


def _requirements(entries: LawEntries, kinds: tuple[str, ...]) -> list[tuple[str, list[Entry]]]:
    rules = entries.of_kind("regra")
    return [
        (say.REQUIREMENTS[kind], [entry for entry in rules if entry.row.kind == kind])
        for kind in kinds
    ]


def _choices(entries: LawEntries) -> list[tuple[str, list[Entry]]]:
    """What the municipality decided first; the rest under the article that raises the doubt."""
    picks = entries.rulebook.picks
    some = entries.of_kind("escolha")
    own = [entry for entry in some if entry.row.id in picks]
    rest = [entry for entry in some if entry.row.id not in picks]
    rest.sort(key=lambda entry: _number(article(entry)))
    return [("Decididas pelo município", own), *_grouped(rest, article)]


def _number(cited: str) -> int:
    """An article's; other norms come last."""
    found = re.fullmatch(r"Art\. (\d+).*", cited)
    return int(found[1]) if found else 10_000


def _lapsed(entries: LawEntries) -> list[tuple[str, list[Entry]]]:
    return [
        *_grouped(entries.of_kind("caduca"), lambda one: LAPSED[one.row.status]),
        ("Infrações que já não valem", entries.of_kind("conduta_caduca")),
    ]
