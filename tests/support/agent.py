"""A roadside agent at work, in terms of what the screen shows: stop, infraction, auto, copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tests.support.inspector import SETTLED_MS, Inspector, spelled
from tests.support.qr_decoders import decoded_by_both

REVIEW = "Revisar antes de lavrar"
BOTTOM_BAR_PX = 100
SCROLLS = 8


@dataclass
class Agent(Inspector):
    """An `Inspector` at the roadside."""

    def begins_a_stop(self, plate: str) -> Agent:
        """From Início to a stop with this vehicle of the registry."""
        self.screen.tap("Abordagem", exact=True).sees("Local e hora")
        self.screen.write("Placa do veículo", plate)
        self.screen.tap(f"Usar o veículo {spelled(plate)}").sees("Trocar o veículo")
        return self

    def is_at(self, place: str) -> Agent:
        self.screen.find("Local: rua, número, bairro", "textbox")
        self.screen.write("Local: rua, número, bairro", place)
        return self

    def chooses(self, words: str, label: str) -> Agent:
        """An infraction by what one would type, from a stop or from another auto."""
        name = "Escolher infração" if self.screen.has("Escolher infração") else "Outra infração"
        self.screen.tap(name).sees("Palavra, artigo ou código")
        self.screen.write("Palavra, artigo ou código", words).tap(label)
        self.screen.sees("Revisar")
        return self

    def fills(self, fields: Mapping[str, str]) -> Agent:
        for label, text in fields.items():
            self.screen.write(label, text)
        return self

    def takes_a_photo(self, picture: Path) -> Agent:
        with self.screen.page.expect_file_chooser() as chooser:
            self.screen.tap("Tirar foto ou escolher arquivo")
        chooser.value.set_files(picture)
        self.screen.sees("Foto 1")
        return self

    def reviews(self) -> Agent:
        self.screen.tap(REVIEW if self.screen.has(REVIEW) else "Revisar").sees("O autuado")
        return self

    def lavra(self, autos: str = "1 auto") -> Agent:
        self.screen.tap(f"Lavrar {autos}").sees("Lavrar agora?").tap("Lavrar agora", exact=True)
        self.screen.sees("Entregar a cópia")
        return self

    def signs_for_the_driver(self) -> Agent:
        """The driver signs on the glass, wherever the pad is on the screen."""
        self.screen.tap("O autuado: Assina").sees("Quadro da assinatura")
        page = self.screen.page
        pad = page.locator("flt-semantics", has_text="Quadro da assinatura").last
        for _ in range(SCROLLS):
            box = pad.bounding_box()
            if box["y"] + box["height"] < page.viewport_size["height"] - BOTTOM_BAR_PX:
                break
            self.screen.scroll(200)
        x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 3
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 13):
            page.mouse.move(x + step * 10, y + (step % 3) * 14)
            page.wait_for_timeout(16)
        page.mouse.up()
        self.screen.pause()
        return self

    def reads_the_copys_code(self) -> str:
        """What the driver's camera finds on the screen of the copy."""
        self.screen.tap("Entregar a cópia").sees("Cópia do auto").pause(SETTLED_MS)
        return decoded_by_both(Image.open(self.screen.photograph("copia")))

    def downloads_the_copy(self) -> bytes:
        self.screen.tap("Entregar a cópia").sees("Cópia do auto")
        with self.screen.page.expect_download() as download:
            self.screen.tap("Enviar a cópia em PDF")
        return download.value.path().read_bytes()

    # Signal

    def goes_offline(self) -> Agent:
        self.device.set_offline()
        self.server.stop()
        return self

    def goes_online(self) -> Agent:
        self.server.start()
        self.device.set_offline(False)
        return self

    def sends_everything(self) -> Agent:
        self.device.kill()
        self.opens_the_app().enters()
        self.screen.sees("tudo enviado", timeout_ms=60_000)
        return self
