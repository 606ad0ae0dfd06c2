"""The addresses of evidence and of a lavrado auto, below Início."""

from __future__ import annotations

import flet as ft

from .auto_copia import AutoCopia
from .auto_depois import AutoAnular, AutoCiencia, AutoMedida
from .auto_foto import AutoFoto
from .auto_lavrado import AutoLavrado
from .evidencia import Evidencia

ROUTES = [
    ft.Route(path="evidencia/:draft/:photo", component=Evidencia),
    ft.Route(
        path="auto/:record",
        component=AutoLavrado,
        children=[
            ft.Route(path="copia", component=AutoCopia),
            ft.Route(path="ciencia", component=AutoCiencia),
            ft.Route(path="medida/:measure", component=AutoMedida),
            ft.Route(path="foto/:photo", component=AutoFoto),
            ft.Route(path="anular", component=AutoAnular),
        ],
    ),
]
