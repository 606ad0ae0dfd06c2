"""Becoming a device: a key of our own, a code of theirs, a certificate that joins the two.

Which code was sent with which key is noted before the request: a lost answer is asked for again
with the same key, and another code gets a key of its own.
"""

from __future__ import annotations

from typing import Any

from sync.device.api import Api
from sync.device.errors import DeviceUnknown
from sync.device.ports import DevicePorts
from sync.device.problems import Garbled, SyncProblem
from sync.device.store import FieldStore
from sync.records import trust
from sync.records.canonical import b64url, b64url_bytes
from sync.records.errors import RecordError


async def enrol(
    api: Api, ports: DevicePorts, store: FieldStore, code: str, name: str
) -> dict[str, Any]:
    """Sends the code and keeps the identity that comes back. Raises `SyncProblem`."""
    try:
        code = trust.normalise_code(code)
    except ValueError as error:
        raise SyncProblem(str(error), code="enrol.code_unknown") from error
    key = await _key_for(ports, store, code)
    proof = await ports.keys.sign(trust.enrol_signing_input(code, key))
    api.token = None
    reply = await api.json(
        "POST",
        "enrol",
        json={
            "code": code,
            "public_key": b64url(key),
            "proof": b64url(proof),
            "device_name": name.strip() or "Aparelho",
            "platform": ports.platform,
        },
    )
    await _check(ports, reply, key)
    await store.save_enrolment(reply)
    store.set_meta("enrolling", None)
    store.note_server_time(reply["server_time"])
    identity = store.device_identity()
    assert identity is not None
    return identity


async def _key_for(ports: DevicePorts, store: FieldStore, code: str) -> bytes:
    attempt = store.meta("enrolling") or {}
    known = await ports.keys.public_key()
    if known is not None and attempt == {"code": code, "key": b64url(known)}:
        return known
    problem = await store.enrolment_problem()
    if problem is None:
        raise SyncProblem(
            "Este aparelho já está inscrito. Para trocar a inscrição, ele precisa antes ser "
            "desativado pela prefeitura.",
            code="enrol.already",
        )
    waiting, _ = store.outbox_counts()
    identity = store.device_identity()
    key_is_ours = identity and known is not None and b64url(known) == identity["public_key"]
    if waiting and key_is_ours and not isinstance(problem, DeviceUnknown):
        raise SyncProblem(
            f"Há {waiting} registros por enviar com a inscrição atual. "
            "Sincronize com sinal antes de fazer outra inscrição.",
            code="enrol.unsent",
        )
    key = await ports.keys.create()
    store.set_meta("enrolling", {"code": code, "key": b64url(key)})
    return key


async def _check(ports: DevicePorts, reply: dict[str, Any], key: bytes) -> None:
    """Raises `Garbled` unless the reply is whole and its certificate is for this key."""
    try:
        certificate, root = reply["certificate"], b64url_bytes(reply["root_public_key"])
        trust.check_certificate(certificate)
        municipality = reply["municipality"]
        good = (
            certificate["device"] == reply["device"]["id"]
            and certificate["municipality"] == int(municipality["ibge"])
            and b64url_bytes(certificate["public_key"]) == key
            and isinstance(reply["public_base"], str)
            and isinstance(reply["server_time"], str)
            and all(
                isinstance(block["id"], str) and 1 <= block["first"] <= block["last"]
                for block in reply["blocks"]
            )
        )
        signature = b64url_bytes(certificate["signature"])
    except (KeyError, TypeError, ValueError, RecordError) as error:
        raise Garbled(detail=f"enrol: {error!r}") from error
    signed = trust.certificate_signing_input(certificate)
    if not good or not await ports.keys.verify(root, signature, signed):
        raise Garbled(
            "O certificado que o servidor mandou não é deste aparelho. Peça outro código.",
            code="enrol.certificate",
        )
