"""Who is to take the copy and sign for it."""

import pytest

from app.flows.roadside.acknowledged import WHO_ANSWERS, WHOEVER_IS_THERE


@pytest.mark.parametrize(
    ("town", "cite", "role", "note"),
    [
        ("muriae", "Art. 37", "permissionario", WHO_ANSWERS),  # Art. 63, § 1
        ("muriae", "Art. 27, § 2", "permissionario", WHOEVER_IS_THERE),  # no defence of its own
        ("santo-andre", "Art. 47", "permissionario", WHO_ANSWERS),  # Art. 50, § 1
        ("januaria", "Art. 94, V", "motorista", WHO_ANSWERS),  # Art. 111
        ("januaria", "Art. 93, IX", "empresa", WHOEVER_IS_THERE),  # Art. 102: hers comes by post
        ("mangaratiba", "Art. 14, XIX", "autorizatario", WHOEVER_IS_THERE),  # Art. 27
        ("sapezal", "Art. 26, IV", "condutor", WHOEVER_IS_THERE),  # Art. 22 gives no term
    ],
)
async def test_only_who_answers_signs_a_copy_that_starts_the_time_of_the_defence(
    at, town, cite, role, note
):
    road = await at(town)
    stop = road.stops(road.registers())
    stop.add_auto(cite).choose_role(role)
    assert stop.ack.note == note
