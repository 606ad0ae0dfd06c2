"""HTTPS for a phone on the same network, by a certificate authority that can do nothing else.

The phone installs `ca.crt` once. That authority is constrained to the one address it was made for,
has signed one certificate and never signs another: its key was in memory only and is gone. Who
trusts it can be deceived about no other site, not even by whoever steals this server's files. Both
last half a year; nearing the end, or when the address changes, both are made anew.
"""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

LIFETIME = timedelta(days=180)
RENEW_BEFORE = timedelta(days=14)
NO_NAME = "nenhum.invalid"
"""RFC 6761: a name that nobody has. Without any DNS constraint every name would be allowed."""
ALL_ADDRESSES = ("0.0.0.0/0", "::/0")


@dataclass(frozen=True)
class Tls:
    ca: Path
    certificate: Path
    key: Path
    fingerprint: str  # SHA-256 of the authority, as phones show it
    until: datetime


def prepare(folder: Path, host: str, now: datetime | None = None) -> Tls:
    """The files for `host` (a name or an IP address), made where they are missing or stale."""
    now = now or datetime.now(UTC)
    folder.mkdir(parents=True, exist_ok=True)
    os.chmod(folder, 0o700)
    ca_file, leaf_file, key_file = (
        folder / name for name in ("ca.crt", "servidor.crt", "servidor.key")
    )
    (folder / "ca.key").unlink(missing_ok=True)  # of an earlier version, which kept it
    if not _still_good(ca_file, leaf_file, key_file, host, now):
        _make(ca_file, leaf_file, key_file, host, now)
    ca = x509.load_pem_x509_certificate(ca_file.read_bytes())
    digest = ca.fingerprint(hashes.SHA256()).hex().upper()
    pairs = ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))
    return Tls(ca_file, leaf_file, key_file, pairs, ca.not_valid_after_utc)


def _make(ca_file: Path, leaf_file: Path, key_file: Path, host: str, now: datetime) -> None:
    ca_key = ec.generate_private_key(ec.SECP256R1())
    ca = _authority(ca_key, host, now)
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _named("Prancheta (servidor)")
    leaf = (
        _builder(subject, ca.subject, key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(digital_signature=True), critical=True)
        .add_extension(x509.SubjectAlternativeName([_general_name(host)]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(ca.public_key()), critical=False
        )
        .sign(ca_key, hashes.SHA256())
    )
    _write(key_file, _pem(key))
    _write(leaf_file, leaf.public_bytes(serialization.Encoding.PEM))
    _write(ca_file, ca.public_bytes(serialization.Encoding.PEM))


def _authority(key: ec.EllipticCurvePrivateKey, host: str, now: datetime) -> x509.Certificate:
    # Each authority bears its own name: two of the same name confuse who trusts both.
    name = _named(f"Prancheta {host[:40]} {now:%Y-%m-%d %H:%M:%S}")
    return (
        _builder(name, name, key.public_key(), now)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(key_cert_sign=True), critical=True)
        .add_extension(constraints(host), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def constraints(host: str) -> x509.NameConstraints:
    """RFC 5280, 4.2.1.10: this address and nothing else. What is constrained is constrained by
    kind, so that for an address the names have to be shut out as well, and the other way round."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        nowhere = [x509.IPAddress(ipaddress.ip_network(net)) for net in ALL_ADDRESSES]
        return x509.NameConstraints([x509.DNSName(host)], nowhere)
    here = x509.IPAddress(ipaddress.ip_network(address))
    return x509.NameConstraints([here, x509.DNSName(NO_NAME)], None)


def _usage(digital_signature: bool = False, key_cert_sign: bool = False) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=digital_signature, content_commitment=False, key_encipherment=False,
        data_encipherment=False, key_agreement=False, key_cert_sign=key_cert_sign, crl_sign=False,
        encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _named(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(subject, issuer, public_key, now: datetime) -> x509.CertificateBuilder:
    # A day back: the phone's clock may be a little behind this one.
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now - timedelta(days=1) + LIFETIME)
    )


def _still_good(ca_file: Path, leaf_file: Path, key_file: Path, host: str, now: datetime) -> bool:
    """Whether the three belong together, to this address, and last a while yet."""
    try:
        ca = x509.load_pem_x509_certificate(ca_file.read_bytes())
        leaf = x509.load_pem_x509_certificate(leaf_file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), password=None)
        leaf.verify_directly_issued_by(ca)
        own = ca.extensions.get_extension_for_class(x509.NameConstraints).value
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    return (
        own == constraints(host)
        and key.public_key() == leaf.public_key()
        and leaf.not_valid_after_utc > now + RENEW_BEFORE
    )


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
