"""The measurements of the README. They assert that the thing was done, never how long it took."""

from __future__ import annotations

import json

from app.prints import selo_label_pdf
from sync import records
from tests.bench.stopwatch import Finger, Times, ms, opened_ms, start_untouched_ms
from tests.support import records as made
from tests.support.inspector import Inspector, TownData
from tests.support.papers import MANGARATIBA
from tests.support.qr_decoders import decoded_by_both, paint_modules, pdf_page_image

ITEMS = 38
ROUNDS, TAPS = 5, 10
STARTS = 5
SAVES = 60
COMMIT = """
import json, sqlite3, time
if "bare" not in globals():
    bare = sqlite3.connect("/data/campo.db", isolation_level=None)
    for pragma in ("journal_mode=truncate", "synchronous=full"):
        bare.execute(f"pragma {pragma}").fetchone()
    bare.execute("create table if not exists r (id integer primary key, j text)")
taken = []
for i in range(%d):
    before = time.perf_counter()
    bare.execute("insert into r (j) values (?)", ("x" * 400,))
    taken.append((time.perf_counter() - before) * 1000)
taken
"""
SAVE = """
import time
if "draft" not in globals():
    draft = store.create_draft(agent="1001", fields={"mode": "ordinaria"})
taken = []
for i in range(%d):
    answer = {"item": f"14-{i %% 26}", "value": ("conforme", "nao_conforme")[i %% 2], "reason": "",
              "note": "", "measured": {}, "photos": [], "at": None}
    before = time.perf_counter()
    store.save_answer(draft.id, answer["item"], answer)
    taken.append((time.perf_counter() - before) * 1000)
assert store.draft(draft.id).answers["14-0"]["value"] == "conforme"
taken
"""


def s(value: float) -> str:
    return f"{value / 1000:.1f} s"


def test_first_load_and_warm_offline_start(app_bundle, serve, phone, table):
    report = json.loads((app_bundle / "report.json").read_text(encoding="utf-8"))
    size = {kind: f"{n / 1e6:.1f}" for kind, n in report["first_load"].items()}
    server, device = serve(app_bundle), phone()
    cold = opened_ms(device.open(f"{server.url}/app/").page)
    device.close()
    server.kill()
    app = f"{server.url}/app/"
    warm = Times.of(
        start_untouched_ms(device.playwright, device.profile, app, 4 * cold / 1000)
        for _ in range(STARTS)
    )
    device.set_offline()
    device.open(app).ready().sees_any("código", "Código")
    table.add("first load, brotli / gzip / raw",
              f"{size['brotli']} / {size['gzip']} / {size['raw']} MB", aim="≤ 14 MB brotli")
    table.add("first load from this machine, to the first picture", s(cold))
    table.add(f"warm start, server dead, browser from cold ({STARTS} times)",
              f"best {s(warm.taken[0])}, median {s(warm.median)}", aim="≤ 5 s")


def test_tap_to_paint(app_bundle, bare_bundle, serve, phone, table):
    server = serve(app_bundle)
    inspector = Inspector(phone(), server).enrols()
    vans = TownData.of(server).vans_in_order(3302601)
    bare = phone().open(f"{serve(bare_bundle).url}/app/").ready().sees("Armazenamento aberto")
    tapped = 0

    def bare_taps(count: int) -> list[float]:
        nonlocal tapped
        finger, taken = Finger(bare), []
        place = finger.place("Tocar")
        for _ in range(count):
            tapped += 1
            taken += finger.tap_ms(place, f"toques: {tapped}")
        return taken

    item, item_saved, plain = [], [], []
    for van in vans[:2]:
        inspector.starts_a_vistoria(van)
        finger = Finger(inspector.screen)
        place = finger.place("Conforme, item")
        for done in range(1, 29):
            shown, saved = finger.tap_ms(
                place, f"Item {done + 1} de {ITEMS}", f"{done} de {ITEMS} respondidos"
            )
            if done > 3:  # the first ones load what they need
                item.append(shown)
                item_saved.append(saved)
            if done % TAPS == 0:
                plain += bare_taps(TAPS)
        inspector.screen.tap("Voltar").sees("Olá")
    told(table, "item view, to the next item", item, plain)
    told(table, "item view, to “saved”", item_saved, plain, aim="")

    inspector.resumes(vans[0]).screen.tap("Ver a lista inteira").sees("Mostrar só o que falta")
    inspector.screen.pause(2000)
    listed, listed_saved, plain = [], [], []
    finger = Finger(inspector.screen)
    row = "item Art. 14, I"
    places = {value: finger.place(f"{value}, {row}") for value in ("Conforme", "Não conforme")}
    for turn in range(ROUNDS):
        for at in range(TAPS):
            value = ("Não conforme", "Conforme")[(turn * TAPS + at) % 2]
            shown, saved = finger.tap_ms(
                places[value], f"{value}, {row}, escolhido", f"Salvo: {value}"
            )
            listed.append(shown)
            listed_saved.append(saved)
        plain += bare_taps(TAPS)
    told(table, "list view, to the answer marked", listed, plain)
    told(table, "list view, to “saved”", listed_saved, plain, aim="")


def told(
    table, what: str, taken: list[float], plain: list[float], aim: str = "p95 ≤ 60 ms"
) -> None:
    ours, bare = Times.of(taken), Times.of(plain)
    table.add(
        f"tap to paint, {what} ({len(taken)} taps)",
        f"median {ms(ours.median)}, p95 {ms(ours.percentile(0.95))}",
        f"a button and a text: {ms(bare.median)}, p95 {ms(bare.percentile(0.95))}; "
        f"ratio {ours.median / bare.median:.1f}",
        aim,
    )


def test_durable_save(measured_bundle, bare_bundle, serve, phone, table):
    app = phone().open(f"{serve(measured_bundle).url}/app/").ready()
    app.sees_any("código", "Código")
    bare = phone().open(f"{serve(bare_bundle).url}/app/").ready().sees("Armazenamento aberto")
    saved, committed = [], []
    for _ in range(ROUNDS):
        saved += app.probe(SAVE % SAVES)
        committed += bare.probe(COMMIT % SAVES)
    ours, theirs = Times.of(saved), Times.of(committed)
    table.add(
        f"durable save of an answer ({len(saved)} saves)",
        f"median {ms(ours.median)}, p99 {ms(ours.percentile(0.99))}",
        f"a one-row commit: {ms(theirs.median)}, p99 {ms(theirs.percentile(0.99))}; "
        f"ratio {ours.median / theirs.median:.1f}",
        "p99 ≤ 15 ms",
    )


def test_both_decoders_read_the_selo_at_every_size(table):
    record = made.signed("selo", made.selo_body(made.signed()))
    base = "https://selo.exemplo.gov.br"
    url = records.seal.url(base, records.b64url_bytes(record["body"]["payload"]))
    matrix = records.qr_matrix(url)
    sizes, dots = (2, 3, 4, 6, 8), (203, 300, 600)
    for module_px in sizes:
        assert decoded_by_both(paint_modules(matrix, module_px=module_px)) == url
    for dpi in dots:
        label = pdf_page_image(selo_label_pdf(record, MANGARATIBA, base), dpi)
        assert decoded_by_both(label) == url
    table.add(
        "QR of the selo, by zxing-cpp and by zbar",
        f"read on screen at {sizes[0]}–{sizes[-1]} px a module and on the label at "
        f"{dots[0]}–{dots[-1]} dpi",
    )

