"""readings of seals, alerts, codes that nobody recognises, and ways to find seals quickly"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

SEALS = {
    "ix_seals_device": ["device"],
    "ix_seals_tenant_vehicle": ["tenant", "vehicle"],
    "ix_seals_tenant_vistoria": ["tenant", "vistoria"],
    "ix_seals_tenant_record": ["tenant", "record"],
}


def _of_town(table: str, record: bool = False) -> list[sa.Constraint]:
    kept = [sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f(f"fk_{table}_tenant"))]
    if record:
        kept.append(
            sa.ForeignKeyConstraint(
                ["tenant", "record"], ["records.tenant", "records.id"],
                name=op.f(f"fk_{table}_tenant_record"),
            )
        )
    return kept


def upgrade() -> None:
    for name, columns in SEALS.items():
        op.create_index(name, "seals", columns)
    not_valid = sa.text("status <> 'valido'")
    op.create_index(
        "ix_seals_not_valid", "seals", ["tenant", "serial"],
        sqlite_where=not_valid, postgresql_where=not_valid,
    )
    _readings()
    _alerts()
    op.create_table(
        "unrecognised",
        sa.Column("town", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("start", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=20), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.Column("first_at", sa.String(length=32), nullable=False),
        sa.Column("last_at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("town", "day", "start", "reason", name=op.f("pk_unrecognised")),
    )


def _readings() -> None:
    op.create_table(
        "readings",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("serial", sa.BigInteger(), nullable=True),
        sa.Column("payload", sa.LargeBinary(), nullable=True),
        sa.Column("verdict", sa.String(length=8), nullable=False),
        sa.Column("why", sa.String(length=20), nullable=False),
        sa.Column("read_at", sa.String(length=32), nullable=False),
        sa.Column("slack_s", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.String(length=32), nullable=False),
        sa.Column("latitude", sa.Integer(), nullable=True),
        sa.Column("longitude", sa.Integer(), nullable=True),
        sa.Column("accuracy_m", sa.Integer(), nullable=True),
        sa.Column("mocked", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("plate_seen", sa.String(length=10), nullable=False),
        sa.Column("plate_key", sa.String(length=12), nullable=False),
        sa.Column("compared", sa.String(length=16), nullable=False),
        sa.Column("colour", sa.String(length=10), nullable=False),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        *_of_town("readings", record=True),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_readings")),
    )
    op.create_index("ix_readings_tenant_serial", "readings", ["tenant", "serial"])
    op.create_index("ix_readings_tenant_read_at", "readings", ["tenant", "read_at"])


def _alerts() -> None:
    op.create_table(
        "alerts",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("other", sa.String(length=36), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("kmh", sa.Integer(), nullable=True),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("found_at", sa.String(length=32), nullable=False),
        *_of_town("alerts", record=True),
        sa.PrimaryKeyConstraint("tenant", "kind", "record", "other", name=op.f("pk_alerts")),
    )
    op.create_index("ix_alerts_tenant_kind_subject", "alerts", ["tenant", "kind", "subject"])
    op.create_table(
        "alert_notes",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        *_of_town("alert_notes"),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_alert_notes")),
    )
    op.create_index(
        "ix_alert_notes_tenant_kind_subject", "alert_notes", ["tenant", "kind", "subject"]
    )


def downgrade() -> None:
    for table in ("unrecognised", "alert_notes", "alerts", "readings"):
        op.drop_table(table)
    for name in ("ix_seals_not_valid", *reversed(SEALS)):
        op.drop_index(name, "seals")
