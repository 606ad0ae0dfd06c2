"""The first opening: a code becomes a device that the municipality knows, then its data come.

Steps: `codigo` (type or read the code) → `inscrevendo` → `baixando` (reference data, with
numbers) → `pronto`. Killed anywhere, it goes on where it was: a code sent twice gets the same
answer, and the download resumes from the last page that was kept.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlparse

from .observed import Observed
from .problems import Trouble, trouble_of

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
LENGTH = 8


def tidy_code(text: str) -> str:
    """What was typed, as XXXX-XXXX: capitals, no spaces, at most eight letters and digits."""
    letters = re.sub(r"[^A-Z0-9]", "", text.upper())[:LENGTH]
    return letters if len(letters) <= 4 else f"{letters[:4]}-{letters[4:]}"


def code_in(text: str) -> str | None:
    """The code in an address (`…/app/?codigo=XXXX-XXXX`) or in a bare code; None if there is none.

    Takes what a camera reads or what the browser was opened with.
    """
    text = text.strip()
    query = urlparse(text).query if "?" in text else ""
    found = parse_qs(query).get("codigo", [None])[0]
    if found is None and re.fullmatch(r"[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}", text):
        found = text
    code = tidy_code(found or "")
    return code if len(code) == LENGTH + 1 else None


def code_weakness(code: str) -> str | None:
    """What is wrong with a typed code, in a sentence; None when it looks like one of ours."""
    letters = code.replace("-", "")
    if not letters:
        return "Falta o código."
    if len(letters) < LENGTH:
        return f"Faltam {LENGTH - len(letters)} de {LENGTH} letras ou números."
    strange = sorted({letter for letter in letters if letter not in ALPHABET})
    if strange:
        return (
            f"Os códigos não têm {', '.join(strange)}. "
            "Confira: costuma ser outra letra ou número parecido."
        )
    return None


class Enrolment(Observed):
    def __init__(self, ports: Any, store: Any, sync: Any, *, code: str = "") -> None:
        self.ports, self.store, self.sync = ports, store, sync
        self.code = tidy_code(code)
        self.device_name = ""
        self.step = "baixando" if store.device_identity() else "codigo"
        self.done, self.total = 0, 0
        self.field_error: str | None = None
        self.trouble: Trouble | None = None
        self.busy = False
        self.persisted: bool | None = None  # None: not asked yet

    @property
    def is_again(self) -> bool:
        """Whether the device has an identity that a new code would replace."""
        return self.store.device_identity() is not None

    def begin_again(self) -> None:
        """A new code for a device that may not conclude any more (revoked, key gone)."""
        self.step, self.code, self.trouble, self.field_error = "codigo", "", None, None
        self.changed()

    def give_up(self) -> None:
        """Back to the identity that there is."""
        self.step, self.trouble, self.field_error = "baixando", None, None
        self.changed()

    def type_code(self, text: str) -> None:
        self.code, self.field_error, self.trouble = tidy_code(text), None, None
        self.changed()

    async def read_photo(self, image: bytes) -> bool:
        """Looks for an enrolment QR in a photo; True when a code was found and filled in."""
        try:
            texts = await self.ports.scan.decode(image)
        except Exception as error:
            self.trouble = trouble_of(error)
            self.changed()
            return False
        for text in texts:
            if code := code_in(text):
                self.code, self.field_error, self.trouble = code, None, None
                self.changed()
                return True
        self.trouble = Trouble(
            "qr.none",
            "Não achei um código de cadastro nesta foto."
            if not texts
            else "Este QR não é um código de cadastro da Prancheta.",
            "Fotografe de perto, sem reflexo, o QR que o painel mostra; ou digite o código.",
        )
        self.changed()
        return False

    async def enrol(self) -> bool:
        """Sends the code and brings the data. True when all is here."""
        if self.busy:
            return False
        self.field_error = code_weakness(self.code)
        if self.field_error:
            self.changed()
            return False
        self.busy, self.step, self.trouble = True, "inscrevendo", None
        self.changed()
        try:
            self.persisted = await self.ports.storage.persist()
            await self.sync.enrol(self.code, self.device_name.strip() or "Aparelho")
        except Exception as error:
            self.step, self.trouble, self.busy = "codigo", trouble_of(error), False
            self.changed()
            return False
        self.busy = False
        return await self.download()

    async def download(self) -> bool:
        """Brings the reference data, from where it stopped. True when it is complete."""
        if self.busy:
            return False
        self.busy, self.step, self.trouble = True, "baixando", None
        self.changed()
        try:
            await self.sync.sync(self._progress)
        except Exception as error:  # the client reports what it can in its state; this is the rest
            self.trouble = trouble_of(error)
        self.busy = False
        if self.complete():
            self.step, self.trouble = "pronto", None
        elif self.trouble is None:
            self.trouble = self._why_not()
        self.changed()
        return self.step == "pronto"

    def complete(self) -> bool:
        """Whether a whole snapshot has been here once."""
        return bool(self.store.device_identity()) and self.sync.snapshot_complete

    def _why_not(self) -> Trouble:
        problem = self.sync.state.problem
        if isinstance(problem, BaseException):
            return trouble_of(problem)
        return trouble_of(_Stopped(problem if isinstance(problem, dict) else {}))

    def _progress(self, done: int, total: int, *_: object) -> None:
        if (done, total) != (self.done, self.total):
            self.done, self.total = done, total
            self.changed()


class _Stopped(Exception):
    """A sync that ended without all the data; `problem` says why, if anything does."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("message") or "")
        self.problem = problem or {"code": "net.offline"}
