"""What is noticed about any record as it comes: its place in the chain, its hour, who signed, by
which law. It is kept all the same.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Row, select

from sync.server import selo_order
from sync.server.context import CLOCK_TOLERANCE, moment
from sync.server.db import schema
from sync.server.db.engine import TenantWriter


def found(
    writer: TenantWriter, device: Row, values: dict, record: dict, now: datetime
) -> list[str]:
    """The codes of a record that is about to be kept; `values`: its row."""
    flags, table = [], schema.records
    near = writer.conn.execute(
        select(table.c.device_seq, table.c.hash, table.c.prev, table.c.occurred_at).where(
            table.c.device == device.id,
            table.c.device_seq.between(values["device_seq"] - 1, values["device_seq"] + 1),
        )
    ).all()
    place = {offset: [] for offset in (-1, 0, 1)}
    for row in near:
        place[row.device_seq - values["device_seq"]].append(row)
    if place[-1] and all(row.hash != values["prev"] for row in place[-1]):
        flags.append("chain.prev")
    if place[1] and all(row.prev != values["hash"] for row in place[1]):
        flags.append("chain.next")
    if place[0]:
        flags.append("chain.fork")
    if any(row.occurred_at > values["occurred_at"] for row in place[-1]):
        flags.append("clock.before_previous")
    if any(row.occurred_at < values["occurred_at"] for row in place[1]):
        flags.append("clock.after_next")
    if values["occurred_at"] > moment(now + CLOCK_TOLERANCE):
        flags.append("clock.future")
    if record["clock"]["went_back"]:
        flags.append("clock.went_back")
    if record["kind"] == "selo" and selo_order.is_inverted(
        writer.conn, device.id, values["device_seq"],
        selo_order.issue_day(record["body"], values["day"]),
    ):  # fmt: skip
        flags.append("selo.date_inverted")
    if device.status != "active":
        flags.append("device.revoked")
    return flags + _who_and_law(writer, record)


def _who_and_law(writer: TenantWriter, record: dict) -> list[str]:
    flags, agents = [], schema.agents
    active = writer.conn.execute(
        select(agents.c.active).where(
            agents.c.tenant == writer.ibge,
            agents.c.matricula == record["agent"]["matricula"],
        )
    ).scalar()
    if active is None:
        flags.append("agent.unknown")
    elif not active:
        flags.append("agent.inactive")
    law = record["rulebook"]
    if law is not None:
        table = schema.rulebooks
        known = select(table.c.sha256).where(
            table.c.tenant == writer.ibge, table.c.sha256 == law["sha256"]
        )
        if writer.conn.execute(known).first() is None:
            flags.append("rulebook.unknown")
    return flags
