import copy
import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sync import records
from sync.records import RecordError
from tests.support import records as made
from tests.support.autos import PLACE, auto_body, auto_record

KNOWN_HASH = "769545b46c4d1cb9b062af7c37e133160eafd6748aa104bc5f27836b20fb54a6"
KNOWN_SIGNATURE = (
    "1fTTH51z1O7y-poyBM3zrc4PWNIkO9Vn97dJ-xSG0FCAGTfAA9t8PgOxQlOHavHGRXB5q_IrQBw7N9AZ"
    "5tvwBA"
)


def refused(record: dict) -> RecordError:
    with pytest.raises(RecordError) as caught:
        records.check_record(record)
    return caught.value


def changed(record: dict, path: str, value: object) -> dict:
    """A deep copy with one field replaced."""
    copied = copy.deepcopy(record)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    target = copied
    for step in way:
        target = target[step]
    target[last] = value
    return copied


def test_a_signed_vistoria_is_accepted_and_verifies_under_its_own_key_only():
    record = made.signed()
    records.check_record(record)
    assert records.verify_record(record, made.public_bytes(made.key_from(0)))
    assert not records.verify_record(record, made.public_bytes(made.key_from(1)))


def test_the_signature_covers_the_prefix_and_the_canonical_envelope_without_itself():
    record = made.signed()
    unsigned = {key: value for key, value in record.items() if key != "signature"}
    expected = b"prancheta/record/v1\0" + records.canonical(unsigned)
    assert records.signing_input(record) == records.signing_input(unsigned) == expected


def test_a_known_record_has_known_bytes():
    record = made.signed(
        "numero",
        {"series": "selo", "number": 7, "status": "spoiled", "reason": "Etiqueta rasgada"},
        id="017f22e2-79b0-7cc3-98c4-dc0c0c07398f", rulebook=None,
    )
    assert records.record_hash(record) == hashlib.sha256(records.record_bytes(record)).hexdigest()
    assert records.record_hash(record) == KNOWN_HASH
    assert record["signature"] == KNOWN_SIGNATURE


def test_a_record_survives_json_and_keeps_its_hash():
    record = made.signed()
    again = json.loads(records.record_bytes(record))
    assert again == record
    assert records.record_hash(again) == records.record_hash(record)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("body.vehicle.plate", "ABC1D24"), ("body.verdict.valid_until", "2027-11-30"),
        ("agent.matricula", "1002"), ("occurred_at", "2026-11-30T09:21:01-03:00"),
        ("body.answers.0.value", "nao_conforme"), ("clock.went_back", True),
        ("rulebook.sha256", "b" * 64), ("municipality", 3135209),
    ],
)
def test_any_field_changed_after_signing_breaks_the_signature(path, value):
    forged = changed(made.signed(), path, value)
    assert not records.verify_record(forged, made.public_bytes(made.key_from()))


