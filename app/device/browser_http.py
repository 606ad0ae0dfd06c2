"""httpx over the browser's `fetch`: streams the answer, follows no redirect, keeps no cookie."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import prancheta_shell as shell
from pyodide.ffi import JsException, JsProxy, to_js

# fetch has one clock for sending and waiting: a body gets this much time more.
SLOWEST_UPLOAD_BYTES_PER_S = 8192
# Set by the browser itself; fetch ignores or refuses them.
_BROWSERS_OWN = {
    *("accept-encoding", "connection", "content-length", "host", "keep-alive", "te", "trailer"),
    *("transfer-encoding", "upgrade", "user-agent"),
}
# fetch has already decoded the body that these describe.
_OF_THE_WIRE = {"content-encoding", "content-length", "transfer-encoding"}


class FetchTransport(httpx.AsyncBaseTransport):
    """What `httpx.AsyncClient(transport=…)` needs in the browser.

    A redirect comes back as a bare 302 without headers: the browser hides where it leads. Offline,
    refused, DNS and TLS failures are all `httpx.ConnectError`: fetch does not tell them apart.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        body = await request.aread()
        timeout = request.extensions.get("timeout") or {}
        limit = max(timeout.get("connect") or 0, timeout.get("read") or 0)
        until_headers = limit and limit + len(body) / SLOWEST_UPLOAD_BYTES_PER_S
        headers = [[k, v] for k, v in request.headers.items() if k.lower() not in _BROWSERS_OWN]
        exchange = shell.network.send(
            request.method,
            str(request.url),
            to_js(headers),
            to_js(body) if body else None,
            int(until_headers * 1000),
            int((timeout.get("read") or 0) * 1000),
        )
        try:
            answer = await exchange.answered
        except JsException as error:
            if getattr(error, "name", "") == "Timeout":
                raise httpx.ReadTimeout(str(error.message), request=request) from error
            raise httpx.ConnectError(str(error.message), request=request) from error
        except asyncio.CancelledError:
            exchange.cancel()
            raise
        received = [(k, v) for k, v in answer.headers.to_py() if k.lower() not in _OF_THE_WIRE]
        return httpx.Response(
            int(answer.status), headers=received, stream=_Body(exchange, answer, request)
        )


class _Body(httpx.AsyncByteStream):
    def __init__(self, exchange: JsProxy, answer: JsProxy, request: httpx.Request) -> None:
        self._exchange, self._answer, self._request = exchange, answer, request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            while (piece := await self._answer.read()) is not None:
                yield piece.to_bytes()
        except JsException as error:
            if getattr(error, "name", "") == "Timeout":
                raise httpx.ReadTimeout(str(error.message), request=self._request) from error
            raise httpx.ReadError(str(error.message), request=self._request) from error

    async def aclose(self) -> None:
        self._exchange.cancel()
