"""A municipality's own file on the server: installed whole or not at all, kept, sent down."""

from __future__ import annotations

import hashlib
import html
import json
import logging

import pytest
from click.testing import CliRunner

import checklists
from checklists.local import LocalError, LocalFile
from sync.server import cli, local_law, tenants
from tests.support.field_device import FieldDevice
from tests.support.local_files import HEAD
from tests.support.office import csrf_of, enter

IBGE, OTHER = 3302601, 3135209
TOWN = HEAD.replace('"vila"', '"mangaratiba"')
VALUE = """
[[unit_value]]
unit = "UFIR-RJ"
amount = "4.7508"
since = 2026-01-02
source = "Resolução 1/2026 <inventada>"
"""
READING = """
[[reading]]
choice = "arredondamento"
applied = "corta"
why = "Assim manda o código tributário."
decided_by = "Procuradoria"
date = 2026-02-01
"""
SHEET = "secao;id;rotulo;citacao\nPneus;M-sulco;Sulco dos pneus;Portaria 1/2026, item 1\n"


def local(text: str = VALUE, version: str = "7", name: str = "local.toml") -> LocalFile:
    return LocalFile(name, (TOWN.replace('"7"', f'"{version}"') + text).encode())


def tenant_of(server, ibge: int = IBGE):
    with server.db.read() as conn:
        return tenants.get(conn, ibge)


def install(server, *files: LocalFile, ibge: int = IBGE):
    return local_law.install(server, tenant_of(server, ibge), files, "Helena")


async def feed_of(device: FieldDevice) -> dict:
    return (await device.entities("rulebook"))["mangaratiba"]


# ---- Installing -------------------------------------------------------------------------------


async def test_the_law_with_the_file_goes_down_to_the_devices_as_one_text(server, device):
    done = install(server, local(), LocalFile("p.csv", SHEET.encode()))
    sent = await feed_of(device)
    base = checklists.load_rulebook("mangaratiba")
    assert done.new
    assert sent["version"] == f"{base.version}+7" == done.rulebook.version
    assert sent["sha256"] == hashlib.sha256(sent["text"].encode()).hexdigest()
    law = checklists.load_rulebook_bytes(sent["text"].encode())
    assert law.checklist("escolar").has("M-sulco")
    assert law.local.unit_values[0].unit == "UFIR-RJ"


async def test_other_towns_get_nothing_of_it(server, client, another_device):
    install(server, local())
    elsewhere = await another_device(server, client, OTHER)
    assert await elsewhere.entities("rulebook") == {}


def test_the_same_files_again_change_nothing(server):
    install(server, local())
    assert not install(server, local()).new
    with server.db.read() as conn:
        assert [row.version for row in local_law.history(conn, IBGE)] == ["7"]


def test_a_version_that_was_installed_is_not_given_to_other_bytes(server):
    install(server, local())
    with pytest.raises(local_law.LocalRefused, match="7 já foi instalada com outro conteúdo"):
        install(server, local(VALUE + READING))
    with pytest.raises(local_law.LocalRefused, match="outro conteúdo, por Helena"):
        install(server, local(), LocalFile("p.csv", SHEET.encode()))
    with server.db.read() as conn:
        law = local_law.in_force(conn, tenant_of(server))
    assert law.local.readings == ()


def test_an_older_version_comes_back_only_under_a_new_name(server):
    install(server, local())
    install(server, local(READING, "8"))
    with pytest.raises(local_law.LocalRefused, match="trocada pela 8"):
        install(server, local())
    install(server, local(version="9"))
    with server.db.read() as conn:
        kept = local_law.history(conn, IBGE)
    assert [(row.number, row.version) for row in kept] == [(3, "9"), (2, "8"), (1, "7")]
    assert local_law.files_of(kept[2]) == [local()]


