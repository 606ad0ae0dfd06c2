"""The README's pictures, taken of the real app with its demonstration data.

`python -m tests.support.pictures [folder]` builds the app, starts a server with fresh data, does a
day's work on a phone and on a tablet, and writes optimised PNGs (assets/screenshots by default).
"""

from __future__ import annotations

import io
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Playwright, sync_playwright

from app.packaging.bundle import build
from app.packaging.places import ROOT, Places
from tests.support.agent import Agent
from tests.support.chromium import Device
from tests.support.inspector import Inspector, TownData, spelled
from tests.support.live_server import LiveServer
from tests.support.qr_decoders import decoded_by_both

MANGARATIBA = 3302601
ITEMS = 38
FAILING = 19  # Art. 14, XIX: the mirrors
SETTLED_MS = 900
DAY, NIGHT = "light", "dark"
DESK = {DAY: "#DDD6C6", NIGHT: "#060A0A"}  # what the screens lie on
EDGE = {DAY: "#55615E", NIGHT: "#4A5754"}
GAP, FRAME = 28, 2
COLOURS = 160
MAX_BYTES = 120_000


@dataclass
class Album:
    """Gathers screens, lays them side by side, and writes them small."""

    folder: Path
    taken: dict[str, Image.Image] = field(default_factory=dict)

    def take(self, inspector: Inspector, name: str, theme: str = DAY) -> None:
        page = inspector.screen.page
        page.emulate_media(color_scheme=theme)
        page.wait_for_timeout(SETTLED_MS)
        self.taken[name] = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        page.emulate_media(color_scheme=DAY)

    def write(self, name: str, *screens: str, theme: str = DAY) -> Path:
        shown = [self.taken[screen] for screen in screens]
        width = sum(one.width for one in shown) + GAP * (len(shown) + 1)
        height = max(one.height for one in shown) + 2 * GAP
        sheet = Image.new("RGB", (width, height), DESK[theme])
        edge, x = ImageDraw.Draw(sheet), GAP
        for one in shown:
            box = (x - FRAME, GAP - FRAME, x + one.width + FRAME - 1, GAP + one.height + FRAME - 1)
            edge.rectangle(box, fill=EDGE[theme])
            sheet.paste(one, (x, GAP))
            x += one.width + GAP
        target = self.folder / f"{name}.png"
        few = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(target, optimize=True)
        if target.stat().st_size > MAX_BYTES:
            raise AssertionError(f"{target.name} is {target.stat().st_size} bytes")
        return target


def mirror(folder: Path) -> Path:
    """A photo of sorts: a cracked mirror on a van's door."""
    picture = Image.new("RGB", (1200, 900), "#9FB3BC")
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((260, 140, 940, 760), 90, fill="#20282B")
    draw.rounded_rectangle((310, 190, 890, 710), 60, fill="#C9D8DF")
    for end in ((340, 230), (870, 250), (820, 690), (420, 680), (600, 200), (330, 520)):
        draw.line(((590, 430), end), fill="#2E3A3F", width=7)
    path = folder / "espelho.jpg"
    picture.save(path, quality=88)
    return path


def on_the_phone(album: Album, inspector: Inspector, plates: list[str], photo: Path) -> None:
    """A van that fails and one that passes, with no signal."""
    screen, (failing, passing, *_) = inspector.screen, plates
    inspector.device.set_offline()
    screen.write("Placa do veículo", failing)
    screen.tap(f"Placa {spelled(failing)}").sees("Dados do cadastro")
    album.take(inspector, "veiculo")
    screen.tap("Começar a vistoria").sees("Ver a lista inteira")
    inspector.answers("Conforme", 1, FAILING - 1).photographs(photo)
    album.take(inspector, "item")
    album.take(inspector, "item_noite", NIGHT)
    screen.tap("A lei deste item").sees("Gravidade")
    album.take(inspector, "lei")
    screen.tap("em A lei").sees("Quem responde")
    album.take(inspector, "lei_regra")
    screen.tap("Voltar").pause(600)
    inspector.answers("Não conforme", FAILING, FAILING)
    screen.tap("Ver a lista inteira").pause(900)
    album.take(inspector, "lista")
    album.take(inspector, "lista_noite", NIGHT)
    screen.tap("Ver um item por vez").pause(900)
    screen.tap("Voltar").sees("Em andamento")
    album.take(inspector, "inicio")
    album.take(inspector, "inicio_noite", NIGHT)
    looks_things_up(album, inspector)
    inspector.resumes(failing).answers("Conforme", FAILING + 1, ITEMS)
    screen.tap("Ver o resultado").sees("REPROVADO")
    album.take(inspector, "resultado")
    album.take(inspector, "resultado_noite", NIGHT)
    screen.tap("Assinar").sees("Quadro da assinatura")
    inspector.draws()
    album.take(inspector, "assinatura")
    screen.tap("Concluir", exact=True).sees("Concluir a vistoria?")
    screen.tap("Concluir agora").sees("Concluída").tap("Próximo veículo")
    inspector.starts_a_vistoria(passing).answers("Conforme", 1, ITEMS).signs_and_concludes()
    screen.sees("Selo nº")
    album.take(inspector, "selo")


