import pytest

from sync.device.agents import WAITS_S, pin_is_acceptable
from sync.device.errors import AgentUnknown, PinLocked, PinWeak, PinWrong


async def fail_pin(store, times):
    """Types a wrong PIN so often, waiting as told; returns the last wait."""
    wait_s = 0
    for _ in range(times):
        store.ports.clock.passes(seconds=wait_s)
        with pytest.raises(PinWrong) as wrong:
            await store.check_pin("1001", "9999")
        wait_s = wrong.value.wait_s
    return wait_s


async def test_the_right_pin_lets_the_agent_in_after_a_restart_too(store, reopen):
    await store.set_pin("1001", "2580", "Marta", "inspetor")
    store = await reopen(store)
    agent = await store.check_pin(" 1001 ", "2580")
    assert (agent.matricula, agent.name, agent.role) == ("1001", "Marta", "inspetor")
    assert agent.has_pin
    assert agent.active


async def test_each_inspector_of_a_shared_tablet_has_an_own_pin(store):
    await store.set_pin("1001", "2580", "Marta")
    await store.set_pin("1002", "8520", "Davi")
    assert (await store.check_pin("1002", "8520")).name == "Davi"
    with pytest.raises(PinWrong):
        await store.check_pin("1002", "2580")
    assert [a.name for a in store.agents] == ["Davi", "Marta"]


async def test_an_unknown_agent_is_told_to_enter_with_the_password(store):
    with pytest.raises(AgentUnknown, match="matrícula 7 ainda não entrou"):
        await store.check_pin("7", "2580")


@pytest.mark.parametrize("pin", ["", "123", "1234", "4321", "0000", "12a4", "1" * 13, "２５８０"])
async def test_a_weak_pin_is_refused(store, pin):
    assert not pin_is_acceptable(pin)
    with pytest.raises(PinWeak, match="4 a 12 números"):
        await store.set_pin("1001", pin, "Marta")
    assert store.agent("1001") is None


async def test_the_wait_grows_with_each_wrong_pin_and_ends_with_the_right_one(store):
    await store.set_pin("1001", "2580", "Marta")
    waits = [await fail_pin(store, 1)]
    for _ in range(len(WAITS_S)):
        store.ports.clock.passes(seconds=waits[-1])
        waits.append(await fail_pin(store, 1))
    assert tuple(waits) == (*WAITS_S, WAITS_S[-1])
    store.ports.clock.passes(seconds=waits[-1])
    await store.check_pin("1001", "2580")
    assert store.agent("1001").failures == 0
    assert await fail_pin(store, 1) == 0


async def test_during_the_wait_even_the_right_pin_is_not_looked_at(store):
    await store.set_pin("1001", "2580", "Marta")
    assert await fail_pin(store, 4) == 15
    with pytest.raises(PinLocked, match="15 s") as locked:
        await store.check_pin("1001", "2580")
    assert locked.value.wait_s == 15
    store.ports.clock.passes(seconds=15)
    await store.check_pin("1001", "2580")


async def test_a_restart_does_not_shorten_the_wait(store, reopen):
    await store.set_pin("1001", "2580", "Marta")
    await fail_pin(store, 5)
    store = await reopen(store)
    assert store.pin_wait_s("1001") == 30


@pytest.mark.parametrize("days", [400, -400])
async def test_setting_the_clock_neither_shortens_the_wait_nor_makes_it_longer(
    store, reopen, days
):
    await store.set_pin("1001", "2580", "Marta")
    await fail_pin(store, 5)
    store.ports.clock.is_set_back(days=days)
    assert store.pin_wait_s("1001") == 30
    store.ports.clock.passes(seconds=29)
    assert store.pin_wait_s("1001") == 1
    store = await reopen(store)  # nor does starting anew
    assert store.pin_wait_s("1001") == 30
    store.ports.clock.passes(seconds=29)
    assert store.pin_wait_s("1001") == 1
    store.ports.clock.passes(seconds=1)
    assert store.pin_wait_s("1001") == 0


async def test_killing_the_app_while_a_pin_is_checked_wins_no_try(store, monkeypatch):
    await store.set_pin("1001", "2580", "Marta")

    async def dies(pin, encoded):
        raise KeyboardInterrupt

    monkeypatch.setattr(store.ports.keys, "verify_pin", dies)
    for _ in range(3):
        store.ports.clock.passes(minutes=20)
        with pytest.raises(KeyboardInterrupt):
            await store.check_pin("1001", "0001")
    assert store.agent("1001").failures == 3


async def test_a_wrong_pin_costs_no_data(store):
    draft = store.create_draft(agent="1001")
    store.save_answer(draft.id, "14-I", {"value": "conforme"})
    await store.set_pin("1001", "2580", "Marta")
    await fail_pin(store, 12)
    assert "14-I" in store.draft(draft.id).answers


async def test_a_new_pin_after_the_password_ends_the_wait(store):
    await store.set_pin("1001", "2580", "Marta")
    await fail_pin(store, 6)
    await store.set_pin("1001", "1379")
    assert store.pin_wait_s("1001") == 0
    assert (await store.check_pin("1001", "1379")).name == "Marta"


async def test_an_agent_the_server_has_put_out_cannot_enter(store):
    await store.set_pin("1001", "2580", "Marta")
    store.set_agent_active("1001", False)
    with pytest.raises(AgentUnknown):
        await store.check_pin("1001", "2580")
    store.set_agent_active("1001", True)
    await store.check_pin("1001", "2580")


async def test_pins_are_never_kept_in_clear(store, folder):
    await store.set_pin("1001", "25807413", "Marta")
    for file in folder.rglob("*"):
        if file.is_file():
            assert b"25807413" not in file.read_bytes(), file
