"""What Aparelho tells: sync, age of the data, storage, versions, numbers, who may enter."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from . import words
from .observed import Observed
from .problems import Trouble, trouble_of

OLD_AFTER = timedelta(days=2)


def age_words(age: timedelta | None) -> str:
    """ "de agora", "de 25 minutos atrás", "de 3 horas atrás", "de 2 dias atrás"."""
    if age is None:
        return "ainda não vieram"
    minutes = int(age.total_seconds() // 60)
    if minutes < 2:
        return "de agora"
    if minutes < 120:
        return f"de {minutes} minutos atrás"
    if minutes < 48 * 60:
        return f"de {minutes // 60} horas atrás"
    return f"de {minutes // (24 * 60)} dias atrás"


def bytes_words(count: int) -> str:
    """ "340 kB", "12 MB", "1,4 GB"."""
    if count < 1_000_000:
        return f"{round(count / 1000)} kB"
    if count < 1_000_000_000:
        return f"{round(count / 1_000_000)} MB"
    return f"{count / 1_000_000_000:.1f} GB".replace(".", ",")


class DevicePage(Observed):
    def __init__(self, ports: Any, store: Any, cadastro: Any, sync: Any, version: str) -> None:
        self.ports, self.store, self.cadastro, self.sync = ports, store, cadastro, sync
        self.app_version = version
        self.persisted: bool | None = None
        self.used = self.quota = 0
        self.quarantined: list[str] = []
        self.trouble: Trouble | None = None
        self.saved = ""
        self.cannot_conclude = ""  # why nothing may be concluded here; "": it may

    async def refresh(self) -> None:
        """Asks the device what only it knows."""
        try:
            self.persisted = await self.ports.storage.persist()
            self.used, self.quota = await self.ports.storage.estimate()
            problem = await self.store.conclusion_problem()
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
        account = self.store.number_account("selo")
        return (
            ("Nome", str(device.get("name") or "")),
            ("Município", where),
            (
                "Situação",
                "Desativado pela prefeitura" if identity.get("status") == "revoked" else "Ativo",
            ),
            ("Números de selo", f"{account['unused']} livres de {account['granted']} recebidos"),
            ("Código da chave", str(device.get("key_id") or "")),
        )

    def law_facts(self) -> tuple[tuple[str, str], ...]:
        name = (self.identity.get("municipality") or {}).get("rulebook") or ""
        facts = self.cadastro.rulebook_facts(name) if name else None
        shown = f"{facts['id']}, versão {facts['version']}" if facts else name
        return (("Lei aplicada", shown), ("Prancheta", f"versão {self.app_version}"))

    def data_age(self) -> tuple[str, bool]:
        """(words, whether it is old) of the reference data."""
        last = self.sync.state.last_ok
        if isinstance(last, str):
            last = datetime.fromisoformat(last)
        age = self.ports.clock.now() - last if last else None
        return f"Dados {age_words(age)}", age is None or age > OLD_AFTER

    def storage_words(self) -> str:
        if not self.quota:
            return f"{bytes_words(self.used)} em uso" if self.used else ""
        free = max(0, self.quota - self.used)
        return f"{bytes_words(self.used)} em uso, {bytes_words(free)} livres"

    def waiting_words(self) -> str:
        records, photos = self.store.outbox_counts()
        if not records and not photos:
            return "Nada por enviar."
        return (
            f"{words.count(records, 'registro', 'registros')} e "
            f"{words.count(photos, 'foto', 'fotos')} por enviar."
        )
