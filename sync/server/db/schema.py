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
    text,
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

persons = Table(
    "persons",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("name", String(120), nullable=False),
    Column("document", String(20), nullable=False),  # whole only here and in the back office
    Column("role", String(20), nullable=False),
    Column("register", String(60)),  # the number of a driver or conductor in the register
    Column("works_for", String(36)),
    # By what the autos of a document are found: see `whose`. "": it is none; null: not looked at.
    Column("document_key", String(64)),
    Index("ix_persons_tenant_document_key", "tenant", "document_key"),
)

vehicles = Table(
    "vehicles",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("plates", Text, nullable=False),
    Column("chassis", String(30), nullable=False),
    Column("chassis_tail", String(6), nullable=False),
    Column("renavam", String(20), nullable=False),
    Column("make_model", String(120), nullable=False),
    Column("model_year", Integer),
    Column("manufacture_year", Integer),
    Column("capacity", Integer),
    Column("service", String(60), nullable=False),
    Column("holder", String(36)),
    Column("permit", String(60), nullable=False),
    Column("color", String(40), nullable=False),
    Column("fuel", String(40), nullable=False),
    Column("origin", String(12), nullable=False),  # cadastro | campo
    Column("last_vistoria", Text),  # JSON {"id","date","result","valid_until"}
    Column("registration", String(60)),  # the number in the Secretaria's register
    Column("authorised_until", String(10)),
    Index("ix_vehicles_tenant_plate_key", "tenant", "plate_key"),
)

seals = Table(
    "seals",
    metadata,
    tenant_column(primary_key=True),
    Column("serial", BigInteger, primary_key=True, autoincrement=False),
    Column("vehicle", String(36), nullable=False),
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("chassis_tail", String(6), nullable=False),
    Column("service", String(60), nullable=False),
    Column("inspected_on", String(10), nullable=False),
    Column("valid_until", String(10), nullable=False),
    Column("status", String(10), nullable=False),  # valido | anulado | revogado
    Column("record", String(36)),
    Column("vistoria", String(36)),
    Column("device", String(36), ForeignKey("devices.id")),
    Column("payload", LargeBinary),  # the 91 signed bytes; none for imported history
    Column("imported", Boolean, nullable=False),
    Column("replaces", BigInteger),  # the serial of the one that was lost or damaged
    Index("ix_seals_tenant_plate_key", "tenant", "plate_key"),
    Index("ix_seals_tenant_vehicle", "tenant", "vehicle"),
    Index("ix_seals_tenant_vistoria", "tenant", "vistoria"),
    Index("ix_seals_tenant_record", "tenant", "record"),
    Index("ix_seals_device", "device"),
)
# The few that count no more, of a million: what a revocation list is made of.
NOT_VALID = text("status <> 'valido'")
Index(
    "ix_seals_not_valid", seals.c.tenant, seals.c.serial,
    sqlite_where=NOT_VALID, postgresql_where=NOT_VALID,
)  # fmt: skip

# The newest signed list of each kind (see seal_lists.py).
seal_lists = Table(
    "seal_lists",
    metadata,
    tenant_column(primary_key=True),
    Column("kind", String(12), primary_key=True),  # trust | revocation
    Column("number", BigInteger, nullable=False),
    Column("issued_at", String(32), nullable=False),
    Column("next_update", String(32), nullable=False),
    Column("bytes", LargeBinary, nullable=False),  # exactly as signed
    # Something that it is made of has changed since.
    Column("stale", Boolean, nullable=False, server_default=false()),
)

exigencias = Table(
    "exigencias",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("vehicle", String(36), nullable=False),
    Column("item", String(80), nullable=False),
    Column("cite", String(120), nullable=False),
    Column("label", Text, nullable=False),
    Column("since", String(10), nullable=False),
    Column("deadline", String(10)),
    Column("status", String(10), nullable=False),  # aberta | cumprida | anulada
    Column("record", String(36)),
    Column("closed_by", String(36)),
    Index("ix_exigencias_tenant_vehicle", "tenant", "vehicle"),
)

# Which records say that an exigência was met: kept apart so that the order in which records arrive,
# or a later annulment, changes nothing about the outcome.
exigencia_closings = Table(
    "exigencia_closings",
    metadata,
    tenant_column(primary_key=True),
    Column("exigencia", String(36), primary_key=True),
    Column("record", String(36), primary_key=True),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
    Index("ix_exigencia_closings_tenant_record", "tenant", "record"),
)

annulments = Table(
    "annulments",
    metadata,
    tenant_column(primary_key=True),
    Column("target", String(36), primary_key=True),
    Column("record", String(36), primary_key=True),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
)

# Seals cancelled by a record, replaced by another or not (see projections_seals.py).
revocations = Table(
    "revocations",
    metadata,
    tenant_column(primary_key=True),
    Column("record", String(36), primary_key=True),
    Column("serial", BigInteger, nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("chassis_tail", String(6), nullable=False),
    Column("replaced_by", BigInteger),
    ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"]),
    Index("ix_revocations_tenant_serial", "tenant", "serial"),
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

vistorias_imported = Table(
    "vistorias_imported",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("vehicle", String(36), nullable=False),
    Column("day", String(10), nullable=False),
    Column("result", String(12), nullable=False),
    Column("valid_until", String(10)),
    Column("source", String(120), nullable=False),
    Index("ix_vistorias_imported_tenant_vehicle", "tenant", "vehicle"),
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
