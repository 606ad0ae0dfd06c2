"""The contract of the ports, on the native ones."""

import io
import stat

import pytest
from PIL import Image

from app.device import native
from sync.device import ports as contract
from sync.device.ports import (
    CameraMissing,
    ImageTooLarge,
    KeyMissing,
    NotAnImage,
    PlaceUnknown,
    StorageBusy,
    StorageFull,
    StorageUnavailable,
)
from tests.support.device import photo_bytes


@pytest.fixture
def ports(tmp_path):
    made = native.device_ports(tmp_path / "aparelho")
    yield made
    made.storage.close()


def test_the_native_ports_have_the_shape_of_the_contract(ports):
    for name in ("storage", "keys", "photos", "clock", "network", "scan", "share", "raster"):
        protocol = getattr(contract, name.capitalize())
        assert isinstance(getattr(ports, name), protocol), name


async def test_storage_opens_twice_for_its_owner_and_never_for_a_second_one(ports):
    await ports.storage.open()
    await ports.storage.open()
    second = native.NativeStorage(ports.storage.root)
    with pytest.raises(StorageBusy, match="outra aba ou janela"):
        await second.open()
    ports.storage.close()
    await second.open()
    second.close()


async def test_a_folder_that_cannot_be_made_is_said_to_be_unavailable(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageUnavailable):
        await native.NativeStorage(tmp_path / "file" / "inside").open()


async def test_the_head_is_replaced_whole_and_read_back(ports):
    await ports.storage.open()
    assert await ports.storage.read_head() is None
    await ports.storage.write_head({"seq": 1, "nome": "não"})
    await ports.storage.write_head({"seq": 2})
    assert await ports.storage.read_head() == {"seq": 2}


async def test_a_damaged_head_counts_as_none(ports, tmp_path):
    await ports.storage.open()
    for damage in (b"", b'{"seq": 1', b"[1]", b"\xff\xfe"):
        (tmp_path / "aparelho" / "cabeca.json").write_bytes(damage)
        assert await ports.storage.read_head() is None


async def test_blobs_are_kept_replaced_and_deleted(ports):
    await ports.storage.open()
    await ports.storage.write_blob("ab12", b"one")
    await ports.storage.write_blob("ab12", b"two")
    assert await ports.storage.has_blob("ab12")
    assert await ports.storage.read_blob("ab12") == b"two"
    await ports.storage.delete_blob("ab12")
    await ports.storage.delete_blob("ab12")
    assert not await ports.storage.has_blob("ab12")
    with pytest.raises(FileNotFoundError):
        await ports.storage.read_blob("ab12")


async def test_a_blob_name_cannot_leave_its_folder(ports):
    await ports.storage.open()
    with pytest.raises(ValueError, match="digest"):
        await ports.storage.write_blob("../chave", b"x")


async def test_quarantine_moves_a_database_and_its_journal_and_keeps_older_copies(ports, tmp_path):
    await ports.storage.open()
    root = tmp_path / "aparelho"
    names = []
    for content in (b"first", b"second"):
        (root / "campo.db").write_bytes(content)
        (root / "campo.db-journal").write_bytes(b"journal")
        names.append(await ports.storage.quarantine("campo.db"))
        assert not (root / "campo.db").exists()
        assert not (root / "campo.db-journal").exists()
    assert await ports.storage.list_quarantine() == names
    assert [await ports.storage.read_file(name) for name in names] == [b"first", b"second"]
    assert await ports.storage.read_file(names[0] + "-journal") == b"journal"


async def test_read_file_gives_only_files_of_ours(ports, tmp_path):
    await ports.storage.open()
    for name in ("../other", "nothing.db"):
        with pytest.raises(FileNotFoundError):
            await ports.storage.read_file(name)


