"""what cancels a seal, and more of each seal for the devices"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

AT_ONCE = 500
STATUS_AT, PROVISIONAL_BIT = 22, 0x80


def upgrade() -> None:
    op.create_table(
        "revocations",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("serial", sa.BigInteger(), nullable=False),
        sa.Column("plate_key", sa.String(length=12), nullable=False),
        sa.Column("chassis_tail", sa.String(length=6), nullable=False),
        sa.Column("replaced_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant"], ["tenants.ibge"], name=op.f("fk_revocations_tenant")
        ),
        sa.ForeignKeyConstraint(
            ["tenant", "record"], ["records.tenant", "records.id"],
            name=op.f("fk_revocations_tenant_record"),
        ),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_revocations")),
    )  # fmt: skip
    op.create_index("ix_revocations_tenant_serial", "revocations", ["tenant", "serial"])
    _tell_more_of_each_seal(op.get_bind())


def downgrade() -> None:
    op.drop_index("ix_revocations_tenant_serial", "revocations")
    op.drop_table("revocations")


def _tell_more_of_each_seal(conn: sa.Connection) -> None:
    """Devices need the vistoria, the service and the end of the chassis to issue a seal again."""
    towns = conn.execute(sa.text("SELECT ibge, change_seq FROM tenants")).all()
    for ibge, seq in towns:
        seals = conn.execute(
            sa.text(
                "SELECT serial, chassis_tail, service, vistoria, device, payload FROM seals "
                "WHERE tenant = :ibge ORDER BY serial"
            ),
            {"ibge": ibge},
        ).all()
        for start in range(0, len(seals), AT_ONCE):
            told = [_told(conn, ibge, seal) for seal in seals[start : start + AT_ONCE]]
            rows = []
            for id_, text in filter(None, told):
                seq += 1
                rows.append({"ibge": ibge, "id": id_, "v": text, "seq": seq})
            if rows:
                conn.execute(
                    sa.text(
                        "UPDATE changes SET v = :v, seq = :seq "
                        "WHERE tenant = :ibge AND type = 'selo' AND id = :id"
                    ),
                    rows,
                )
        conn.execute(
            sa.text("UPDATE tenants SET change_seq = :seq WHERE ibge = :ibge"),
            {"ibge": ibge, "seq": seq},
        )


def _told(conn: sa.Connection, ibge: int, seal: sa.Row) -> tuple[str, str] | None:
    text = conn.execute(
        sa.text(
            "SELECT v FROM changes "
            "WHERE tenant = :ibge AND type = 'selo' AND id = :id AND op = 'put'"
        ),
        {"ibge": ibge, "id": str(seal.serial)},
    ).scalar()
    if text is None:
        return None
    more = {
        "chassis_tail": seal.chassis_tail, "service": seal.service, "vistoria": seal.vistoria,
        "device": seal.device, "replaces": None,
        "provisional": bool(seal.payload and bytes(seal.payload)[STATUS_AT] & PROVISIONAL_BIT),
        "revoked_by": None,
    }  # fmt: skip
    v = json.loads(text) | more
    return str(seal.serial), json.dumps(v, ensure_ascii=False, separators=(",", ":"))
