"""Draws one tree after another as Flet would and prints, as JSON, everything that Flet would send.

`python draws_and_diffs.py quick|plain`: with the short ways of `app.quick_flet`, or without.
"""

import json
import sys

if sys.argv[1] == "quick":
    import app.quick_flet  # noqa: F401

import flet as ft
import msgpack
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import ObjectPatch
from flet.messaging.protocol import configure_encode_object_for_msgpack

from app import theme as t
from app import widgets as w

pack = configure_encode_object_for_msgpack(BaseControl)


def tree(n: int) -> ft.Control:
    """Another tree for every `n`: texts, keys, order, kinds and number of controls change."""
    pressed = (lambda _: None) if n % 3 else None
    rows = [
        ft.Row([w.primary_button(f"Ação {n}", pressed, icon=ft.Icons.CHECK, disabled=n % 4 == 0)]),
        w.choice_button("Escolha", pressed, chosen=n % 2 == 0, name=f"Escolha {n}"),
        w.notice(t.BAD, "O que houve", "O que fazer", action="De novo", on_action=pressed)
        if n % 2
        else t.body("tudo bem"),
        w.progress_bar(n, 10, "respondidos"),
        ft.TextField("", label=f"Campo {n // 2}", key="campo"),
        ft.Dropdown(options=[ft.DropdownOption(str(k)) for k in range(n % 3 + 1)], key="opções"),
        *[ft.Container(t.text(f"{k}"), key=f"linha-{k}", padding=k) for k in range(n, 2, -1)],
    ]
    return ft.Column(rows[::-1] if n % 5 == 0 else rows, scroll=ft.ScrollMode.AUTO, spacing=n)


def sent(before: ft.Control | None, now: ft.Control) -> object:
    object.__setattr__(now, "_frozen", True)
    patch, added, removed = ObjectPatch.from_diff(
        {"_b": before}, {"_b": now}, control_cls=BaseControl, path=[], frozen=True
    )
    message = msgpack.unpackb(
        msgpack.packb(patch.to_message(), default=pack), strict_map_key=False
    )
    ids = [sorted(c._i for c in some) for some in (added, removed)]
    return [patch_in_words(message), *ids]


def patch_in_words(message: list) -> list[str]:
    """The operations with their paths spelled out: their order and numbering may differ."""
    paths = {}

    def walk(node: list, path: str) -> None:
        paths[node[0]] = path
        for name, inner in node[1].items() if len(node) > 1 else ():
            walk(inner, f"{path}/{name}")

    walk(message[0], "")
    return sorted(
        json.dumps([op[0], f"{paths[op[1]]}/{op[2]}", *op[3:]], sort_keys=True, default=str)
        for op in message[1:]
    )


before, told = None, []
for n in range(1, 13):
    now = tree(n)
    told.append(sent(before, now))
    before = now
print(json.dumps(told))
