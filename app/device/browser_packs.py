"""Heavy packages that arrive after the first screen, found when first imported.

`import fpdf` works anywhere in the app: if its pack is not unpacked yet, the import fetches it
from the device's own cache and waits (a fraction of a second). The shell unpacks it some seconds
after the first picture, so that this rarely happens.
"""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys

import prancheta_shell as shell

PACK_OF_MODULE = {"fpdf": "pdf", "fontTools": "pdf", "defusedxml": "pdf"}


class _PackFinder(importlib.abc.MetaPathFinder):
    """Asked last, when no other finder knows the module."""

    def find_spec(self, fullname, path=None, target=None):
        pack = PACK_OF_MODULE.get(fullname)
        if pack is None:
            return None
        try:
            shell.packs.loadNow(pack)
        except Exception as error:
            raise ImportError(f"the pack {pack!r} is not on this device yet") from error
        sys.meta_path.remove(self)
        importlib.invalidate_caches()
        return importlib.util.find_spec(fullname)


def install() -> None:
    """Makes the packs importable; called once, when the ports are made."""
    if not any(isinstance(finder, _PackFinder) for finder in sys.meta_path):
        sys.meta_path.append(_PackFinder())
