"""Numbers of documents, looked over as they are typed: RENAVAM, CPF, CNPJ, CNH, chassis, plate.

Each check gives `ok`, `warn` or `error` with a sentence in Portuguese that names the value and says
what is wrong. It is the caller who decides what an error stops; a chassis only ever warns, since
old and foreign vehicles have numbers of other forms.

    >>> check_cnpj("12.ABC.345/01DE-35").level
    'ok'
    >>> check_renavam("12345678901").message
    'RENAVAM “12345678901”: o último número não confere com os outros. Confira no documento.'

Check digits by `validate-docbr`: RENAVAM (eleven digits since 2013; the nine of older ones are
filled up with zeros), CPF, CNH, and CNPJ, numeric or alphanumeric (Instrução Normativa RFB
2.229/2024, issued since July 2026: letters count as their ASCII code less 48). The chassis number
is the VIN of ABNT NBR 6066 (ISO 3779); its check digit is not used in Brazil, so none is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sync.records.plate import PlateError, parse_plate

SHOWN_CHARS = 30
_SEPARATORS = re.compile(
    r"[\s.\-/·\u2010-\u2015\u2212\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+"
)
"""What a number is written apart with, every hyphen, and what nobody sees that a paste brings."""
_VIN = re.compile(r"[0-9A-Z]{17}", re.ASCII)
_ALPHANUMERIC = re.compile(r"[0-9A-Z]+", re.ASCII)
_DIGITS = re.compile(r"[0-9]+", re.ASCII)
RENAVAM_DIGITS, OLD_RENAVAM_DIGITS = 11, 9
CPF_CHARS, CNPJ_CHARS = 11, 14


@dataclass(frozen=True, slots=True)
class Checked:
    """`level` is "ok", "warn" or "error"; `value` the number without separators, capitals;
    `message` is empty where all is well."""

    level: str
    value: str
    message: str = ""

    @property
    def good(self) -> bool:
        return self.level == "ok"


def check(kind: str, text: str) -> Checked:
    """By the kind of document: a key of KINDS ("chassi", "renavam", "cnh", "cpf", "cnpj",
    "placa"). Nothing typed is ok: whether a field may be empty is not for this to say."""
    if not text.strip():
        return Checked("ok", "")
    return KINDS[kind](text)


def check_cpf(text: str) -> Checked:
    return _numbered("CPF", "CPF", text, CPF_CHARS)


def check_cnh(text: str) -> Checked:
    """The eleven digits of the registration, not the number of the printed form."""
    return _numbered("CNH", "CNH", text, 11, "o número de registro ")


def check_cnpj(text: str) -> Checked:
    """Numeric, or alphanumeric with two check digits."""
    value = _bare(text)
    if len(value) != CNPJ_CHARS or not _ALPHANUMERIC.fullmatch(value):
        has = _count(value, _ALPHANUMERIC, "caractere")
        return _error("CNPJ", text, value, f"tem 14 letras e números, e aqui {has}")
    if not _DIGITS.fullmatch(value[12:]):
        return _error("CNPJ", text, value, "os 2 últimos são sempre números")
    return _digits_agree("CNPJ", "CNPJ", text, value, "os 2 últimos números não conferem")


def check_person(text: str) -> Checked:
    """A CPF or a CNPJ, by its length."""
    return check_cpf(text) if len(_bare(text)) <= CPF_CHARS else check_cnpj(text)


def formatted(document: str) -> str:
    """A CPF as 987.654.321-00 and a CNPJ as 12.ABC.345/01DE-35; anything else as it is.

    >>> formatted("98765432100")
    '987.654.321-00'
    """
    value = _bare(document)
    if not _ALPHANUMERIC.fullmatch(value):
        return document
    if len(value) == CPF_CHARS and _DIGITS.fullmatch(value):
        return f"{value[:3]}.{value[3:6]}.{value[6:9]}-{value[9:]}"
    if len(value) == CNPJ_CHARS:
        return f"{value[:2]}.{value[2:5]}.{value[5:8]}/{value[8:12]}-{value[12:]}"
    return document


def check_renavam(text: str) -> Checked:
    value = _bare(text)
    if not _DIGITS.fullmatch(value) or not OLD_RENAVAM_DIGITS <= len(value) <= RENAVAM_DIGITS:
        has = _count(value, _DIGITS, "número")
        return _error("RENAVAM", text, value, f"tem 11 números (os antigos, 9), e aqui {has}")
    value = value.zfill(RENAVAM_DIGITS)
    return _digits_agree("RENAVAM", "RENAVAM", text, value, "o último número não confere")


def check_chassis(text: str) -> Checked:
    """Warns at most: what is engraved is right, whatever it looks like."""
    value = _bare(text)
    forbidden = sorted(set(value) & set("IOQ"))
    if forbidden:
        letters = " nem ".join(forbidden)
        return _warn(text, value, f"um chassi não usa a letra {letters} (talvez 1 ou 0)")
    if not _VIN.fullmatch(value):
        has = _count(value, _ALPHANUMERIC, "caractere")
        said = f"um chassi tem 17 letras e números, e aqui {has}; só os antigos têm outra forma"
        return _warn(text, value, said)
    if not _DIGITS.fullmatch(value[-4:]):
        return _warn(text, value, "os 4 últimos de um chassi são números")
    if len(set(value)) == 1:
        return _warn(text, value, "todos os caracteres são iguais")
    return Checked("ok", value)


def check_plate(text: str) -> Checked:
    try:
        return Checked("ok", parse_plate(text).canonical)
    except PlateError as error:
        return Checked("error", _bare(text)[:SHOWN_CHARS], error.message)


KINDS: dict[str, Callable[[str], Checked]] = {
    "chassi": check_chassis,
    "renavam": check_renavam,
    "cnh": check_cnh,
    "cpf": check_cpf,
    "cnpj": check_cnpj,
    "placa": check_plate,
}


def _numbered(name: str, rule: str, text: str, digits: int, what: str = "") -> Checked:
    value = _bare(text)
    if len(value) != digits or not _DIGITS.fullmatch(value):
        has = _count(value, _DIGITS, "número")
        return _error(name, text, value, f"{what}tem {digits} números, e aqui {has}")
    return _digits_agree(name, rule, text, value, "os 2 últimos números não conferem")


def _digits_agree(name: str, rule: str, text: str, value: str, said: str) -> Checked:
    if len(set(value)) == 1:
        return _error(name, text, value, "todos os números são iguais")
    if not _rule(rule).validate(value):
        return _error(name, text, value, f"{said} com os outros")
    return Checked("ok", value)


@lru_cache(maxsize=8)
def _rule(name: str) -> Any:
    import validate_docbr  # brought in when the first number is typed

    return getattr(validate_docbr, name)()


def _bare(text: str) -> str:
    return _SEPARATORS.sub("", text[:200]).upper()


def _count(value: str, form: re.Pattern[str], what: str) -> str:
    """ "há 10", or that something else stands among them."""
    if not form.fullmatch(value):
        return f"há outra coisa além de {what}s"
    return f"há {len(value)}"


def _error(name: str, text: str, value: str, wrong: str) -> Checked:
    return Checked("error", value, f"{name} {_shown(text)}: {wrong}. Confira no documento.")


def _warn(text: str, value: str, wrong: str) -> Checked:
    return Checked("warn", value, f"Chassi {_shown(text)}: {wrong}. Confira.")


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + '…'}”"
