"""Alembic migrations, packaged with the server."""
