"""What the law attaches to a conduct is told once, and only what this law knows."""

from app.flows.roadside.told import law_facts


async def facts_of(at, town, cite):
    road = await at(town)
    auto = road.stops(road.registers()).add_auto(cite)
    return {what: value for what, value in law_facts(auto) if value}


async def test_a_conduct_without_fine_tells_its_penalty_once(at):
    told = await facts_of(at, "muriae", "Art. 27, § 2")
    assert told == {
        "Multa": "Nenhuma na lei",
        "Pena": "Revogação da permissão, por desistência tácita, após notificações",
    }


async def test_a_fine_comes_before_what_else_the_law_attaches(at):
    told = await facts_of(at, "sapezal", "Art. 27")
    assert list(told) == ["Multa", "Sobre o valor", "Além disso"]
    assert told["Multa"] == "30 URS"
    assert told["Além disso"].startswith("Penas do Código de Trânsito")


async def test_a_range_says_who_decides(at):
    told = await facts_of(at, "santo-andre", "Art. 47")
    assert told["Multa"] == "De 1,1 a 55 OTN"
    assert "quem decide gradua" in told["Sobre o valor"]


async def test_points_and_measure_are_told_where_the_law_has_them(at):
    told = await facts_of(at, "mangaratiba", "Art. 14, XIX")
    assert told["Pontos"] == "7 pontos"
    assert told["Medida na lei"] == "Retenção do veículo"


async def test_what_was_chosen_is_told_by_its_label_and_a_day_as_one_writes_it(at):
    road = await at("santo-andre")
    auto = road.stops(road.registers()).add_auto("Art. 47")
    auto.choose_role("permissionario")
    auto.set("penalidade-proposta", "advertencia")
    told = {one.id: one.told for one in auto.form()}
    assert told["penalidade-proposta"] == "Advertência"
    assert told["dever"] == ""
    road = await at("sapezal")
    auto = road.stops(road.registers()).add_auto("Art. 13, I")
    auto.choose_kind("notificacao")
    auto.set("prazo", "2026-12-20")
    assert next(one for one in auto.form() if one.id == "prazo").told == "20/12/2026"
