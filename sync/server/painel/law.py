"""“A lei desta cidade”: what the municipality added to its law, and the form that sends more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from starlette.responses import Response

import checklists
from checklists.local import LocalError, LocalFile
from checklists.local_rows import DAY_KINDS, PickedReading, UnitValue
from checklists.model import Named
from sync.server import local_law
from sync.server.painel.auth import Desk

KINDS = dict(zip(DAY_KINDS, ("Feriado", "Ponto facultativo", "Meio expediente"), strict=True))
REAL = "BRL"


@dataclass(frozen=True)
class Picked:
    """A choice that the municipality decided, in words."""

    row: PickedReading
    question: str
    cites: tuple[str, ...]
    applied: str
    default: str
    is_default: bool


@dataclass(frozen=True)
class Said:
    """What became of a form: a good message, or what is wrong."""

    done: str = ""
    why: str = ""
    problems: tuple[str, ...] = ()
    status: int = 200


def page(desk: Desk, said: Said | None = None) -> Response:
    said = said or Said()
    with desk.server.db.read() as conn:
        kept = local_law.history(conn, desk.tenant.ibge)
        rulebook = local_law.in_force(conn, desk.tenant)
    return desk.page(
        "painel_lei.html", said.status, section="lei", law=rulebook, said=said, kept=kept,
        files_of=local_law.files_of, units=_units(rulebook), picked=_picked(rulebook),
        sections=_sections(rulebook), kinds=KINDS, own=_own_conducts(rulebook), reais=_reais,
    )  # fmt: skip


def send(desk: Desk) -> Response:
    """The form: checks the files, and installs them if that is what was asked."""
    files = [LocalFile(name, data) for name, data in desk.files]
    return page(desk, _sent(desk, files))


def _sent(desk: Desk, files: Sequence[LocalFile]) -> Said:
    if not files:
        return Said(why="Escolha o arquivo .toml e, se houver, as planilhas .csv.", status=422)
    try:
        if desk.form.get("acao") == "conferir":
            version = local_law.check(desk.tenant, files).local.version
            return Said(done=f"Tudo certo com a versão {version}. Nada foi instalado.")
        by = f"{desk.agent.name}, matrícula {desk.agent.matricula}"
        done = local_law.install(desk.server, desk.tenant, files, by)
    except LocalError as error:
        problems = tuple(str(problem) for problem in error.problems)
        return Said(why=f"{error.summary}; nada foi instalado.", problems=problems, status=422)
    except local_law.LocalRefused as refused:
        return Said(why=str(refused), status=409)
    version = done.rulebook.local.version
    if not done.new:
        return Said(done=f"A versão {version} já estava instalada, igual.")
    return Said(
        done=f"Versão {version} instalada. Vai aos aparelhos na próxima sincronização; a vistoria "
        "já começada termina na versão em que começou."
    )


def file(desk: Desk) -> Response:
    """A file as it was sent, to be changed and sent again."""
    number, place = (desk.request.path_params[name] for name in ("number", "place"))
    with desk.server.db.read() as conn:
        kept = local_law.history(conn, desk.tenant.ibge)
    row = next((row for row in kept if str(row.number) == number), None)
    files = local_law.files_of(row) if row is not None else []
    found = next((one for n, one in enumerate(files) if str(n) == place), None)
    if found is None:
        return desk.page("painel_nada.html", 404, section="lei")
    end = found.name.rpartition(".")[2].lower()
    name = f"{desk.tenant.rulebook}-{row.version}-{place}.{end}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(found.data, media_type="application/octet-stream", headers=headers)


def _units(rulebook: checklists.Rulebook) -> list[tuple[Named, tuple[UnitValue, ...]]]:
    """The units of the law that are not reais, each with the values given."""
    values = rulebook.local.values_of if rulebook.local else lambda unit: ()
    return [(unit, values(unit.id)) for unit in rulebook.units if unit.id != REAL]


def _picked(rulebook: checklists.Rulebook) -> list[Picked]:
    rows = rulebook.local.readings if rulebook.local else ()
    found = []
    for row in rows:
        choice = rulebook.choice(row.choice)
        found.append(
            Picked(
                row=row,
                question=choice.question,
                cites=choice.cites,
                applied=choice.reading(row.applied).label,
                default=choice.reading(choice.applied).label,
                is_default=row.applied == choice.applied,
            )
        )
    return found


def _sections(rulebook: checklists.Rulebook) -> list[tuple[str, list]]:
    """The municipality's items under the titles of their sections."""
    own = set(rulebook.local.items) if rulebook.local else set()
    rows = (
        (section.title, [item for item in section.items if item.id in own])
        for section in rulebook.sections
    )
    return [(title, items) for title, items in rows if items]


def _own_conducts(rulebook: checklists.Rulebook) -> list[tuple[checklists.Conduct, str]]:
    local = rulebook.local
    named = (*local.conducts, *local.grouped) if local else ()
    rows = []
    for cite in named:
        conduct = rulebook.conduct(cite)
        rows.append((conduct, conduct.applied_group or conduct.group or ""))
    return rows


def _reais(amount: Decimal) -> str:
    """`R$ 4,7508`: all its decimals, at least two."""
    whole, _, cents = f"{amount:f}".partition(".")
    return f"R$ {whole},{cents.rstrip('0').ljust(2, '0')}"
