"""At the door: passwords once, PINs always, and what a wrong one costs."""

from app.flows.session import Session, wait_words
from tests.support.town import IBGE, MATRICULA, PASSWORD


async def comes_in(session, matricula=MATRICULA, password=PASSWORD, pin="4829"):
    session.somebody_else()
    assert await session.introduce(matricula, password), session.trouble
    assert await session.create_pin(pin, pin), session.pin_error
    return session


async def test_the_first_inspector_needs_the_password_then_a_pin_twice(at_the_door):
    session = at_the_door()
    assert session.step == "senha"
    await comes_in(session)
    assert session.agent["name"] == "Marta Figueiral"
    assert session.agent["proof"] == "pin"


async def test_later_the_pin_is_enough_without_signal(at_the_door, enrolled):
    await comes_in(at_the_door())
    enrolled.breaks(lambda number, request: "down")
    session = Session(enrolled.ports, enrolled.store, enrolled.client)
    assert session.step == "lista"
    assert [agent.matricula for agent in session.known] == [MATRICULA]
    session.choose(MATRICULA)
    assert await session.enter("4829")
    assert session.agent["matricula"] == MATRICULA
    assert enrolled.wire.seen == []


async def test_a_wrong_pin_costs_seconds_that_grow_and_erases_nothing(at_the_door, enrolled, clock):
    await comes_in(at_the_door())
    draft = enrolled.store.create_draft(agent=MATRICULA)
    session = at_the_door()
    session.choose(MATRICULA)
    waits = []
    for _ in range(6):
        assert not await session.enter("0000")
        waits.append(session.wait_s())
        clock.passes(seconds=session.wait_s())
    assert waits == sorted(waits)
    assert waits[0] == 0 and waits[-1] > waits[2] > 0
    assert enrolled.store.draft(draft.id)
    assert await session.enter("4829")


async def test_while_one_waits_no_pin_is_looked_at_and_the_seconds_are_told(at_the_door, clock):
    await comes_in(at_the_door())
    session = at_the_door()
    session.choose(MATRICULA)
    while not session.wait_s():
        await session.enter("0000")
    assert not await session.enter("4829")
    assert "PIN errado" in session.pin_error
    before = session.wait_s()
    clock.passes(seconds=1)
    assert session.wait_s() == before - 1
    clock.passes(seconds=before)
    session.tick()
    assert session.pin_error is None
    assert await session.enter("4829")


async def test_the_wait_survives_closing_the_app(at_the_door, enrolled):
    await comes_in(at_the_door())
    session = at_the_door()
    session.choose(MATRICULA)
    while not session.wait_s():
        await session.enter("0000")
    await enrolled.restart()
    again = Session(enrolled.ports, enrolled.store, enrolled.client)
    again.choose(MATRICULA)
    assert again.wait_s() > 0


def test_a_wait_is_said_in_minutes_and_seconds():
    assert wait_words(5) == "Espere 5 s"
    assert wait_words(125) == "Espere 2 min 5 s"
    assert wait_words(300) == "Espere 5 min"
    assert wait_words(0) == ""


async def test_two_pins_that_differ_are_asked_again(at_the_door):
    session = at_the_door()
    assert await session.introduce(MATRICULA, PASSWORD)
    assert not await session.create_pin("4829", "4892")
    assert session.pin_error == "Os dois PINs não são iguais. Digite de novo."
    assert session.agent is None


async def test_an_easy_pin_is_refused_with_the_reason(at_the_door):
    session = at_the_door()
    assert await session.introduce(MATRICULA, PASSWORD)
    for pin in ("1234", "0000", "482", "12a4"):
        assert not await session.create_pin(pin, pin)
        assert "de 4 a 12 números" in session.pin_error
    assert await session.create_pin("4829", "4829")


async def test_a_wrong_password_says_what_to_do(at_the_door):
    session = at_the_door()
    assert not await session.introduce(MATRICULA, "errada")
    assert session.trouble.code == "login.refused"
    assert session.step == "senha"


async def test_nothing_typed_is_said_before_anything_is_sent(at_the_door, enrolled):
    session = at_the_door()
    assert not await session.introduce("", "")
    assert session.trouble.what == "Falta a matrícula."
    assert not await session.introduce("1001", "")
    assert session.trouble.what == "Falta a senha."
    assert enrolled.wire.seen == []


async def test_somebody_new_needs_signal(at_the_door, enrolled):
    enrolled.breaks(lambda number, request: "down")
    session = at_the_door()
    assert not await session.introduce(MATRICULA, PASSWORD)
    assert session.trouble.code == "net.offline"


async def test_a_second_inspector_has_an_own_pin_on_the_same_tablet(at_the_door, town):
    from sync.server import tenants

    tenants.add_agent(town.server, IBGE, "1002", "Davi Sapucaia", "inspetor", "outra-senha")
    session = await comes_in(at_the_door())
    session.leave()
    assert session.step == "lista"
    await comes_in(session, "1002", "outra-senha", "7351")
    assert session.agent["name"] == "Davi Sapucaia"
    session.leave()
    assert [agent.name for agent in session.known] == ["Davi Sapucaia", "Marta Figueiral"]
    session.choose(MATRICULA)
    assert not await session.enter("7351")
    assert await session.enter("4829")
    assert session.agent["matricula"] == MATRICULA


async def test_leaving_keeps_drafts_and_what_waits(at_the_door, enrolled):
    session = await comes_in(at_the_door())
    draft = enrolled.store.create_draft(agent=MATRICULA)
    session.leave()
    assert session.agent is None
    assert enrolled.store.draft(draft.id).status == "open"
