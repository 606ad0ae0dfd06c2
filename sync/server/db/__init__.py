"""The database: tables, migrations, and how transactions begin and end."""
