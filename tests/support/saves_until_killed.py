"""Answers, photographs and concludes without end, telling each thing once it is kept.

Run by the kill test as a process of its own: `python -m tests.support.saves_until_killed FOLDER`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from sync.device.conclusion import PendingAttachment, PendingRecord
from sync.device.store import FieldStore
from tests.support.device import (
    AGENT,
    RULEBOOK,
    device_ports,
    enrolled_store,
    photo_bytes,
    vistoria_body,
)


def tell(**fact: Any) -> None:
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


async def main(folder: Path) -> None:
    ports = device_ports(folder)
    if (folder / "campo.db").exists():
        store = await FieldStore.open(ports)
    else:
        store = await enrolled_store(ports, first=1, last=100_000)
    tell(ready=True)
    photo = photo_bytes(16, 16)
    while True:
        draft = store.create_draft(agent="1001", rulebook=RULEBOOK)
        tell(draft=draft.id)
        for number in range(6):
            value = ("conforme", "nao_conforme")[number % 2]
            store.save_answer(draft.id, f"14-{number}", {"value": value})
            tell(draft=draft.id, item=f"14-{number}", value=value)
        digest = await store.add_draft_photo(draft.id, "14-0", photo)
        tell(draft=draft.id, photo=digest)
        body = vistoria_body()
        attached = (PendingAttachment(digest=digest, item="14-0"),)
        pending = [
            PendingRecord("vistoria", body, attached),
            await store.prepare_selo(draft.id, body),
        ]
        records = await store.conclude(draft.id, pending, AGENT)
        tell(concluded=[record["id"] for record in records])


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
