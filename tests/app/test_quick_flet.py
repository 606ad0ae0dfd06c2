"""The shorter ways through Flet's drawing send what Flet would have sent."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import flet as ft
import pytest

from app.quick_flet import _quick_init

SCRIPT = Path(__file__).parents[1] / "support" / "draws_and_diffs.py"


def told(how: str) -> list:
    """What is sent, drawn by a Python of its own: Flet cannot be made plain again."""
    ran = subprocess.run(
        [sys.executable, str(SCRIPT), how],
        capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": "0"},
    )
    return json.loads(ran.stdout)


def test_the_same_operations_controls_and_names_are_sent():
    quick, plain = told("quick"), told("plain")
    assert len(quick) == len(plain) == 12
    assert quick == plain


def test_what_a_control_does_not_take_is_still_refused():
    text = type("Text", (ft.Text,), {"__init__": _quick_init(ft.Text)})
    with pytest.raises(TypeError, match="colour"):
        text("oi", colour="red")
    with pytest.raises(TypeError):
        text("oi", value="de novo")
    assert text("oi").value == "oi"
    assert text(value="oi", size=12).size == 12
