"""A plate among 100,000 vehicles, looked up in the browser while one types."""

from __future__ import annotations

import json

from tests.bench.stopwatch import Times, ms

VEHICLES, PAGE = 100_000, 5_000
LOOK_UPS = 300

OPEN = """
import json, random, time
from sync.device.store import FieldStore
from sync.device.cadastro import Cadastro
store = await FieldStore.open(ports)
cadastro = await Cadastro.open(ports, store)
AT = "2026-11-30T12:00:00.000Z"
LETTERS = "ABCDEFGHJK"
def plate_of(number):
    a, b, c = number // 10_000, number // 1_000 % 10, number // 100 % 10
    return f"{LETTERS[a]}{LETTERS[b]}{LETTERS[c]}{number % 10}{LETTERS[b]}{number % 100:02d}"
def vehicle_of(number):
    return {"t": "vehicle", "op": "put", "id": f"v{number}", "v": {
        "id": f"v{number}", "plate": plate_of(number), "plates": [], "chassis": "9BXVAN1234567890A",
        "renavam": "", "make_model": "VW/KOMBI ESCOLAR", "model_year": 2018,
        "manufacture_year": 2018, "capacity": 15, "service": "escolar", "holder": None,
        "permit": "001/2020", "color": "Branca", "fuel": "Flex", "last_vistoria": None,
        "registration": None, "authorised_until": None}}
"""
FILL = 'cadastro.apply([vehicle_of(n) for n in range({0}, {1})], "c{1}", {1} < {2}, AT)'
LOOK = """
dice = random.Random(20261130)
whole, typed, bare = [], [], []
for _ in range({0}):
    number = dice.randrange({1})
    plate = plate_of(number)
    began = time.perf_counter()
    found = cadastro.by_plate(plate)
    whole.append((time.perf_counter() - began) * 1000)
    assert found["id"] == f"v{{number}}"
    for letters in range(2, 8):
        began = time.perf_counter()
        cadastro.search(plate[:letters])
        typed.append((time.perf_counter() - began) * 1000)
    began = time.perf_counter()
    cadastro.file.value("SELECT v FROM vehicles WHERE id = ?", (f"v{{number}}",))
    bare.append((time.perf_counter() - began) * 1000)
json.dumps([whole, typed, bare])
"""


def test_a_plate_among_a_hundred_thousand(bare_bundle, serve, phone, table):
    app = phone().open(f"{serve(bare_bundle).url}/app/").ready().sees("Armazenamento aberto")
    app.probe(OPEN)
    for first in range(0, VEHICLES, PAGE):
        app.probe(FILL.format(first, first + PAGE, VEHICLES))
    whole, typed, bare = (
        Times.of(taken) for taken in json.loads(app.probe(LOOK.format(LOOK_UPS, VEHICLES)))
    )
    row = f"one row by its key: {ms(bare.median)}"
    table.add(
        f"a whole plate among {VEHICLES:,} vehicles, in the browser ({LOOK_UPS} look-ups)",
        f"median {ms(whole.median)}, p95 {ms(whole.percentile(0.95))}",
        f"{row}; ratio {whole.median / bare.median:.1f}", "median ≤ 50 ms",
    )
    table.add(
        "the same while one types, from the second letter on",
        f"median {ms(typed.median)}, p95 {ms(typed.percentile(0.95))}",
        f"{row}; ratio {typed.median / bare.median:.1f}",
    )
