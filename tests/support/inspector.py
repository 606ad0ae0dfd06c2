"""An inspector at work: what they would say they did, in terms of what the screen shows them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.chromium import Device
from tests.support.live_server import LiveServer
from tests.support.screen import Screen

PIN = "2468"
UNDER_WAY = ("Ver a lista inteira", "Mostrar todos os itens")  # on a phone, on a tablet
# A screen that slides in is already there for the reader before its fields can be touched.
SETTLED_MS = 500


@dataclass
class Inspector:
    """`name` with `matricula` at the `device` of `municipality`, before `screen`."""

    device: Device
    server: LiveServer
    municipality: str = "mangaratiba"
    matricula: str = "1001"
    name: str = "Marta"
    pin: str = PIN
    screen: Screen | None = None

    # Getting in

    def enrols(self) -> Inspector:
        """The first opening: enrolment code from the link, reference data, own login and PIN."""
        code = self.server.new_code(self.municipality)
        self.screen = self.device.open(f"{self.server.url}/app/?codigo={code}").ready()
        self.screen.sees("Cadastrar este aparelho").tap("Cadastrar aparelho")
        self.screen.sees("Primeira vez neste aparelho", timeout_ms=60_000)
        return self.first_time_here()

    def first_time_here(self) -> Inspector:
        """Matrícula and password once, with signal; then a PIN of their own."""
        screen = self.screen
        screen.write("Matrícula", self.matricula)
        screen.write("Senha", f"vistoria-{self.matricula}", exact=True)
        screen.tap("Continuar").sees("Crie o seu PIN")
        screen.write("PIN", self.pin, exact=True)
        screen.write("PIN de novo", self.pin)
        screen.tap("Criar PIN e entrar").no_longer_sees("Crie o seu PIN")
        screen.sees(f"Olá, {self.name}")
        return self

    def opens_the_app(self, path: str = "/app/") -> Inspector:
        """From cold, up to the list of who works with this device."""
        self.screen = self.device.open(f"{self.server.url}{path}").ready()
        self.screen.sees("Quem é você?")
        return self

    def enters(self) -> Inspector:
        self.screen.tap(f"Entrar como {self.name}").write("PIN", self.pin, exact=True)
        self.screen.tap("Entrar", exact=True).sees(f"Olá, {self.name}")
        return self

    # The vistoria

    def starts_a_vistoria(self, plate: str) -> Inspector:
        self.screen.sees(f"Olá, {self.name}").pause(SETTLED_MS)
        self.screen.write("Placa do veículo", plate)
        self.screen.tap(f"Placa {spelled(plate)}").sees("Dados do cadastro")
        self.screen.tap("Começar a vistoria").sees_any(*UNDER_WAY)
        return self

    def resumes(self, plate: str) -> Inspector:
        self.screen.tap(f"Continuar vistoria da placa {spelled(plate)}").sees_any(*UNDER_WAY)
        return self

    def answers(self, answer: str, first: int, last: int, total: int = 38) -> Inspector:
        """Gives `answer` to the items now on screen, one tap each, from `first` to `last` done.

        Each is waited for until the screen says that it is saved.
        """
        for done in range(first, last + 1):
            self.screen.tap(f"{answer}, item")
            self.screen.matches(rf"(?<!Item ){done} de {total} (respondidos|\d|tudo)")
        return self

    def answers_the_rest(self, answer: str = "Conforme") -> Inspector:
        """Gives `answer` to every item that has none yet, however many the law has."""
        progress = re.search(r"(?<!Item )\b(\d+) de (\d+) (respondidos|\d)", self.screen.text())
        done, total = int(progress[1]), int(progress[2])
        return self.answers(answer, done + 1, total, total)

    def photographs(self, picture: Path) -> Inspector:
        """A photo of the item on screen, as the phone's camera would hand it over."""
        self.picks_a_photo(picture).screen.sees("Apagar Foto")
        return self

    def picks_a_photo(self, picture: Path, button: str = "Foto, item") -> Inspector:
        """Gives the app a file for the item on screen, whatever it makes of it."""
        with self.screen.page.expect_file_chooser() as chooser:
            self.screen.tap(button)
        chooser.value.set_files(picture)
        return self

    def notes(self, text: str) -> Inspector:
        """Writes a note on the item on screen."""
        self.screen.tap("nota, item").write("O que se vê", text).tap("Guardar a nota")
        return self

    def leaves(self) -> Inspector:
        """Locks the device for the next one."""
        self.screen.tap("Sair e trancar").sees("Quem é você?")
        return self

    def signs_and_concludes(self) -> Inspector:
        screen = self.screen
        screen.tap("Ver o resultado").tap("Assinar").sees("Quadro da assinatura")
        self.draws()
        screen.sees("assinado").tap("Concluir", exact=True)
        screen.sees("Concluir a vistoria?").tap("Concluir agora").sees_any("Concluída", "Selo nº")
        return self

    def draws(self) -> Inspector:
        """A zigzag of the finger in the middle of the screen."""
        page, size = self.screen.page, self.screen.page.viewport_size
        x, y = size["width"] // 2 - 90, size["height"] // 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 13):
            page.mouse.move(x + step * 15, y + (step % 3) * 18)
            page.wait_for_timeout(16)
        page.mouse.up()
        self.screen.pause()
        return self


@dataclass(frozen=True)
class TownData:
    """What the server of a test holds, read from its own database."""

    path: Path

    @classmethod
    def of(cls, server: LiveServer) -> TownData:
        return cls(next(server.data.glob("*.db")))

    def rows(self, query: str, values: Sequence = ()) -> list[sqlite3.Row]:
        with sqlite3.connect(f"file:{self.path}?mode=ro", uri=True) as db:
            db.row_factory = sqlite3.Row
            found = db.execute(query, values).fetchall()
        db.close()
        return found

    def vans_in_order(self, ibge: int, service: str = "escolar") -> list[str]:
        """Plates of vehicles of a recent model year with no open exigência."""
        rows = self.rows(
            "select plate from vehicles where tenant = ? and service = ? and model_year >= 2018"
            " and id not in (select vehicle from exigencias where status = 'aberta')"
            " order by plate",
            (ibge, service),
        )
        return [row["plate"] for row in rows]


def spelled(plate: str) -> str:
    """As a screen reader says it: each sign by itself."""
    return " ".join(plate)
