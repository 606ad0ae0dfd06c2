"""Where the stop is: the position that the device finds, the words that the agent types."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from sync.device.ports import DeviceError
from sync.records.places import place_said

log = logging.getLogger("prancheta.flows")

GOOD_WITHIN_M = 100
"""A position less exact than this does not stand alone: the place must be typed."""
TEXT_MAX = 300
NOWHERE = {
    "text": "", "latitude": None, "longitude": None, "accuracy_m": None, "fixed_at": None,
    "mocked": False,
}


@dataclass(frozen=True)
class PlaceWords:
    """`kind` is `good`, `note`, `busy` or `warn`; `todo` is empty when nothing is to be done."""

    kind: str
    what: str
    todo: str = ""


def fixed(fix: Any, text: str) -> dict[str, Any]:
    """The place of a record, from what the device found."""
    return {
        "text": text,
        "latitude": fix.latitude,
        "longitude": fix.longitude,
        "accuracy_m": fix.accuracy_m,
        "fixed_at": fix.at.isoformat(timespec="seconds"),
        "mocked": bool(fix.mocked),
    }


def is_exact(place: dict[str, Any]) -> bool:
    """Whether the position alone says where it was."""
    accuracy = place["accuracy_m"]
    known = place["latitude"] is not None and accuracy is not None
    return known and accuracy <= GOOD_WITHIN_M and not place["mocked"]


def is_told(place: dict[str, Any]) -> bool:
    return bool(place["text"].strip()) or is_exact(place)


def place_text(place: dict[str, Any]) -> str:
    """The place in one line, as the auto tells it: words first, else the coordinates."""
    if place["text"].strip():
        return place["text"].strip()
    return coordinates(place) if is_exact(place) else ""


def coordinates(place: dict[str, Any]) -> str:
    """ "22,959712° S, 44,040871° O, precisão de 8 m", as on the papers; empty without a
    position."""
    if place["latitude"] is None:
        return ""
    return place_said({**place, "text": "", "mocked": False})


def place_words(place: dict[str, Any], looking: bool, problem: str) -> PlaceWords:
    """How it stands with the place, and what the agent has to do about it."""
    typed = bool(place["text"].strip())
    write = "" if typed else "Escreva o local: rua e número, ponto ou quilômetro."
    if looking:
        return PlaceWords("busy", "Procurando a posição do aparelho…",
                          "Pode seguir; ela entra sozinha quando vier.")
    if place["latitude"] is not None:
        if place["mocked"]:
            return PlaceWords(
                "warn", "O aparelho diz que esta posição é simulada. Isso fica anotado.", write)
        if not is_exact(place):
            return PlaceWords("warn", f"Posição imprecisa: {coordinates(place)}.", write)
        return PlaceWords("good", f"Posição: {coordinates(place)}")
    if typed:
        return PlaceWords("note", "Sem posição do aparelho: vale o local escrito.")
    return PlaceWords("warn", problem or "Sem posição do aparelho.", write)


async def locate(ports: Any) -> tuple[Any | None, str]:
    """(fix, "") or (None, why not in words). Never raises for want of a position."""
    finder = getattr(ports, "place", None)
    if finder is None:
        return None, "Este aparelho não informa a posição."
    try:
        return await finder.locate(15), ""
    except DeviceError as error:
        return None, str(error)
    except Exception as error:
        log.error("no position", exc_info=error)
        return None, "O aparelho não conseguiu achar a posição."
