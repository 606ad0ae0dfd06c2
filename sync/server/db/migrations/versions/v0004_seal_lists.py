"""the signed lists by which a selo is checked with no signal"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seal_lists",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("issued_at", sa.String(length=32), nullable=False),
        sa.Column("next_update", sa.String(length=32), nullable=False),
        sa.Column("bytes", sa.LargeBinary(), nullable=False),
        sa.Column("stale", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant"], ["tenants.ibge"], name=op.f("fk_seal_lists_tenant")
        ),
        sa.PrimaryKeyConstraint("tenant", "kind", name=op.f("pk_seal_lists")),
    )


def downgrade() -> None:
    op.drop_table("seal_lists")
