"""What stands between the devices and the server, and misbehaves on command."""

from __future__ import annotations

import http.client
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.support.live_server import LiveServer, free_port

NOT_PASSED_ON = ("connection", "transfer-encoding", "date", "server", "content-length")


@dataclass
class Front:
    """Passes requests on to `server`, except to the API as `mood` says:

    "well" all is passed on; "500" an error of ours; "portal" a Wi-Fi's login page, 200; "silent"
    the connection ends without an answer; "dies" the server does the next push and is killed
    before its answer leaves.
    """

    server: LiveServer
    port: int = field(default_factory=free_port)
    mood: str = "well"
    deaths: int = 0

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @contextmanager
    def standing(self) -> Iterator[Front]:
        front = self

        class Handler(_Handler):
            asked = front

        listening = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        listening.daemon_threads = True
        thread = threading.Thread(target=listening.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield self
        finally:
            listening.shutdown()
            thread.join()
            listening.server_close()

    def wait_for_a_death(self, seconds: float = 60) -> None:
        give_up = time.monotonic() + seconds
        while not self.deaths:
            if time.monotonic() > give_up:
                raise AssertionError("nothing was pushed")
            time.sleep(0.05)


class _Handler(BaseHTTPRequestHandler):
    asked: Front

    def answer(self) -> None:
        front, mood = self.asked, self.asked.mood
        size = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(size) if size else None
        if not self.path.startswith("/api/") or mood == "well":
            self._pass_on(body)
        elif mood == "500":
            self._say(500, {"Prancheta-Api": "1"}, b'{"problem": {"code": "server.failed"}}')
        elif mood == "portal":
            self._say(200, {"Content-Type": "text/html"}, b"<html>Entre na rede do hotel</html>")
        elif mood == "silent":
            pass
        elif self.path.endswith("/records"):
            self._ask(body)
            front.server.kill()
            front.mood, front.deaths = "silent", front.deaths + 1
        else:
            self._pass_on(body)
        self.close_connection = True

    do_GET = do_POST = do_PATCH = answer

    def _pass_on(self, body: bytes | None) -> None:
        try:
            status, headers, content = self._ask(body)
        except OSError:
            return  # nobody there: nothing is answered
        self._say(status, headers, content)

    def _ask(self, body: bytes | None) -> tuple[int, dict[str, str], bytes]:
        wire = http.client.HTTPConnection("localhost", self.asked.server.port, timeout=30)
        try:
            headers = {k: v for k, v in self.headers.items() if k.lower() != "connection"}
            wire.request(self.command, self.path, body, headers)
            answer = wire.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            wire.close()

    def _say(self, status: int, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            if name.lower() not in NOT_PASSED_ON:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Quiet."""
