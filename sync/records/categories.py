"""The services that a seal can name, by the five bits it has for them.

Numbers are never reused. A rulebook's service id is the category itself, or is brought to one by
SERVICE_CATEGORIES; a service that is in neither is sealed as "outro" and its name is read from
the record.
"""

from __future__ import annotations

CATEGORY_CODES = {
    "outro": 0,
    "escolar": 1,
    "urbano": 2,
    "municipal": 3,
    "industrial": 4,
    "especial": 5,
    "rodoviario": 6,
    "taxi": 7,
    "lotacao": 8,
    "aplicativo": 9,
    "aluguel": 10,
    "carga": 11,
    "mototaxi": 12,
    "fretamento": 13,
    "complementar": 14,
    "turismo": 15,
}

CATEGORY_LABELS = {
    "outro": "Transporte municipal",
    "escolar": "Transporte escolar",
    "urbano": "Transporte coletivo urbano",
    "municipal": "Transporte coletivo municipal",
    "industrial": "Transporte industrial",
    "especial": "Transporte especial",
    "rodoviario": "Transporte rodoviário municipal",
    "taxi": "Táxi",
    "lotacao": "Autolotação",
    "aplicativo": "Transporte por aplicativo",
    "aluguel": "Veículo de aluguel",
    "carga": "Transporte de carga",
    "mototaxi": "Mototáxi",
    "fretamento": "Fretamento",
    "complementar": "Transporte complementar",
    "turismo": "Transporte turístico",
}

SERVICE_CATEGORIES = {
    "coletivo": "urbano",
    "coletivo_urbano": "urbano",
    "coletivo_municipal": "municipal",
    "linhas_municipais": "municipal",
    "passeio": "aluguel",
    "auto_lotacao": "lotacao",
}

CATEGORIES_BY_CODE = {code: name for name, code in CATEGORY_CODES.items()}


def category_of(service_id: str) -> str:
    """The seal category of a rulebook's service id ("transporte-escolar" → "escolar")."""
    name = service_id.replace("-", "_").removeprefix("transporte_")
    if name in CATEGORY_CODES:
        return name
    return SERVICE_CATEGORIES.get(name, "outro")
