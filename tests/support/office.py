"""An agent at the back office: through the door, and the token of its forms."""

from __future__ import annotations

import re

IBGE = 3302601


async def enter(client, matricula: str = "9001", ibge: int = IBGE, password: str | None = None):
    form = {
        "municipio": str(ibge), "matricula": matricula,
        "senha": password or f"vistoria-{matricula}",
    }  # fmt: skip
    return await client.post("/painel/entrar", data=form)


async def csrf_of(client, path: str = "/painel/") -> str:
    page = await client.get(path)
    return re.search(r'name="csrf" value="([^"]+)"', page.text)[1]
