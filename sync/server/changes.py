"""Reading the feed of reference data after a cursor (NDJSON, in commit order)."""

from __future__ import annotations

import json
import re

from sqlalchemy import func, select

from sync.server import seal_lists
from sync.server.context import Server
from sync.server.db import schema
from sync.server.problems import Problem

DEFAULT_LIMIT = 1000
MAX_LIMIT = 5000
_CURSOR = re.compile(r"c(\d{1,18})")


def page(server: Server, ibge: int, cursor: str, limit: int) -> bytes:
    """NDJSON: one line per change, then `{"cursor","more","remaining","lists"}`, where `lists` are
    the numbers of the newest seal lists.

    A cursor ahead of the counter comes from a server that was put back to an older copy: the feed
    starts over, which is always right because a put carries the whole entity.
    """
    after = _after(cursor)
    listed = seal_lists.numbers(server, ibge)
    table = schema.changes
    mine = table.c.tenant == ibge
    with server.db.read() as conn:
        newest = conn.execute(select(func.max(table.c.seq)).where(mine)).scalar() or 0
        if after > newest:
            after = 0
        query = select(table).where(mine, table.c.seq > after)
        left = select(func.count()).select_from(table).where(mine, table.c.seq > after)
        if after == 0:  # a snapshot: what was deleted before was never there
            query, left = query.where(table.c.op == "put"), left.where(table.c.op == "put")
        # Count and page are two queries; a commit between them only makes `remaining` grow.
        remaining = conn.execute(left).scalar() or 0
        rows = conn.execute(query.order_by(table.c.seq).limit(limit)).all()
    lines = [
        f'{{"t":{json.dumps(row.type)},"op":"{row.op}","id":{json.dumps(row.id)},"v":{row.v}}}'
        for row in rows
    ]
    last = rows[-1].seq if rows else max(after, 0)
    remaining = max(0, remaining - len(rows))
    more = len(rows) == limit and remaining > 0
    end = {"cursor": f"c{last}", "more": more, "remaining": remaining, "lists": listed}
    lines.append(json.dumps(end))
    return ("\n".join(lines) + "\n").encode()


def _after(cursor: str) -> int:
    if cursor == "":
        return 0
    match = _CURSOR.fullmatch(cursor)
    if not match:
        raise Problem("request.cursor", field="cursor", value=cursor)
    return int(match[1])


def limit_of(text: str | None) -> int:
    if text is None or text == "":
        return DEFAULT_LIMIT
    if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) < 1:
        raise Problem("request.field", field="limit", value=text)
    return min(int(text), MAX_LIMIT)
