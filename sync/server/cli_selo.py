"""`prancheta selo`: a seal checked anywhere, and the lists that it takes. Nothing is opened."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import click

from checklists.cli.spoken import Group
from sync.records import lists
from sync.records.canonical import b64url, b64url_bytes
from sync.records.check import SealCheck, Vehicle, check, serial_claimed
from sync.records.check_words import COLOUR_WORDS, age_words
from sync.records.lists import ListError, SealLists
from sync.records.seal import serial_text
from sync.server.cli_opening import named_town, open_here

EXIT_CODES = {"verde": 0, "ambar": 1, "vermelho": 3, "cinza": 4}
WORST_LAST = ("verde", "ambar", "cinza", "vermelho")
TRUST_FILE, REVOCATION_FILE, ROOT_FILE = "confianca.json", "revogacao.bin", "raiz.txt"
IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tif", ".tiff")
IMAGE_BYTES_MAX = 32 * 1024 * 1024


class WrongUse(click.ClickException):
    """What was asked cannot be answered: 2, because 1 means âmbar."""

    exit_code = 2


@dataclass(frozen=True)
class Grounds:
    """What a seal is checked by."""

    lists: SealLists | None = None
    public_base: str | None = None
    registered: dict[int, Vehicle] = field(default_factory=dict)


@click.group(cls=Group)
def selo() -> None:
    """Selos: conferir, e as listas com que se confere."""


@selo.command("verificar")
@click.argument("alvo", metavar="URL|IMAGEM")
@click.option(
    "--listas", "folder", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help=f"Pasta com {TRUST_FILE}, {REVOCATION_FILE} e {ROOT_FILE} (prancheta selo listas).",
)  # fmt: skip
@click.option("--municipio", help="Confere pelas listas e pelo cadastro deste servidor.")
@click.option("--placa", help="A placa do veículo que está sendo conferido.")
@click.option("--chassi", help="O chassi dele, ou os seis últimos.")
@click.option("--json", "as_json", is_flag=True, help="A resposta como dados.")
def verify(
    alvo: str, folder: Path | None, municipio: str | None, placa: str | None,
    chassi: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Diz se um selo é bom: pelo endereço do QR, pelos 220 números ou por uma foto.

    Termina com 0 (verde), 1 (âmbar), 2 (pedido errado), 3 (vermelho) ou 4 (cinza: não deu para
    conferir). Nenhum endereço é aberto.
    """
    if folder and municipio:
        raise click.UsageError("Use --listas ou --municipio, não os dois.")
    vehicle = {"plate": placa, "chassis_tail": chassi} if placa or chassi else None
    try:
        texts = _texts(alvo)
        grounds = _grounds(folder, municipio, texts)
        answers = [_checked(text, grounds, vehicle) for text in texts]
    except click.ClickException as error:
        raise WrongUse(error.message) from None
    except Exception as error:  # whatever else went wrong must not end as 1, which says âmbar
        raise WrongUse(f"Não deu para conferir ({type(error).__name__}: {error}).") from error
    if as_json:
        shown = [
            {"text": text, **answer.as_dict()}
            for text, answer in zip(texts, answers, strict=True)
        ]
        click.echo(json.dumps(shown[0] if len(shown) == 1 else shown, ensure_ascii=False))
    else:
        click.echo("\n\n".join(_in_words(answer) for answer in answers))
    worst = max((answer.colour for answer in answers), key=WORST_LAST.index)
    sys.exit(EXIT_CODES[worst])


def _grounds(folder: Path | None, municipio: str | None, texts: list[str]) -> Grounds:
    if folder:
        found = _of_folder(folder)
        return Grounds(found, found.trust.public_base)
    return _of_server(municipio, texts) if municipio else Grounds()


def _checked(text: str, grounds: Grounds, vehicle: Vehicle | None) -> SealCheck:
    claimed = serial_claimed(text)
    registered = grounds.registered.get(claimed[1]) if claimed else None
    return check(
        text, grounds.lists, datetime.now(UTC), grounds.public_base, vehicle,
        registered=registered,
    )  # fmt: skip


def _texts(target: str) -> list[str]:
    """The codes to check: what was typed, or what is in the picture; ours first."""
    path = Path(target)
    try:
        is_file = path.is_file()
    except (OSError, ValueError):  # an address is too long for a file's name
        is_file = False
    if not is_file:
        if target.lower().endswith(IMAGE_ENDINGS) and "://" not in target:
            raise WrongUse(f"A imagem {target[:120]} não existe.")
        return [target]
    found = _decoded(path)
    if not found:
        raise WrongUse(
            f"Não há QR legível em {path.name}. Tire a foto de perto, com luz, sem inclinar."
        )
    seals = [text for text in found if serial_claimed(text)]
    return seals or found


def _decoded(path: Path) -> list[str]:
    try:
        import zxingcpp
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        raise WrongUse(
            "Para ler imagens falta instalar: pip install 'prancheta[native]'. Ou passe o endereço."
        ) from None
    if path.stat().st_size > IMAGE_BYTES_MAX:
        raise WrongUse(f"A imagem {path.name} é grande demais.")
    try:
        with Image.open(path) as image:
            grey = image.convert("L")
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError):
        raise WrongUse(f"O arquivo {path.name} não é uma imagem que se possa ler.") from None
    formats = zxingcpp.BarcodeFormat.QRCode
    return list(dict.fromkeys(one.text for one in zxingcpp.read_barcodes(grey, formats=formats)))


