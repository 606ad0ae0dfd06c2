"""The app itself, with an ear: the measurements run Python beside it in the device's worker.

The page posts code on the channel "probe"; `SPACE["store"]` is the store that the app opened.
"""

import json
import traceback

import flet as ft
import js
from pyodide.code import eval_code_async
from pyodide.ffi import create_proxy

from app.main import main
from sync.device.store import FieldStore

SPACE = {}


def listen() -> None:
    channel = js.BroadcastChannel.new("probe")

    async def answer(event):
        asked = event.data.to_py()
        if "code" not in asked:
            return
        try:
            reply = {"value": await eval_code_async(asked["code"], SPACE)}
        except BaseException as error:
            reply = {"error": type(error).__name__, "detail": traceback.format_exc()}
        channel.postMessage(json.dumps({"id": asked["id"], **reply}, default=str))

    channel.onmessage = create_proxy(answer)


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
