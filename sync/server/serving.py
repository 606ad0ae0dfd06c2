"""Runs the application under uvicorn, with HTTPS where the address is not this machine alone."""

from __future__ import annotations

import fcntl
import html
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import click
import uvicorn

from sync.server import tls
from sync.server.application import create_app
from sync.server.config import LOCAL_HOSTS, Config
from sync.server.context import Server
from sync.server.listener import HttpsListener

GRACE_S = 5
HELPER_TIMEOUT_S = 15


def run(server: Server, host: str) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    local = host in LOCAL_HOSTS
    port, extra, sockets = server.config.port, {}, None
    _check_free("127.0.0.1" if local else "0.0.0.0", port)
    with only_server(server.config):
        if not local:
            _check_free("0.0.0.0", port + 1)
            files = tls.prepare(server.config.data / "tls", host)
            extra = {"ssl_certfile": str(files.certificate), "ssl_keyfile": str(files.key)}
            serve_authority(server, host, files)
            sockets = [HttpsListener.at("0.0.0.0", port, f"http://{_shown(host)}:{port + 1}/")]
        settings = uvicorn.Config(
            create_app(server),
            host="127.0.0.1",
            port=port,
            loop="auto" if local else "asyncio",  # the listener is asked to accept by asyncio only
            log_config=None,
            access_log=False,  # it would write query strings, and enrolment codes travel in one
            server_header=False,
            timeout_graceful_shutdown=GRACE_S,
            **extra,
        )
        with suppress(KeyboardInterrupt):
            uvicorn.Server(settings).run(sockets)


@contextmanager
def only_server(config: Config) -> Iterator[None]:
    """One process a data folder: attachments in part, delays and limits are kept in its memory.
    Its address is left in the folder for the commands that run beside it."""
    with open(config.lock, "a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise click.ClickException(
                f"Já há um servidor da Prancheta usando a pasta {config.data}. É um só por "
                "pasta: feche aquele ou escolha outra em PRANCHETA_DATA."
            ) from None
        lock.truncate(0)
        lock.write(config.public_url)
        lock.flush()
        yield


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _check_free(address: str, port: int) -> None:
    if port > 65535:
        raise click.ClickException(f"A porta {port} não existe. Escolha outra em PRANCHETA_PORT.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise click.ClickException(
                f"A porta {port} não está livre ({error.strerror}). Feche o outro programa ou "
                "escolha outra em PRANCHETA_PORT."
            ) from None


INSTRUCTIONS = """<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Prancheta</title>
<style>body{{font:1.1rem/1.5 system-ui;max-width:40rem;margin:2rem auto;padding:0 1rem}}
code{{word-break:break-all}}</style>
<h1>Instale o certificado neste aparelho</h1>
<ol><li>Baixe <a href="/ca.crt">o certificado deste servidor</a>.
<li>Confira a impressão digital SHA-256 com a que o servidor mostrou:<br>
<code>{fingerprint}</code>
<li><b>Android:</b> Configurações → Segurança → Criptografia e credenciais → Instalar um
certificado → Certificado CA → escolha o arquivo <code>ca.crt</code>.
<li><b>iPhone:</b> abra o arquivo, vá a Ajustes → Perfil Baixado → Instalar; depois Geral → Sobre →
Ajustes de Confiança de Certificado e ligue o da Prancheta.
<li>Abra <a href="{address}/app/">{address}/app/</a>.</ol>
<p>Sem o certificado o navegador não deixa o aplicativo guardar dados nem abrir sem sinal. Ele vale
só para {host}, até {until}, e não serve para nenhum outro endereço. Só instale se você está na rede
da secretaria; depois do teste, remova-o.</p></html>
"""


def serve_authority(server: Server, host: str, files: tls.Tls) -> ThreadingHTTPServer:
    """Plain HTTP on the next port, only to hand the authority to the phone."""
    authority = files.ca.read_bytes()
    page = INSTRUCTIONS.format(
        fingerprint=files.fingerprint,
        address=server.config.public_url,
        host=html.escape(host),
        until=f"{files.until:%d/%m/%Y}",
    ).encode()

    class Handler(BaseHTTPRequestHandler):
        timeout = HELPER_TIMEOUT_S  # whoever connects and says nothing holds no thread

        def do_GET(self) -> None:
            is_file = self.path == "/ca.crt"
            body = authority if is_file else page
            kind = "application/x-x509-ca-cert" if is_file else "text/html; charset=utf-8"
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args) -> None:
            pass

    port = server.config.port + 1
    helper = ThreadingHTTPServer(("0.0.0.0", port), Handler)
    threading.Thread(target=helper.serve_forever, daemon=True).start()
    click.echo(
        f"\nNo celular, primeiro abra  http://{_shown(host)}:{port}/  e instale o certificado."
    )
    click.echo(f"Impressão digital SHA-256: {files.fingerprint}")
    click.echo(f"Ele vale só para {host}, até {files.until:%d/%m/%Y}.\n")
    return helper
