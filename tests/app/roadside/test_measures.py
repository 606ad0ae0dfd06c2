"""What is kept and where; what the kind of auto says already is not asked again."""


def kind_of(road, stop, cite, kind):
    auto = stop.add_auto(cite)
    auto.choose_kind(kind)
    road.fills(auto)
    return auto


def sentences(auto):
    return [one.sentence for one in auto.owed()]


async def test_an_auto_of_seizure_only_asks_where_the_vehicle_is_kept(at):
    road = await at("sapezal")
    auto = kind_of(road, road.stops(road.registers()), "Art. 27", "apreensao")
    (measure,) = auto.measures
    assert measure.applied and measure.by_kind
    assert (measure.what, measure.takes_things) == ("veiculo", False)
    assert sentences(auto) == ["Apreensão do veículo: escreva onde fica guardado."]
    measure.write("kept_at", "Pátio municipal")
    assert sentences(auto) == []
    assert measure.told == "Feita agora, fica em Pátio municipal"


async def test_of_documents_it_is_said_which(at):
    road = await at("sapezal")
    auto = kind_of(road, road.stops(road.registers()), "Art. 13, I", "apreensao-de-documentos")
    (measure,) = auto.measures
    assert measure.takes_things and measure.what == "documento"
    measure.choose_what("equipamento")
    assert measure.what == "equipamento"
    assert sentences(auto) == [
        "Apreensão de documentos ou equipamentos: escreva onde fica guardado."]


async def test_what_is_reviewed_before_the_act_tells_all_that_the_measures_record_will_carry(at):
    road = await at("sapezal")
    auto = kind_of(road, road.stops(road.registers()), "Art. 13, I", "apreensao-de-documentos")
    (measure,) = auto.measures
    assert measure.told == "Feita agora: um documento"
    measure.choose_what("equipamento")
    for name, text in {"description": "taxímetro", "kept_at": "Pátio municipal",
                       "seal_number": "L-0042", "receipt": "77"}.items():
        measure.write(name, text)
    assert measure.told == ("Feita agora: um equipamento (taxímetro), fica em Pátio municipal, "
                            "lacre L-0042, recibo 77")


async def test_a_notice_is_the_paper_itself_and_keeps_nothing(at):
    road = await at("sapezal")
    stop = road.stops(road.registers())
    auto = kind_of(road, stop, "Art. 13, I", "notificacao")
    assert auto.measures == [] and sentences(auto) == []
    road.agrees(stop)
    assert await road.reviews(stop).lavrar()
    assert road.store.records(kind="medida") == []
    assert road.store.records(kind="auto")[0].body["kind"] == "notificacao"


async def test_who_is_barred_from_serving_has_nothing_kept(at):
    road = await at("sapezal")
    stop = road.stops(road.registers())
    auto = stop.add_auto("Art. 26, II")
    road.fills(auto)
    measure = auto.measure("impedimento")
    assert (measure.id, measure.by_kind, measure.told) == ("impedimento", False, "Não feita")
    measure.answer(True)
    assert sentences(auto) == [] and measure.told == "Feita agora"


def test_a_measure_that_the_conduct_brings_is_asked_for(roadside):
    auto = roadside.stops(roadside.registers()).add_auto("Art. 14, XIX")
    (measure,) = auto.measures
    assert measure.applied is None and measure.told == ""
    assert "Retenção do veículo: diga se a medida foi feita agora." in sentences(auto)
