"""The commands: what is typed in, what is asked of the law, what comes out."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import click

from checklists import Fine, Rulebook, VehicleFacts, age, available_rulebooks, load_rulebook
from checklists import points as points_answer
from checklists import validity as validity_answer
from checklists.cli import answers, pages, pages_choices, pages_terms, words
from checklists.cli.errors import BadInput, bad, close
from checklists.cli.fines import fine_answer
from checklists.cli.inputs import (
    Amount,
    CiteAtDay,
    Day,
    Infraction,
    OccurrenceDay,
    Whole,
    conduct_of,
    exactly_one,
    once,
    plain,
)
from checklists.cli.notices import form_of
from checklists.cli.shell import JSON, Answer, Command, command, regras, show
from checklists.deadlines import due
from checklists.legal_days import office_days
from checklists.local_rows import LocalDay
from checklists.reais import REAL

OLDEST_YEAR = 1900


@regras.command("listar", cls=Command)
@JSON
def list_towns(as_json: bool) -> None:
    """Os municípios, suas leis e a versão de cada arquivo."""
    laws = [load_rulebook(name) for name in available_rulebooks()]
    show([answers.town(law) for law in laws], lambda page: pages.towns(page, laws), as_json)


@command("servicos")
def services(law: Rulebook) -> Answer:
    """Os serviços que a lei conhece."""
    return answers.services(law), lambda page: pages.services(page, law)


@command("infracoes")
def conducts(law: Rulebook) -> Answer:
    """Toda conduta punida: gravidade, grupo, multa, pontos, medidas, quem responde."""
    return answers.conducts(law), lambda page: pages.conducts(page, law)


_SERVICE = click.option(
    "--servico", required=True, metavar="S", help="O serviço do veículo (veja regras servicos)."
)
_MODEL_YEAR = click.option(
    "--ano-modelo", type=Whole(OLDEST_YEAR, 2100, "um ano"), metavar="ANO",
    help="Ano-modelo do documento.",
)  # fmt: skip
_ON = click.option(
    "--data", "on", required=True, type=Day(), metavar="DATA", help="O dia da vistoria."
)


@command("validade")
@_SERVICE
@click.option(
    "--idade", type=Whole(0, 100, "a idade em anos completos"), metavar="N",
    help="Idade do veículo em anos completos.",
)  # fmt: skip
@_MODEL_YEAR
@_ON
def validity(
    law: Rulebook, servico: str, idade: int | None, ano_modelo: int | None, on: date
) -> Answer:
    """Até quando vale a vistoria aprovada num dia."""
    exactly_one(idade=idade, ano_modelo=ano_modelo)
    facts = idade if idade is not None else _facts(ano_modelo, on)
    answer = validity_answer(law, _service(law, servico), facts, on)
    return (
        answers.validity(answer),
        lambda page: pages.validity(page, law, servico, answer, on),
    )


@command("idade")
@_SERVICE
@_MODEL_YEAR
@_ON
def vehicle_age(law: Rulebook, servico: str, ano_modelo: int | None, on: date) -> Answer:
    """A idade de um veículo pela lei, o limite, e se ele é admitido."""
    if ano_modelo is None:
        raise BadInput("falta --ano-modelo ANO: o ano-modelo do documento.")
    answer = age(law, _service(law, servico), _facts(ano_modelo, on), on)
    return answers.age(answer), lambda page: pages.age(page, law, servico, answer, on)


@command("multa")
@click.option("--cite", "cites", multiple=True, metavar="C",
              help='A conduta, por sua citação: "Art. 14, XIX".')  # fmt: skip
@click.option("--grupo", "groups", multiple=True, metavar="G", help="Ou um grupo de multa da lei.")
@click.option("--unidades", "decided", multiple=True, type=Amount(), metavar="N",
              help="Ou a multa que a autoridade fixou, em unidades da lei.")  # fmt: skip
@click.option("--unidade", metavar="U", help="A unidade de --unidades, se a lei tem mais de uma.")
@click.option("--ocorrencia", "occurrences", multiple=True, type=OccurrenceDay(),
              metavar="DATA[@LINHA]",
              help="Cada vez que aconteceu, e em que linha; repita.")  # fmt: skip
@click.option("--valor-unidade", "unit_value", type=Amount(), metavar="X",
              help="Quanto vale a unidade em reais.")  # fmt: skip
def fine(
    law: Rulebook, cites: tuple, groups: tuple, decided: tuple, unidade: str | None,
    occurrences: tuple, unit_value: Any,
) -> Answer:  # fmt: skip
    """Quanto custa: uma linha por ocorrência, em ordem de data, com a reincidência."""
    cite, group = once("--cite", cites), once("--grupo", groups)
    amount = once("--unidades", decided)
    which = exactly_one(cite=cite, grupo=group, unidades=amount)
    if unidade is not None and which != "unidades":
        raise bad("--unidade", unidade, "só vale junto de --unidades.")
    subject: Any = {
        "cite": lambda: conduct_of(law, "--cite", cite),
        "grupo": lambda: _group(law, group),
        "unidades": lambda: _decided(law, amount, unidade),
    }[which]()
    answer = fine_answer(law, subject, occurrences, unit_value)
    if unit_value is not None and any(row.fine and row.fine.unit == REAL for row in answer.rows):
        raise bad("--valor-unidade", unit_value, "esta multa já é em reais na lei: tire a opção.")
    return answer.as_dict(), lambda page: pages.fine(page, law, subject, answer)


@command("pontos")
@click.option("--papel", required=True, metavar="P", help="Quem cometeu: o papel na lei.")
@click.option("--infracao", "infractions", multiple=True, required=True, type=CiteAtDay(),
              metavar="CITE@DATA",
              help='Cada infração: "Art. 17, II@2026-12-01"; repita.')  # fmt: skip
def points(law: Rulebook, papel: str, infractions: tuple[Infraction, ...]) -> Answer:
    """Os pontos de uma pessoa por ano, e o que acontece no limite."""
    known = tuple(row.id for row in law.roles)
    if papel not in known:
        raise bad("--papel", papel, f"papel que esta lei não tem. {close(papel, known)}")
    rows = [(conduct_of(law, "--infracao", one.cite), one.on) for one in infractions]
    answer = points_answer(law, papel, [(conduct.cite, on) for conduct, on in rows])
    reason = " ".join(pages.points_reasons(law, papel, [conduct for conduct, _ in rows], answer))
    return (
        answers.points(answer, reason),
        lambda page: pages.points(page, law, papel, rows, answer, reason),
    )


@command("prazos")
def deadlines(law: Rulebook) -> Answer:
    """Todos os prazos da lei, com o nome de cada ato."""
    return answers.deadlines(law), lambda page: pages_terms.deadlines(page, law)


@command("prazo")
@click.option("--ato", required=True, metavar="A", help="O ato (veja regras prazos).")
@click.option("--de", "start", required=True, type=Day(), metavar="DATA",
              help="O dia de que se conta, que não entra na conta.")  # fmt: skip
@click.option("--sem-expediente", "closed", multiple=True, type=Day(), metavar="DATA",
              help="Dia sem expediente (feriado local, ponto facultativo); repita.")  # fmt: skip
@click.option("--meio-expediente", "half", multiple=True, type=Day(), metavar="DATA",
              help="Dia de meio expediente; repita.")  # fmt: skip
def deadline(
    law: Rulebook, ato: str, start: date, closed: tuple[date, ...], half: tuple[date, ...]
) -> Answer:
    """O último dia de um prazo, pelos dias de expediente do município."""
    known = tuple(row.ato for row in law.deadlines)
    if ato not in known:
        raise bad("--ato", ato, f"prazo que esta lei não tem. {close(ato, known)}")
    for day in set(closed) & set(half):
        raise bad("--meio-expediente", day, "está também em --sem-expediente: deixe num só.")
    days = [LocalDay(day, "ponto_facultativo", "sem expediente") for day in closed]
    days += [LocalDay(day, "meio_expediente", "") for day in half]
    answer = due(law, ato, start, office_days(law, days))
    return answers.deadline(answer), lambda page: pages_terms.deadline(page, law, answer)


@command("auto")
@click.option("--cite", "cites", multiple=True, metavar="C",
              help='Só o da conduta, por sua citação: "Art. 14, XIX".')  # fmt: skip
@click.option("--servico", metavar="S", help="Só o que se pede nesse serviço.")
def notice(law: Rulebook, cites: tuple, servico: str | None) -> Answer:
    """O auto de infração: o que se pode lavrar, os campos, a defesa, o que notificar."""
    cite = once("--cite", cites)
    conduct = conduct_of(law, "--cite", cite) if cite is not None else None
    form = form_of(law, conduct, _service(law, servico) if servico is not None else None)
    return form.as_dict(), form.write


@command("lacunas")
def gaps(law: Rulebook) -> Answer:
    """Onde a lei cala ou se contradiz: as leituras, a aplicada e por quê."""
    return answers.gaps(law), lambda page: pages_choices.gaps(page, law)


@command("relatorio")
@click.option("--saida", type=click.Path(path_type=Path), metavar="ARQUIVO",
              help="Onde gravar o PDF (padrão: regras-MUN-DATA.pdf, aqui).")  # fmt: skip
@click.option("--data", "on", type=Day(), metavar="DATA", help="A data da capa (padrão: hoje).")
def printed(law: Rulebook, saida: Path | None, on: date | None) -> Answer:
    """A lei como a Prancheta a aplica, em PDF, para o advogado do município."""
    day = on or date.today()
    path = saida or Path(f"regras-{law.id}-{day.isoformat()}.pdf")
    if not path.parent.is_dir():
        raise bad("--saida", path, f"não há a pasta {path.parent}.")
    from checklists.cli.report import make_report

    made = make_report(law, day)
    try:
        path.write_bytes(made.pdf)
    except OSError:
        what = "não dá para gravar aí: confira o nome e a permissão."
        raise bad("--saida", path, what) from None
    data = {"file": str(path), "pages": made.pages, "version": law.version, "sha256": law.sha256}
    return data, lambda page: page.say(f"{path}: {made.pages} páginas.")


def _service(law: Rulebook, service_id: str) -> str:
    known = tuple(row.id for row in law.services)
    if service_id not in known:
        what = f"serviço que a lei de {law.municipality.name} não tem."
        raise bad("--servico", service_id, f"{what} {close(service_id, known)}")
    return service_id


def _facts(model_year: int | None, on: date) -> VehicleFacts:
    if model_year is not None and model_year > on.year + 1:
        raise bad("--ano-modelo", model_year, f"é depois do ano seguinte ao da data ({on.year}).")
    return VehicleFacts(model_year=model_year)


def _group(law: Rulebook, group_id: str) -> str:
    known = tuple(row.id for row in law.groups)
    alike = [name for name in known if _letters(name) == _letters(group_id)]
    if len(alike) != 1:
        raise bad("--grupo", group_id, f"grupo que esta lei não tem. {close(group_id, known)}")
    return alike[0]


def _letters(name: str) -> str:
    """A group's name as it is often written: E3, e-3, Média."""
    return re.sub(r"[\W_]", "", plain(name))


def _decided(law: Rulebook, amount: Any, unit: str | None) -> Fine:
    """The amount that an authority fixed, within the law's range if it gives one."""
    known = tuple(row.id for row in law.units)
    if unit is not None and unit not in known:
        raise bad("--unidade", unit, f"unidade que esta lei não tem. {close(unit, known)}")
    spans = [row for row in law.groups if row.lowest and row.highest]
    if unit is None and not spans and len(known) > 1:
        raise BadInput(f"falta --unidade U: esta lei usa {', '.join(known)}.")
    unit = unit or (spans[0].highest.unit if spans else known[0])
    for span in spans:
        low, high = span.lowest.amount, span.highest.amount
        if span.highest.unit == unit and not low <= amount <= high:
            limits = f"{words.number(low)} a {words.number(high)} {unit}"
            raise bad("--unidades", words.number(amount), f"a lei dá de {limits}.")
    return Fine(amount, unit)
