"""The signed lists: new ones on each change, in time, and what a blocked device's seals become."""

from datetime import date, timedelta

import pytest

from sync.records import lists
from sync.records.canonical import b64url_bytes
from sync.records.check import check
from sync.server import keys, seal_lists
from sync.server.db import schema, schema_seals
from sync.server.painel import people
from sync.server.reissue import to_reissue
from tests.support.field_device import client_of
from tests.support.office import csrf_of, enter

IBGE, OTHER = 3302601, 3135209
TODAY = date(2026, 11, 30)


async def handed_out(device) -> lists.SealLists:
    """Both lists as the device gets them, verified by the root key of its enrolment."""
    parts = []
    for kind in lists.KINDS:
        answer = await device.client.get(f"/api/v1/lists/{kind}", headers=device.headers)
        assert answer.status_code == 200, answer.text
        parts.append(answer.content)
    return lists.verify_lists(*parts, b64url_bytes(device.reply["root_public_key"]))


def sealed(device) -> tuple[dict, dict]:
    vistoria = device.record()
    selo = device.selo(vistoria)
    return vistoria, selo


def colour(device, selo, found, on=TODAY) -> tuple[str, str]:
    said = check(device.seal_digits(selo), found, on)
    return said.colour, said.reason


async def numbers(device) -> dict[str, int]:
    return (await device.pull())[1]["lists"]


async def test_a_devices_seal_is_verde_by_the_lists_that_it_is_handed(device):
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    found = await handed_out(device)
    assert colour(device, selo, found) == ("verde", "good")
    [key] = found.trust.keys
    assert (key.public_key, key.device, key.revoked_at) == (device.public_key, device.id, None)
    assert found.trust.public_base == "http://localhost:8100"
    assert found.next_update - found.issued_at == seal_lists.LIFETIME
    assert {"trust": found.trust.number, "revocation": found.revocation.number} == (
        await numbers(device)
    )


async def test_an_annulled_selo_is_on_the_next_list_and_nothing_else_makes_a_new_one(device):
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    before = await numbers(device)
    await device.push(device.record())
    assert await numbers(device) == before
    await device.push(device.anulacao(selo))
    after = await numbers(device)
    assert after["revocation"] > before["revocation"]
    assert after["trust"] == before["trust"]
    found = await handed_out(device)
    assert list(found.revocation.serials) == [selo["body"]["serial"]]
    assert colour(device, selo, found) == ("vermelho", "revoked")


async def test_a_new_device_is_on_the_next_trust_list(
    server, device, client, another_device
):
    before = await numbers(device)
    other = await another_device(server, client)
    assert (await numbers(device))["trust"] > before["trust"]
    keys_now = {key.public_key for key in (await handed_out(device)).trust.keys}
    assert keys_now == {device.public_key, other.public_key}


async def test_the_lists_are_renewed_daily_and_never_handed_out_old(device, clock):
    before, first = await handed_out(device), await numbers(device)
    clock.advance(hours=23)
    await device.open_session()
    assert await numbers(device) == first
    clock.advance(hours=1)
    await device.open_session()
    after = await handed_out(device)
    assert after.issued_at == before.issued_at + timedelta(days=1)
    assert after.trust.number > before.trust.number
    assert after.revocation.number > before.revocation.number


async def test_a_list_made_by_a_clock_that_was_ahead_is_made_again(server, device, clock):
    clock.advance(days=400)
    far = seal_lists.numbers(server, IBGE)
    clock.advance(days=-400)
    found = await handed_out(device)
    assert found.issued_at == clock.now
    assert found.trust.number == far["trust"] + 1  # and nobody's rollback


async def test_a_server_put_back_to_an_older_copy_goes_on_above_its_old_numbers(
    server, device, clock
):
    with server.db.read() as conn:
        copy = conn.execute(schema_seals.seal_lists.select()).all()
    clock.advance(days=1)
    before = seal_lists.numbers(server, IBGE)
    clock.advance(seconds=1)
    with server.db.write() as conn:  # what the copy knew of lists
        conn.execute(schema_seals.seal_lists.delete())
        for row in copy:
            conn.execute(schema_seals.seal_lists.insert().values(**row._mapping))
    after = seal_lists.numbers(server, IBGE)
    assert all(after[kind] > before[kind] for kind in lists.KINDS)


async def test_of_a_blocked_device_what_had_come_stays_good_and_the_rest_turns_vermelho(
    server, device, client, another_device
):
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    late_vistoria, late = sealed(device)
    before = await handed_out(device)
    assert colour(device, late, before) == ("verde", "good")
    assert people.revoke(server, IBGE, device.id, "Furtado.")
    other = await another_device(server, client)
    found = await handed_out(other)
    assert colour(device, selo, found) == ("verde", "good")
    assert colour(device, late, found) == ("vermelho", "key_revoked")
    [revoked] = found.revocation.keys
    assert set(revoked.kept) == {selo["body"]["serial"]}

    # It hands over what it has: on record, revoked, and to be issued again.
    await device.push(late_vistoria, late)
    found = await handed_out(other)
    assert colour(device, late, found) == ("vermelho", "revoked")
    with server.db.read() as conn:
        assert to_reissue(conn, IBGE, date(2027, 5, 31)) == []
        assert to_reissue(conn, OTHER, TODAY) == []


