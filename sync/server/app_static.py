"""The built application under `/app/`: files as they are, the index for anything that navigates.

`index.html` and the service worker are asked for anew each time (by ETag); a file whose name
carries a hash of its content is kept for ever. Compressed copies beside the files (`.br`, `.gz`)
are sent to who accepts them.
"""

from __future__ import annotations

import base64
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from sync.server.http import server_of
from sync.server.pages import page

MEDIA_TYPES = {
    ".wasm": "application/wasm",
    ".mjs": "text/javascript; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".otf": "font/otf",
    ".woff2": "font/woff2",
    ".whl": "application/zip",
    ".zip": "application/zip",
    ".gz": "application/gzip",
}
HASHED_NAME = re.compile(r"[.-][0-9a-f]{8,64}\.[A-Za-z0-9.]+$")
_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL)
COPIES = (("br", ".br"), ("gzip", ".gz"))
PERMISSIONS = "camera=(self), geolocation=(self), screen-wake-lock=(self), microphone=(), usb=()"


async def app_file(request: Request) -> Response:
    dist = server_of(request).config.app_dist
    path = request.path_params.get("path", "")
    return await run_in_threadpool(answer, dist, path, request)


async def to_app(request: Request) -> Response:
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/app/{query}", 308)


def answer(dist: Path, path: str, request: Request) -> Response:
    index = dist / "index.html"
    if not index.is_file():
        return page("app_missing.html", 503, headers={"Retry-After": "30"})
    file = _inside(dist, path)
    if file is None:
        if "." in path.rsplit("/", 1)[-1]:
            return Response("Não encontrado", 404, media_type="text/plain; charset=utf-8")
        file = index
    accepted = request.headers.get("accept-encoding", "")
    sent, encoding = file, None
    for name, suffix in COPIES:
        copy = file.with_name(file.name + suffix)
        if name in accepted and copy.is_file():
            sent, encoding = copy, name
            break
    stat = sent.stat()
    etag = f'"{_digest(sent, stat.st_mtime_ns, stat.st_size)}"'
    headers = {
        "ETag": etag,
        "Vary": "Accept-Encoding",
        "Cache-Control": _cache_control(file.name),
        "Content-Security-Policy": content_security_policy(index),
        "Permissions-Policy": PERMISSIONS,
    }
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    if file.name == "sw.js":
        headers["Service-Worker-Allowed"] = "/app/"
    return FileResponse(sent, headers=headers, media_type=media_type(file.name))


def media_type(name: str) -> str:
    suffix = Path(name).suffix.lower()
    guessed = MEDIA_TYPES.get(suffix) or mimetypes.guess_type(name)[0]
    return guessed or "application/octet-stream"


def _cache_control(name: str) -> str:
    if HASHED_NAME.search(name):
        return "public, max-age=31536000, immutable"
    return "no-cache"


def _inside(dist: Path, path: str) -> Path | None:
    """The file, unless the path leads out of the folder or to a hidden name."""
    parts = [part for part in path.split("/") if part]
    if any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    file = dist.joinpath(*parts)
    try:
        good = file.resolve().is_relative_to(dist.resolve()) and file.is_file()
    except OSError:  # a name longer than the file system takes
        return None
    return file if good else None


@lru_cache(maxsize=4096)
def _digest(file: Path, _mtime_ns: int, _size: int) -> str:
    with open(file, "rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()[:32]


def content_security_policy(index: Path) -> str:
    stat = index.stat()
    return _policy(index, stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=16)
def _policy(index: Path, _mtime_ns: int, _size: int) -> str:
    """Nothing from or to another host; inline scripts only those that stand in the index."""
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(index.read_bytes())
    )
    return "; ".join(
        (
            "default-src 'self'",
            # wasm: Pyodide and CanvasKit. blob: modules that Pyodide's worker loads.
            f"script-src 'self' 'wasm-unsafe-eval' blob:{hashes}",
            "style-src 'self' 'unsafe-inline'",  # Flutter writes its styles into the page
            "img-src 'self' blob: data:",
            "font-src 'self' data:",
            "media-src 'self' blob:",
            "connect-src 'self' blob: data:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
