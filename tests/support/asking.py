"""Asks `prancheta regras` and reads what it says."""

from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from sync.server.cli import main


def asked(*words: str, columns: int = 80) -> Result:
    """The command run in this process; `stdout` and `stderr` apart."""
    runner = CliRunner(env={"COLUMNS": str(columns)})
    return runner.invoke(main, ["regras", *words], catch_exceptions=False)


def answer(*words: str) -> Any:
    """What it answers with --json; nothing may be said on stderr."""
    result = asked(*words, "--json")
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return json.loads(result.stdout)


def told(*words: str, columns: int = 80) -> str:
    """What it says to a person, with line breaks as spaces."""
    result = asked(*words, columns=columns)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return " ".join(result.stdout.split())


def refused(*words: str) -> str:
    """The one sentence on stderr with which bad input ends; the same with --json."""
    result = asked(*words)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    with_json = asked(*words, "--json")
    assert (with_json.exit_code, with_json.stdout) == (2, "")
    assert result.stderr.startswith("Erro: ")
    return result.stderr.strip()


def readings(found: dict[str, Any], choice_id: str) -> dict[str, Any]:
    """Of a choice in an answer: what each reading gives, by its id."""
    (choice,) = [one for one in found["choices"] if one["id"] == choice_id]
    return {one["id"]: one["value"] for one in choice["readings"]}


def applied(found: dict[str, Any], choice_id: str) -> str:
    (choice,) = [one for one in found["choices"] if one["id"] == choice_id]
    return choice["applied"]
