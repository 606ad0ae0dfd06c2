"""The database gets to the newest schema by its migrations, from nothing and again."""

import json
import stat

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from sync.server.context import open_server
from sync.server.db.engine import make_engine
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


def test_seals_that_were_told_before_are_told_again_with_what_a_second_copy_needs(tmp_path):
    engine = make_engine(f"sqlite:///{tmp_path / 'antes.db'}")
    migrate(engine, "0006")
    seal = {"serial": 7, "vehicle": "v", "status": "valido", "record": "r"}
    provisional = bytes(22) + b"\x81" + bytes(68)
    with engine.execution_options(prancheta_write=True).begin() as conn:
        conn.execute(text(
            "INSERT INTO tenants (ibge, name, uf, timezone, rulebook, ouvidoria_phone, "
            "ouvidoria_email, root_public_key, change_seq, created_at) VALUES "
            "(3302601, 'Mangaratiba', 'RJ', 'America/Sao_Paulo', 'mangaratiba', '', '', x'00', "
            "41, '')"
        ))
        conn.execute(
            text(
                "INSERT INTO seals (tenant, serial, vehicle, plate, plate_key, chassis_tail, "
                "service, inspected_on, valid_until, status, record, vistoria, payload, imported) "
                "VALUES (3302601, 7, 'v', 'ABC1D23', 'K', 'A12345', 'escolar', '2026-11-30', "
                "'2027-05-30', 'valido', 'r', 'w', :payload, 0)"
            ),
            {"payload": provisional},
        )
        conn.execute(
            text("INSERT INTO changes VALUES (3302601, 'selo', '7', 41, 'put', :v)"),
            {"v": json.dumps(seal)},
        )
    migrate(engine)
    with engine.connect() as conn:
        seq, told = conn.execute(text("SELECT seq, v FROM changes")).one()
        counter = conn.execute(text("SELECT change_seq FROM tenants")).scalar_one()
    assert (seq, counter) == (42, 42)
    assert json.loads(told) == seal | {
        "chassis_tail": "A12345", "service": "escolar", "vistoria": "w", "device": None,
        "replaces": None, "provisional": True, "revoked_by": None,
    }
    engine.dispose()
