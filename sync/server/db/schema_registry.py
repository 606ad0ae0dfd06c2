"""The tables of a municipality's registry: persons, vehicles, what these still owe, and vistorias
of before.

What a sheet brought is known to nobody else; exigências and a vehicle's last vistoria are worked
out from signed records and can be worked out again.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKeyConstraint, Index, Integer, String, Table, Text

from sync.server.db.schema import metadata, tenant_column

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
