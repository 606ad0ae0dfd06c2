"""Disks that are full or return noise."""

import sqlite3
import subprocess

import pytest

from app.device.native import NativeStorage
from sync.device.cadastro import Cadastro
from sync.device.database import File
from sync.device.ports import StorageFull
from sync.device.store import FieldStore
from tests.support.breaking import room_again
from tests.support.device import (
    RULEBOOK,
    concluded,
    device_ports,
    enrolled_store,
    photo_bytes,
    shut,
)


class Disk:
    """A file system of 1 MB, mounted where that is allowed; else files with a quota."""

    def __init__(self, folder, mounted):
        self.folder, self.mounted = folder, mounted
        self.ballast = folder / "ballast"

    def ports(self):
        if self.mounted:
            return device_ports(self.folder)
        return device_ports(self.folder, storage=QuotaStorage(self.folder))

    def fill(self):
        self.ballast.write_bytes(b"x" * 400_000)

    def make_room(self, store):
        self.ballast.unlink()
        if not self.mounted:
            room_again(store.file)
            store.ports.storage.quota_bytes = 10_000_000


class QuotaStorage(NativeStorage):
    quota_bytes = 500_000

    async def write_blob(self, digest, data):
        used, _ = await self.estimate()
        if used + len(data) > self.quota_bytes:
            raise StorageFull
        await super().write_blob(digest, data)


class QuotaConnection(sqlite3.Connection):
    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.execute("PRAGMA max_page_count = 110").fetchone()


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]
    mounted = subprocess.run(mount, capture_output=True).returncode == 0
    if not mounted:
        monkeypatch.setattr(File, "connection_class", QuotaConnection)
    yield Disk(folder, mounted)
    if mounted:
        subprocess.run(["umount", folder], check=True)


async def test_on_a_full_disk_what_was_saved_stays_and_work_goes_on_when_there_is_room(small_disk):
    store = await enrolled_store(small_disk.ports())
    draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
    small_disk.fill()
    saved, records, photos = [], [], []
    with pytest.raises(StorageFull, match="Libere"):
        for number in range(3000):
            store.save_answer(draft.id, f"14-{number}", {"value": "conforme", "note": "x" * 300})
            saved.append(f"14-{number}")
    for _ in range(40):
        try:
            records += await concluded(store)
        except StorageFull:
            break
    with pytest.raises(StorageFull):
        for _ in range(400):
            photos.append(await store.add_draft_photo(draft.id, "14-0", photo_bytes(300, 300)))
    shut(store)

    store = await FieldStore.open(small_disk.ports())
    assert store.recovered is None
    assert set(store.draft(draft.id).answers) == set(saved)
    assert store.draft(draft.id).photos.get("14-0", ()) == tuple(photos)
    assert {k.id for k in store.records()} >= {record["id"] for record in records}
    small_disk.make_room(store)
    seq = store.chain().seq
    store.save_answer(draft.id, "14-again", {"value": "conforme"})
    more = await concluded(store)
    assert [record["device_seq"] for record in more] == [seq + 1, seq + 2]
    shut(store)


async def test_a_full_disk_during_a_pull_keeps_the_cursor_and_says_so(small_disk):
    ports = small_disk.ports()
    cadastro = await Cadastro.open(ports)

    def page(first):
        return [
            {
                "t": "vehicle",
                "op": "put",
                "id": f"v{number}",
                "v": {"id": f"v{number}", "plate": f"ABC1A{number % 100:02d}", "n": "x" * 300},
            }
            for number in range(first, first + 100)
        ]

    applied = 0
    with pytest.raises(StorageFull):
        while True:
            cadastro.apply(page(applied), f"c{applied + 100}", True, "2026-11-30T12:00:00Z")
            applied += 100
    assert cadastro.cursor == f"c{applied}"
    assert cadastro.counts()["vehicle"] == applied > 0
    cadastro.close()
    ports.storage.close()


@pytest.mark.parametrize("offset_share", [0.0, 0.3, 0.6, 0.9])
async def test_noise_anywhere_in_campo_db_never_reuses_a_number(tmp_path, offset_share):
    folder = tmp_path / "aparelho"
    store = await enrolled_store(device_ports(folder))
    for _ in range(12):
        await concluded(store)
    shut(store)
    path = folder / "campo.db"
    data = bytearray(path.read_bytes())
    at = int(len(data) * offset_share)
    data[at : at + 4096] = bytes(b ^ 0xA5 for b in data[at : at + 4096])
    path.write_bytes(data)
    store = await FieldStore.open(device_ports(folder))
    vistoria, selo = await concluded(store)
    assert vistoria["device_seq"] == 25
    assert selo["body"]["serial"] == 13
    shut(store)
