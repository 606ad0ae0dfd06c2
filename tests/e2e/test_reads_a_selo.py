"""A selo on a windscreen is read with no signal: by the camera, and by a photo where there is none
to look through."""

from __future__ import annotations

from pathlib import Path

import pytest

from sync.records.qr import qr_png
from tests.support.colleague import Issued, film, issue, windscreen
from tests.support.inspector import Inspector, TownData, spelled

MANGARATIBA = 3302601
CAMERA = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
READER = "/app/packs/zxing/zxing_reader.wasm"
REFUSED = """() => {
  navigator.mediaDevices.getUserMedia =
    () => Promise.reject(new DOMException('', 'NotAllowedError'));
}"""


@pytest.fixture
def vans(at_work) -> tuple[Inspector, list[dict]]:
    inspector: Inspector = at_work()
    rows = TownData.of(inspector.server).rows(
        "select id, plate, chassis_tail, make_model from vehicles where tenant = ? and"
        " service = 'escolar' and model_year >= 2018 order by plate limit 2",
        (MANGARATIBA,),
    )
    return inspector, [dict(row) for row in rows]


def test_a_selo_is_read_by_the_camera_and_a_cancelled_one_by_a_photo_with_no_signal(
    vans, tmp_path: Path
):
    inspector, (good, cancelled) = vans
    phone, server = inspector.device, inspector.server
    issued: Issued = issue(tmp_path / "colega", server, "mangaratiba", [good, cancelled])
    seen = film(windscreen(qr_png(issued.good)), tmp_path / "para-brisa.y4m")
    photo = tmp_path / "selo.png"
    photo.write_bytes(qr_png(issued.annulled))
    phone.flags = (*CAMERA, f"--use-file-for-fake-video-capture={seen}")

    inspector.opens_the_app().enters().screen.sees("tudo enviado", timeout_ms=60_000)
    screen = inspector.screen
    screen.page.wait_for_function(f"async () => !!(await caches.match('{READER}'))")
    phone.set_offline()
    server.stop()

    # The camera opens by itself, reads, and goes.
    screen.tap("Ler selo").sees("VÁLIDO").sees(f"Placa {spelled(good['plate'])}")
    assert screen.page.locator("dialog").count() == 0
    screen.tap("Confere").sees("Confere com o veículo").tap("Voltar")

    # Refused, it leaves the photo.
    screen.page.evaluate(REFUSED)
    screen.tap("Ler com a câmera").sees("A câmera está bloqueada")
    with screen.page.expect_file_chooser() as chooser:
        screen.tap("Usar foto do selo")
    chooser.value.set_files(photo)
    screen.sees("CANCELADO").sees(f"Placa {spelled(cancelled['plate'])}").tap("Voltar")

    server.start()
    phone.set_offline(False)
    screen.sees("tudo enviado", timeout_ms=60_000)
    told = TownData.of(server).rows(
        "select colour, compared, plate_seen from readings order by read_at, record"
    )
    assert [tuple(row) for row in told] == [
        ("verde", "confere", good["plate"]), ("vermelho", "nao_comparado", ""),
    ]  # fmt: skip