@given(st.integers(0, 511))
def test_no_bit_of_a_signature_can_be_flipped(bit):
    record = made.signed()
    signature = bytearray(records.record_signature(record))
    signature[bit // 8] ^= 1 << bit % 8
    forged = records.attach_signature(record, bytes(signature))
    assert not records.verify_record(forged, made.public_bytes(made.key_from()))


@pytest.mark.parametrize(
    ("path", "value", "code", "field"),
    [
        ("kind", "auto_de_fe", "record.kind_unknown", "kind"),
        ("format", 2, "record.format_newer", "format"),
        ("format", 0, "record.value", "registro.format"),
        ("id", "0193a1b2-0000-4000-8000-00000000d001", "record.value", "registro.id"),
        ("device", "tablet 1", "record.value", "registro.device"),
        ("device_seq", 0, "record.value", "registro.device_seq"),
        ("device_seq", 1.0, "record.type", "registro.device_seq"),
        ("device_seq", True, "record.type", "registro.device_seq"),
        ("device_seq", 2, "record.chain", "prev"),
        ("prev", "0" * 63, "record.value", "registro.prev"),
        ("prev", "A" * 64, "record.value", "registro.prev"),
        ("prev", "a" * 64, "record.chain", "prev"),
        ("occurred_at", "2026-11-30T09:21:00", "record.type", "registro.occurred_at"),
        ("occurred_at", "2026-02-30T09:21:00Z", "record.value", "registro.occurred_at"),
        ("occurred_at", "30/11/2026 09:21", "record.type", "registro.occurred_at"),
        ("municipality", 42, "record.value", "registro.municipality"),
        ("agent.proof", "palavra", "record.value", "registro.agent.proof"),
        ("agent.matricula", "", "record.value", "registro.agent.matricula"),
        ("rulebook", None, "record.missing", "rulebook"),
        ("signature", "A" * 85, "record.value", "signature"),
        ("signature", "A" * 85 + "B", "record.value", "signature"),
        ("body", [], "record.type", "body"),
        ("body.odometer", -1, "record.value", "body.odometer"),
        ("body.odometer", 12.5, "record.type", "body.odometer"),
        ("body.vehicle.plate", "abc1d23", "record.value", "body.vehicle.plate"),
        ("body.vehicle.chassis_tail", "A1234", "record.value", "body.vehicle.chassis_tail"),
        ("body.vehicle.make_model", "x" * 121, "record.too_long", "body.vehicle.make_model"),
        ("body.vehicle.make_model", "a\0b", "record.value", "body.vehicle.make_model"),
        ("body.verdict.result", "quase", "record.value", "body.verdict.result"),
        ("body.verdict.result", "reprovado", "record.value", "body.verdict.valid_until"),
        ("body.verdict.valid_until", "2027-02-30", "record.value", "body.verdict.valid_until"),
        ("body.answers.0.value", "sim", "record.value", "body.answers[0].value"),
        ("body.answers.0.measured", {"odometro": 12}, "record.type",
         "body.answers[0].measured.odometro"),
        ("body.answers.0.photos", ["a" * 64], "record.attachment", "body.answers[14-XIX].photos"),
        ("body.answers", [made.answer(), made.answer()], "record.value", "body.answers[1].item"),
        ("body.answers", [made.answer(f"i{n}") for n in range(401)], "record.too_long",
         "body.answers"),
    ],
)
def test_a_field_out_of_form_is_refused_by_code_field_and_value(path, value, code, field):
    error = refused(changed(made.signed(), path, value))
    assert (error.code, error.field) == (code, field)
    assert error.message.endswith(").")
    assert len(error.message) < 400


def test_every_field_of_the_envelope_must_be_there():
    record = made.signed()
    for name in record:
        rest = {key: value for key, value in record.items() if key != name}
        error = refused(rest)
        assert error.code == "record.missing"
        assert error.field.endswith(name)


@pytest.mark.parametrize("path", ["cor", "body.cor", "body.vehicle.cor", "agent.nome"])
def test_an_unknown_field_is_refused_not_ignored(path):
    error = refused(changed(made.signed(), path, "azul"))
    assert error.code == "record.unknown_field"
    assert error.field.endswith(path.rsplit(".")[-1])


@pytest.mark.parametrize("nothing", [None, [], "registro", 7, b"{}"])
def test_what_is_no_object_is_no_record(nothing):
    assert refused(nothing).code == "record.not_object"


def test_a_record_of_more_than_256_kib_is_refused():
    answers = [made.answer(f"item-{n}", note="á" * 1900) for n in range(80)]
    error = refused(made.signed(body=made.vistoria_body(answers=answers)))
    assert (error.code, error.field) == ("record.too_long", "registro")


def test_a_photo_in_an_answer_stands_among_the_attachments():
    photo = records.describe_attachment(b"s" * 16, b"jpeg", "image/jpeg", "foto", "14-XIX")
    body = made.vistoria_body(answers=[made.answer(photos=[photo["digest"]])])
    records.check_record(made.signed(body=body, attachments=[photo]))
    with pytest.raises(RecordError, match="uma vez só"):
        made.signed(body=body, attachments=[photo, photo])


def test_an_auto_names_its_law_and_only_photos_that_are_attached():
    photo = records.describe_attachment(b"s" * 16, b"jpeg", "image/jpeg", "foto", None)
    records.check_record(auto_record(photos=[photo["digest"]]))
    with pytest.raises(RecordError, match="precisa estar entre os anexos"):
        made.signed("auto", auto_body(photos=[photo["digest"]]))
    with pytest.raises(RecordError) as error:
        made.signed("auto", auto_body(), rulebook=None)
    assert (error.value.code, error.value.field) == ("record.missing", "rulebook")


@pytest.mark.parametrize(
    ("act", "releases"), [("liberada", None), ("aplicada", "0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
)
def test_a_release_names_what_it_releases_and_nothing_else_does(act, releases):
    body = {
        "auto": None, "stop": None, "vistoria": None, "measure": "retencao", "act": act,
        "releases": releases, "at": "2026-11-30T15:00:00-03:00", "what": "veiculo",
        "description": "", "kept_at": "", "seal_number": "", "receipt": "", "vehicle": None,
        "place": PLACE, "note": "",
    }  # fmt: skip
    with pytest.raises(RecordError) as error:
        made.signed("medida", body)
    assert error.value.field == "body.releases"


def test_a_rejected_vistoria_carries_its_exigencias():
    body = made.vistoria_body(verdict=made.rejected_verdict(
        exigencias=[made.exigencia(1), made.exigencia(2, deadline="2026-12-10")]
    ))
    records.check_record(made.signed(body=body))
    twice = made.vistoria_body(
        verdict=made.rejected_verdict(exigencias=[made.exigencia(1), made.exigencia(1)])
    )
    with pytest.raises(RecordError, match="uma vez só"):
        made.signed(body=twice)


def test_an_annulment_of_a_selo_names_its_serial_and_one_of_a_vistoria_names_none():
    annuls = records.uuid7()
    of_selo = {"annuls": annuls, "annulled_kind": "selo", "serial": 42, "reason": "Placa errada"}
    of_vistoria = {**of_selo, "annulled_kind": "vistoria", "serial": None}
    records.check_record(made.signed("anulacao", of_selo, rulebook=None))
    records.check_record(made.signed("anulacao", of_vistoria, rulebook=None))
    for wrong in ({**of_selo, "serial": None}, {**of_vistoria, "serial": 42}):
        with pytest.raises(RecordError, match="serial"):
            made.signed("anulacao", wrong, rulebook=None)


def test_an_annulment_without_a_reason_is_refused():
    body = {"annuls": records.uuid7(), "annulled_kind": "vistoria", "serial": None, "reason": "  "}
    with pytest.raises(RecordError, match="não pode ficar vazio"):
        made.signed("anulacao", body, rulebook=None)


def test_the_problem_of_an_error_is_what_the_api_answers():
    problem = refused(changed(made.signed(), "body.odometer", -1)).as_problem()
    assert problem["code"] == "record.value"
    assert problem["field"] == "body.odometer"
    assert problem["value"] == "-1"
    assert "body.odometer" in problem["message"]
    assert "-1" in problem["message"]
