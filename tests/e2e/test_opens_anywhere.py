"""The bundle: opens once with signal, then without any, in one tab at a time."""

from __future__ import annotations

from tests.support.chromium import Device
from tests.support.live_server import LiveServer
from tests.support.screen import Screen


def test_the_app_opens_from_cold_with_no_signal_and_the_server_dead(
    just_opened: tuple[Device, LiveServer],
):
    phone, server = just_opened
    server.kill()
    phone.set_offline()
    phone.open(f"{server.url}/app/").ready().sees_any("código", "Código")


def test_a_second_tab_is_refused_politely_and_the_first_goes_on(
    opened_probe: Device, probe_screen: Screen
):
    second = opened_probe.open_tab(probe_screen.page.url).ready()
    second.sees("A Prancheta já está aberta em outra aba ou janela")
    second.page.close()
    probe_screen.counts_a_tap()


def test_an_enrolment_link_opens_offline_with_its_code_kept(
    probe_server: LiveServer, probe_phone: Device
):
    server, phone = probe_server, probe_phone
    server.stop()
    phone.set_offline()
    screen = phone.open(f"{server.url}/app/?codigo=ABCD-2345").ready()
    assert screen.page.url.endswith("/app/?codigo=ABCD-2345")
    assert "codigo=ABCD-2345" in screen.probe("import flet_js\nflet_js.documentUrl")


def test_the_service_worker_leaves_the_server_s_own_pages_alone(
    probe_server: LiveServer, probe_screen: Screen
):
    screen = probe_screen
    answer = screen.page.evaluate(
        "() => fetch('/api/v1/status').then(r => r.headers.get('Prancheta-Api'))"
    )
    assert answer == "1"
    kept = screen.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const keys = await Promise.all(names.map(async n => (await caches.open(n)).keys()));
          return keys.flat().map(request => new URL(request.url).pathname);
        }"""
    )
    assert kept and all(path.startswith("/app/") for path in kept)
