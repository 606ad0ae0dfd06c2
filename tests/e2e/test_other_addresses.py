"""The app at other addresses than localhost: HTTPS of the server's own making, and plain HTTP."""

from __future__ import annotations

import base64
import hashlib
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.support.chromium import SIZES, Device
from tests.support.live_server import LiveServer
from tests.support.moulds import copy
from tests.support.screen import Screen

NETWORK_HOST = "127.0.0.2"


def trusting(server: LiveServer) -> str:
    """Chromium's flag to trust this server's key, as the phone does that installed `ca.crt`. That
    the chain itself holds is shown by `server.start()`, which trusts nothing else."""
    found = x509.load_pem_x509_certificate((server.data / "tls" / "servidor.crt").read_bytes())
    spki = found.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = base64.b64encode(hashlib.sha256(spki).digest()).decode()
    return f"--ignore-certificate-errors-spki-list={digest}"


def test_at_an_address_of_the_network_it_is_served_securely_and_opens_with_no_signal(
    moulds, app_bundle: Path, tmp_path: Path, phone: Device
):
    data = copy(moulds.server_data(), tmp_path / "server")
    server = LiveServer(data, app_bundle, host=NETWORK_HOST).start()
    try:
        assert isinstance(server.trusted(), ssl.SSLContext)
        phone.flags, phone.own_hosts = (trusting(server),), (NETWORK_HOST,)
        screen = phone.open(f"{server.url}/app/").ready().sees("Cadastrar este aparelho")
        assert screen.page.evaluate("() => window.isSecureContext")
        assert screen.page.evaluate("() => !!navigator.serviceWorker.controller")

        # Without `https://` one is led to the page that says how to go on, and it stays plain HTTP.
        plain = phone.open_tab(f"http://{NETWORK_HOST}:{server.port}/app/").page
        assert plain.url == f"http://{NETWORK_HOST}:{server.port + 1}/"
        assert plain.get_by_role("heading").inner_text() == "Instale o certificado neste aparelho"
        plain.get_by_role("link", name=f"{server.url}/app/").wait_for()
    finally:
        server.stop()
    phone.kill()
    phone.set_offline()
    phone.open(f"{server.url}/app/").ready().sees("Cadastrar este aparelho")


def test_at_an_insecure_address_the_app_says_so_and_how_to_mend_it(
    server: LiveServer, phone: Device
):
    # localhost is secure whatever the scheme; another name for the same machine is not.
    phone.flags = ("--host-resolver-rules=MAP vistoria.test 127.0.0.1",)
    phone.own_hosts = ("vistoria.test",)
    address = f"http://vistoria.test:{server.port}"
    page = phone.open(f"{address}/app/").page
    page.wait_for_selector("#splash .failed, .failed")
    said = page.inner_text("#splash")
    assert not page.evaluate("() => window.isSecureContext")
    for words in ("Este endereço não é seguro", address, "começam com https://", "make run HOST="):
        assert words in said
    Screen(page).photograph("endereco_inseguro")
    width = SIZES["phone"]["viewport"]["width"]
    assert page.evaluate("() => [innerWidth, document.documentElement.scrollWidth]") == [width] * 2
    assert not page.evaluate("() => 'serviceWorker' in navigator")
