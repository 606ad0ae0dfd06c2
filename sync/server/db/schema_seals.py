"""The tables of the seals: each as it stands, what cancelled it, and the signed lists of them.

All but the lists is worked out from signed records (or was imported) and can be worked out again.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    Table,
    false,
    text,
)

from sync.server.db.schema import metadata, tenant_column

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
