"""The app itself, with an ear: the measurements run Python beside it in the device's worker.

The page posts code on the channel "probe"; `SPACE["store"]` is the store that the app opened.
"""

import flet as ft
from ear import SPACE, listen

from app.main import main
from sync.device.store import FieldStore


def show_store() -> None:
    made = FieldStore.__init__

    def __init__(self, *args, **more):
        made(self, *args, **more)
        SPACE["store"] = self

    FieldStore.__init__ = __init__


if __name__ == "__main__":
    listen()
    show_store()
    ft.run(main)
