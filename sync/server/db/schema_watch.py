"""The tables of what was read and looked up: readings of seals, what they give away, and codes that
nobody recognises.

Readings and alerts are worked out from signed records and can be worked out again; what the office
wrote about an alert, and how often unknown codes were asked for, is known to nobody else.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from sync.server.db.schema import metadata, tenant_column

# One for each `leitura`. `verdict`: bom | falso | outro (unreadable, or not of this town).
readings = Table(
    "readings",
    metadata,
    tenant_column(primary_key=True),
    Column("record", String(36), primary_key=True),
    Column("serial", BigInteger),
    Column("payload", LargeBinary),  # the 91 bytes that were read
    Column("verdict", String(8), nullable=False),
    Column("why", String(20), nullable=False),
    Column("read_at", String(32), nullable=False),  # by the server's clock, where that is known
    Column("slack_s", Integer, nullable=False),  # by how much that may be wrong, either way
    Column("received_at", String(32), nullable=False),
    Column("latitude", Integer),  # micro-degrees
    Column("longitude", Integer),
    Column("accuracy_m", Integer),
    Column("mocked", Boolean, nullable=False),
    Column("place", Text, nullable=False),
    Column("plate_seen", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),  # of the plate seen
    Column("compared", String(16), nullable=False),
    Column("colour", String(10), nullable=False),  # what the device answered
    Column("agent", String(40), nullable=False),
    Column("device", String(36), nullable=False),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
    Index("ix_readings_tenant_serial", "tenant", "serial"),
    Index("ix_readings_tenant_read_at", "tenant", "read_at"),
)

# What does not fit together, with the records that show it (`other` is empty where one is enough).
# `subject`: a seal's serial, or the device for `relogio`. See alerts.py.
alerts = Table(
    "alerts",
    metadata,
    tenant_column(primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("record", String(36), primary_key=True),
    Column("other", String(36), primary_key=True),
    Column("subject", String(40), nullable=False),
    Column("kmh", Integer),  # the least speed that would join both places
    Column("at", String(32), nullable=False),
    Column("found_at", String(32), nullable=False),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
    Index("ix_alerts_tenant_kind_subject", "tenant", "kind", "subject"),
)

# What the office found out about the alerts of one kind and subject; written once, never changed.
alert_notes = Table(
    "alert_notes",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("subject", String(40), nullable=False),
    Column("note", Text, nullable=False),
    Column("by", String(40), nullable=False),
    Column("at", String(32), nullable=False),
    Index("ix_alert_notes_tenant_kind_subject", "tenant", "kind", "subject"),
)

# Codes that the public pages did not recognise: how often, never by whom. `town` 0: none is named.
unrecognised = Table(
    "unrecognised",
    metadata,
    Column("town", Integer, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("start", String(24), primary_key=True),  # of the code, where it has a code's form
    Column("reason", String(20), primary_key=True),
    Column("times", BigInteger, nullable=False),
    Column("first_at", String(32), nullable=False),
    Column("last_at", String(32), nullable=False),
)
