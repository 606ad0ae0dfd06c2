"""The place of a record in words, as the stamp of a photo, a copy or a page says it."""

from __future__ import annotations

from typing import Any

from sync.records.bodies_roadside import MICRODEGREES


def place_said(place: dict[str, Any] | None) -> str:
    """ "Rua do Porto · 22,959721° S, 44,040831° O, precisão de 8 m"."""
    if not place:
        return "Local não anotado"
    parts = [place.get("text") or ""]
    if place.get("latitude") is not None and place.get("longitude") is not None:
        accuracy = place.get("accuracy_m")
        around = f", precisão de {accuracy} m" if accuracy is not None else ""
        parts.append(f"{degrees(place['latitude'], 'N', 'S')}, "
                     f"{degrees(place['longitude'], 'L', 'O')}{around}")
        if place.get("mocked"):
            parts.append("posição dada como simulada pelo aparelho")
    else:
        parts.append("sem posição do GPS")
    return " · ".join(part for part in parts if part)


def degrees(micro: int, positive: str, negative: str) -> str:
    """ (-22959721, "N", "S") → "22,959721° S"."""
    whole, rest = divmod(abs(micro), MICRODEGREES)
    return f"{whole},{rest:06d}° {negative if micro < 0 else positive}"
