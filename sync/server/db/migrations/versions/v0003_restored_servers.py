"""blocks that a device states, and records without their projection"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("blocks") as batch:
        batch.add_column(
            sa.Column("void", sa.Boolean(), server_default=sa.false(), nullable=False)
        )
        batch.drop_constraint("uq_blocks_tenant_series_first", type_="unique")
        batch.create_index("ix_blocks_tenant_series_first", ["tenant", "series", "first"])
    op.create_table(
        "unprojected",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "record"],
            ["records.tenant", "records.id"],
            name=op.f("fk_unprojected_tenant_record"),
        ),
        sa.ForeignKeyConstraint(
            ["tenant"], ["tenants.ibge"], name=op.f("fk_unprojected_tenant")
        ),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_unprojected")),
    )


def downgrade() -> None:
    op.drop_table("unprojected")
    with op.batch_alter_table("blocks") as batch:
        batch.drop_index("ix_blocks_tenant_series_first")
        batch.create_unique_constraint(
            "uq_blocks_tenant_series_first", ["tenant", "series", "first"]
        )
        batch.drop_column("void")
