"""The first opening: what one types, what goes wrong, and how it goes on."""

import io

import pytest
import qrcode

from app.flows.enrolment import Enrolment, code_in, tidy_code
from tests.support.field import Field


def qr_png(text):
    out = io.BytesIO()
    qrcode.make(text).save(out)
    return out.getvalue()


def test_a_code_is_grouped_as_one_types():
    assert [tidy_code(x) for x in ("k", "kz24", "kz24-", "kz246", "KZ24 6ugg9")] == [
        "K",
        "KZ24",
        "KZ24",
        "KZ24-6",
        "KZ24-6UGG",
    ]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("https://vistoria.exemplo/app/?codigo=kz24-6ugg", "KZ24-6UGG"),
        ("/?codigo=KZ246UGG", "KZ24-6UGG"),
        ("KZ24-6UGG", "KZ24-6UGG"),
        ("/", None),
        ("https://vistoria.exemplo/s/123", None),
        ("https://vistoria.exemplo/app/?codigo=KZ2", None),
    ],
)
def test_a_code_is_found_in_what_a_camera_or_the_address_gives(text, code):
    assert code_in(text) == code


async def test_a_good_code_enrols_and_brings_the_data_with_numbers_on_the_way(begin, field):
    flow = begin()
    steps = []
    flow.watch(lambda: steps.append((flow.step, flow.done, flow.total)))
    assert await flow.enrol()
    assert flow.step == "pronto"
    assert field.cadastro.search("ABC", 5)
    assert next(step for step, _, _ in steps) == "inscrevendo"
    assert any(step == "baixando" and total > 0 for step, _, total in steps)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Falta o código."),
        ("KZ24-6", "Faltam 3 de 8"),
        ("KZ24-6UG0", "não têm 0"),
    ],
)
async def test_a_code_that_cannot_be_one_is_not_sent(begin, field, typed, said):
    flow = begin(typed)
    assert not await flow.enrol()
    assert said in flow.field_error
    assert field.wire.seen == []


async def test_an_unknown_code_says_what_to_check(begin):
    flow = begin("ABCD-2345")
    assert not await flow.enrol()
    assert flow.trouble.code == "enrol.code_unknown"
    assert "letra por letra" in flow.trouble.todo
    assert flow.step == "codigo"


async def test_an_expired_code_asks_for_another(begin, clock):
    flow = begin()
    clock.passes(days=60)
    assert not await flow.enrol()
    assert flow.trouble.what == "Este código venceu."


async def test_a_code_of_another_device_is_refused(begin, tmp_path, town, clock):
    code = town.new_code()
    other = await Field(tmp_path / "other", town, clock).open()
    await other.client.enrol(code, "Tablet 2")
    await other.close()
    flow = begin(code)
    assert not await flow.enrol()
    assert flow.trouble.what == "Este código já cadastrou outro aparelho."


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("500", "O servidor respondeu com erro."),
        ("500html", "O servidor respondeu com erro."),
        ("garbage", "A resposta do servidor não faz sentido."),
        ("portal", "Quem respondeu não foi o servidor da Prancheta."),
        ("gateway", "O servidor respondeu com erro."),
        ("down", "Sem sinal agora."),
        ("timeout", "O servidor demorou demais para responder."),
    ],
)
async def test_a_server_in_trouble_is_named_and_the_same_code_works_later(
    begin, field, fault, said
):
    flow = begin()
    field.breaks(lambda number, request: fault)
    assert not await flow.enrol()
    assert flow.trouble.what == said
    assert flow.trouble.todo
    field.breaks()
    assert await flow.enrol()


async def test_a_lost_answer_is_not_a_lost_code(begin, field):
    flow = begin()
    field.breaks(lambda number, request: "lost" if number == 0 else None)
    assert not await flow.enrol()
    field.breaks()
    assert await flow.enrol()


async def test_killed_during_the_download_it_goes_on_at_the_next_opening(begin, field):
    flow = begin()
    field.breaks(lambda number, request: "down" if "changes" in request.url.path else None)
    assert not await flow.enrol()
    assert flow.step == "baixando"
    assert flow.trouble.what == "Sem sinal agora."
    await field.restart()
    field.breaks()
    again = Enrolment(field.ports, field.store, field.client)
    assert again.step == "baixando"
    assert await again.download()
    assert again.step == "pronto"


async def test_a_photo_of_the_qr_fills_the_code_in(begin):
    flow = begin("")
    assert await flow.read_photo(qr_png("https://vistoria.exemplo/app/?codigo=KZ24-6UGG"))
    assert flow.code == "KZ24-6UGG"


async def test_a_photo_without_our_qr_says_so(begin):
    flow = begin("")
    assert not await flow.read_photo(qr_png("https://outro.exemplo/"))
    assert flow.trouble.what == "Este QR não é um código de cadastro da Prancheta."
    assert not await flow.read_photo(b"")
    assert flow.trouble.todo


async def test_a_browser_that_may_erase_is_remembered(begin, field, monkeypatch):
    async def denied():
        return False

    monkeypatch.setattr(field.ports.storage, "persist", denied)
    flow = begin()
    assert await flow.enrol()
    assert flow.persisted is False


async def test_a_revoked_device_is_enrolled_anew_and_keeps_its_drafts(begin, field, town):
    assert await begin().enrol()
    draft = field.store.create_draft(agent="1001")
    town.revoke()
    await field.restart()  # the next opening asks for a new session
    await field.client.sync()
    assert field.store.device_identity()["status"] == "revoked"
    flow = Enrolment(field.ports, field.store, field.client)
    flow.begin_again()
    assert (flow.step, flow.is_again) == ("codigo", True)
    flow.give_up()
    assert flow.step == "baixando" and flow.complete()
    flow.begin_again()
    flow.type_code(town.new_code())
    assert await flow.enrol(), flow.trouble
    assert field.store.device_identity()["status"] == "active"
    assert field.store.draft(draft.id).status == "open"
