"""The municipality's root key, and the certificates it gives to devices.

The root key is a PKCS#8 PEM file in the data folder (`chaves/<ibge>.pem`, mode 0600), so that an
operator can take it to cold storage; the database holds only its public half.
"""

from __future__ import annotations

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sync.records import trust
from sync.server.context import Server, secret_file


def _new_pem() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def root_key(server: Server, ibge: int) -> Ed25519PrivateKey:
    """The municipality's root key, made on first use."""
    pem = secret_file(server.config.keys / f"{ibge}.pem", _new_pem)
    key = serialization.load_pem_private_key(pem, password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError(f"chaves/{ibge}.pem não é uma chave Ed25519.")
    return key


def public_bytes(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def certify(
    server: Server, ibge: int, device: str, public_key: bytes, at: str
) -> dict[str, object]:
    """The root key's word that this key is this device's (see sync.records.trust)."""
    certificate = trust.build_certificate(ibge, device, public_key, at)
    signature = root_key(server, ibge).sign(trust.certificate_signing_input(certificate))
    return trust.attach_trust_signature(certificate, signature)
