"""The tables of the roadside: stops, autos, measures, and how the autuado came to know.

Each row is worked out from signed records (or was imported) and can be worked out again, except
for `office_acts`: what the secretaria sent or decided is known to nobody else.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    true,
)

from sync.server.db.schema import metadata, tenant_column


def _record(name: str = "record") -> Column:
    return Column(name, String(36), primary_key=True)


def _of_record() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant", "record"], ["records.tenant", "records.id"])


lines = Table(
    "lines",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("number", String(40), nullable=False),
    Column("name", String(200), nullable=False),
    Column("service", String(60), nullable=False),
    Column("holder", String(36)),
)

autos = Table(
    "autos",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),  # of its record, or of an imported one
    Column("number", BigInteger, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("device", String(36), ForeignKey("devices.id")),
    Column("device_seq", BigInteger),
    Column("agent", String(40), nullable=False),
    Column("happened_at", String(32), nullable=False),
    Column("day", String(10), nullable=False),  # local day of happened_at
    Column("drawn_at", String(32), nullable=False),
    # The conduct as the rulebook had it on that day.
    Column("cite", String(120), nullable=False),
    Column("label", Text, nullable=False),
    Column("severity", String(64)),
    Column("points", Integer),
    Column("amount", String(20)),
    Column("unit", String(64)),
    Column("centavos", BigInteger),
    Column("value_why", Text, nullable=False),
    # Whose it is. Empty text or null where it is not known.
    Column("vehicle", String(36), nullable=False),
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("service", String(64), nullable=False),
    Column("liable", String(64), nullable=False),
    Column("autuado", String(36)),
    Column("motorista", String(36)),
    Column("line", String(300), nullable=False),  # its number
    Column("line_name", String(300), nullable=False),
    Column("place", String(300), nullable=False),
    Column("stop", String(36)),
    Column("vistoria", String(36)),
    Column("acknowledged", String(10), nullable=False),
    Column("comply_by", String(10)),
    Column("copy_hash", String(64)),
    Column("rulebook", String(60), nullable=False),
    Column("rulebook_sha256", String(64)),
    Column("imported", Boolean, nullable=False),
    # What follows from all records together; see autos.py.
    Column("status", String(10), nullable=False),  # lavrado | anulado
    # Against whom it counts: see `whose`. The key of the document in its attachment ("": that names
    # none; null: it has not come), and then whoever that, or the registry, says it is.
    Column("document_key", String(64)),
    Column("who", String(64)),
    Column("final", Boolean),  # no appeal can undo it; null: that cannot be told
    Column("known_on", String(10)),  # the day on which the autuado came to know
    Column("known_how", String(24)),
    Column("owes_notice", Boolean, nullable=False, server_default=true()),
    Column("notify_by", String(10)),
    Column("defence_last_day", String(10)),
    Column("recidivist", Boolean, nullable=False, server_default=false()),
    Column("outcome", Text, nullable=False),  # JSON: defence, notices
    Index("ix_autos_tenant_number", "tenant", "number"),
    Index("ix_autos_tenant_day", "tenant", "day"),
    Index("ix_autos_tenant_plate_key", "tenant", "plate_key"),
    Index("ix_autos_tenant_autuado", "tenant", "autuado"),
    Index("ix_autos_tenant_vehicle", "tenant", "vehicle"),
    Index("ix_autos_tenant_cite", "tenant", "cite"),
    Index("ix_autos_tenant_document_key", "tenant", "document_key"),
    Index("ix_autos_tenant_who_cite_final_day", "tenant", "who", "cite", "final", "day"),
    Index("ix_autos_copy_hash", "copy_hash"),
    Index("ix_autos_device_number", "device", "number"),
)

stops = Table(
    "stops",
    metadata,
    tenant_column(primary_key=True),
    _record(),
    Column("started_at", String(32), nullable=False),
    Column("ended_at", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("agent", String(40), nullable=False),
    Column("vehicle", String(36), nullable=False),
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    Column("found_by", String(10), nullable=False),
    Column("colour", String(10)),
    Column("outcome", String(24), nullable=False),
    Column("autos", Integer, nullable=False),
    Column("place", String(300), nullable=False),
    _of_record(),
    Index("ix_stops_tenant_day", "tenant", "day"),
)

measures = Table(
    "measures",
    metadata,
    tenant_column(primary_key=True),
    _record(),
    Column("auto", String(36)),
    Column("stop", String(36)),
    Column("vistoria", String(36)),
    Column("measure", String(64), nullable=False),
    Column("act", String(10), nullable=False),  # aplicada | liberada
    Column("releases", String(36)),
    Column("at", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("agent", String(40), nullable=False),
    Column("what", String(16), nullable=False),
    Column("description", Text, nullable=False),
    Column("kept_at", String(300), nullable=False),
    Column("seal_number", String(300), nullable=False),
    Column("receipt", String(300), nullable=False),
    Column("vehicle", String(36), nullable=False),
    Column("plate", String(10), nullable=False),
    Column("plate_key", String(12), nullable=False),
    # em_vigor | liberada | anulada; a release is only "registrada" or "anulada".
    Column("status", String(12), nullable=False),
    Column("released_by", String(36)),
    _of_record(),
    Index("ix_measures_tenant_releases", "tenant", "releases"),
    Index("ix_measures_tenant_auto", "tenant", "auto"),
    Index("ix_measures_tenant_status", "tenant", "status"),
)

acknowledgements = Table(
    "acknowledgements",
    metadata,
    tenant_column(primary_key=True),
    _record(),
    Column("auto", String(36), nullable=False),
    Column("at", String(32), nullable=False),
    Column("day", String(10), nullable=False),
    Column("how", String(24), nullable=False),
    Column("witness", Boolean, nullable=False),
    Column("agent", String(40), nullable=False),
    _of_record(),
    Index("ix_acknowledgements_tenant_auto", "tenant", "auto"),
)

# What the secretaria did itself. A mistake is struck out, with who and when, and stays.
office_acts = Table(
    "office_acts",
    metadata,
    tenant_column(primary_key=True),
    Column("id", String(36), primary_key=True),
    Column("auto", String(36), nullable=False),
    # correio | eletronico | edital | balcao; of a defence: defesa | definitivo | cancelado
    Column("how", String(24), nullable=False),
    Column("sent_on", String(10), nullable=False),  # the day of the act
    Column("received_on", String(10)),  # null: on its way
    Column("note", Text, nullable=False),
    Column("by", String(40), nullable=False),
    Column("at", String(32), nullable=False),
    Column("struck_by", String(40)),
    Column("struck_at", String(32)),
    Index("ix_office_acts_tenant_auto", "tenant", "auto"),
)

# Where and when records were written: two places that cannot be joined in the time show.
record_places = Table(
    "record_places",
    metadata,
    tenant_column(primary_key=True),
    _record(),
    Column("kind", String(20), nullable=False),
    Column("device", String(36), nullable=False),
    Column("device_seq", BigInteger, nullable=False),
    Column("agent", String(40), nullable=False),
    Column("at", String(32), nullable=False),
    Column("latitude", Integer),  # micro-degrees
    Column("longitude", Integer),
    Column("mocked", Boolean, nullable=False),
    _of_record(),
    Index("ix_record_places_device_device_seq", "device", "device_seq"),
    Index("ix_record_places_tenant_agent_at", "tenant", "agent", "at"),
)
