"""What Aparelho tells: sync, age of the data, storage, versions, numbers, who may enter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from . import words
from .observed import Observed
from .problems import Trouble, trouble_of
from .sync_status import pending

OLD_AFTER = timedelta(days=2)


def age_words(age: timedelta) -> str:
    """ "há menos de 2 minutos", "há 25 minutos", "há 3 horas", "há 2 dias"."""
    minutes = int(age.total_seconds() // 60)
    if minutes < 2:
        return "há menos de 2 minutos"
    if minutes < 120:
        return f"há {minutes} minutos"
    if minutes < 48 * 60:
        return f"há {minutes // 60} horas"
    return f"há {minutes // (24 * 60)} dias"


def bytes_words(count: int) -> str:
    """ "340 kB", "12 MB", "1,4 GB"."""
    if count < 1_000_000:
        return f"{round(count / 1000)} kB"
    if count < 1_000_000_000:
        return f"{round(count / 1_000_000)} MB"
    return f"{count / 1_000_000_000:.1f} GB".replace(".", ",")


def _numbers(store: Any, series: str) -> str:
    account = store.number_account(series)
    return f"{account['unused']} livres de {account['granted']} recebidos"


def left_words(left: Any) -> str:
    """ "2 registros, 1 foto ou assinatura e 1 rascunho"; "" when nothing is left."""
    parts = (
        (left.records, "registro", "registros"),
        (left.photos, "foto ou assinatura", "fotos e assinaturas"),
        (left.drafts, "rascunho", "rascunhos"),
    )
    return words.listed([words.count(n, one, many) for n, one, many in parts if n])


class DevicePage(Observed):
    def __init__(self, ports: Any, store: Any, cadastro: Any, sync: Any, version: str) -> None:
        self.ports, self.store, self.cadastro, self.sync = ports, store, cadastro, sync
        self.app_version = version
        self.persisted: bool | None = None
        self.used = self.quota = 0
        self.quarantined: list[str] = []
        self.trouble: Trouble | None = None
        self.saved = ""
        self.cannot_conclude = ""  # why it needs a new code; "": it does not

    async def refresh(self) -> None:
        """Asks the device what only it knows."""
        try:
            self.persisted = await self.ports.storage.persist()
            self.used, self.quota = await self.ports.storage.estimate()
            problem = await self.store.enrolment_problem()
            self.cannot_conclude = str(problem) if problem else ""
            self.quarantined = await self.ports.storage.list_quarantine()
        except Exception as error:
            self.trouble = trouble_of(error)
        self.changed()

    async def export(self, name: str) -> None:
        """Hands a damaged database that was put aside to the person, as a file."""
        try:
            data = await self.ports.storage.read_file(name)
            await self.ports.share.save(name, data, "application/octet-stream")
        except Exception as error:
            self.trouble = trouble_of(error)
        else:
            self.saved, self.trouble = name, None
        self.changed()

    # ---- facts, in words ---------------------------------------------------------------------

    @property
    def identity(self) -> dict[str, Any]:
        return self.store.device_identity() or {}

    def device_facts(self) -> tuple[tuple[str, str], ...]:
        identity = self.identity
        device, place = identity.get("device") or {}, identity.get("municipality") or {}
        where = " · ".join(str(x) for x in (place.get("name"), place.get("uf")) if x)
        return (
            ("Nome", str(device.get("name") or "")),
            ("Município", where),
            (
                "Situação",
                "Desativado pela prefeitura" if identity.get("status") == "revoked" else "Ativo",
            ),
            ("Números de selo", _numbers(self.store, "selo")),
            ("Números de auto", _numbers(self.store, "auto")),
            ("Código da chave", str(device.get("key_id") or "")),
        )

    def law_facts(self) -> tuple[tuple[str, str], ...]:
        name = (self.identity.get("municipality") or {}).get("rulebook") or ""
        facts = self.cadastro.rulebook_facts(name) if name else None
        place = (self.identity.get("municipality") or {}).get("name") or name
        shown = f"{place}, versão {facts['version']}" if facts else place
        return (("Lei aplicada", shown), ("Prancheta", f"versão {self.app_version}"))

    def data_age(self) -> tuple[str, bool]:
        """(words, whether it is old) of the reference data: the hour of the last sync, and how
        long ago that is, so that it reads right without signal too."""
        last = self.sync.state.last_ok
        if isinstance(last, str):
            last = datetime.fromisoformat(last)
        if last is None:
            return "Os dados da prefeitura ainda não vieram.", True
        age = self.ports.clock.now() - last
        zone = (self.identity.get("municipality") or {}).get("timezone") or "America/Sao_Paulo"
        at = words.moment(last, zone)
        return f"Dados da prefeitura de {at}, {age_words(age)}.", age > OLD_AFTER

    def storage_words(self) -> str:
        if not self.quota:
            return f"{bytes_words(self.used)} em uso" if self.used else ""
        free = max(0, self.quota - self.used)
        return f"{bytes_words(self.used)} em uso, {bytes_words(free)} livres"

    def left_words(self) -> str:
        """What an earlier enrolment left; "" when nothing."""
        return left_words(self.store.leftovers())

    async def export_left(self) -> None:
        """Hands all of that to the person as one file. It stays here too."""
        name = f"prancheta-cadastro-anterior-{self.store.today()}.zip"
        try:
            data = await self.store.export_leftovers()
            await self.ports.share.save(name, data, "application/zip")
        except Exception as error:
            self.trouble = trouble_of(error)
        else:
            self.saved, self.trouble = name, None
        self.changed()

    def waiting_words(self) -> str:
        records, files = self.store.outbox_counts()
        left = pending(records, self.store.outbox_photos(), files)
        return f"{left}." if left else "Nada por enviar."
