"""An ear in the device's worker: runs the Python that the page posts on the channel "probe".

Laid over the app in the bundles of the tests and the measurements only; never shipped.
"""

import json
import traceback

import js
from pyodide.code import eval_code_async
from pyodide.ffi import create_proxy

SPACE = {}  # what the posted code finds, and leaves, by name


def listen() -> None:
    """Answers each `{"id", "code"}` with `{"id", "value"}` or `{"id", "error", "detail"}`, JSON."""
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
