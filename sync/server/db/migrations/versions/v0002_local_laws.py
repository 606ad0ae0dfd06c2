"""the files that a municipality adds to its law"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "local_laws",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("files", sa.Text(), nullable=False),
        sa.Column("installed_at", sa.String(length=32), nullable=False),
        sa.Column("installed_by", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_local_laws_tenant")),
        sa.PrimaryKeyConstraint("tenant", "number", name=op.f("pk_local_laws")),
        sa.UniqueConstraint("tenant", "version", name=op.f("uq_local_laws_tenant_version")),
    )


def downgrade() -> None:
    op.drop_table("local_laws")
