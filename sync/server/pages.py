"""HTML pages: templates, one small style sheet written into each page, and their headers."""

from __future__ import annotations

import base64
import hashlib
from datetime import date, datetime
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from sync.records.documents import formatted
from sync.records.shapes import without_controls

RESULTS = {"aprovado": "Aprovado", "reprovado": "Reprovado", "pendente": "Pendente"}
NO_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
BASE_STYLE = "publico.css"
ROLES = {"inspetor": "Inspetor", "administrador": "Administração"}


def br_date(value: object) -> str:
    """30/11/2026, from a date or its ISO text; a dash for nothing."""
    if not value:
        return "—"
    day = value if isinstance(value, date) else date.fromisoformat(str(value)[:10])
    return f"{day:%d/%m/%Y}"


def br_moment(value: str | None, zone: str) -> str:
    """30/11/2026 às 14:02, on the municipality's clock."""
    if not value:
        return "—"
    return f"{datetime.fromisoformat(value).astimezone(ZoneInfo(zone)):%d/%m/%Y às %H:%M}"


def _seen(value: object) -> object:
    plain = isinstance(value, str) and not isinstance(value, Markup)
    return without_controls(value) if plain else value


@lru_cache(maxsize=1)
def environment() -> Environment:
    env = Environment(
        loader=PackageLoader("sync.server"),
        autoescape=True,
        undefined=StrictUndefined,
        # What a record holds, however it was written, shows what it is.
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {"dia": br_date, "momento": br_moment, "documento": formatted}
    env.globals |= {"RESULTS": RESULTS, "ROLES": ROLES, "icon": icon, "mark": mark}
    return env


def style_file(name: str) -> str:
    return files("sync.server").joinpath("templates", name).read_text("utf-8")


@lru_cache(maxsize=4)
def script_file(name: str) -> str:
    """Without the comments and the indentation: it goes down a bad line with each page."""
    lines = (line.strip() for line in style_file(name).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


@lru_cache(maxsize=8)
def style(name: str) -> str:
    sheet = style_file(name)
    return sheet if name == BASE_STYLE else style_file(BASE_STYLE) + sheet


_CLOCK = (
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 8 8 0 0 1 0 "
    "16zm1-13h-2v6l5 3 1-1.6-4-2.4z"
)
ICONS = {
    "valido": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1.6 15.2-5-5 1.8-1.8 3.2 3.2 6.8-6.8 1.8 "
    "1.8z",
    "vencido": _CLOCK,
    "futuro": _CLOCK,
    "cancelado": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM4 12a8 8 0 0 1 12.9-6.3L5.7 16.9A8 8 "
    "0 0 1 4 12zm8 8a8 8 0 0 1-4.9-1.7L18.3 7.1A8 8 0 0 1 12 20z",
    "desconhecido": "M11 18h2v-2h-2zm1-16a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 18a8 8 0 1 1 0-16 "
    "8 8 0 0 1 0 16zm0-14a4 4 0 0 0-4 4h2a2 2 0 1 1 4 0c0 2-3 1.8-3 5h2c0-2.2 3-2.5 3-5a4 4 0 0 "
    "0-4-4z",
    "atencao": "M12 2 1 21h22zm0 4 7.5 13h-15zm-1 5v4h2v-4zm0 5v2h2v-2z",
}


@lru_cache(maxsize=1)
def mark() -> Markup:
    """The clipboard whose clip is a check: the favicon too."""
    return Markup(style_file("marca.svg").strip())


def icon(name: str) -> Markup:
    return Markup(
        '<svg class="icone" viewBox="0 0 24 24" aria-hidden="true" focusable="false">'
        f'<path d="{ICONS[name]}"/></svg>'
    )


def page(
    template: str, status: int = 200, *, css: str = "publico.css", images: str = "'self'",
    forms: str = "'none'", fonts: str = "'none'", script: str = "",
    headers: dict[str, str] | None = None, **values: object,
) -> HTMLResponse:  # fmt: skip
    """A whole page whose policy lets only its own style in, and nothing run but the `script` (a
    file of ours, written into the page) where the template asks for one."""
    sheet, code = style(css), script_file(script) if script else ""
    html = environment().get_template(template).render(
        css=Markup(sheet), script=Markup(code), **values
    )
    policy = (
        f"default-src 'none'; style-src {_source(sheet)}; img-src {images}; font-src {fonts}; "
        f"form-action {forms}; base-uri 'none'; frame-ancestors 'none'"
    )
    if code:
        policy += f"; script-src {_source(code)}"
    common = {
        "Content-Security-Policy": policy, "Cache-Control": "no-store",
        "Permissions-Policy": NO_PERMISSIONS, "Cross-Origin-Resource-Policy": "same-origin",
    }  # fmt: skip
    return HTMLResponse(html, status, headers=common | (headers or {}))


def _source(text: str) -> str:
    """The policy's name for exactly this style or script (CSP 3, section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
