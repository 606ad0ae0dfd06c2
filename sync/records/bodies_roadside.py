"""The bodies of what is written at the roadside: a stop, a seal that was read, an auto, a measure,
the handing over of a copy.

Persons' names and documents never stand here: they go into an attachment of role "pessoas", keyed
by who they are in the act ("autuado", "motorista", "cobrador", "testemunha"). `persons` only holds
the registry's ids, where the registry knows them.
"""

from __future__ import annotations

from sync.records.shapes import (
    BOOL,
    CHASSIS_TAIL,
    DAY,
    HASH64,
    INSTANT,
    LINE,
    NOTE,
    PACKED_SEAL,
    PLATE,
    SERVICE,
    SLUG,
    UUID,
    UUID7,
    Field,
    ListOf,
    MapOf,
    ObjectOf,
    nullable,
)

MICRODEGREES = 1_000_000
PHOTOS_PER_AUTO_MAX = 20
AUTOS_PER_STOP_MAX = 40
FIELDS_PER_AUTO_MAX = 60
PAST_AUTOS_MAX = 60

SERIAL = Field("int", least=1, most=2**40 - 1, says="um número a partir de 1")
CITE = Field("str", max_chars=120)
COLOUR = Field("str", one_of=("verde", "ambar", "vermelho", "cinza"))
COMPARED = Field("str", one_of=("confere", "nao_confere", "nao_comparado"))

PLACE = ObjectOf({
    "text": LINE,
    "latitude": Field("int", least=-90 * MICRODEGREES, most=90 * MICRODEGREES, nullable=True),
    "longitude": Field("int", least=-180 * MICRODEGREES, most=180 * MICRODEGREES, nullable=True),
    "accuracy_m": Field("int", least=0, most=1_000_000, nullable=True),
    "fixed_at": nullable(INSTANT),
    "mocked": BOOL,
})
"""Where: words, and micro-degrees (WGS 84) where the device had a fix. `mocked`: the device said
that the position was made up."""

SEEN_VEHICLE = ObjectOf({
    "id": nullable(UUID), "known": BOOL, "plate": PLATE, "chassis_tail": nullable(CHASSIS_TAIL),
    "make_model": Field("str", max_chars=120, nullable=True),
    "service": nullable(SERVICE),
    "permit": Field("str", max_chars=60, nullable=True),
})
SEEN = tuple(SEEN_VEHICLE.fields)

LEITURA = ObjectOf({
    "read_at": INSTANT,
    "by": Field("str", one_of=("camera", "foto", "digitado")),
    "payload": nullable(PACKED_SEAL),
    "serial": nullable(SERIAL),
    "colour": COLOUR,
    "reason": SLUG,
    "data_at": nullable(INSTANT),
    "compared": COMPARED,
    "plate_seen": nullable(PLATE),
    "chassis_tail_seen": nullable(CHASSIS_TAIL),
    "place": PLACE,
    "stop": nullable(UUID7),
})
"""A seal was read. `payload` and `serial` only of a well-formed one; `plate_seen`: the plate of the
vehicle at hand, where the agent confirmed it or told another."""

ABORDAGEM = ObjectOf({
    "started_at": INSTANT,
    "ended_at": INSTANT,
    "place": PLACE,
    "vehicle": nullable(SEEN_VEHICLE),
    "found_by": Field("str", one_of=("selo", "placa", "nenhum")),
    "seal": nullable(ObjectOf({
        "serial": nullable(SERIAL), "colour": COLOUR, "reason": SLUG, "compared": COMPARED,
    })),
    "outcome": Field("str", one_of=("sem_irregularidade", "orientado", "autuado", "nao_parou")),
    "autos": ListOf(UUID7, max_items=AUTOS_PER_STOP_MAX, unique=True),
    "note": NOTE,
})

