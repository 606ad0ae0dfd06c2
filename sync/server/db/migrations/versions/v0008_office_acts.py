"""what the office does about an auto, notices and decisions alike"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("office_notices") as batch:
        batch.drop_index("ix_office_notices_tenant_auto")
    op.rename_table("office_notices", "office_acts")
    with op.batch_alter_table("office_acts") as batch:
        batch.create_index("ix_office_acts_tenant_auto", ["tenant", "auto"])
    with op.batch_alter_table("autos") as batch:
        batch.add_column(
            sa.Column("owes_notice", sa.Boolean(), server_default=sa.true(), nullable=False)
        )


def downgrade() -> None:
    op.drop_column("autos", "owes_notice")
    with op.batch_alter_table("office_acts") as batch:
        batch.drop_index("ix_office_acts_tenant_auto")
    op.rename_table("office_acts", "office_notices")
    with op.batch_alter_table("office_notices") as batch:
        batch.create_index("ix_office_notices_tenant_auto", ["tenant", "auto"])
