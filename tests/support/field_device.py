"""An enrolled device as the server sees one: a real key, real record bytes, real HTTP."""

from __future__ import annotations

import gzip
import json
import uuid
from datetime import UTC, date, datetime, timedelta, timezone

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sync import records
from sync.records import seal, trust
from sync.records.attachments import describe_attachment
from sync.server.application import create_app
from sync.server.context import Server
from tests.support import records as invented

LOCAL = timezone(timedelta(hours=-3))


class StillClock:
    """Stands where it is put."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **amount: float) -> None:
        self.now += timedelta(**amount)


def client_of(server: Server, address: str = "10.0.0.7") -> httpx.AsyncClient:
    carrier = httpx.ASGITransport(create_app(server), client=(address, 5000))
    return httpx.AsyncClient(transport=carrier, base_url="http://localhost:8100")


class FieldDevice:
    """Keeps its chain as a device does; `push` sends what it is given."""

    def __init__(self, client: httpx.AsyncClient, key: Ed25519PrivateKey | None = None) -> None:
        self.client = client
        self.key = key or Ed25519PrivateKey.generate()
        self.public_key = self.key.public_key().public_bytes_raw()
        self.last: dict | None = None
        self.reply: dict = {}
        self.token = ""
        self.serial = 0

    @property
    def id(self) -> str:
        return self.reply["device"]["id"]

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    # Identity

    async def enrol(self, code: str, **changes: object) -> httpx.Response:
        signature = self.key.sign(trust.enrol_signing_input(code, self.public_key))
        body = {
            "code": code,
            "public_key": records.b64url(self.public_key),
            "proof": records.b64url(signature),
            "device_name": "Tablet do pátio",
            "platform": "teste",
            **changes,
        }
        response = await self.client.post("/api/v1/enrol", json=body)
        if response.status_code == 201:
            self.reply = response.json()
            self.serial = self.reply["blocks"][0]["first"] - 1
        return response

    async def open_session(self, nonce: str | None = None) -> httpx.Response:
        if nonce is None:
            nonce = (await self.client.get("/api/v1/challenge")).json()["nonce"]
        signature = self.key.sign(trust.session_signing_input(nonce, self.id))
        body = {"device": self.id, "nonce": nonce, "signature": records.b64url(signature)}
        response = await self.client.post("/api/v1/session", json=body)
        if response.status_code == 200:
            self.token = response.json()["token"]
        return response

    # Records

    def record(self, kind: str = "vistoria", body: dict | None = None, **changes: object) -> dict:
        """The next record of the chain (not sent yet)."""
        fields = {
            "device": self.id,
            "device_seq": self.last["device_seq"] + 1 if self.last else 1,
            "prev": records.record_hash(self.last) if self.last else records.FIRST_PREV,
            **changes,
        }
        made = invented.sign(invented.envelope(kind, body, **fields), self.key)
        if not changes.get("device_seq"):
            self.last = made
        return made

    def selo(self, vistoria: dict, serial: int | None = None,
             inspected_on: date = date(2026, 11, 30), **changes: object) -> dict:  # fmt: skip
        if serial is None:
            self.serial += 1
            serial = self.serial
        body = invented.selo_body(vistoria, serial, self.key, inspected_on)
        return self.record("selo", body, **changes)

    def anulacao(self, target: dict, reason: str = "Placa trocada") -> dict:
        is_selo = target["kind"] == "selo"
        body = {
            "annuls": target["id"],
            "annulled_kind": target["kind"],
            "serial": target["body"]["serial"] if is_selo else None,
            "reason": reason,
        }
        return self.record("anulacao", body)

    def head(self, last: dict | str | None = "mine", **changes: object) -> dict:
        last = self.last if last == "mine" else last
        seq = last["device_seq"] if last else 0
        hash_hex = records.record_hash(last) if last else records.FIRST_PREV
        built = trust.build_head(self.id, seq, hash_hex, "2026-11-30T09:30:00-03:00") | changes
        signature = self.key.sign(trust.head_signing_input(built))
        return trust.attach_trust_signature(built, signature)

    def batch(self, *lines: dict | bytes, head: dict | None = None) -> bytes:
        first = json.dumps({"head": head or self.head()}).encode()
        rest = [one if isinstance(one, bytes) else records.record_bytes(one) for one in lines]
        return b"\n".join([first, *rest]) + b"\n"

    async def post_batch(self, data: bytes, **headers: str) -> httpx.Response:
        wire = {"Content-Encoding": "gzip", "Content-Type": "application/x-ndjson", **headers}
        content = gzip.compress(data) if wire.get("Content-Encoding") == "gzip" else data
        return await self.client.post(
            "/api/v1/records", content=content, headers=self.headers | wire
        )

    async def push(self, *lines: dict | bytes, head: dict | None = None) -> dict:
        response = await self.post_batch(self.batch(*lines, head=head))
        assert response.status_code == 200, response.text
        return response.json()

    # Attachments, blocks, feed

    def photo(self, content: bytes, item: str | None = "14-XIX", role: str = "foto",
              media_type: str = "image/jpeg") -> tuple[dict, bytes]:  # fmt: skip
        salt = bytes(range(16))
        return describe_attachment(salt, content, media_type, role, item), salt

    async def patch(self, digest: str, offset: int, salt: bytes, data: bytes) -> httpx.Response:
        return await self.client.patch(
            f"/api/v1/attachments/{digest}",
            params={"offset": offset},
            content=data,
            headers=self.headers | {"Prancheta-Salt": records.b64url(salt)},
        )

    async def ask_block(self, request_id: str | None = None) -> httpx.Response:
        body = {"series": "selo", "request_id": request_id or str(uuid.uuid4())}
        return await self.client.post("/api/v1/blocks", json=body, headers=self.headers)

    async def pull(self, cursor: str = "", limit: int = 1000) -> tuple[list[dict], dict]:
        """(changes, last line)."""
        response = await self.client.get(
            "/api/v1/changes", params={"cursor": cursor, "limit": limit}, headers=self.headers
        )
        assert response.status_code == 200, response.text
        lines = [json.loads(line) for line in response.text.splitlines()]
        return lines[:-1], lines[-1]

    async def entities(self, type_: str) -> dict[str, dict]:
        changes, _ = await self.pull()
        return {one["id"]: one["v"] for one in changes if one["t"] == type_}

    def seal_digits(self, selo: dict) -> str:
        return seal.digits(records.b64url_bytes(selo["body"]["payload"]))

    def forged_digits(self, serial: int, until: date = date(2027, 5, 30), **changes) -> str:
        """A seal signed by this device's key, recorded nowhere."""
        return seal.digits(
            invented.packed_seal(self.key, serial=serial, valid_until=until, **changes)
        )


NOON = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
