"""The bodies of the records of format 1, one shape for each kind.

Answers, verdict and exigências repeat what `checklists` decided on the device, so that a record
can be read without running any code again. Persons' names never stand here: they go into an
attachment of role "pessoas".
"""

from __future__ import annotations

from sync.records.bodies_roadside import PLATED, ROADSIDE
from sync.records.errors import RecordError
from sync.records.plate import PlateError, parse_plate
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
    check,
    nullable,
)

ANSWERS_MAX = 400
PHOTOS_PER_ANSWER_MAX = 20
EXIGENCIAS_MAX = 400

YEAR = Field("int", least=1900, most=2200, nullable=True)
SERIAL = Field("int", least=1, most=2**40 - 1, says="um número de selo a partir de 1")
CITES = ListOf(Field("str", max_chars=120), max_items=40)
SLUGS = ListOf(SLUG, max_items=40)

VEHICLE = ObjectOf({
    "id": UUID, "known": BOOL, "plate": PLATE, "chassis_tail": nullable(CHASSIS_TAIL),
    "make_model": Field("str", max_chars=120, nullable=True), "service": SERVICE,
    "model_year": YEAR, "manufacture_year": YEAR,
    "permit": Field("str", max_chars=60, nullable=True),
})

ANSWER = ObjectOf({
    "item": SLUG,
    "value": Field("str", one_of=("conforme", "nao_conforme", "nao_se_aplica", "nao_verificado")),
    "reason": LINE,
    "note": NOTE,
    "measured": MapOf(SLUG, LINE, max_items=40),
    "photos": ListOf(HASH64, max_items=PHOTOS_PER_ANSWER_MAX, unique=True),
    "at": INSTANT,
})

EXIGENCIA = ObjectOf(
    {
        "id": UUID, "item": SLUG, "cite": Field("str", max_chars=120), "label": NOTE,
        "deadline": nullable(DAY), "measures": SLUGS,
    },
    optional={"deadline_reason": NOTE, "cites": CITES},
)

VERDICT = ObjectOf(
    {
        "result": Field("str", one_of=("aprovado", "reprovado", "pendente")),
        "valid_until": nullable(DAY),
        "retention": BOOL,
        "exigencias": ListOf(EXIGENCIA, max_items=EXIGENCIAS_MAX),
        "closes": ListOf(UUID, max_items=EXIGENCIAS_MAX, unique=True),
        "choices": ListOf(ObjectOf({"id": SLUG, "applied": SLUG}), max_items=60),
        "reasons": ListOf(ObjectOf({"text": NOTE, "cites": CITES}), max_items=EXIGENCIAS_MAX),
    },
    optional={"conditions": ListOf(NOTE, max_items=60)},
)

VISTORIA = ObjectOf({
    "vehicle": VEHICLE,
    "mode": Field("str", one_of=("ordinaria", "reinspecao")),
    "previous": nullable(UUID7),
    "started_at": INSTANT,
    "ended_at": INSTANT,
    "odometer": Field("int", least=0, most=9_999_999, nullable=True),
    "answers": ListOf(ANSWER, max_items=ANSWERS_MAX),
    "verdict": VERDICT,
})

SELO = ObjectOf(
    {
        "vistoria": UUID7,
        "serial": SERIAL,
        "vehicle": ObjectOf({"id": UUID, "plate": PLATE, "chassis_tail": CHASSIS_TAIL}),
        "service": SERVICE,
        "inspected_on": DAY,
        "valid_until": DAY,
        "payload": PACKED_SEAL,
    },
    optional={"replaces": SERIAL},
)
"""`replaces`: the serial of the lost or damaged seal that this one stands for; see REVOGACAO."""

REASON = Field("str", min_chars=3, max_chars=2000)

ANULACAO = ObjectOf({
    "annuls": UUID7,
    "annulled_kind": Field("str", one_of=("vistoria", "selo", "auto", "medida")),
    "serial": nullable(SERIAL),
    "reason": REASON,
})
"""`serial`: the official number of an annulled selo or auto."""

REVOGACAO = ObjectOf({
    "selo": nullable(UUID7),
    "serial": SERIAL,
    "vehicle": ObjectOf({"id": UUID, "plate": PLATE, "chassis_tail": CHASSIS_TAIL}),
    "reason": Field("str", one_of=("perdido", "danificado", "vidro_trocado", "outro")),
    "note": NOTE,
    "replaced_by": nullable(SERIAL),
})
"""A seal counts no more though its vistoria stands. `selo`: its record, where the device knows."""

NUMERO = ObjectOf({
    "series": SLUG,
    "number": SERIAL,
    "status": Field("str", one_of=("spoiled",)),
    "reason": REASON,
})

BODIES = {
    "vistoria": VISTORIA, "selo": SELO, "anulacao": ANULACAO, "numero": NUMERO,
    "revogacao": REVOGACAO, **ROADSIDE,
}
NUMBERED = {"selo": "serial", "auto": "number"}
"""kind → the field of its body that holds its official number; the kind is the series."""
KINDS = tuple(BODIES)


def check_body(kind: str, body: object) -> None:
    """RecordError unless `body` is a whole and coherent body of that kind."""
    if kind not in BODIES:
        raise RecordError("record.kind_unknown", "kind", kind)
    check(body, BODIES[kind], "body")
    if kind == "vistoria":
        _check_vistoria(body)
    elif kind == "anulacao":
        _check_anulacao(body)
    elif kind == "abordagem":
        _check_stop(body)
    elif kind == "medida":
        _check_measure(body)
    if kind in ("vistoria", "selo", "revogacao"):
        _check_plate(body["vehicle"]["plate"], "body.vehicle.plate")
    elif kind in PLATED and (seen := body[PLATED[kind]]) is not None:
        whole = isinstance(seen, dict)
        path = f"body.{PLATED[kind]}" + (".plate" if whole else "")
        _check_plate(seen["plate"] if whole else seen, path)


def _check_vistoria(body: dict) -> None:
    items = [answer["item"] for answer in body["answers"]]
    for index, item in enumerate(items):
        if item in items[:index]:
            raise RecordError("record.value", f"body.answers[{index}].item", item, "uma vez só")
    verdict = body["verdict"]
    if verdict["valid_until"] is not None and verdict["result"] != "aprovado":
        raise RecordError(
            "record.value", "body.verdict.valid_until", verdict["valid_until"],
            f"nulo, porque o resultado é {verdict['result']}",
        )
    ids = [exigencia["id"] for exigencia in verdict["exigencias"]]
    if len(set(ids)) != len(ids):
        raise RecordError("record.value", "body.verdict.exigencias", ids, "cada id uma vez só")


def _check_anulacao(body: dict) -> None:
    if (body["annulled_kind"] in NUMBERED) != (body["serial"] is not None):
        raise RecordError(
            "record.value", "body.serial", body["serial"],
            "o número quando se anula um selo ou um auto, nulo nos outros casos",
        )


def _check_stop(body: dict) -> None:
    if bool(body["autos"]) != (body["outcome"] == "autuado"):
        raise RecordError(
            "record.value", "body.outcome", body["outcome"],
            "autuado exatamente quando há autos",
        )


def _check_measure(body: dict) -> None:
    if (body["act"] == "liberada") != (body["releases"] is not None):
        raise RecordError(
            "record.value", "body.releases", body["releases"],
            "a medida que se libera quando se libera uma, nulo quando se aplica",
        )


def _check_plate(plate: str, path: str) -> None:
    try:
        parse_plate(plate)
    except PlateError as error:
        raise RecordError("record.value", path, plate, error.message) from None
