"""A listening socket for HTTPS that answers those who come by plain HTTP, too.

Who types the address without `https://` would otherwise get an empty answer. They are sent to the
page that says how to go on. Linux hands over a connection once its first byte is there
(TCP_DEFER_ACCEPT), so looking at that byte makes nobody wait.
"""

from __future__ import annotations

import socket
from contextlib import suppress

FIRST_BYTE_WAIT_S = 5
TLS_HANDSHAKE = 0x16  # RFC 8446, 5.1: content type of the first record
REQUEST_BYTES_MAX = 64 * 1024


class HttpsListener(socket.socket):
    """Accepts only what begins as TLS does, or says nothing yet."""

    elsewhere = ""
    """where plain HTTP is sent"""

    @classmethod
    def at(cls, host: str, port: int, elsewhere: str) -> HttpsListener:
        made = cls(socket.AF_INET, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, FIRST_BYTE_WAIT_S)
        made.bind((host, port))
        made.elsewhere = elsewhere
        return made

    def accept(self):
        connection, address = super().accept()
        connection.setblocking(False)
        try:
            first = connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return connection, address
        except OSError:
            first = b""
        if first and first[0] == TLS_HANDSHAKE:
            return connection, address
        with suppress(OSError), connection:
            if first:
                self._send_away(connection)
        raise ConnectionAbortedError  # nobody to be served: asyncio goes on to the next

    def _send_away(self, connection: socket.socket) -> None:
        connection.recv(REQUEST_BYTES_MAX)  # closed with bytes unread, the answer could be lost
        lines = (
            "HTTP/1.1 307 Temporary Redirect", f"Location: {self.elsewhere}", "Content-Length: 0",
            "Cache-Control: no-store", "Connection: close", "", "",
        )  # fmt: skip
        connection.sendall("\r\n".join(lines).encode("ascii"))
        connection.shutdown(socket.SHUT_WR)
