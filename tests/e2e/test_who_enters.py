"""A device shared by several inspectors: each has a PIN, and a wrong one costs time, not data."""

from __future__ import annotations

import time

from tests.support.inspector import Inspector, TownData

JANUARIA = 3135209


def test_a_wrong_pin_costs_more_time_each_time_also_after_a_restart_and_loses_nothing(at_work):
    inspector: Inspector = at_work("januaria")
    (plate, *_) = TownData.of(inspector.server).vans_in_order(JANUARIA, "taxi")
    inspector.opens_the_app().enters().starts_a_vistoria(plate)
    inspector.answers("Conforme", 1, 1, 11)
    inspector.device.kill()

    screen = inspector.opens_the_app().screen
    screen.tap("Entrar como Marta")
    for _ in range(2):
        screen.write("PIN", "9753", exact=True).tap("Entrar", exact=True).sees("PIN errado")
    screen.write("PIN", "9753", exact=True).tap("Entrar", exact=True)
    screen.sees("Nada foi apagado. Espere").no_longer_sees("Espere", timeout_ms=10_000)
    screen.write("PIN", "9753", exact=True).tap("Entrar", exact=True).sees("Espere 1")
    began = time.monotonic()

    inspector.device.kill()
    screen = inspector.opens_the_app().screen
    screen.tap("Entrar como Marta").sees_any("Espere 1", "Espere 9", "Espere 8", "Espere 7")
    screen.no_longer_sees("Espere", timeout_ms=20_000)
    assert time.monotonic() - began > 14
    screen.write("PIN", inspector.pin, exact=True).tap("Entrar", exact=True).sees("Olá, Marta")
    inspector.resumes(plate)
    screen.sees("1 de 11")
