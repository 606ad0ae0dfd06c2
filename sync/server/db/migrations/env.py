"""What Alembic runs: always on the connection that `migrate` hands in."""

from alembic import context

from sync.server.db import (  # noqa: F401  (part of the whole)
    schema_autos,
    schema_registry,
    schema_seals,
    schema_watch,
)
from sync.server.db.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
