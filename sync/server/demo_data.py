"""Invented people and vehicles for the demonstration: always the same for the same seed.

No person, plate, chassis or document here is anyone's; numbers only have valid check digits.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from sync.records.plate import parse_plate

FIRST_NAMES = (
    "Adélia", "Benedito", "Cecília", "Damião", "Edite", "Firmino", "Glória", "Heitor", "Iracema",
    "Joaquim", "Lourdes", "Moacir", "Noêmia", "Otávio", "Perpétua", "Raimundo", "Sônia", "Teófilo",
    "Valdete", "Zilda",
)  # fmt: skip
SURNAMES = (
    "Araçá", "Brejeiro", "Caminhoá", "Das Veredas", "Estradeiro", "Figueiral", "Guariroba",
    "Itapuã", "Jequitibá", "Lagoinha", "Mangabeira", "Nascente", "Oiticica", "Pedra Azul",
    "Quaresmeira", "Ribeirinho", "Sapucaia", "Taquaral", "Umbuzeiro", "Vargem",
)  # fmt: skip
VANS = (
    ("FIAT/DUCATO MINIBUS", 16), ("RENAULT/MASTER MINIBUS", 16), ("MBENZ/SPRINTER 415", 20),
    ("PEUGEOT/BOXER M330", 16), ("VW/KOMBI ESCOLAR", 15), ("CITROEN/JUMPER MINIBUS", 16),
)  # fmt: skip
BUSES = (
    ("MBENZ/OF 1519 ONIBUS", 44), ("VW/15.190 EOD", 48), ("IVECO/CITYCLASS 70C17", 29),
    ("AGRALE/MASCARELLO GRANMICRO", 31), ("VW/NEOBUS MINI ESC", 25),
)  # fmt: skip
CARS = (
    ("CHEV/SPIN 1.8", 7), ("FIAT/GRAND SIENA", 5), ("VW/VOYAGE 1.6", 5), ("TOYOTA/ETIOS SEDAN", 5),
    ("RENAULT/LOGAN", 5), ("CHEV/COBALT", 5),
)  # fmt: skip
COLORS = ("Branca", "Prata", "Amarela", "Cinza", "Azul")
FUELS = ("Diesel", "Flex", "Gasolina", "Flex e GNV")
CHASSIS_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789"
CAR_WORDS = ("taxi", "aluguel", "aplicativo", "passeio", "mototaxi")
BUS_WORDS = ("coletivo", "urbano", "municipal", "rodoviario", "industrial", "lotacao", "linha")


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    document: str


@dataclass(frozen=True)
class Vehicle:
    id: str
    plate: str
    plates: tuple[str, ...]
    chassis: str
    renavam: str
    make_model: str
    capacity: int
    model_year: int
    manufacture_year: int
    service: str
    permit: str
    color: str
    fuel: str
    holder: str


def names() -> list[str]:
    return [f"{first} {last}" for first in FIRST_NAMES for last in SURNAMES]


def people(rng: random.Random, count: int) -> list[Person]:
    return [Person(_uuid(rng), name, cpf(rng)) for name in rng.sample(names(), count)]


def vehicles(
    rng: random.Random, services: list[str], holders: list[Person], count: int, today: date
) -> Iterator[Vehicle]:
    taken: set[str] = set()
    for number in range(1, count + 1):
        service = services[number % len(services)]
        make_model, capacity = rng.choice(_park(service))
        manufacture = today.year - rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19))
        plate, plates = _plate(rng, manufacture, taken)
        yield Vehicle(
            id=_uuid(rng),
            plate=plate,
            plates=plates,
            chassis=chassis(rng),
            renavam=renavam(rng),
            make_model=make_model,
            capacity=capacity,
            model_year=manufacture + rng.choice((0, 1)),
            manufacture_year=manufacture,
            service=service,
            permit=f"{number:03d}/{rng.randint(2015, 2025)}",
            color=rng.choice(COLORS),
            fuel=rng.choice(FUELS),
            holder=rng.choice(holders).id,
        )


def _park(service: str) -> tuple[tuple[str, int], ...]:
    if any(word in service for word in CAR_WORDS):
        return CARS
    return BUSES if any(word in service for word in BUS_WORDS) else VANS


def _plate(rng: random.Random, year: int, taken: set[str]) -> tuple[str, tuple[str, ...]]:
    while True:
        letters = "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(3))
        digits = f"{rng.randint(0, 9999):04d}"
        old = parse_plate(letters + digits)
        if old.key not in taken:
            taken.add(old.key)
            break
    if year >= 2019:
        return old.key, ()
    # Half of the older ones had their plate changed to the Mercosul form.
    return (old.key, (old.canonical,)) if rng.random() < 0.5 else (old.canonical, ())


def chassis(rng: random.Random) -> str:
    body = "".join(rng.choice(CHASSIS_LETTERS) for _ in range(11))
    return f"9BX{body[:8]}{rng.randint(0, 999999):06d}"


def renavam(rng: random.Random) -> str:
    """Eleven digits; the last one checks the others (modulo 11)."""
    digits = [rng.randint(0, 9) for _ in range(10)]
    total = sum(digit * weight for digit, weight in zip(digits, (3, 2, *range(9, 1, -1)),
                                                        strict=True))  # fmt: skip
    return "".join(map(str, digits)) + str(total * 10 % 11 % 10)


def cpf(rng: random.Random) -> str:
    """Eleven digits with both check digits right (modulo 11)."""
    digits = [rng.randint(0, 9) for _ in range(9)]
    for length in (9, 10):
        total = sum(d * w for d, w in zip(digits, range(length + 1, 1, -1), strict=True))
        digits.append(total * 10 % 11 % 10)
    return "".join(map(str, digits))


def past_day(rng: random.Random, today: date, least: int, most: int) -> date:
    return today - timedelta(days=rng.randint(least, most))


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


new_id = _uuid