def test_what_is_wrong_is_not_installed(server):
    with pytest.raises(LocalError):
        install(server, local(VALUE.replace("UFIR-RJ", "UFIR")))
    with server.db.read() as conn:
        assert local_law.history(conn, IBGE) == []
        assert local_law.in_force(conn, tenant_of(server)).local is None


def test_a_file_that_is_not_in_force_yet_is_refused_until_its_day(server, clock):
    future = LocalFile("f.toml", local().data.replace(b"2026-01-01", b"2026-12-01"))
    with pytest.raises(local_law.LocalRefused, match="01/12/2026"):
        install(server, future)
    clock.advance(hours=11)  # 02:00 of the first in UTC, still the day before in the town
    with pytest.raises(local_law.LocalRefused):
        install(server, future)
    clock.advance(hours=2)
    assert install(server, future).new


def test_the_file_of_another_town_is_refused(server):
    with pytest.raises(LocalError, match=r"municipality.*januaria.*mangaratiba"):
        install(server, local(), ibge=OTHER)


async def test_a_record_made_under_it_is_of_a_law_that_the_server_knows(server, device):
    law = install(server, local()).rulebook
    from tests.support import records as invented

    item = law.checklist("escolar").items[0].id
    pinned = {"id": law.id, "version": law.version, "sha256": law.sha256}
    body = invented.vistoria_body(answers=[invented.answer(item)])
    record = device.record(body=body, rulebook=pinned)
    await device.push(record)
    install(server, local(READING, "8"))
    from sqlalchemy import select

    from sync.server.db import schema

    with server.db.read() as conn:
        flags = conn.execute(select(schema.records.c.flags)).scalar_one()
    assert "rulebook.unknown" not in json.loads(flags)


# ---- A newer packaged law ---------------------------------------------------------------------


def newer(monkeypatch, *changes: tuple[bytes, bytes]) -> checklists.Rulebook:
    raw = checklists.load_rulebook("mangaratiba").raw
    for old, new in ((b'version = "', b'version = "9'), *changes):
        assert old in raw
        raw = raw.replace(old, new)
    law = checklists.load_rulebook_bytes(raw)
    packaged = local_law.base_of
    monkeypatch.setattr(
        local_law, "base_of", lambda tenant: law if tenant.rulebook == law.id else packaged(tenant)
    )
    return law


async def test_a_newer_packaged_law_goes_down_with_the_same_file(server, device, monkeypatch):
    install(server, local())
    law = newer(monkeypatch)
    local_law.publish_all(server)  # as each start of the server does
    assert (await feed_of(device))["version"] == f"{law.version}+7"


async def test_where_the_newer_law_no_longer_takes_the_file_the_devices_keep_what_they_have(
    server, device, monkeypatch, caplog
):
    before = install(server, local()).rulebook
    newer(monkeypatch, (b'"UFIR-RJ"', b'"UFERJ"'))
    with caplog.at_level(logging.ERROR):
        kept = local_law.publish(server, tenant_of(server))
    assert kept.version == before.version
    assert (await feed_of(device))["sha256"] == before.sha256
    assert "não serve para a lei" in caplog.text


# ---- The office's page ------------------------------------------------------------------------


async def send(client, *files: tuple[str, bytes], action: str = "instalar", csrf: str = ""):
    form = {"csrf": csrf or await csrf_of(client), "acao": action}
    parts = [("arquivos", (name, data, "application/octet-stream")) for name, data in files]
    return await client.post("/painel/lei", data=form, files=parts or None)


def sent(file: LocalFile) -> tuple[str, bytes]:
    return file.name, file.data


async def test_the_page_shows_what_applies_and_what_is_not_known_yet(client):
    await enter(client)
    page = (await client.get("/painel/lei")).text
    assert "nenhum ainda" in page
    assert "Ainda não informado: as multas aparecem só em UFIR-RJ" in page
    assert "vale o padrão em cada dúvida da lei" in page


async def test_the_page_shows_where_a_defence_is_handed_in(server, client):
    install(server, local('defence_address = "Rua de Exemplo, 1"\n'))
    await enter(client)
    assert "Rua de Exemplo, 1" in (await client.get("/painel/lei")).text


