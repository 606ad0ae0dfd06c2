"""A vehicle that no registry knows is typed in: clear errors, warnings that do not stop."""

from datetime import date

import pytest

from app.flows.new_vehicle import NewVehicle

TODAY = date(2026, 11, 30)


def _form(**typed):
    form = NewVehicle(plate="ABC1D23", service="escolar", make_model="Fiat Ducato")
    for name, text in typed.items():
        form.set(name, text, TODAY)
    return form


@pytest.mark.parametrize("plate", ["abc1d23", "ABC-1234", " abc 1c34 "])
def test_a_plate_is_taken_in_both_formats(plate):
    assert _form(plate=plate).check(TODAY)


@pytest.mark.parametrize("plate", ["", "ABC", "1234ABC", "ABCD123", "ÁBC1D23", "ABC1D2345"])
def test_a_nonsense_plate_says_what_a_plate_looks_like(plate):
    form = _form(plate=plate)
    assert not form.check(TODAY)
    assert "ABC1D23" in form.errors["plate"]
    assert form.plate == plate, "what was typed stays on the screen"


def test_a_slip_of_the_hand_is_answered_with_a_suggestion():
    form = _form(plate="A8C1D23")
    form.check(TODAY)
    assert "Você quis dizer ABC1D23?" in form.errors["plate"]


def test_a_year_in_the_future_is_refused_by_name_and_value():
    form = _form(model_year="2031")
    assert not form.check(TODAY)
    assert form.errors["model_year"] == (
        "Ano-modelo 2031 está no futuro. Confira no documento: vai até 2027."
    )


def test_next_years_model_is_on_the_street_already():
    assert _form(model_year="2027", manufacture_year="2026").check(TODAY)


def test_no_vehicle_is_made_next_year():
    form = _form(manufacture_year="2027")
    assert not form.check(TODAY)
    assert "2026" in form.errors["manufacture_year"]


@pytest.mark.parametrize("typed", ["19", "dois mil", "20 20", "２０２０"])
def test_a_year_is_four_plain_digits(typed):
    form = _form(model_year=typed)
    assert not form.check(TODAY)
    assert "quatro números" in form.errors["model_year"]


def test_doubts_warn_and_do_not_stop():
    form = _form(model_year="", chassis_tail="", make_model="")
    assert form.check(TODAY)
    assert set(form.warnings) == {"model_year", "chassis_tail", "make_model"}
    assert _form(model_year="2019", manufacture_year="2022").check(TODAY)
    assert _form(model_year="1938").check(TODAY)


def test_what_lacks_is_shown_once_before_the_vistoria_starts_without_it():
    form = _form(make_model="Fiat Ducato", model_year="2020")
    assert not form.may_start(TODAY)
    assert form.doubtful
    assert form.doubts() == ["o final do chassi"]
    assert form.may_start(TODAY), "the second asking goes on in spite of it"


def test_a_doubt_that_comes_up_later_is_shown_too():
    form = _form(make_model="Fiat Ducato", model_year="2020")
    assert not form.may_start(TODAY)
    form.set("model_year", "1938", TODAY)
    form.set("chassis_tail", "9B4251", TODAY)
    assert not form.may_start(TODAY)
    assert form.doubts() == ["o ano-modelo"]
    form.set("plate", "ABC", TODAY)
    assert not form.may_start(TODAY)
    assert not form.doubtful, "what is wrong comes first"


def test_nothing_is_asked_twice_when_all_is_there():
    form = _form(model_year="2020", manufacture_year="2020", chassis_tail="9B4251")
    assert form.may_start(TODAY)


def test_a_whole_chassis_number_is_cut_to_its_tail():
    form = _form(chassis_tail="9BWZZZ377VT004251")
    assert form.check(TODAY)
    assert form.as_vehicle("v")["chassis_tail"] == "004251"


def test_a_short_or_odd_chassis_tail_is_refused():
    for typed in ("0042", "0042-é1"):
        form = _form(chassis_tail=typed)
        assert not form.check(TODAY)
        assert "6 últimos" in form.errors["chassis_tail"]


def test_a_field_that_was_wrong_is_checked_again_while_typing():
    form = _form(plate="ABC")
    form.check(TODAY)
    assert "plate" in form.errors
    form.set("plate", "ABC1D23", TODAY)
    assert form.errors == {}


def test_the_vehicle_goes_into_the_record_in_plain_form():
    form = _form(plate="abc-1234", model_year="2020", chassis_tail="ab12c3", permit=" 77 ")
    form.check(TODAY)
    assert form.as_vehicle("id-1") == {
        "id": "id-1",
        "known": False,
        "plate": "ABC1234",
        "chassis_tail": "AB12C3",
        "make_model": "Fiat Ducato",
        "service": "escolar",
        "model_year": 2020,
        "manufacture_year": None,
        "permit": "77",
    }
