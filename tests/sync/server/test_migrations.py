"""The database gets to the newest schema by its migrations, from nothing and again."""

import stat

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from sync.server.context import open_server
from sync.server.db.migrate import migrate
from sync.server.db.schema import metadata


def test_the_migrations_make_exactly_the_tables_that_the_code_uses(server):
    with server.db.engine.connect() as conn:
        context = MigrationContext.configure(conn, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(server):
    migrate(server.db.engine)
    migrate(server.db.engine)
    with server.db.read() as conn:
        assert conn.execute(text("SELECT count(*) FROM alembic_version")).scalar() == 1


def test_sqlite_is_durable_patient_and_strict(sqlite_server):
    with sqlite_server.db.read() as conn:
        found = {
            name: conn.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert found == {
        "journal_mode": "wal", "synchronous": 2, "busy_timeout": 15000, "foreign_keys": 1,
    }  # fmt: skip


def test_a_second_start_finds_everything_as_it_was(sqlite_server, clock):
    again = open_server(sqlite_server.config, clock)
    assert again.secret == sqlite_server.secret
    assert again.mac("enrol", "x") == sqlite_server.mac("enrol", "x")
    again.db.dispose()


def test_secrets_on_disk_are_readable_by_their_owner_only(sqlite_server):
    folder = sqlite_server.config.keys
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for file in folder.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