def _of_folder(folder: Path) -> SealLists:
    try:
        root = b64url_bytes((folder / ROOT_FILE).read_text("ascii").strip())
        return lists.verify_lists(
            (folder / TRUST_FILE).read_bytes(), (folder / REVOCATION_FILE).read_bytes(), root
        )
    except ListError as error:
        raise WrongUse(f"{folder}: {error.message}") from None
    except FileNotFoundError as error:
        raise WrongUse(f"Em {folder} falta {Path(error.filename).name}.") from None
    except (OSError, ValueError) as error:
        raise WrongUse(f"As listas em {folder} não podem ser lidas: {error}.") from None


def _of_server(municipio: str, texts: list[str]) -> Grounds:
    from sqlalchemy import select

    from sync.server import seal_lists
    from sync.server.db import schema_seals

    server = open_here()
    tenant = named_town(server, municipio)
    claimed = (serial_claimed(text) for text in texts)
    serials = [one[1] for one in claimed if one is not None and one[0] == tenant.ibge]
    table = schema_seals.seals
    with server.db.read() as conn:
        rows = conn.execute(
            select(table).where(table.c.tenant == tenant.ibge, table.c.serial.in_(serials))
        ).all()
    names = ("plate", "inspected_on", "valid_until", "status")
    registered = {row.serial: {name: getattr(row, name) for name in names} for row in rows}
    return Grounds(
        seal_lists.verified(server, tenant.ibge), server.config.public_url, registered
    )


def _in_words(answer: SealCheck) -> str:
    lines = [f"{COLOUR_WORDS[answer.colour]}: {answer.sentence}"]
    if answer.reason == "no_lists":  # the sentence is a device's: here they are given
        lines.append("Dê as listas por --listas PASTA ou --municipio MUN.")
    if payload := answer.payload:
        lines.append(
            f"Selo {serial_text(payload.serial)}, vistoria de {payload.inspected_on:%d/%m/%Y}."
        )
    if answer.compare:
        lines.append(answer.compare)
    if answer.data_age is not None:
        lines.append(f"As listas com que se conferiu foram feitas {age_words(answer.data_age)}.")
    return "\n".join(lines)


@selo.command("listas")
@click.argument("municipio")
@click.option(
    "--saida", type=click.Path(file_okay=False, path_type=Path),
    help="Grava as listas e a chave pública da raiz nesta pasta.",
)  # fmt: skip
def show_lists(municipio: str, saida: Path | None) -> None:
    """Mostra as listas de MUNICIPIO, feitas de novo se algo mudou, e as grava para outro lugar."""
    from sync.server import seal_lists
    from sync.server.pages import br_moment

    server = open_here()
    tenant = named_town(server, municipio)
    found = seal_lists.verified(server, tenant.ibge)
    rows = seal_lists.newest(server, tenant.ibge)
    if found is None:
        raise click.ClickException("As listas não puderam ser feitas; o motivo está acima.")
    says = {
        "trust": ("Lista de confiança", _counted(len(found.trust.keys), "chave", "chaves")),
        "revocation": (
            "Lista de revogação",
            f"{_counted(len(found.revocation.serials), 'selo', 'selos')}, "
            f"{_counted(len(found.revocation.keys), 'chave', 'chaves')}",
        ),
    }
    for kind, (name, holds) in says.items():
        row = rows[kind]
        issued, following = (
            br_moment(at, tenant.timezone) for at in (row.issued_at, row.next_update)
        )
        click.echo(f"{name} número {row.number}: {holds}, {len(row.bytes)} bytes")
        click.echo(f"  de {issued}; a próxima vem até {following}")
    if saida is not None:
        saida.mkdir(parents=True, exist_ok=True)
        (saida / TRUST_FILE).write_bytes(rows["trust"].bytes)
        (saida / REVOCATION_FILE).write_bytes(rows["revocation"].bytes)
        (saida / ROOT_FILE).write_text(b64url(tenant.root_public_key) + "\n", "ascii")
        click.echo(f"Gravadas em {saida}, com a chave pública da raiz em {ROOT_FILE}.")


@selo.command("reemitir")
@click.argument("municipio")
def to_reissue(municipio: str) -> None:
    """Mostra os selos de aparelhos bloqueados de MUNICIPIO que precisam ser emitidos de novo."""
    from zoneinfo import ZoneInfo

    from sync.server import reissue
    from sync.server.pages import br_date

    server = open_here()
    tenant = named_town(server, municipio)
    today = server.now().astimezone(ZoneInfo(tenant.timezone)).date()
    with server.db.read() as conn:
        rows = reissue.to_reissue(conn, tenant.ibge, today)
    for row in rows:
        click.echo(f"Selo {serial_text(row.serial)}, placa {row.plate}, até "
                   f"{br_date(row.valid_until)}, vistoria {row.vistoria}")  # fmt: skip
    count = _counted(len(rows), "selo", "selos") if rows else "Nenhum selo"
    click.echo(f"{count} a emitir de novo.")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