async def test_a_file_is_sent_by_the_form_and_shown(server, client):
    await enter(client)
    answer = await send(client, sent(local(VALUE + READING)), ("p.csv", SHEET.encode()))
    page = html.unescape(answer.text)
    assert answer.status_code == 200
    assert "Versão 7 instalada" in page
    for text in ("R$ 4,7508", "02/01/2026", "Corta o que passa do centavo", "Procuradoria",
                 "Ao centavo mais próximo", "Sulco dos pneus", "Portaria 1/2026, item 1",
                 "Helena Jequitibá, matrícula 9001"):  # fmt: skip
        assert text in page, text
    assert "<inventada>" not in answer.text  # what a file says is shown as text
    kept = await client.get("/painel/lei/1/0")
    assert kept.content == local(VALUE + READING).data
    assert "attachment" in kept.headers["content-disposition"]
    assert (await client.get("/painel/lei/1/2")).status_code == 404
    assert (await client.get("/painel/lei/x/0")).status_code == 404


async def test_the_form_only_checks_where_that_is_asked(server, client):
    await enter(client)
    answer = await send(client, sent(local()), action="conferir")
    assert "Tudo certo com a versão 7. Nada foi instalado." in answer.text
    with server.db.read() as conn:
        assert local_law.history(conn, IBGE) == []


async def test_the_form_shows_every_problem_of_every_file(server, client):
    await enter(client)
    bad = local(VALUE.replace("UFIR-RJ", "UFIR") + READING.replace("corta", "corte"))
    sheet = ("p.csv", SHEET.replace("M-sulco", "sulco").encode("cp1252"))
    answer = await send(client, sent(bad), sheet)
    page = html.unescape(answer.text)
    assert answer.status_code == 422
    assert "3 problemas; nada foi instalado" in page
    assert "local.toml, linha 7: [[unit_value]] nº 1, campo \"unit\"" in page
    assert "local.toml, linha 14" in page
    assert "p.csv, linha 2: coluna \"id\"" in page


async def test_a_refused_version_and_an_empty_form_say_so(server, client):
    await enter(client)
    install(server, local())
    assert (await send(client, sent(local(READING)))).status_code == 409
    empty = await send(client, ("", b""))
    assert empty.status_code in (400, 422)
    nothing = await client.post(
        "/painel/lei", data={"csrf": await csrf_of(client)},
        files={"outro": ("", b"", "text/plain")},
    )  # fmt: skip
    assert nothing.status_code in (400, 422)


async def test_only_the_administration_sends_files_and_only_from_our_own_form(server, client):
    await enter(client, "1001")
    page = await client.get("/painel/lei")
    assert page.status_code == 200
    assert "multipart/form-data" not in page.text
    assert (await send(client, sent(local()))).status_code == 403
    await enter(client)
    assert (await send(client, sent(local()), csrf="x" * 24)).status_code == 403
    csrf = await csrf_of(client)
    foreign = await client.post(
        "/painel/lei", data={"csrf": csrf, "acao": "instalar"},
        files={"arquivos": ("l.toml", local().data)}, headers={"Origin": "http://outro.exemplo"},
    )  # fmt: skip
    assert foreign.status_code == 403
    with server.db.read() as conn:
        assert local_law.history(conn, IBGE) == []


async def test_a_stranger_sees_nothing_of_it(lone_client):
    for path in ("/painel/lei", "/painel/lei/1/0"):
        response = await lone_client.get(path)
        assert (response.status_code, response.headers["location"]) == (303, "/painel/entrar")
    answer = await lone_client.post("/painel/lei", files={"arquivos": ("a.toml", b"x")})
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (b"--x\r\nContent-Disposition: form-data\r\n\r\nx", "multipart/form-data; boundary=x"),
        (b"csrf=x&acao=instalar", "application/x-www-form-urlencoded"),
        (b"", ""),
    ],
)
async def test_a_form_that_is_none_is_refused_in_words(lone_client, content, kind):
    await enter(lone_client)
    answer = await lone_client.post(
        "/painel/lei", content=content, headers={"Content-Type": kind} if kind else {}
    )
    assert answer.status_code in (400, 403)
    assert 'role="alert"' in answer.text


