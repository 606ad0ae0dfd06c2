"""A tiny app inside the real bundle, through which the tests reach the device's ports.

It runs the Python that the page posts on the channel "probe" and posts back the answer, as JSON.
"""

import json
import traceback

import flet as ft
import js
from pyodide.code import eval_code_async
from pyodide.ffi import create_proxy

from app.device import current
from sync.device.ports import StorageBusy

SPACE = {"ports": current(), "taps": 0}


async def main(page: ft.Page) -> None:
    page.title = "Sonda"
    count = ft.Text("toques: 0")

    def tap(_):
        SPACE["taps"] += 1
        count.value = f"toques: {SPACE['taps']}"

    page.add(ft.Text("Sonda pronta"), ft.FilledButton("Tocar", on_click=tap), count)
    listen()
    try:
        await current().storage.open()
        page.add(ft.Text("Armazenamento aberto"))
    except StorageBusy as busy:
        page.add(ft.Text(str(busy)))


def listen() -> None:
    channel = js.BroadcastChannel.new("probe")

    async def answer(event):
        asked = event.data.to_py()
        if "code" not in asked:
            return
        try:
            value = await eval_code_async(asked["code"], SPACE)
            reply = {"value": value}
        except BaseException as error:
            reply = {"error": type(error).__name__, "detail": traceback.format_exc()}
        channel.postMessage(json.dumps({"id": asked["id"], **reply}, default=str))

    channel.onmessage = create_proxy(answer)


if __name__ == "__main__":
    ft.run(main)
