"""autos, stops, measures, their numbers, and who they are about"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lines",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("service", sa.String(length=60), nullable=False),
        sa.Column("holder", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_lines_tenant")),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_lines")),
    )
    op.create_table(
        "office_notices",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("auto", sa.String(length=36), nullable=False),
        sa.Column("how", sa.String(length=24), nullable=False),
        sa.Column("sent_on", sa.String(length=10), nullable=False),
        sa.Column("received_on", sa.String(length=10), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("struck_by", sa.String(length=40), nullable=True),
        sa.Column("struck_at", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant"], ["tenants.ibge"], name=op.f("fk_office_notices_tenant")
        ),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_office_notices")),
    )
    with op.batch_alter_table("office_notices") as batch:
        batch.create_index("ix_office_notices_tenant_auto", ["tenant", "auto"])

    op.create_table(
        "autos",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=64), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=True),
        sa.Column("device_seq", sa.BigInteger(), nullable=True),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.Column("happened_at", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("drawn_at", sa.String(length=32), nullable=False),
        sa.Column("cite", sa.String(length=120), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("severity", sa.String(length=64), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("amount", sa.String(length=20), nullable=True),
        sa.Column("unit", sa.String(length=64), nullable=True),
        sa.Column("centavos", sa.BigInteger(), nullable=True),
        sa.Column("value_why", sa.Text(), nullable=False),
        sa.Column("vehicle", sa.String(length=36), nullable=False),
        sa.Column("plate", sa.String(length=10), nullable=False),
        sa.Column("plate_key", sa.String(length=12), nullable=False),
        sa.Column("service", sa.String(length=64), nullable=False),
        sa.Column("liable", sa.String(length=64), nullable=False),
        sa.Column("autuado", sa.String(length=36), nullable=True),
        sa.Column("motorista", sa.String(length=36), nullable=True),
        sa.Column("line", sa.String(length=300), nullable=False),
        sa.Column("line_name", sa.String(length=300), nullable=False),
        sa.Column("place", sa.String(length=300), nullable=False),
        sa.Column("stop", sa.String(length=36), nullable=True),
        sa.Column("vistoria", sa.String(length=36), nullable=True),
        sa.Column("acknowledged", sa.String(length=10), nullable=False),
        sa.Column("comply_by", sa.String(length=10), nullable=True),
        sa.Column("copy_hash", sa.String(length=64), nullable=True),
        sa.Column("rulebook", sa.String(length=60), nullable=False),
        sa.Column("rulebook_sha256", sa.String(length=64), nullable=True),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("known_on", sa.String(length=10), nullable=True),
        sa.Column("known_how", sa.String(length=24), nullable=True),
        sa.Column("notify_by", sa.String(length=10), nullable=True),
        sa.Column("defence_last_day", sa.String(length=10), nullable=True),
        sa.Column("recidivist", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["device"], ["devices.id"], name=op.f("fk_autos_device")),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_autos_tenant")),
        sa.PrimaryKeyConstraint("tenant", "id", name=op.f("pk_autos")),
    )
    with op.batch_alter_table("autos") as batch:
        batch.create_index("ix_autos_copy_hash", ["copy_hash"])
        batch.create_index("ix_autos_device_number", ["device", "number"])
        batch.create_index("ix_autos_tenant_autuado", ["tenant", "autuado"])
        batch.create_index("ix_autos_tenant_cite", ["tenant", "cite"])
        batch.create_index("ix_autos_tenant_day", ["tenant", "day"])
        batch.create_index("ix_autos_tenant_number", ["tenant", "number"])
        batch.create_index("ix_autos_tenant_plate_key", ["tenant", "plate_key"])
        batch.create_index("ix_autos_tenant_vehicle", ["tenant", "vehicle"])

    op.create_table(
        "acknowledgements",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("auto", sa.String(length=36), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("how", sa.String(length=24), nullable=False),
        sa.Column("witness", sa.Boolean(), nullable=False),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "record"],
            ["records.tenant", "records.id"],
            name=op.f("fk_acknowledgements_tenant_record"),
        ),
        sa.ForeignKeyConstraint(
            ["tenant"], ["tenants.ibge"], name=op.f("fk_acknowledgements_tenant")
        ),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_acknowledgements")),
    )
    with op.batch_alter_table("acknowledgements") as batch:
        batch.create_index("ix_acknowledgements_tenant_auto", ["tenant", "auto"])

    op.create_table(
        "measures",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("auto", sa.String(length=36), nullable=True),
        sa.Column("stop", sa.String(length=36), nullable=True),
        sa.Column("vistoria", sa.String(length=36), nullable=True),
        sa.Column("measure", sa.String(length=64), nullable=False),
        sa.Column("act", sa.String(length=10), nullable=False),
        sa.Column("releases", sa.String(length=36), nullable=True),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.Column("what", sa.String(length=16), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("kept_at", sa.String(length=300), nullable=False),
        sa.Column("seal_number", sa.String(length=300), nullable=False),
        sa.Column("receipt", sa.String(length=300), nullable=False),
        sa.Column("vehicle", sa.String(length=36), nullable=False),
        sa.Column("plate", sa.String(length=10), nullable=False),
        sa.Column("plate_key", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("released_by", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["tenant", "record"],
            ["records.tenant", "records.id"],
            name=op.f("fk_measures_tenant_record"),
        ),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_measures_tenant")),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_measures")),
    )
    with op.batch_alter_table("measures") as batch:
        batch.create_index("ix_measures_tenant_auto", ["tenant", "auto"])
        batch.create_index("ix_measures_tenant_releases", ["tenant", "releases"])
        batch.create_index("ix_measures_tenant_status", ["tenant", "status"])

    op.create_table(
        "record_places",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=False),
        sa.Column("device_seq", sa.BigInteger(), nullable=False),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("latitude", sa.Integer(), nullable=True),
        sa.Column("longitude", sa.Integer(), nullable=True),
        sa.Column("mocked", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "record"],
            ["records.tenant", "records.id"],
            name=op.f("fk_record_places_tenant_record"),
        ),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_record_places_tenant")),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_record_places")),
    )
    with op.batch_alter_table("record_places") as batch:
        batch.create_index("ix_record_places_device_device_seq", ["device", "device_seq"])
        batch.create_index("ix_record_places_tenant_agent_at", ["tenant", "agent", "at"])

    op.create_table(
        "stops",
        sa.Column("tenant", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=36), nullable=False),
        sa.Column("started_at", sa.String(length=32), nullable=False),
        sa.Column("ended_at", sa.String(length=32), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("agent", sa.String(length=40), nullable=False),
        sa.Column("vehicle", sa.String(length=36), nullable=False),
        sa.Column("plate", sa.String(length=10), nullable=False),
        sa.Column("plate_key", sa.String(length=12), nullable=False),
        sa.Column("found_by", sa.String(length=10), nullable=False),
        sa.Column("colour", sa.String(length=10), nullable=True),
        sa.Column("outcome", sa.String(length=24), nullable=False),
        sa.Column("autos", sa.Integer(), nullable=False),
        sa.Column("place", sa.String(length=300), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenant", "record"],
            ["records.tenant", "records.id"],
            name=op.f("fk_stops_tenant_record"),
        ),
        sa.ForeignKeyConstraint(["tenant"], ["tenants.ibge"], name=op.f("fk_stops_tenant")),
        sa.PrimaryKeyConstraint("tenant", "record", name=op.f("pk_stops")),
    )
    with op.batch_alter_table("stops") as batch:
        batch.create_index("ix_stops_tenant_day", ["tenant", "day"])

    with op.batch_alter_table("persons") as batch:
        batch.add_column(sa.Column("register", sa.String(length=60), nullable=True))
        batch.add_column(sa.Column("works_for", sa.String(length=36), nullable=True))

    with op.batch_alter_table("records") as batch:
        batch.create_index(
            "ix_records_tenant_agent_occurred_at", ["tenant", "agent", "occurred_at"]
        )

    with op.batch_alter_table("seals") as batch:
        batch.add_column(sa.Column("replaces", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("tenants") as batch:
        batch.add_column(
            sa.Column("next_auto", sa.BigInteger(), server_default="1", nullable=False)
        )
        batch.add_column(
            sa.Column("address", sa.String(length=200), server_default="", nullable=False)
        )

    with op.batch_alter_table("vehicles") as batch:
        batch.add_column(sa.Column("registration", sa.String(length=60), nullable=True))
        batch.add_column(sa.Column("authorised_until", sa.String(length=10), nullable=True))


def downgrade() -> None:
    op.drop_column("vehicles", "authorised_until")
    op.drop_column("vehicles", "registration")

    op.drop_column("tenants", "address")
    op.drop_column("tenants", "next_auto")

    op.drop_column("seals", "replaces")

    op.drop_index("ix_records_tenant_agent_occurred_at", "records")

    op.drop_column("persons", "works_for")
    op.drop_column("persons", "register")

    op.drop_index("ix_stops_tenant_day", "stops")

    op.drop_table("stops")
    op.drop_index("ix_record_places_tenant_agent_at", "record_places")
    op.drop_index("ix_record_places_device_device_seq", "record_places")

    op.drop_table("record_places")
    op.drop_index("ix_measures_tenant_status", "measures")
    op.drop_index("ix_measures_tenant_releases", "measures")
    op.drop_index("ix_measures_tenant_auto", "measures")

    op.drop_table("measures")
    op.drop_index("ix_acknowledgements_tenant_auto", "acknowledgements")

    op.drop_table("acknowledgements")
    op.drop_index("ix_autos_tenant_vehicle", "autos")
    op.drop_index("ix_autos_tenant_plate_key", "autos")
    op.drop_index("ix_autos_tenant_number", "autos")
    op.drop_index("ix_autos_tenant_day", "autos")
    op.drop_index("ix_autos_tenant_cite", "autos")
    op.drop_index("ix_autos_tenant_autuado", "autos")
    op.drop_index("ix_autos_device_number", "autos")
    op.drop_index("ix_autos_copy_hash", "autos")

    op.drop_table("autos")
    op.drop_index("ix_office_notices_tenant_auto", "office_notices")

    op.drop_table("office_notices")
    op.drop_table("lines")
