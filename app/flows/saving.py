"""What is written to the device as it is put down, and says so when it could not be."""

from __future__ import annotations

from collections.abc import Callable

from app.flows.observed import Observed
from app.flows.troubles import save_trouble


class Saving(Observed):
    """`saved`: whether what stands here is on the device; `problem`: why not, in words."""

    saved, problem = True, ""

    def saves(self, write: Callable[[], None]) -> bool:
        """Does one write. What could not be written stays on the screen, as not saved."""
        before = self.saved, self.problem
        try:
            write()
        except Exception as error:
            self.saved, self.problem = False, save_trouble(error)
        else:
            self.saved, self.problem = True, ""
        if (self.saved, self.problem) != before:
            self.changed()
        return self.saved
