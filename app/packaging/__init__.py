"""Builds the browser bundle that the server offers at ``/app/``.

Runs on the developer's or the server's machine, never on the device: the bundle carries ``app``
without this package. Start it with ``python -m app.packaging``.
"""
