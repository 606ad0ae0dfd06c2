"""A fine and what is taken for the same act: one citation, one auto, the measure told in it."""

from app.prints.auto_words import appeals


def of(road, cite, kind):
    stop = road.stops(road.registers())
    auto = stop.add_auto(cite)
    auto.choose_kind(kind)
    if not auto.role:
        auto.choose_role(auto.roles[0].id)
    return stop, auto


async def test_januaria_fines_and_withdraws_by_one_citation_in_one_auto(at):
    road = await at("januaria")
    stop, auto = of(road, "Art. 93, IX", "multa")
    (measure,) = auto.measures
    assert (measure.id, measure.optional, measure.applied) == ("retirada", True, None)
    assert "Só volta após nova vistoria" in measure.alone.note
    road.fills(auto)
    measure.answer(True)
    measure.write("kept_at", "Garagem da empresa")
    road.agrees(stop, "ausente")
    lavrar = road.reviews(stop)
    assert lavrar.twice() == []
    (done,) = await lavrar.lavrar()
    (taken,) = road.store.records(kind="medida")
    assert (taken.body["auto"], taken.body["measure"]) == (done, "retirada")
    assert road.store.record(done).body["kind"] == "multa"
    assert len(road.store.records(kind="auto")) == 1


async def test_what_may_stand_beside_need_not_be_answered_for(at):
    road = await at("januaria")
    _, auto = of(road, "Art. 93, IX", "multa")
    assert not [one for one in auto.owed() if one.field.startswith("measure.")]
    auto.choose_kind("retirada")
    assert [one.optional for one in auto.measures] == [False]


async def test_the_copy_of_a_fine_with_a_withdrawal_says_how_one_appeals_from_both(at):
    road = await at("januaria")
    alone, both = appeals(road.law, "multa"), appeals(road.law, "multa", ["retirada"])
    assert set(alone) < set(both)
    assert any("não a suspende (Art. 109)" in one for one in both)


async def test_sapezal_takes_papers_with_the_auto_itself(at):
    road = await at("sapezal")
    _, auto = of(road, "Art. 26, IV", "auto")
    assert [(one.id, one.optional) for one in auto.measures] == [("apreensao-de-documentos", True)]


async def test_a_kind_that_the_law_has_for_a_company_is_none_once_the_owner_answers(at):
    road = await at("januaria")
    stop = road.stops(road.registers(service="escolar"))
    auto = stop.add_auto("Art. 93, I")
    auto.choose_kind("advertencia")
    auto.choose_role("proprietario")
    assert auto.kind.id == "multa"  # Art. 101, c
    assert "advertencia" not in [one.id for one in auto.kinds]
    auto.choose_role("empresa")
    assert "advertencia" in [one.id for one in auto.kinds]
