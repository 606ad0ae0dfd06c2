"""One request to our server and one answer of ours, or a `SyncProblem`.

Only an answer with the header `Prancheta-Api: 1` and JSON in its body counts. Everything else is
the network's: a captive portal's 200, a proxy's 502, half a body.
"""

from __future__ import annotations

import json
import zlib
from typing import Any

import httpx

from sync.device.ports import Network
from sync.device.problems import (
    CutOff,
    Garbled,
    NewerServer,
    NotOurServer,
    Offline,
    Refused,
    ServerError,
    SessionOver,
    TimedOut,
)

API_VERSION = "1"
ANSWER_MAX_BYTES = 64 * 1024 * 1024
TIMEOUT_S = httpx.Timeout(30.0, connect=10.0)
RETRY_AFTER_MAX_S = 3600.0
_GATEWAY = (502, 503, 504)


class Api:
    """The server's API at `network.base_url`. `token`: the session's, once there is one."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._client: httpx.AsyncClient | None = None
        self._base = ""
        self.token: str | None = None

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def json(self, method: str, path: str, **request: Any) -> dict[str, Any]:
        """The JSON object that answers; see `body` for what is raised."""
        data = await self.body(method, path, **request)
        try:
            value = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise Garbled(detail=f"{method} {path}: {error}") from error
        if not isinstance(value, dict):
            raise Garbled(detail=f"{method} {path}: {type(value).__name__}")
        return value

    async def body(self, method: str, path: str, **request: Any) -> bytes:
        """The body of a 2xx answer of ours.

        Raises `Offline` (`TimedOut`, `CutOff`), `NotOurServer`, `NewerServer`, `ServerError`,
        `Refused` (`SessionOver`). `request`: as for `httpx.AsyncClient.build_request`.
        """
        headers = dict(request.pop("headers", None) or {})
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        began = False
        try:
            client = self._open()
            message = client.build_request(method, path, headers=headers, **request)
            answer = await client.send(message, stream=True)
            began = True
            try:
                _check_ours(answer)
                data = await _read(answer)
            finally:
                await answer.aclose()
        except httpx.TimeoutException as error:
            raise TimedOut(detail=repr(error)) from error
        except (httpx.DecodingError, zlib.error, EOFError) as error:
            raise CutOff(detail=repr(error)) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError) as error:
            raise (CutOff if began else Offline)(detail=repr(error)) from error
        if answer.is_success:
            return data
        raise _problem_of(answer, data)

    def _open(self) -> httpx.AsyncClient:
        base = self._network.base_url
        if self._client is None or base != self._base:
            self._base = base
            self._client = httpx.AsyncClient(
                transport=self._network.transport(),
                base_url=f"{base}/api/v1/",
                timeout=TIMEOUT_S,
                follow_redirects=False,
                trust_env=False,
            )
        return self._client


def _check_ours(answer: httpx.Response) -> None:
    version = answer.headers.get("Prancheta-Api")
    if version == API_VERSION:
        return
    if version is not None:
        raise NewerServer(detail=f"Prancheta-Api: {version}")
    if answer.status_code in _GATEWAY:
        raise ServerError(detail=f"{answer.status_code} from a gateway")
    raise NotOurServer(detail=f"{answer.status_code} {answer.headers.get('content-type')}")


async def _read(answer: httpx.Response) -> bytes:
    parts, size = [], 0
    async for part in answer.aiter_bytes():
        size += len(part)
        if size > ANSWER_MAX_BYTES:
            raise Garbled(detail=f"more than {ANSWER_MAX_BYTES} bytes")
        parts.append(part)
    data = b"".join(parts)
    announced = answer.headers.get("content-length")
    plain = answer.headers.get("content-encoding", "identity") == "identity"
    if plain and announced is not None and announced.isdigit() and int(announced) != size:
        raise CutOff(detail=f"{size} of {announced} bytes")
    return data


def _problem_of(answer: httpx.Response, data: bytes) -> Exception:
    status = answer.status_code
    try:
        value = json.loads(data)
        problem = value.pop("problem")
        if not isinstance(problem, dict):
            raise TypeError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        if status >= 500:
            return ServerError(detail=f"{status} without a problem")
        return Garbled(detail=f"{status} without a problem")
    if status >= 500:
        found: Any = ServerError(code=None, detail=f"{status} {problem.get('code')}")
    elif status == 401:
        found = SessionOver(status, problem, value)
    else:
        found = Refused(status, problem, value)
    found.retry_after_s = _retry_after(answer)
    return found


def _retry_after(answer: httpx.Response) -> float | None:
    text = answer.headers.get("retry-after", "")
    return min(float(text), RETRY_AFTER_MAX_S) if text.isascii() and text.isdigit() else None
