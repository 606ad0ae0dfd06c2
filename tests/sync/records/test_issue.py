from datetime import date

import pytest

from sync import records
from sync.records import RecordError, category_of
from tests.support import records as made


def selo_record(body: dict) -> dict:
    return made.signed("selo", body)


def test_the_seal_of_an_approved_vistoria_says_what_the_vistoria_says():
    vistoria = made.signed()
    body = made.selo_body(vistoria)
    records.check_record(selo_record(body))
    payload, _, _ = records.seal.unpack(records.b64url_bytes(body["payload"]))
    assert payload == made.payload()
    assert records.verify_seal(
        records.b64url_bytes(body["payload"]), made.public_bytes(made.key_from())
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("serial", 43), ("valid_until", "2027-05-31"), ("inspected_on", "2026-11-29"),
        ("service", "taxi"),
    ],
)
def test_a_selo_record_that_says_other_than_its_code_is_refused(field, value):
    body = {**made.selo_body(made.signed()), field: value}
    with pytest.raises(RecordError) as caught:
        selo_record(body)
    assert (caught.value.code, caught.value.field) == ("record.payload", f"body.{field}")


def test_a_selo_record_of_another_plate_or_town_is_refused():
    body = made.selo_body(made.signed())
    other = {**body, "vehicle": {**body["vehicle"], "plate": "ABC1D24"}}
    with pytest.raises(RecordError, match="ABC1D23"):
        selo_record(other)
    with pytest.raises(RecordError, match="municipality"):
        made.signed("selo", body, municipality=3135209)


def test_a_damaged_payload_is_refused():
    body = made.selo_body(made.signed())
    with pytest.raises(RecordError, match="payload"):
        selo_record({**body, "payload": "_" + body["payload"][1:]})


@pytest.mark.parametrize("result", ["reprovado", "pendente"])
def test_no_seal_comes_of_a_vistoria_that_did_not_pass(result):
    body = made.vistoria_body(verdict=made.rejected_verdict(result=result))
    with pytest.raises(RecordError, match=result):
        made.selo_body(made.signed(body=body))


def test_no_seal_without_the_chassis():
    body = made.vistoria_body(vehicle=made.vehicle(chassis_tail=None))
    with pytest.raises(RecordError, match="chassis_tail"):
        records.seal_payload(
            made.signed(body=body), 1, date(2026, 11, 30), made.public_bytes(made.key_from())
        )


@pytest.mark.parametrize(
    ("service", "category"),
    [("escolar", "escolar"), ("transporte-escolar", "escolar"), ("urbano", "urbano"),
     ("coletivo-urbano", "urbano"), ("passeio", "aluguel"), ("balsa", "outro")],
)
def test_a_service_has_its_category_or_is_other(service, category):
    assert category_of(service) == category


def test_what_was_approved_with_something_to_put_right_gets_a_provisional_seal():
    owing = made.vistoria_body(verdict=made.verdict(exigencias=[made.exigencia()]))
    record = made.signed(body=owing)
    said = records.seal_payload(record, 7, date(2026, 11, 30), made.public_bytes(made.key_from()))
    assert said.status == "provisorio"
    plain = records.seal_payload(
        made.signed(), 7, date(2026, 11, 30), made.public_bytes(made.key_from())
    )
    assert plain.status == "aprovado"
