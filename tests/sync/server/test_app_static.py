"""The built application, served so that it works offline and talks to nobody else."""

import gzip
import hashlib

import pytest


@pytest.fixture
def dist(sqlite_server):
    folder = sqlite_server.config.app_dist
    for name, data in {
        "index.html": b"<!doctype html><script>inline()</script><script src='a.js'></script>",
        "sw.js": b"self;",
        "main.dart.js": b"main();" * 500,
        "pyodide/pyodide.mjs": b"export {}",
        "pyodide/pyodide.asm.wasm": b"\0asm",
        "packs/qr-0123456789abcdef.tar": b"tar",
        "manifest.json": b"{}",
        ".secret": b"no",
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "main.dart.js.br").write_bytes(b"brotli")
    (folder / "main.dart.js.gz").write_bytes(gzip.compress(b"main();" * 500))
    return folder


async def test_the_index_answers_every_navigation(dist, lone_client):
    for path in ("/app/", "/app/?codigo=ABCD-EFGH", "/app/vistoria/123", "/app/index.html"):
        response = await lone_client.get(path)
        assert response.status_code == 200
        assert response.headers["Content-Type"].startswith("text/html")
        assert response.headers["Cache-Control"] == "no-cache"
    assert (await lone_client.get("/app")).headers["location"] == "/app/"


@pytest.mark.parametrize(
    ("path", "media_type"),
    [("pyodide/pyodide.mjs", "text/javascript"), ("pyodide/pyodide.asm.wasm", "application/wasm"),
     ("sw.js", "text/javascript"), ("manifest.json", "application/json")],
)  # fmt: skip
async def test_each_file_has_its_media_type(dist, lone_client, path, media_type):
    response = await lone_client.get(f"/app/{path}")
    assert response.headers["Content-Type"].startswith(media_type)


@pytest.mark.parametrize(
    "path", ["nada.js", ".secret", "../prancheta.db", "%2e%2e/prancheta.db", "..%2fprancheta.db",
             "pyodide/", "a\\b.js"],
)  # fmt: skip
async def test_what_is_not_in_the_bundle_is_not_served(dist, lone_client, path):
    response = await lone_client.get(f"/app/{path}")
    assert b"SQLite" not in response.content
    assert response.status_code == 404 or b"inline()" in response.content


@pytest.mark.parametrize(
    ("accepted", "encoding", "body"),
    [("br, gzip", "br", b"brotli"), ("identity", None, b"main();" * 500)],
)
async def test_a_compressed_copy_is_sent_to_who_accepts_it(
    dist, lone_client, accepted, encoding, body
):
    request = lone_client.build_request(
        "GET", "/app/main.dart.js", headers={"Accept-Encoding": accepted}
    )
    response = await lone_client.send(request, stream=True)
    raw = b"".join([part async for part in response.aiter_raw()])
    assert response.headers.get("Content-Encoding") == encoding
    assert raw == body
    assert response.headers["Vary"] == "Accept-Encoding"


async def test_what_has_not_changed_is_not_sent_again(dist, lone_client):
    first = await lone_client.get("/app/sw.js")
    tag = first.headers["ETag"]
    assert tag == f'"{hashlib.sha256(b"self;").hexdigest()[:32]}"'
    again = await lone_client.get("/app/sw.js", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    (dist / "sw.js").write_bytes(b"self; // new")
    changed = await lone_client.get("/app/sw.js", headers={"If-None-Match": tag})
    assert changed.status_code == 200


async def test_a_name_with_a_hash_is_kept_for_ever_and_the_others_are_asked_for(dist, lone_client):
    hashed = await lone_client.get("/app/packs/qr-0123456789abcdef.tar")
    assert "immutable" in hashed.headers["Cache-Control"]
    assert (await lone_client.get("/app/sw.js")).headers["Cache-Control"] == "no-cache"


async def test_the_policy_lets_nothing_go_to_another_host(dist, lone_client):
    response = await lone_client.get("/app/")
    policy = dict(
        part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; ")
    )
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    for sources in policy.values():
        assert not [one for one in sources.split() if "//" in one or one in ("*", "https:")]
    assert "unsafe-eval'" not in policy["script-src"].replace("'wasm-unsafe-eval'", "")
    assert "'unsafe-inline'" not in policy["script-src"]
    assert "'sha256-" in policy["script-src"]
    permissions = response.headers["Permissions-Policy"]
    assert "camera=(self)" in permissions
    assert "geolocation=(self)" in permissions


async def test_without_a_build_the_page_says_what_to_run(lone_client):
    response = await lone_client.get("/app/")
    assert response.status_code == 503
    assert "make run" in response.text