CONDUCT = ObjectOf({
    "cite": CITE, "label": NOTE,
    "severity": nullable(SLUG), "group": nullable(SLUG),
    "points": Field("int", least=0, most=1000, nullable=True),
    "measures": ListOf(SLUG, max_items=20), "penalties": ListOf(NOTE, max_items=20),
    "amount": Field("str", form=r"[0-9]{1,9}(\.[0-9]{1,4})?", says="um valor decimal",
                    nullable=True),
    "unit": nullable(SLUG),
    "centavos": Field("int", least=0, nullable=True),
    "value_why": NOTE,
})
"""What was done, as the rulebook had it on that day. `amount` in `unit`; `centavos`: in reais where
the unit's value is known, and `value_why` says what is not known or how it was counted."""

DEADLINE = ObjectOf({
    "ato": SLUG, "last_day": nullable(DAY), "counted_from": nullable(DAY),
    "length": LINE, "starts": LINE, "to": LINE, "address": LINE, "why": NOTE,
})
"""The defence: `last_day` only where the count has begun; `length` and `starts` in words."""

AUTO = ObjectOf({
    "number": SERIAL,
    "kind": SLUG,
    "stop": nullable(UUID7),
    "vistoria": nullable(UUID7),
    "item": nullable(SLUG),
    "happened_at": INSTANT,
    "drawn_at": INSTANT,
    "place": PLACE,
    "service": nullable(SERVICE),
    "vehicle": nullable(SEEN_VEHICLE),
    "conduct": CONDUCT,
    "liable": SLUG,
    "persons": ObjectOf({"autuado": nullable(UUID), "motorista": nullable(UUID)}),
    "line": nullable(ObjectOf({"id": nullable(UUID), "number": LINE, "name": LINE})),
    "fields": MapOf(SLUG, NOTE, max_items=FIELDS_PER_AUTO_MAX),
    "defence": nullable(DEADLINE),
    "comply_by": nullable(DAY),
    "acknowledged": Field("str", one_of=("assinou", "recusou", "ausente")),
    "witness": BOOL,
    "photos": ListOf(HASH64, max_items=PHOTOS_PER_AUTO_MAX, unique=True),
    "note": NOTE,
    "choices": ListOf(ObjectOf({"id": SLUG, "applied": SLUG}), max_items=60),
    "recidivism": ObjectOf({
        "possible": BOOL, "of": ListOf(UUID7, max_items=PAST_AUTOS_MAX, unique=True),
        "data_at": nullable(INSTANT),
    }),
    "copy_hash": HASH64,
})
"""An auto de infração. `fields`: what the law's own form asks beside the columns here, by the
rulebook's field ids; nothing personal. `copy_hash`: SHA-256 of the secret in the copy's QR."""

MEDIDA = ObjectOf({
    "auto": nullable(UUID7),
    "stop": nullable(UUID7),
    "vistoria": nullable(UUID7),
    "measure": SLUG,
    "act": Field("str", one_of=("aplicada", "liberada")),
    "releases": nullable(UUID7),
    "at": INSTANT,
    "what": Field("str", one_of=("veiculo", "certificado", "documento", "equipamento", "outro")),
    "description": NOTE,
    "kept_at": LINE,
    "seal_number": LINE,
    "receipt": LINE,
    "vehicle": nullable(SEEN_VEHICLE),
    "place": PLACE,
    "note": NOTE,
})
"""A vehicle or document was withheld (`aplicada`), or given back (`liberada`, of `releases`)."""

CIENCIA = ObjectOf({
    "auto": UUID7,
    "at": INSTANT,
    "how": Field("str", one_of=(
        "assinou", "recebeu_sem_assinar", "recusou", "ausente", "correio", "eletronico", "edital",
    )),
    "witness": BOOL,
    "note": NOTE,
})
"""How the autuado came to know: the copy was handed over, refused, or sent."""

PLATED = {"leitura": "plate_seen", "abordagem": "vehicle", "auto": "vehicle", "medida": "vehicle"}
"""kind → the field of its body that holds a plate, or a vehicle with one; either may be null."""

ROADSIDE = {
    "leitura": LEITURA, "abordagem": ABORDAGEM, "auto": AUTO, "medida": MEDIDA, "ciencia": CIENCIA,
}
