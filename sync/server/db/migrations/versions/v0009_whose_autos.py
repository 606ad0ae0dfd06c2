"""against whom an auto counts, also where the registry does not know who that is"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

PERSONS_INDEX = "ix_persons_tenant_document_key"
AUTOS_INDEXES = {
    "ix_autos_tenant_document_key": ["tenant", "document_key"],
    "ix_autos_tenant_who_cite_final_day": ["tenant", "who", "cite", "final", "day"],
}


def upgrade() -> None:
    with op.batch_alter_table("persons") as batch:
        batch.add_column(sa.Column("document_key", sa.String(64)))
        batch.create_index(PERSONS_INDEX, ["tenant", "document_key"])
    with op.batch_alter_table("autos") as batch:
        batch.add_column(sa.Column("document_key", sa.String(64)))
        batch.add_column(sa.Column("who", sa.String(64)))
        batch.add_column(sa.Column("final", sa.Boolean()))
        for name, columns in AUTOS_INDEXES.items():
            batch.create_index(name, columns)


def downgrade() -> None:
    with op.batch_alter_table("autos") as batch:
        for name in AUTOS_INDEXES:
            batch.drop_index(name)
        for name in ("final", "who", "document_key"):
            batch.drop_column(name)
    with op.batch_alter_table("persons") as batch:
        batch.drop_index(PERSONS_INDEX)
        batch.drop_column("document_key")
