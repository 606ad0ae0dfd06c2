"""What Veículo says of age and selo: in words, with the law's place."""

from app.flows.vehicle import look_up
from tests.support.yard import van


async def test_how_the_age_is_counted_is_said_in_words_with_the_citation(yard):
    yard.registers(van())
    note = look_up(yard.desk, "ABC1D23").age_note
    assert note == (
        "Do ano mais antigo do documento (fabricação, modelo ou registro) (Art. 12, II)"
    )


async def test_where_the_law_gives_a_limit_of_age_the_limit_is_said(januaria):
    januaria.registers(van())
    facts = look_up(januaria.desk, "ABC1D23")
    assert "ano mais antigo do documento" in facts.age_note
    assert "Limite de 15 anos" in facts.age_note
    assert "Art. 54" in facts.age_note


async def test_a_selo_number_reads_the_same_everywhere(yard):
    vehicle = yard.registers(van())
    flow = yard.begins(vehicle)
    yard.finds_all_in_order(flow)
    await yard.signs_and_concludes(flow)
    assert look_up(yard.desk, "ABC1D23").seal == "nº 000.001, válido até 30/05/2027"