async def test_what_a_thief_signs_under_a_received_number_is_vermelho(
    server, device, client, another_device
):
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    people.revoke(server, IBGE, device.id, "Furtado.")
    found = await handed_out(await another_device(server, client))
    forged = device.forged_digits(selo["body"]["serial"], plate="XYZ9W87")
    assert check(forged, found, TODAY).reason == "key_revoked"


async def test_a_kept_selo_leaves_the_list_when_its_day_is_over(server, device, clock):
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    people.revoke(server, IBGE, device.id, "Perdido.")
    assert seal_lists.verified(server, IBGE).revocation.keys[0].kept
    clock.advance(days=182)
    found = seal_lists.verified(server, IBGE)
    assert found.revocation.keys[0].kept == {}
    assert colour(device, selo, found, clock.now) == ("vermelho", "expired")


async def test_the_office_sees_the_seals_to_issue_again_until_they_were(
    server, client, device, another_device
):
    lost_vistoria, lost = sealed(device)
    people.revoke(server, IBGE, device.id, "Perdido na estrada.")
    await device.push(lost_vistoria, lost)
    await enter(client)
    page = (await client.get("/painel/aparelhos")).text
    assert "Selos a emitir de novo (1)" in page
    assert "ABC1D23, até 30/05/2027" in page
    assert f"/painel/vistorias/{lost_vistoria['id']}" in page
    other = await another_device(server, client)
    vistoria, selo = sealed(other)
    await other.push(vistoria, selo)
    assert "Selos a emitir de novo" not in (await client.get("/painel/aparelhos")).text


async def test_blocking_in_the_office_makes_the_next_lists(server, client, device):
    before = seal_lists.numbers(server, IBGE)
    await enter(client)
    token = await csrf_of(client, "/painel/aparelhos")
    await client.post(
        f"/painel/aparelhos/{device.id}/bloquear", data={"csrf": token, "motivo": "Furtado."}
    )
    after = seal_lists.numbers(server, IBGE)
    assert all(after[kind] > before[kind] for kind in lists.KINDS)


async def test_anybody_gets_a_towns_lists_and_only_once_while_they_are_the_same(server, device):
    async with client_of(server, "203.0.113.9") as stranger:
        for kind in lists.KINDS:
            address = f"/api/v1/lists/{kind}?municipio={IBGE}"
            answer = await stranger.get(address)
            assert answer.status_code == 200
            again = await stranger.get(address, headers={"If-None-Match": answer.headers["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert "Tablet" not in answer.text
        for address in (
            "trust", "trust?municipio=9999999", "trust?municipio=x", "outra?municipio=3302601",
            "trust?municipio=%D9%A3302601",
        ):  # fmt: skip
            assert (await stranger.get(f"/api/v1/lists/{address}")).status_code == 404


async def test_a_blocked_device_is_handed_no_list(server, device):
    people.revoke(server, IBGE, device.id, "Furtado.")
    answer = await device.client.get("/api/v1/lists/trust", headers=device.headers)
    assert answer.json()["problem"]["code"] == "device.revoked"


async def test_one_town_says_nothing_of_another(server, device, client, another_device):
    other = await another_device(server, client, OTHER)
    vistoria, selo = sealed(device)
    await device.push(vistoria, selo)
    found = await handed_out(other)
    assert colour(device, selo, found) == ("cinza", "other_town")
    assert [key.device for key in found.trust.keys] == [other.id]


async def test_with_another_root_key_in_the_folder_the_lists_stay_as_they_were(
    server, device, caplog
):
    before = seal_lists.numbers(server, IBGE)
    (server.config.keys / f"{IBGE}.pem").unlink()
    (server.config.keys / f"{IBGE}.pem").write_bytes(keys._new_pem())
    people.revoke(server, IBGE, device.id, "Furtado.")
    assert seal_lists.numbers(server, IBGE) == before
    assert "não é a deste município" in caplog.text


def test_a_start_with_another_public_address_makes_a_new_trust_list_and_only_that(
    sqlite_server, clock
):
    from dataclasses import replace

    before = seal_lists.numbers(sqlite_server, IBGE)
    seal_lists.check_again(sqlite_server)
    assert seal_lists.numbers(sqlite_server, IBGE) == before
    moved = replace(
        sqlite_server, config=replace(sqlite_server.config, public_url="https://selo.exemplo")
    )
    seal_lists.check_again(moved)
    after = seal_lists.numbers(moved, IBGE)
    assert after["trust"] > before["trust"]
    assert after["revocation"] == before["revocation"]


def flags_of(server, selo) -> str:
    table = schema.records
    with server.db.read() as conn:
        return conn.execute(
            table.select().where(table.c.id == selo["id"])
        ).one().flags


@pytest.mark.parametrize("backwards", [False, True])
async def test_a_selo_dated_before_an_earlier_one_is_flagged_in_whichever_order_they_come(
    server, device, backwards
):
    _, first = sealed(device)
    earlier = device.selo(device.record(), inspected_on=date(2026, 11, 29))
    second, third = earlier, device.selo(device.record())
    order = [first, second, third]
    await device.push(*(reversed(order) if backwards else order))
    flagged = ["selo.date_inverted" in flags_of(server, one) for one in order]
    assert flagged == ([True, False, False] if backwards else [False, True, False])


async def test_after_an_annulment_the_day_may_go_back(server, device):
    _, ahead = sealed(device)
    annulment = device.anulacao(ahead)
    earlier = device.selo(device.record(), inspected_on=date(2026, 11, 29))
    await device.push(ahead, annulment, earlier)
    assert "selo.date_inverted" not in flags_of(server, earlier)
