"""The addresses of evidence, below Início."""

from __future__ import annotations

import flet as ft

from .evidencia import Evidencia

ROUTES = [
    ft.Route(path="evidencia/:draft/:photo", component=Evidencia),
]
