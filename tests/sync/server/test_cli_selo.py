"""`prancheta selo` and `prancheta aparelho`: a seal checked by whoever has a terminal."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from click.testing import CliRunner
from PIL import Image

from sync.records import qr_png
from sync.records.canonical import b64url
from sync.server import cli, enrol
from sync.server.cli import main
from sync.server.config import Config
from sync.server.context import open_server
from tests.support import records as made
from tests.support import selo_vectors as town
from tests.support.field_device import FieldDevice, client_of

NOW = datetime.now(UTC).replace(microsecond=0)
YESTERDAY = NOW.date() - timedelta(days=1)
NEXT_YEAR = YESTERDAY + timedelta(days=300)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.setenv("PRANCHETA_DATA", str(tmp_path / "dados"))
    for name in ("PRANCHETA_PORT", "PRANCHETA_PUBLIC_URL", "PRANCHETA_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: object):
        return CliRunner().invoke(main, [str(one) for one in arguments])

    return call


def sealed(key=town.DEVICE, until: date = NEXT_YEAR, **changes) -> str:
    packed = made.packed_seal(key, inspected_on=YESTERDAY, valid_until=until, **changes)
    return town.address(packed)


@pytest.fixture
def folder(tmp_path):
    """Lists of now, as `prancheta selo listas --saida` writes them."""
    return written(tmp_path / "listas")


def written(place, issued_at: datetime | None = None):
    issued_at = issued_at or datetime.now(UTC).replace(microsecond=0)
    dates = {"issued_at": issued_at, "next_update": issued_at + timedelta(days=7)}
    place.mkdir()
    (place / "confianca.json").write_bytes(town.signed_trust(town.trust_list(**dates)))
    (place / "revogacao.bin").write_bytes(
        town.signed_revocation(town.revocation_list(**dates))
    )
    (place / "raiz.txt").write_text(b64url(made.public_bytes(town.ROOT)) + "\n")
    return place


def test_a_good_selo_is_verde_and_says_what_to_compare(run, folder):
    result = run("selo", "verificar", sealed(), "--listas", folder)
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"VERDE: Selo válido até {NEXT_YEAR:%d/%m/%Y}.")
    assert "placa ABC1D23 e chassi que termina em A12345" in result.output
    assert "foram feitas há menos de um minuto" in result.output


def test_each_colour_has_its_word_and_its_exit_code(run, folder, tmp_path):
    old = written(tmp_path / "velhas", NOW - timedelta(days=8))
    for text, place, code, word in (
        (sealed(until=YESTERDAY + timedelta(days=60)), old, 1, "ÂMBAR"),
        (sealed(until=YESTERDAY), folder, 3, "VERMELHO"),
        (sealed(serial=41), folder, 3, "VERMELHO"),
        (sealed(town.STRANGER), folder, 4, "CINZA"),
        ("https://golpe.exemplo/pix", folder, 4, "CINZA"),
        (sealed().replace("rj.gov.br", "com"), folder, 4, "CINZA"),
    ):  # fmt: skip
        result = run("selo", "verificar", text, "--listas", place)
        assert (result.exit_code, result.output.partition(":")[0]) == (code, word)


def test_another_vehicle_than_the_one_at_hand_is_vermelho(run, folder):
    same = run("selo", "verificar", sealed(), "--listas", folder, "--placa", "abc-1323")
    assert same.exit_code == 0
    for other in (("--placa", "XYZ9W87"), ("--chassi", "9BWZZZ377VT004251")):
        result = run("selo", "verificar", sealed(), "--listas", folder, *other)
        assert result.exit_code == 3
        assert "outro veículo" in result.output


def test_without_lists_a_selo_is_cinza(run):
    result = run("selo", "verificar", sealed())
    assert result.exit_code == 4
    assert "Ainda não há lista" in result.output and "--municipio MUN" in result.output


def test_a_photo_of_the_qr_is_read(run, folder, tmp_path):
    picture = tmp_path / "foto.png"
    picture.write_bytes(qr_png(sealed()))
    result = run("selo", "verificar", picture, "--listas", folder, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.output)
    assert (answer["colour"], answer["reason"]) == ("verde", "good")
    assert answer["payload"]["plate"] == "ABC1D23"
    assert answer["text"] == sealed()


def test_of_several_seals_in_one_photo_the_worst_decides(run, folder, tmp_path):
    parts = []
    for number, text in enumerate((sealed(), sealed(serial=41, plate="XYZ9W87"))):
        (tmp_path / f"{number}.png").write_bytes(qr_png(text))
        parts.append(Image.open(tmp_path / f"{number}.png").convert("L"))
    both = Image.new("L", (parts[0].width * 2, parts[0].height), 255)
    for number, part in enumerate(parts):
        both.paste(part, (number * part.width, 0))
    both.save(tmp_path / "duas.png")
    result = run("selo", "verificar", tmp_path / "duas.png", "--listas", folder)
    assert result.exit_code == 3
    assert "VERDE" in result.output
    assert "VERMELHO" in result.output


def test_what_cannot_be_answered_ends_with_2_and_never_with_a_colour(run, folder, tmp_path):
    blank, no_image = tmp_path / "branca.png", tmp_path / "nota.png"
    Image.new("L", (50, 50), 255).save(blank)
    no_image.write_text("nada")
    empty = tmp_path / "vazia"
    empty.mkdir()
    for arguments, says in (
        ((), "falta URL|IMAGEM"),
        ((tmp_path / "nenhuma.png",), "não existe"),
        ((blank,), "Não há QR legível"),
        ((no_image,), "não é uma imagem"),
        ((sealed(), "--listas", empty), "falta"),
        ((sealed(), "--listas", tmp_path / "nenhuma"), "não existe"),
        ((sealed(), "--municipio", "Atlântida"), "não encontrado"),
        ((sealed(), "--municipio", "x", "--listas", folder), "não os dois"),
    ):  # fmt: skip
        result = run("selo", "verificar", *arguments)
        assert (result.exit_code, says in result.output) == (2, True), result.output


@pytest.mark.parametrize("name", ["confianca.json", "revogacao.bin", "raiz.txt"])
def test_lists_that_were_changed_check_nothing(run, folder, name):
    data = bytearray((folder / name).read_bytes())
    data[10] ^= 1
    (folder / name).write_bytes(data)
    assert run("selo", "verificar", sealed(), "--listas", folder).exit_code == 2


def test_a_failure_that_nobody_foresaw_is_not_amber(run, folder, monkeypatch):
    monkeypatch.setattr("sync.server.cli_selo.check", lambda *_, **__: 1 / 0)
    result = run("selo", "verificar", sealed(), "--listas", folder)
    assert result.exit_code == 2
    assert "ZeroDivisionError" in result.output


@pytest.fixture
async def served(run, tmp_path):
    """A town with a device that has handed over one selo and holds another."""
    run("demo")
    server = open_server(Config(data=tmp_path / "dados"))
    async with client_of(server) as client:
        device = FieldDevice(client)
        await device.enrol(enrol.new_code(server, made.MANGARATIBA))
        await device.open_session()
        dates = {"verdict": made.verdict(valid_until=NEXT_YEAR.isoformat())}
        vans = made.vehicle(), made.vehicle(id=made.VEHICLE[:-1] + "2", plate="DEF4G56")
        vistorias = [
            device.record(body=made.vistoria_body(vehicle=van, **dates)) for van in vans
        ]
        selos = [device.selo(one, inspected_on=YESTERDAY) for one in vistorias]
        await device.push(vistorias[0], selos[0])
        device.held = (vistorias[1], selos[1])
        device.urls = [
            f"http://localhost:8000/s/{device.seal_digits(one)}" for one in selos
        ]
        yield device
    server.db.dispose()


async def test_a_lost_device_is_blocked_its_seals_turn_vermelho_and_are_listed(run, served):
    sent, unsent = served.urls
    for address in served.urls:
        assert run("selo", "verificar", address, "--municipio", "Mangaratiba").exit_code == 0
    key = served.reply["device"]["key_id"]
    listed = run("aparelho", "listar", "Mangaratiba")
    assert f"{key}  Tablet do pátio  (ativo)" in listed.output
    blocked = run("aparelho", "bloquear", "Mangaratiba", key, "--motivo", "Perdido na balsa")
    assert blocked.exit_code == 0, blocked.output
    assert "A lista de revogação número" in blocked.output
    assert "bloqueado em" in run("aparelho", "listar", "Mangaratiba").output
    assert run("selo", "verificar", sent, "--municipio", "Mangaratiba").exit_code == 0
    assert run("selo", "verificar", unsent, "--municipio", "Mangaratiba").exit_code == 3
    assert "Nenhum selo" in run("selo", "reemitir", "Mangaratiba").output
    await served.push(*served.held)
    again = run("selo", "reemitir", "Mangaratiba").output
    assert f"placa DEF4G56, até {NEXT_YEAR:%d/%m/%Y}" in again
    assert "\n1 selo a emitir de novo." in again
    for arguments, says in (
        ((key, "--motivo", "Perdido"), "já estava bloqueado"),
        (("ffffffff", "--motivo", "Perdido"), "Nenhum aparelho"),
    ):
        result = run("aparelho", "bloquear", "Mangaratiba", *arguments)
        assert (result.exit_code, says in result.output) == (1, True)


async def test_the_lists_are_taken_away_and_check_a_selo_elsewhere(run, served, tmp_path):
    away = tmp_path / "levar"
    result = run("selo", "listas", "Mangaratiba", "--saida", away)
    assert result.exit_code == 0, result.output
    assert "Lista de revogação número" in result.output
    assert ": 1 chave," in result.output
    assert run("selo", "verificar", served.urls[0], "--listas", away).exit_code == 0


async def test_a_server_that_knows_the_selo_to_be_another_says_so(run, served):
    forged = served.forged_digits(
        served.held[1]["body"]["serial"] - 1, NEXT_YEAR, plate="XYZ9W87",
        inspected_on=YESTERDAY,
    )  # fmt: skip
    result = run("selo", "verificar", forged, "--municipio", "Mangaratiba", "--json")
    assert (result.exit_code, json.loads(result.output)["reason"]) == (3, "other_seal")


def test_the_commands_are_there(run):
    assert {"selo", "aparelho"} <= set(cli.main.commands)
