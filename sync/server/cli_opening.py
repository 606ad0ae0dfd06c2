"""What every command of the server begins with: its data opened, and the municipality it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from sync.server.config import Config, ConfigError, load_beside

if TYPE_CHECKING:
    from sqlalchemy import Row

    from sync.server.context import Server


def open_here(load: Callable[[], Config] = load_beside) -> Server:
    """The server of this folder or of PRANCHETA_DATA, its database brought up to date."""
    from sync.server.context import open_server

    try:
        return open_server(load())
    except ConfigError as error:
        raise click.ClickException(str(error)) from None


def named_town(server: Server, text: str) -> Row:
    """By name, IBGE code or the name of its law; else an error that says which there are."""
    from sync.server import tenants

    with server.db.read() as conn:
        tenant = tenants.find(conn, text)
        names = ", ".join(f"{row.name} ({row.ibge})" for row in tenants.all_tenants(conn))
    if tenant is None:
        empty = (
            f"Ainda não há nenhum em {server.config.data.resolve()}: se o servidor usa outra "
            "pasta, diga qual em PRANCHETA_DATA; senão, crie um com prancheta municipio novo (ou "
            "os de demonstração, com prancheta demo)."
        )
        hint = f"Há: {names}." if names else empty
        raise click.ClickException(f"Município {text!r} não encontrado. {hint}")
    return tenant