def at_the_roadside(album: Album, inspector: Inspector, plates: list[str], photo: Path) -> None:
    """A van is stopped; its fire extinguisher is missing."""
    screen = inspector.screen
    screen.tap("Próximo veículo")
    agent = Agent(inspector.device, inspector.server, screen=screen)
    agent.begins_a_stop(plates[3])
    album.take(inspector, "abordagem")
    agent.is_at("Rua das Gaivotas, 45, Centro")
    screen.tap("Escolher infração").sees("Palavra, artigo ou código")
    screen.write("Palavra, artigo ou código", "extintor").pause(600)
    album.take(inspector, "infracao")
    screen.tap("Extintor faltando").sees("Revisar").tap("Usar tudo do cadastro")
    agent.takes_a_photo(photo).reviews()
    screen.tap("O autuado: Ausente")
    agent.lavra()
    album.take(inspector, "auto")
    screen.tap("Entregar a cópia").sees("Cópia do auto")
    album.take(inspector, "copia")
    screen.tap("Pronto").tap("Próximo, voltar ao início").tap("Ler selo").sees("O QR não se lê?")
    digits = decoded_by_both(album.taken["selo"]).rpartition("/")[2]
    screen.write("Número ou código do selo, ou placa", digits).tap("Conferir")
    screen.sees("Compare com o veículo")
    album.take(inspector, "selo_lido")


def looks_things_up(album: Album, inspector: Inspector) -> None:
    screen = inspector.screen
    screen.tap("A lei", exact=True).sees("Infrações")
    album.take(inspector, "lei_capitulos")
    screen.write("Palavra ou artigo", "validade").tap("Validade da vistoria")
    screen.sees("Qualquer idade")
    album.take(inspector, "lei_validade")
    screen.tap("Voltar").sees("resultado").tap("Voltar").sees("Em andamento")


def on_the_tablet(album: Album, inspector: Inspector, plates: list[str]) -> None:
    screen, plate = inspector.screen, plates[2]
    screen.write("Placa do veículo", plate)
    screen.tap(f"Placa {spelled(plate)}").sees("Dados do cadastro")
    screen.tap("Começar a vistoria").sees("Resultado até aqui")
    inspector.answers("Conforme", 1, 6)
    inspector.answers("Não conforme", 7, 7).answers("Conforme", 8, 10)
    album.take(inspector, "tablet")
    album.take(inspector, "tablet_noite", NIGHT)
    screen.tap("Voltar")


def phone_pictures(album: Album) -> list[Path]:
    return [
        album.write("vistoria", "veiculo", "item", "lei"),
        album.write("lista", "inicio", "lista", "assinatura"),
        album.write("resultado", "resultado", "selo"),
        album.write("lei", "lei_capitulos", "lei_regra", "lei_validade"),
        album.write("abordagem", "abordagem", "infracao", "auto"),
        album.write("copia", "copia", "selo_lido"),
        album.write("noite", "inicio_noite", "item_noite", "resultado_noite", theme=NIGHT),
    ]


def paint(playwright: Playwright, folder: Path, work: Path) -> list[Path]:
    bundle = ROOT / "build" / "app"
    build(Places(out=bundle))
    server = LiveServer(data=work / "server", app_dist=bundle).start()
    phone = Device(playwright, work / "phone", "phone")
    tablet = Device(playwright, work / "tablet", "tablet")
    album = Album(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        plates = TownData.of(server).vans_in_order(MANGARATIBA)
        inspector = Inspector(phone, server).enrols()
        on_the_phone(album, inspector, plates, mirror(work))
        at_the_roadside(album, inspector, plates, mirror(work))
        phone.close()
        written = phone_pictures(album)
        on_the_tablet(album, Inspector(tablet, server).enrols(), plates)
    finally:
        phone.close()
        tablet.close()
        server.stop()
    return [
        *written,
        album.write("tablet", "tablet"),
        album.write("tablet-noite", "tablet_noite", theme=NIGHT),
    ]


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "assets" / "screenshots"
    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        for path in paint(playwright, folder, Path(work)):
            print(f"{path} ({path.stat().st_size / 1000:.0f} kB)")


if __name__ == "__main__":
    main()
