"""What differs by device: the ports of `sync.device.ports`, once per way onto a device.

Nothing else in the app asks which device it is on.
"""

from __future__ import annotations

import sys

from sync.device.ports import DevicePorts

_current: DevicePorts | None = None


def current() -> DevicePorts:
    """This device's ports, the same object at every call: the browser's under Pyodide, else native.

    The native data folder is `PRANCHETA_APP_DATA`, the server `PRANCHETA_SERVER` (see `native`).
    """
    global _current
    if _current is None:
        if sys.platform == "emscripten":
            from app.device import browser

            _current = browser.device_ports()
        else:
            from app.device import native

            _current = native.device_ports()
    return _current
