import pytest

from sync import records
from sync.records import RecordError, trust
from tests.support import records as made

ROOT, DEVICE_KEY = made.key_from(9), made.key_from(0)
ISSUED = "2026-11-30T08:00:00-03:00"


def certificate() -> dict:
    unsigned = trust.build_certificate(
        made.MANGARATIBA, made.DEVICE, made.public_bytes(DEVICE_KEY), ISSUED
    )
    return trust.attach_trust_signature(
        unsigned, ROOT.sign(trust.certificate_signing_input(unsigned))
    )


def head(**changes: object) -> dict:
    unsigned = trust.build_head(made.DEVICE, 3, "a" * 64, ISSUED) | changes
    return trust.attach_trust_signature(
        unsigned, DEVICE_KEY.sign(trust.head_signing_input(unsigned))
    )


def test_the_root_vouches_for_a_device_key_and_nobody_else_does():
    made_certificate = certificate()
    assert trust.verify_certificate(made_certificate, made.public_bytes(ROOT))
    assert not trust.verify_certificate(made_certificate, made.public_bytes(DEVICE_KEY))
    assert trust.certificate_public_key(made_certificate) == made.public_bytes(DEVICE_KEY)


def test_a_certificate_moved_to_another_device_or_town_does_not_verify():
    for changes in (
        {"device": "0193a1b2-0000-7000-8000-00000000d002"}, {"municipality": 3135209},
    ):
        assert not trust.verify_certificate(certificate() | changes, made.public_bytes(ROOT))


def test_a_certificate_that_names_another_key_is_out_of_form():
    with pytest.raises(RecordError, match="key_id"):
        trust.check_certificate(certificate() | {"key_id": "00000000"})
    with pytest.raises(RecordError, match="cor"):
        trust.check_certificate(certificate() | {"cor": "azul"})


def test_a_head_verifies_until_a_number_of_it_changes():
    public_key = made.public_bytes(DEVICE_KEY)
    assert trust.verify_head(head(), public_key)
    assert trust.verify_head(head(seq=0, hash="0" * 64), public_key)
    assert not trust.verify_head(head() | {"seq": 2}, public_key)


@pytest.mark.parametrize("changes", [{"seq": -1}, {"hash": "x"}, {"at": "ontem"}, {"device": 1}])
def test_a_head_out_of_form_is_refused(changes):
    with pytest.raises(RecordError):
        trust.check_head(head() | changes)


def test_signing_inputs_begin_with_prefixes_of_their_own():
    inputs = [
        trust.enrol_signing_input("ABCD-EFGH", bytes(32)),
        trust.session_signing_input("nonce", made.DEVICE),
        trust.head_signing_input(head()),
        trust.certificate_signing_input(certificate()),
        records.signing_input(made.signed()),
        records.seal.signing_input(made.payload()),
    ]
    prefixes = [data.split(b"\0")[0] + b"\0" for data in inputs]
    assert prefixes == [
        b"prancheta/enrol/v1\0", b"prancheta/session/v1\0", b"prancheta/head/v1\0",
        b"prancheta/cert/v1\0", b"prancheta/record/v1\0", b"prancheta/selo/v1\0",
    ]


def test_an_enrolment_proof_covers_code_and_key_as_written():
    assert trust.enrol_signing_input("ABCD-EFGH", b"k" * 32) == (
        b"prancheta/enrol/v1\0ABCD-EFGH\0" + b"k" * 32
    )
    assert trust.session_signing_input("n1", "d1") == b"prancheta/session/v1\0n1\0d1"


@pytest.mark.parametrize("typed", ["abcd-efgh", "ABCDEFGH", " abcd efgh ", "AbCd–EfGh"])
def test_a_code_may_be_typed_in_any_case_and_with_or_without_its_dash(typed):
    assert trust.normalise_code(typed) == "ABCD-EFGH"
    assert trust.enrol_signing_input(typed, b"") == trust.enrol_signing_input("ABCD-EFGH", b"")


@pytest.mark.parametrize("typed", ["", "ABCD", "ABCD-EFG0", "ABCD-EFGI", "ABCD-EFGH-J"])
def test_a_code_that_is_none_is_refused_with_what_was_typed(typed):
    with pytest.raises(ValueError, match="XXXX-XXXX"):
        trust.normalise_code(typed)
