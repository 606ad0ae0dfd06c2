"""A small language for the shapes of JSON objects, strict on purpose.

Every field is named, nothing else is let through, and everything has a limit: what is written
once and proved for ever must be understood by whoever reads it years later. A new field means a
new `format`, or an optional field here that older versions refuse loudly instead of ignoring.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from sync.records.canonical import INTEGER_MAX
from sync.records.errors import RecordError

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]"
)
"""Controls; what has no width; and what turns the direction of writing round, so that a text shows
another than it is (Unicode UAX #9). What joins letters and pictures stays."""
_LINE_ENDS = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_RFC3339 = re.compile(
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})", re.ASCII
)
# At the ends of the calendar no instant can be told in another time zone.
YEARS = range(1970, 9999)
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


@dataclass(frozen=True)
class Field:
    """A scalar: `kind` "str", "int", "bool", "day" (ISO) or "instant" (RFC 3339 with offset)."""

    kind: str
    form: str | None = None
    says: str = ""
    one_of: tuple[object, ...] = ()
    least: int = 0
    most: int = INTEGER_MAX
    min_chars: int = 0
    max_chars: int = 300
    nullable: bool = False


@dataclass(frozen=True)
class ObjectOf:
    fields: Mapping[str, object]
    optional: Mapping[str, object] | None = None
    nullable: bool = False


@dataclass(frozen=True)
class ListOf:
    item: object
    max_items: int
    unique: bool = False


@dataclass(frozen=True)
class MapOf:
    """A JSON object used as a table: any key of the given form, values of one shape."""

    key: Field
    value: Field
    max_items: int


def nullable(shape: Field | ObjectOf) -> Field | ObjectOf:
    return replace(shape, nullable=True)


UUID = Field(
    "str", form=r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", says="um UUID em minúsculas"
)
UUID7 = Field(
    "str", form=r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
    says="um UUIDv7 em minúsculas",
)
HASH64 = Field("str", form=r"[0-9a-f]{64}", says="64 dígitos hexadecimais em minúsculas")
SIGNATURE = Field("str", form=r"[A-Za-z0-9_-]{86}", says="64 bytes em base64url, sem preenchimento")
INSTANT = Field("instant", says="data e hora com fuso, como 2026-11-30T09:12:00-03:00")
DAY = Field("day", says="uma data como 2026-11-30")
IBGE = Field("int", least=1_100_000, most=5_399_999, says="o código IBGE de 7 dígitos")
SEQ = Field("int", least=0, says="um número inteiro a partir de 0")
SLUG = Field(
    "str", form=r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}", says="um identificador curto, sem espaços"
)
SERVICE = Field(
    "str", form=r"[A-Za-z0-9][A-Za-z0-9._:-]{0,59}", says="um serviço, até 60 letras sem espaços"
)
PLATE = Field("str", form=r"[A-Z]{3}[0-9][A-Z0-9][0-9]{2}", says="uma placa sem separadores")
CHASSIS_TAIL = Field("str", form=r"[0-9A-Z]{6}", says="os seis últimos caracteres do chassi")
PACKED_SEAL = Field(
    "str", form=r"[A-Za-z0-9_-]{122}", says="os 91 bytes do selo em base64url"
)
MATRICULA = Field("str", form=r"[A-Za-z0-9][A-Za-z0-9./-]{0,31}", says="a matrícula")
LINE = Field("str", max_chars=300)
NOTE = Field("str", max_chars=2000)
BOOL = Field("bool", says="verdadeiro ou falso")


