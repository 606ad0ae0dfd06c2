"""HTTPS of the server's own making, good enough for a phone that installed the authority."""

import http.client
import socket
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from sync.server import serving, tls
from sync.server.config import Config
from sync.server.context import open_server
from tests.support.live_server import PROGRAM, LiveServer, free_port

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def handshake(files: tls.Tls, name: str, chain: tuple | None = None) -> dict:
    """Connects as a phone that trusts only this authority; returns the certificate it saw."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(*(chain or (files.certificate, files.key)))
    phone = ssl.create_default_context(cafile=str(files.ca))
    ours, theirs = socket.socketpair()

    def serve() -> None:
        try:
            with server.wrap_socket(ours, server_side=True) as wrapped:
                wrapped.recv(1)
        except OSError:
            ours.close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with phone.wrap_socket(theirs, server_hostname=name) as wrapped:
            seen = wrapped.getpeercert()
            wrapped.send(b"x")
        return seen
    finally:
        theirs.close()
        thread.join()


@pytest.mark.parametrize("host", ["192.168.0.10", "prancheta.local", "fd00::10"])
def test_a_phone_that_installed_the_authority_trusts_the_address(tmp_path, host):
    files = tls.prepare(tmp_path / "tls", host)
    assert handshake(files, host)["subjectAltName"]


def test_another_address_is_not_trusted(tmp_path):
    files = tls.prepare(tmp_path / "tls", "192.168.0.10")
    with pytest.raises(ssl.SSLCertVerificationError):
        handshake(files, "192.168.0.11")


def test_everything_stays_half_a_year_and_is_made_anew_for_another_address(tmp_path):
    first = tls.prepare(tmp_path, "192.168.0.10", NOW)
    assert timedelta(days=150) < first.until - NOW < timedelta(days=200)
    leaf = first.certificate.read_bytes()
    still = tls.prepare(tmp_path, "192.168.0.10", NOW + timedelta(days=150))
    assert (still.certificate.read_bytes(), still.fingerprint) == (leaf, first.fingerprint)
    later = tls.prepare(tmp_path, "192.168.0.10", NOW + timedelta(days=170))
    assert later.fingerprint != first.fingerprint
    moved = tls.prepare(tmp_path, "10.0.0.5", NOW)
    assert moved.fingerprint != later.fingerprint


def test_half_a_set_of_files_is_made_anew_whole(tmp_path):
    tls.prepare(tmp_path, "127.0.0.1").key.write_text("nada")
    assert handshake(tls.prepare(tmp_path, "127.0.0.1"), "127.0.0.1")


def test_an_authority_of_an_earlier_version_goes_with_its_key(tmp_path):
    (tmp_path / "ca.key").write_text("uma chave que assinava qualquer endereço")
    files = tls.prepare(tmp_path, "192.168.0.10")
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "ca.crt", "servidor.crt", "servidor.key",
    ]  # fmt: skip
    assert handshake(files, "192.168.0.10")


def forged(folder, monkeypatch, host: str, name: str) -> tuple[tls.Tls, tuple]:
    """The authority of `host`, and what somebody who had its key would sign for `name`."""
    keys = []
    real = tls._authority

    def kept(key, *rest):
        keys.append(key)
        return real(key, *rest)

    monkeypatch.setattr(tls, "_authority", kept)
    files = tls.prepare(folder / host, host)
    monkeypatch.setattr(tls, "_authority", lambda *_: x509.load_pem_x509_certificate(
        files.ca.read_bytes()
    ))  # fmt: skip
    monkeypatch.setattr(tls.ec, "generate_private_key", _first_then(keys[0]))
    fake = tls.prepare(folder / "falso", name)
    return files, (fake.certificate, fake.key)


def _first_then(key):
    given = iter([key])
    real = tls.ec.generate_private_key
    return lambda curve: next(given, None) or real(curve)


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("192.168.0.10", "banco.exemplo"),
        ("192.168.0.10", "192.168.0.1"),
        ("192.168.0.10", "fd00::10"),
        ("prancheta.local", "banco.exemplo"),
        ("prancheta.local", "192.168.0.1"),
        ("prancheta.local", "fd00::10"),
    ],
)
def test_the_authority_could_vouch_for_no_other_site_even_with_its_key(
    tmp_path, monkeypatch, host, name
):
    files, chain = forged(tmp_path, monkeypatch, host, name)
    with pytest.raises(ssl.SSLCertVerificationError) as refused:
        handshake(files, name, chain)
    assert refused.value.verify_message.endswith("subtree violation")
    assert handshake(files, host)


def test_keys_are_readable_by_their_owner_only(tmp_path):
    files = tls.prepare(tmp_path / "tls", "192.168.0.10")
    assert files.key.stat().st_mode & 0o077 == 0
    ca = x509.load_pem_x509_certificate(files.ca.read_bytes())
    assert ca.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert ca.extensions.get_extension_for_class(x509.NameConstraints).critical


def test_the_whole_server_by_https_and_who_comes_by_http_is_told_how_to_go_on(tmp_path):
    server = LiveServer(tmp_path / "dados", tmp_path / "app", host="127.0.0.2").start()
    try:
        with urllib.request.urlopen(f"{server.url}/", context=server.trusted()) as page:
            assert "Strict-Transport-Security" not in page.headers
            assert "Prancheta" in page.read().decode()
        plain = server.url.replace("https", "http")
        for _ in range(3):
            with urllib.request.urlopen(f"{plain}/app/", timeout=5) as page:
                assert page.url == f"http://127.0.0.2:{server.port + 1}/"
                assert "Instale o certificado neste aparelho" in page.read().decode()
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(f"{server.url}/", timeout=5)
        with urllib.request.urlopen(f"http://127.0.0.2:{server.port + 1}/ca.crt") as authority:
            assert authority.read() == (server.data / "tls" / "ca.crt").read_bytes()
        assert "Impressão digital SHA-256" in server.log.read_text()
        with socket.create_connection(("127.0.0.2", server.port), timeout=5) as silent:
            silent.close()  # says nothing at all, and stops nobody
        with urllib.request.urlopen(f"{server.url}/", context=server.trusted()):
            pass
        second = server.environment() | {"PRANCHETA_PORT": str(free_port())}
        ran = subprocess.run([PROGRAM, "serve"], env=second, capture_output=True, text=True)
        assert ran.returncode == 1
        assert "Já há um servidor da Prancheta usando a pasta" in ran.stderr
        for file in [server.data, *server.data.rglob("*")]:
            assert file.stat().st_mode & 0o077 == 0, file
    finally:
        server.stop()


def test_a_real_certificate_is_asked_for_ever_after_and_one_of_our_making_is_not(tmp_path):
    real = Config(data=tmp_path, public_url="https://vistoria.exemplo")
    assert (real.hsts, replace(real, own_authority=True).hsts) == (True, False)
    assert not Config(data=tmp_path).hsts


def test_the_phone_gets_the_authority_over_plain_http_with_instructions(tmp_path, capsys):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = Config(data=tmp_path, port=port - 1, public_url="https://192.168.0.10:8100")
    server = open_server(config)
    files = tls.prepare(tmp_path / "tls", "192.168.0.10")
    helper = serving.serve_authority(server, "192.168.0.10", files)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
            text = page.read().decode()
        assert files.fingerprint in text
        assert "Certificado CA" in text
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/ca.crt")
        answer = connection.getresponse()
        assert answer.getheader("Content-Type") == "application/x-x509-ca-cert"
        assert answer.read() == files.ca.read_bytes()
        connection.close()
    finally:
        helper.shutdown()
        helper.server_close()
        server.db.dispose()
    said = capsys.readouterr().out
    assert f"http://192.168.0.10:{port}/" in said
    assert files.fingerprint in said