async def test_a_form_that_is_too_large_or_has_too_many_files_is_refused(lone_client):
    await enter(lone_client)
    large = await send(lone_client, ("a.toml", b"#" * (2 * 1024 * 1024)))
    assert large.status_code == 413
    many = await send(lone_client, *((f"{n}.csv", b"x") for n in range(20)))
    assert many.status_code == 400


# ---- The command ------------------------------------------------------------------------------


@pytest.fixture
def run(sqlite_server, monkeypatch, tmp_path):
    """`prancheta …` on the server's data; files as (name, text) are written first."""
    monkeypatch.setenv("PRANCHETA_DATA", str(sqlite_server.config.data))
    monkeypatch.setenv("PRANCHETA_PUBLIC_URL", "http://localhost:8100")

    def go(*arguments: object):
        made = []
        for argument in arguments:
            if isinstance(argument, LocalFile):
                path = tmp_path / argument.name
                path.write_bytes(argument.data)
                argument = path
            made.append(str(argument))
        return CliRunner().invoke(cli.main, ["municipio", "local", *made])

    return go


def test_the_command_installs_and_shows(run):
    done = run("Mangaratiba", local(VALUE + READING), LocalFile("p.csv", SHEET.encode()))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "Versão 7 instalada em Mangaratiba" in done.stdout
    assert "UFIR-RJ = R$ 4,7508 desde 02/01/2026" in done.stdout
    again = run("3302601", local(VALUE + READING), LocalFile("p.csv", SHEET.encode()))
    assert "já estava instalada" in again.stdout
    shown = run("mangaratiba", "--ver").stdout
    assert "Padrão da Prancheta: Ao centavo mais próximo" in shown
    assert "1 item na planilha" in shown
    assert "por linha de comando  (local.toml, p.csv)" in shown


def test_the_command_shows_where_a_defence_is_handed_in(run):
    run("mangaratiba", local('defence_address = "Rua de Exemplo, 1"\n'))
    assert "Defesas: Rua de Exemplo, 1" in run("mangaratiba", "--ver").stdout


def test_the_command_says_that_there_is_nothing_yet(run):
    assert "ainda não acrescentou nada" in run("januaria", "--ver").stdout


def test_the_command_tells_every_problem_and_installs_nothing(run):
    bad = local(VALUE.replace("UFIR-RJ", "UFIR") + READING.replace("corta", "corte"))
    done = run("mangaratiba", bad)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.count("local.toml, linha") == 2
    assert "2 problemas; nada foi instalado." in done.stderr
    assert "ainda não acrescentou nada" in run("mangaratiba", "--ver").stdout


def test_the_command_checks_without_installing(run):
    done = run("mangaratiba", "--conferir", local())
    assert done.exit_code == 0
    assert "Nada foi instalado" in done.stdout
    assert "ainda não acrescentou nada" in run("mangaratiba", "--ver").stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["mangaratiba"], 2, "Diga os arquivos"),
        (["mangaratiba", "--ver", "--conferir"], 2, "--ver vai sozinho"),
        (["mangaratiba", "nada.toml"], 2, "nada.toml"),
        (["atlantida", "--ver"], 1, "atlantida"),
    ],
)
def test_the_command_says_what_it_was_not_told(run, arguments, code, said):
    done = run(*arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert said in done.stderr


def test_the_command_refuses_another_content_under_a_version(run):
    run("mangaratiba", local())
    done = run("mangaratiba", local(READING))
    assert done.exit_code == 1
    assert "outro conteúdo" in done.stderr
