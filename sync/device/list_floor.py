"""How new the seal lists were that this device has seen: kept with what is precious, so that no
older list is taken for new, and no selo is dated before them, when the registry was lost."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sync.device.base import Base, instant, moment_of


class ListFloor(Base):
    """The part of the store that remembers the newest lists."""

    def list_number(self, kind: str) -> int:
        """The greatest number of this list that was ever taken here; 0 if none."""
        return (self._list_floor().get(kind) or {}).get("number", 0)

    def newest_list_day(self) -> str | None:
        """The day, ISO, on which the newest list was issued, where the municipality is."""
        issued = [
            one["issued_at"] for one in self._list_floor().values() if isinstance(one, dict)
        ]
        return moment_of(max(issued)).astimezone(self.zone()).date().isoformat() if issued else None

    async def note_list(self, kind: str, number: int, issued_at: datetime) -> None:
        """Remembers a list that was taken, here and in the second place."""
        told = {"number": number, "issued_at": instant(issued_at)}
        with self._writing() as (db, _):
            floor = {**self._list_floor(), "municipality": self.town(), kind: told}
            self._set_meta(db, "list_floor", floor)
        await self._refresh_head()

    def _list_floor(self) -> dict[str, Any]:
        """Nothing, where what is known is of another town."""
        floor = self._meta("list_floor") or {}
        return floor if floor.get("municipality") == self.town() else {}
