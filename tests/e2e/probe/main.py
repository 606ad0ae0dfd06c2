"""A tiny app inside the real bundle, through which the tests reach the device's ports.

It runs the Python that the page posts on the channel "probe" and posts back the answer, as JSON.
"""

import flet as ft
from ear import SPACE, listen

from app.device import current
from sync.device.ports import StorageBusy

SPACE.update(ports=current(), taps=0)


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


if __name__ == "__main__":
    ft.run(main)