def without_controls(value: object) -> object:
    """The same JSON value without what nobody sees, which `check` refuses or lets stand in what
    others wrote: a text that was pasted brings it along. Line ends become a line feed."""
    if isinstance(value, str):
        return _UNSEEN.sub("", _LINE_ENDS.sub("\n", value))
    if isinstance(value, dict):
        return {key: without_controls(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [without_controls(inner) for inner in value]
    return value


def check_object(
    value: object, fields: Mapping[str, object], path: str, optional: Mapping | None = None
) -> None:
    """RecordError unless `value` is an object with exactly these fields, each in its shape."""
    check(value, ObjectOf(fields, optional), path)


def check(value: object, shape: object, path: str) -> None:
    """RecordError unless `value` has the shape; the error names the path of what does not."""
    if value is None and getattr(shape, "nullable", False):
        return
    if isinstance(shape, Field):
        _CHECKS[shape.kind](value, shape, path)
    elif isinstance(shape, ObjectOf):
        _check_fields(value, shape, path)
    elif isinstance(shape, ListOf):
        _check_list(value, shape, path)
    else:
        _check_map(value, shape, path)


def _check_fields(value: object, shape: ObjectOf, path: str) -> None:
    if not isinstance(value, dict):
        raise RecordError("record.type", path, value, "um objeto")
    optional = shape.optional or {}
    for name in value:
        if name not in shape.fields and name not in optional:
            raise RecordError("record.unknown_field", f"{path}.{name}", value[name])
    for name, inner in shape.fields.items():
        if name not in value:
            raise RecordError("record.missing", f"{path}.{name}")
        check(value[name], inner, f"{path}.{name}")
    for name, inner in optional.items():
        if name in value:
            check(value[name], inner, f"{path}.{name}")


def _check_list(value: object, shape: ListOf, path: str) -> None:
    if not isinstance(value, list):
        raise RecordError("record.type", path, value, "uma lista")
    if len(value) > shape.max_items:
        raise RecordError("record.too_long", path, len(value), f"{shape.max_items} elementos")
    for index, item in enumerate(value):
        check(item, shape.item, f"{path}[{index}]")
    if shape.unique and len(set(value)) != len(value):
        raise RecordError("record.value", path, value, "sem repetição")


def _check_map(value: object, shape: MapOf, path: str) -> None:
    if not isinstance(value, dict):
        raise RecordError("record.type", path, value, "um objeto")
    if len(value) > shape.max_items:
        raise RecordError("record.too_long", path, len(value), f"{shape.max_items} elementos")
    for key, item in value.items():
        check(key, shape.key, f"{path} (nome)")
        check(item, shape.value, f"{path}.{key}")


def _check_text(value: object, shape: Field, path: str) -> None:
    if not isinstance(value, str):
        raise RecordError("record.type", path, value, "um texto")
    if shape.one_of:
        if value not in shape.one_of:
            options = ", ".join(str(option) for option in shape.one_of)
            raise RecordError("record.value", path, value, f"um de {options}")
        return
    if shape.form is not None:
        if not re.fullmatch(shape.form, value, re.ASCII):
            raise RecordError("record.value", path, value, shape.says)
        return
    if len(value) > shape.max_chars:
        raise RecordError("record.too_long", path, value, f"{shape.max_chars} caracteres")
    if len(value.strip()) < shape.min_chars:
        raise RecordError("record.value", path, value, "não pode ficar vazio")
    if _CONTROLS.search(value):
        raise RecordError("record.value", path, value, "sem caracteres de controle")


def _check_int(value: object, shape: Field, path: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RecordError("record.type", path, value, "um número inteiro")
    if shape.one_of and value not in shape.one_of:
        raise RecordError("record.value", path, value, f"um de {shape.one_of}")
    if not shape.least <= value <= shape.most:
        says = shape.says or f"de {shape.least} a {shape.most}"
        raise RecordError("record.value", path, value, says)


def _check_bool(value: object, shape: Field, path: str) -> None:
    if not isinstance(value, bool):
        raise RecordError("record.type", path, value, shape.says)


def _check_day(value: object, shape: Field, path: str) -> None:
    if not isinstance(value, str) or not _ISO_DAY.fullmatch(value):
        raise RecordError("record.type", path, value, shape.says)
    try:
        date.fromisoformat(value)
    except ValueError:
        raise RecordError("record.value", path, value, "uma data que existe") from None


def _check_instant(value: object, shape: Field, path: str) -> None:
    if not isinstance(value, str) or not _RFC3339.fullmatch(value):
        raise RecordError("record.type", path, value, shape.says)
    try:
        year = datetime.fromisoformat(value).year
    except ValueError:
        raise RecordError("record.value", path, value, "um instante que existe") from None
    if year not in YEARS:
        raise RecordError("record.value", path, value, f"um ano de {YEARS[0]} a {YEARS[-1]}")


_CHECKS = {
    "str": _check_text, "int": _check_int, "bool": _check_bool, "day": _check_day,
    "instant": _check_instant,
}
