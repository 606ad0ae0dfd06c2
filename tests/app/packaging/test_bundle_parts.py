"""What goes into the browser bundle, what stays out, and that nothing in it calls out."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import brotli
import pytest

from app.packaging import archive, bundle, client, compress, device_packages, fonts, precache
from app.packaging.places import ROOT, Places, write_if_changed

OF_THE_CALENDAR = (
    "__pypackages__/holidays", "__pypackages__/dateutil", "__pypackages__/six", "checklists/",
)  # fmt: skip


@pytest.fixture(scope="module")
def files() -> dict[str, Path | bytes]:
    places = Places(out=ROOT / "build" / "app")
    return archive.app_files(device_packages.fetch(places), ROOT / "main.py")


def test_the_device_gets_the_app_the_law_and_its_own_half_of_sync(files):
    assert {"main.py", "app/main.py", "sync/device/ports.py", "sync/records/__init__.py"} <= set(
        files
    )
    assert any(re.fullmatch(r"checklists/rulebooks/\w+\.toml", name) for name in files)


def test_the_device_never_gets_the_server_the_build_or_the_native_half(files):
    unwanted = ("sync/server", "app/packaging", "app/device/native.py", "tests", "pyproject.toml")
    assert not [name for name in files if name.startswith(unwanted)]
    assert not [name for name in files if name.endswith((".pyi", ".md", ".c"))]


def test_the_device_gets_what_looks_numbers_over_and_no_example_of_a_file(files):
    assert "__pypackages__/validate_docbr/CNPJ.py" in files
    assert "checklists/local/merging.py" in files
    assert not [name for name in files if name.startswith("checklists/examples")]


def test_no_file_would_make_the_device_install_packages_at_its_start(files):
    assert not {"requirements.txt", "pyproject.toml"} & set(files)


def test_only_brazil_s_time_zones_travel(files):
    zones = {
        name.removeprefix("__pypackages__/tzdata/zoneinfo/")
        for name in files
        if name.startswith("__pypackages__/tzdata/zoneinfo/") and not name.endswith(".py")
    }
    assert {"America/Sao_Paulo", "America/Noronha", "UTC"} <= zones
    assert zones <= archive.ZONES


def test_of_the_world_s_holidays_only_brazil_s_travel_and_they_are_whole(files, tmp_path):
    for name, source in files.items():
        if name.startswith(OF_THE_CALENDAR):
            target = tmp_path / name.removeprefix("__pypackages__/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source if isinstance(source, bytes) else source.read_bytes())
    assert not list(tmp_path.glob("holidays/countries/a*.py"))
    asked = (
        "from datetime import date; from checklists.legal_days import OfficeDays;"
        "import holidays; office = OfficeDays('RJ');"
        "print(holidays.__file__, office.why_closed(date(2026, 4, 23)),"
        " office.why_closed(date(2026, 12, 25)),"
        " OfficeDays('MG').optional(date(2026, 2, 17)), sep='|')"
    )
    said = subprocess.run(
        [sys.executable, "-S", "-c", asked], cwd=tmp_path, env=os.environ | {"PYTHONPATH": "."},
        capture_output=True, text=True, check=True,
    ).stdout.strip().split("|")
    assert Path(said[0]).is_relative_to(tmp_path)
    assert said[1:] == ["feriado: São Jorge", "feriado: Natal", "Carnaval"]


def test_the_same_sources_give_the_same_archive(files, tmp_path):
    few = {name: files[name] for name in sorted(files)[:20]}
    first, again = archive.tar(few), archive.tar(dict(reversed(few.items())))
    assert first == again
    packed = tmp_path / "a.tar"
    packed.write_bytes(first)
    with tarfile.open(packed) as unpacked:
        assert unpacked.getnames() == sorted(few)
        assert {member.mtime for member in unpacked} == {0}


def test_every_device_package_is_pinned_by_hash_and_no_address_is_written_down():
    lock = device_packages.LOCK.read_text()
    pins = [line for line in lock.splitlines() if line and not line.startswith("#")]
    assert pins and all(re.search(r"==\S+ --hash=sha256:[0-9a-f]{64}$", pin) for pin in pins)
    assert "://" not in lock


def test_every_npm_part_is_pinned_by_hash_and_no_address_is_written_down():
    lock = json.loads((ROOT / "package-lock.json").read_text())
    parts = {name: part for name, part in lock["packages"].items() if name}
    assert parts and all(part["integrity"].startswith("sha512-") for part in parts.values())
    assert not [name for name, part in parts.items() if "resolved" in part]
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())


def test_the_client_no_longer_asks_another_host_for_its_animation_player(tmp_path):
    client.copy_client(tmp_path)
    text = (tmp_path / "main.dart.js").read_text(encoding="utf-8")
    assert "cdn.jsdelivr.net" not in text
    assert f"/app/{client.RIVE_STUB}".rsplit("wasm/", 1)[0] in text


def test_a_text_that_names_no_typeface_gets_ours():
    families = {row["family"]: row["fonts"] for row in json.loads(fonts.manifest())}
    assert set(families) == {"MaterialIcons", "Atkinson", "AtkinsonMono", "Roboto"}
    assert families["Roboto"] == families["Atkinson"]
    assert [font["weight"] for font in families["Atkinson"]] == [400, 700]


def test_a_file_is_kept_under_the_hash_of_its_bytes(tmp_path):
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "pdf.tar").write_bytes(b"papers")
    row = precache.row(tmp_path, "packs/pdf.tar", {"packs/pdf.tar": 4})
    assert row == ["packs/pdf.tar", hashlib.sha256(b"papers").hexdigest(), 6, 4, "pdf"]


def test_the_best_compression_is_smaller_and_both_give_the_same_bytes_back(tmp_path):
    out, cache = tmp_path / "out", tmp_path / "cache"
    out.mkdir()
    text = Path(__file__).read_bytes() * 3
    (out / "main.dart.js").write_bytes(text)
    sizes = []
    for quality in (compress.QUICK, compress.BEST):
        row = compress.compress_bundle(out, cache, quality)["main.dart.js"]
        sizes.append(row["brotli"])
        assert brotli.decompress((out / "main.dart.js.br").read_bytes()) == text
        assert gzip.decompress((out / "main.dart.js.gz").read_bytes()) == text
    assert len(text) > sizes[0] > sizes[1]


def test_writing_the_same_bytes_again_touches_nothing(tmp_path):
    target = tmp_path / "kept"
    write_if_changed(target, b"same")
    before = target.stat().st_mtime_ns
    write_if_changed(target, b"same")
    assert target.stat().st_mtime_ns == before
    write_if_changed(target, b"other")
    assert target.read_bytes() == b"other"


def test_the_shell_s_modules_carry_no_script_inside_the_page():
    index = (ROOT / "assets" / "shell" / "index.html").read_text(encoding="utf-8")
    assert not re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", index)
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", index)


def test_whether_to_build_is_known_before_any_package_was_fetched(tmp_path):
    empty = Places(out=tmp_path / "app", work=tmp_path)
    full = Places(out=ROOT / "build" / "app")
    assert bundle.fingerprint(empty) == bundle.fingerprint(full)
