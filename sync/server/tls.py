"""HTTPS for a phone on the same network: a certificate authority of this server's own.

Kept in the data folder; the phone installs `/ca.crt` once. The authority lasts ten years, the
server's certificate about a year and is made again when it nears its end or the address changes.
"""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

CA_LIFETIME = timedelta(days=3650)
LEAF_LIFETIME = timedelta(days=397)  # what browsers accept at most
RENEW_BEFORE = timedelta(days=30)


@dataclass(frozen=True)
class Tls:
    ca: Path
    certificate: Path
    key: Path
    fingerprint: str  # SHA-256 of the authority, as phones show it


def prepare(folder: Path, host: str, now: datetime | None = None) -> Tls:
    """The files for `host` (a name or an IP address), made where they are missing or stale."""
    now = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    os.chmod(folder, 0o700)
    ca_key_file, ca_file = folder / "ca.key", folder / "ca.crt"
    if not (ca_key_file.exists() and ca_file.exists()):
        _make_ca(ca_key_file, ca_file, now)
    ca = x509.load_pem_x509_certificate(ca_file.read_bytes())
    key_file, leaf_file = folder / "servidor.key", folder / "servidor.crt"
    if not _still_good(leaf_file, key_file, ca, host, now):
        _make_leaf(ca_key_file, ca, key_file, leaf_file, host, now)
    digest = ca.fingerprint(hashes.SHA256()).hex().upper()
    pairs = ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
    return Tls(ca_file, leaf_file, key_file, pairs)


def _make_ca(key_file: Path, ca_file: Path, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Prancheta (este servidor)")])
    usage = x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, key_cert_sign=True, crl_sign=True,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = (
        _builder(name, name, key.public_key(), now, CA_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .sign(key, hashes.SHA256())
    )
    _write(key_file, _pem(key))
    _write(ca_file, certificate.public_bytes(serialization.Encoding.PEM))


def _make_leaf(
    ca_key_file: Path, ca: x509.Certificate, key_file: Path, leaf_file: Path, host: str,
    now: datetime,
) -> None:  # fmt: skip
    ca_key = serialization.load_pem_private_key(ca_key_file.read_bytes(), password=None)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host[:64])])
    certificate = (
        _builder(subject, ca.subject, key.public_key(), now, LEAF_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([_general_name(host)]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(ca.public_key()), critical=False
        )
        .sign(ca_key, hashes.SHA256())
    )
    _write(key_file, _pem(key))
    _write(leaf_file, certificate.public_bytes(serialization.Encoding.PEM))


def _builder(subject, issuer, public_key, now: datetime, lifetime) -> x509.CertificateBuilder:
    # A day back: the phone's clock may be a little behind this one.
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(days=1) + lifetime)
    )


def _still_good(
    leaf_file: Path, key_file: Path, ca: x509.Certificate, host: str, now: datetime
) -> bool:
    if not (leaf_file.exists() and key_file.exists()):
        return False
    leaf = x509.load_pem_x509_certificate(leaf_file.read_bytes())
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    same_host = _general_name(host) in list(names)
    return same_host and leaf.issuer == ca.subject and leaf.not_valid_after_utc > now + RENEW_BEFORE


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, data: bytes) -> None:
    temporary = path.with_suffix(path.suffix + ".tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(data)
    os.replace(temporary, path)