async def test_no_space_is_storage_full_and_leaves_the_old_content(ports, monkeypatch):
    await ports.storage.open()
    await ports.storage.write_head({"seq": 1})

    def no_space(handle, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(native.os, "write", no_space)
    with pytest.raises(StorageFull, match="Libere"):
        await ports.storage.write_head({"seq": 2})
    with pytest.raises(StorageFull):
        await ports.storage.write_blob("ab", b"x" * 10)
    monkeypatch.undo()
    assert await ports.storage.read_head() == {"seq": 1}
    assert not await ports.storage.has_blob("ab")


async def test_used_space_and_quota_are_known(ports):
    await ports.storage.open()
    await ports.storage.write_blob("ab", b"x" * 1000)
    used, quota = await ports.storage.estimate()
    assert 1000 <= used < quota


async def test_the_key_signs_and_only_its_owner_may_read_it(ports, tmp_path):
    assert await ports.keys.public_key() is None
    with pytest.raises(KeyMissing, match="código de inscrição"):
        await ports.keys.sign(b"m")
    public = await ports.keys.create()
    assert len(public) == 32
    assert await ports.keys.public_key() == public
    signature = await ports.keys.sign(b"m")
    assert len(signature) == 64
    assert await ports.keys.verify(public, signature, b"m")
    assert not await ports.keys.verify(public, signature, b"n")
    assert not await ports.keys.verify(b"short", signature, b"m")
    mode = (tmp_path / "aparelho" / "aparelho.chave").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


async def test_a_new_key_takes_the_place_of_the_old_one_and_survives_a_restart(ports, tmp_path):
    first = await ports.keys.create()
    second = await ports.keys.create()
    assert first != second
    assert await native.device_ports(tmp_path / "aparelho").keys.public_key() == second


async def test_a_pin_is_kept_as_an_argon2id_string_with_its_own_salt(ports):
    encoded = await ports.keys.hash_pin("2580")
    assert encoded.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert encoded != await ports.keys.hash_pin("2580")
    assert await ports.keys.verify_pin("2580", encoded)
    assert not await ports.keys.verify_pin("2581", encoded)
    assert not await ports.keys.verify_pin("2580", "nonsense")


async def test_a_photo_is_shrunk_to_its_longer_side_and_loses_its_metadata(ports):
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "onde mora"
    Image.new("RGB", (4000, 3000), "green").save(out, "JPEG", exif=exif)
    photo = await ports.photos.shrink(out.getvalue())
    shrunk = Image.open(io.BytesIO(photo.bytes))
    assert (photo.width, photo.height) == shrunk.size == (1600, 1200)
    assert photo.media_type == "image/jpeg"
    assert shrunk.format == "JPEG"
    assert not shrunk.getexif()
    assert b"onde mora" not in photo.bytes


async def test_a_photo_taken_sideways_is_turned_upright(ports):
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter clockwise
    Image.new("RGB", (80, 40), "green").save(out, "JPEG", exif=exif)
    photo = await ports.photos.shrink(out.getvalue())
    assert (photo.width, photo.height) == (40, 80)


async def test_a_small_photo_is_not_enlarged_and_transparency_becomes_white(ports):
    out = io.BytesIO()
    Image.new("RGBA", (20, 10), (0, 0, 0, 0)).save(out, "PNG")
    photo = await ports.photos.shrink(out.getvalue())
    assert (photo.width, photo.height) == (20, 10)
    assert Image.open(io.BytesIO(photo.bytes)).getpixel((5, 5)) == (255, 255, 255)


@pytest.mark.parametrize("data", [b"", b"hello", photo_bytes()[:200], b"%PDF-1.7 nothing"])
async def test_what_is_no_picture_is_refused(ports, data):
    with pytest.raises(NotAnImage, match="Tire a foto de novo"):
        await ports.photos.shrink(data)


async def test_a_picture_of_40_megabytes_is_shrunk(ports):
    out = io.BytesIO()
    Image.new("RGB", (3800, 3800), "grey").save(out, "BMP")
    assert len(out.getvalue()) > 40_000_000
    photo = await ports.photos.shrink(out.getvalue())
    assert photo.width == 1600
    assert len(photo.bytes) < 1_000_000


async def test_a_picture_that_does_not_fit_in_memory_is_refused_unread(ports):
    with pytest.raises(ImageTooLarge, match="grande demais"):
        await ports.photos.shrink(b"\xff\xd8" + bytes(contract.PHOTO_MAX_BYTES))
    out = io.BytesIO()
    Image.new("1", (30_000, 30_000)).save(out, "PNG")
    with pytest.raises(ImageTooLarge):
        await ports.photos.shrink(out.getvalue())


async def test_a_qr_code_in_a_photo_is_read(ports):
    import qrcode

    out = io.BytesIO()
    qrcode.make("https://vistoria.exemplo/app/?codigo=ABCD-EFGH").get_image().save(out, "PNG")
    assert await ports.scan.decode(out.getvalue()) == [
        "https://vistoria.exemplo/app/?codigo=ABCD-EFGH"
    ]
    assert await ports.scan.decode(photo_bytes()) == []
    with pytest.raises(NotAnImage):
        await ports.scan.decode(b"")


async def test_what_cannot_be_looked_through_or_located_here_says_what_to_do(ports):
    assert not ports.scan.has_live
    with pytest.raises(CameraMissing, match="Use uma foto"):
        await ports.scan.live("Aponte")
    with pytest.raises(PlaceUnknown):
        await ports.place.locate()


async def test_a_shared_file_lands_in_the_folder_under_its_own_name(ports, tmp_path):
    await ports.share.save("../../selo.png", b"x", "image/png")
    assert (tmp_path / "aparelho" / "compartilhados" / "selo.png").read_bytes() == b"x"
    assert not await ports.share.share("selo.png", b"x", "image/png")


def test_the_clock_is_aware_and_the_monotonic_one_goes_forward(ports):
    assert ports.clock.now().utcoffset().total_seconds() == 0
    assert ports.clock.monotonic_ms() <= ports.clock.monotonic_ms()


def test_the_servers_address_is_kept(ports, tmp_path):
    ports.network.base_url = "https://vistoria.exemplo/"
    again = native.device_ports(tmp_path / "aparelho")
    assert again.network.base_url == "https://vistoria.exemplo"
