"""Every table of the server. Change one, write a migration beside the others.

Moments are ISO 8601 text in UTC with a fixed width (they sort as text and read the same from both
databases); days are `AAAA-MM-DD`. JSON is text that we wrote ourselves. `tenant` is the IBGE code
of the municipality and stands in every key: nothing is shared between municipalities.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def tenant_column(primary_key: bool = False) -> Column:
    return Column(
        "tenant", Integer, ForeignKey("tenants.ibge"), primary_key=primary_key, nullable=False
    )


tenants = Table(
    "tenants",
    metadata,
    Column("ibge", Integer, primary_key=True, autoincrement=False),
    Column("name", String(120), nullable=False),
    Column("uf", String(2), nullable=False),
    Column("timezone", String(60), nullable=False),
    Column("rulebook", String(60), nullable=False),
    Column("ouvidoria_phone", String(40), nullable=False),
    Column("ouvidoria_email", String(120), nullable=False),
    Column("root_public_key", LargeBinary, nullable=False),
    # Counters. Their row is what serialises the writers of one municipality (see engine.py).
    Column("change_seq", BigInteger, nullable=False, server_default="0"),
    Column("next_selo", BigInteger, nullable=False, server_default="1"),
    Column("next_auto", BigInteger, nullable=False, server_default="1"),
    Column("next_certificate", BigInteger, nullable=False, server_default="1"),
    Column("created_at", String(32), nullable=False),
    # Where a defence is handed in; the local file's own address goes before it.
    Column("address", String(200), nullable=False, server_default=""),
)

agents = Table(
    "agents",
    metadata,
    tenant_column(primary_key=True),
    Column("matricula", String(40), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("role", String(20), nullable=False),  # inspetor | administrador
    Column("password_hash", Text, nullable=False),
    Column("must_change", Boolean, nullable=False),
    Column("active", Boolean, nullable=False),
    Column("created_at", String(32), nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(36), primary_key=True),
    tenant_column(),
    Column("name", String(120), nullable=False),
    Column("platform", String(60), nullable=False),
    Column("public_key", LargeBinary, nullable=False, unique=True),
    Column("key_id", String(8), nullable=False),
    Column("certificate", Text, nullable=False),
    Column("status", String(10), nullable=False),  # active | revoked
    Column("enrolled_at", String(32), nullable=False),
    Column("revoked_at", String(32)),
    Column("revoked_reason", Text),
    Column("last_seen_at", String(32)),
    # The device's signed head of its chain, as last told: what it says it has written.
    Column("head_seq", BigInteger, nullable=False, server_default="0"),
    Column("head_hash", String(64)),
    Column("head_at", String(40)),
    Column("head_signature", Text),
    Index("ix_devices_tenant_key_id", "tenant", "key_id"),
)

enrolment_codes = Table(
    "enrolment_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    tenant_column(),
    Column("note", String(120), nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("expires_at", String(32), nullable=False),
    Column("used_at", String(32)),
    Column("device", String(36), ForeignKey("devices.id")),
    Index("ix_enrolment_codes_tenant", "tenant"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    tenant_column(),
    Column("device", String(36), ForeignKey("devices.id"), nullable=False),
    Column("nonce", String(120), nullable=False, unique=True),
    Column("created_at", String(32), nullable=False),
    Column("expires_at", String(32), nullable=False),
    Index("ix_sessions_expires_at", "expires_at"),
)

painel_sessions = Table(
    "painel_sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    tenant_column(),
    Column("matricula", String(40), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires_at", String(32), nullable=False),
    ForeignKeyConstraint(["tenant", "matricula"], ["agents.tenant", "agents.matricula"]),
)

throttle = Table(
    "throttle",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("locked_until", String(32), nullable=False),
    Column("last_at", String(32), nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("id", String(36), primary_key=True),
    tenant_column(),
    Column("device", String(36), ForeignKey("devices.id"), nullable=False),
    Column("series", String(20), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("request_id", String(64), nullable=False),
    Column("granted_at", String(32), nullable=False),
    # Granted twice, by a server put back to an older copy: nobody takes another number of it.
    Column("void", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("device", "request_id"),
    Index("ix_blocks_device_series", "device", "series"),
    Index("ix_blocks_tenant_series_first", "tenant", "series", "first"),
)

records = Table(
    "records",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("device", String(36), ForeignKey("devices.id"), nullable=False),
    Column("device_seq", BigInteger, nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("agent", String(40), nullable=False),
    Column("occurred_at", String(32), nullable=False),  # in UTC; the bytes keep the offset
    Column("day", String(10), nullable=False),  # local day of occurred_at
    Column("received_at", String(32), nullable=False),
    Column("bytes", LargeBinary, nullable=False),  # exactly as signed, RFC 8785
    Column("flags", Text, nullable=False),  # JSON list of codes, see flags.py
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("vehicle", String(36), nullable=False),
    Column("result", String(12), nullable=False),
    Index("ix_records_tenant_vehicle", "tenant", "vehicle"),
    Index("ix_records_device_device_seq", "device", "device_seq"),
    Index("ix_records_tenant_kind_day", "tenant", "kind", "day"),
    Index("ix_records_tenant_plate_key", "tenant", "plate_key"),
    Index("ix_records_tenant_agent_occurred_at", "tenant", "agent", "occurred_at"),
)

# Records that are kept although what follows from them could not be worked out (`reprojetar`).
unprojected = Table(
    "unprojected",
    metadata,
    tenant_column(primary_key=True),
    Column("record", String(36), primary_key=True),
    Column("at", String(32), nullable=False),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
)

evidence = Table(
    "evidence",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    tenant_column(),
    Column("device", String(36), ForeignKey("devices.id"), nullable=False),
    Column("why", String(40), nullable=False),  # code of the problem
    Column("message", Text, nullable=False),
    Column("record_id", String(64), nullable=False),
    Column("device_seq", BigInteger),  # only where the device's signature proves it
    Column("hash", String(64), nullable=False),  # SHA-256 of the bytes
    Column("bytes", LargeBinary, nullable=False),
    Column("received_at", String(32), nullable=False),
    UniqueConstraint("device", "hash"),
)

# Every rulebook that was ever handed to devices: a record made under an older one stays readable.
rulebooks = Table(
    "rulebooks",
    metadata,
    tenant_column(primary_key=True),
    Column("sha256", String(64), primary_key=True),
    Column("id", String(60), nullable=False),
    Column("version", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("published_at", String(32), nullable=False),
)

# What a municipality added to its law, file by file as it was sent; the highest number applies.
local_laws = Table(
    "local_laws",
    metadata,
    tenant_column(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # 1, 2, 3 … as installed
    Column("version", String(40), nullable=False),
    Column("sha256", String(64), nullable=False),  # of the files together
    Column("files", Text, nullable=False),  # JSON list of {"name", "text"}
    Column("installed_at", String(32), nullable=False),
    Column("installed_by", String(120), nullable=False),
    UniqueConstraint("tenant", "version"),
)

attachments = Table(
    "attachments",
    metadata,
    tenant_column(primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("bytes", BigInteger, nullable=False),
    Column("media_type", String(60), nullable=False),
    Column("salt", LargeBinary),
    Column("completed_at", String(32)),
)

record_attachments = Table(
    "record_attachments",
    metadata,
    tenant_column(primary_key=True),
    Column("record", String(36), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("role", String(20), nullable=False),
    Column("item", String(80)),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
    ForeignKeyConstraint(["tenant", "digest"], ["attachments.tenant", "attachments.digest"]),
    Index("ix_record_attachments_tenant_digest", "tenant", "digest"),
)

annulments = Table(
    "annulments",
    metadata,
    tenant_column(primary_key=True),
    Column("target", String(36), primary_key=True),
    Column("record", String(36), primary_key=True),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
)

spoiled_numbers = Table(
    "spoiled_numbers",
    metadata,
    tenant_column(primary_key=True),
    Column("series", String(64), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("record", String(36), nullable=False),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
)

# The feed of reference data: one row per entity, its newest state, numbered in commit order.
changes = Table(
    "changes",
    metadata,
    tenant_column(primary_key=True),
    Column("type", String(20), primary_key=True),
    Column("id", String(60), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("op", String(3), nullable=False),  # put | del
    Column("v", Text, nullable=False),
    UniqueConstraint("tenant", "seq"),
)

server_state = Table(
    "server_state",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
