"""HTTPS of the server's own making, good enough for a phone that installed the authority."""

import http.client
import socket
import ssl
import threading
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from sync.server import serving, tls
from sync.server.config import Config
from sync.server.context import open_server

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def handshake(files: tls.Tls, name: str) -> dict:
    """Connects as a phone that trusts only this authority; returns the certificate it saw."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(files.certificate, files.key)
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


def test_the_authority_stays_when_the_address_changes_or_the_certificate_ages(tmp_path):
    first = tls.prepare(tmp_path, "192.168.0.10", NOW)
    leaf = first.certificate.read_bytes()
    still = tls.prepare(tmp_path, "192.168.0.10", NOW + timedelta(days=300))
    assert still.certificate.read_bytes() == leaf
    later = tls.prepare(tmp_path, "192.168.0.10", NOW + timedelta(days=370))
    assert later.certificate.read_bytes() != leaf
    moved = tls.prepare(tmp_path, "10.0.0.5", NOW)
    assert moved.fingerprint == later.fingerprint == first.fingerprint


def test_keys_are_readable_by_their_owner_only(tmp_path):
    files = tls.prepare(tmp_path / "tls", "192.168.0.10")
    assert files.key.stat().st_mode & 0o077 == 0
    assert (tmp_path / "tls" / "ca.key").stat().st_mode & 0o077 == 0
    ca = x509.load_pem_x509_certificate(files.ca.read_bytes())
    assert ca.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


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
