"""Asking the server for official numbers before the last block is used up."""

from __future__ import annotations

from typing import Any

from sync.device.api import Api
from sync.device.problems import Garbled, Refused, SessionOver
from sync.device.store import FieldStore
from sync.records.ids import uuid7


async def ask_numbers(api: Api, store: FieldStore, series: str) -> None:
    """Asks for a block of a series when less than half of the last one is left.

    The request has an id of its own, kept until the block is: asked again after a lost
    answer, the server gives the same block.
    """
    identity = store.device_identity()
    if identity is None or identity["status"] != "active":
        return
    if not store.more_numbers_wanted(series):
        return
    asked = "block_request" if series == "selo" else f"block_request.{series}"
    request_id = store.meta(asked) or uuid7()
    store.set_meta(asked, request_id)
    try:
        answer = await api.json(
            "POST", "blocks", json={"series": series, "request_id": request_id}
        )
    except SessionOver:
        raise
    except Refused as refused:
        if refused.code in ("blocks.enough", "blocks.series", "device.revoked"):
            return  # a server of before there were autos has no numbers for them
        raise
    block = answer.get("block")
    if not _is_block(block, series):
        raise Garbled(detail="blocks")
    await store.add_block(block)
    store.set_meta(asked, None)


def _is_block(block: Any, series: str) -> bool:
    return (
        isinstance(block, dict)
        and isinstance(block.get("id"), str)
        and block.get("series") == series
        and isinstance(block.get("first"), int)
        and isinstance(block.get("last"), int)
        and 1 <= block["first"] <= block["last"]
    )
