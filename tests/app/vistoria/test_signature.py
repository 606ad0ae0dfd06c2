"""The inspector's signature: integer strokes, clear, and no scribble of one dot."""

import json

from app.flows.signature import Signature


def _drawn(points):
    signature = Signature(300, 120)
    signature.begin(*points[0])
    for point in points[1:]:
        signature.extend(*point)
    signature.end()
    return signature


def test_no_signature_is_refused_clearly():
    assert "Falta a assinatura" in Signature().refusal()


def test_a_single_tap_is_no_signature():
    assert "curta demais" in _drawn([(10.2, 10.7)]).refusal()


def test_strokes_are_kept_as_integers_inside_the_paper():
    signature = _drawn([(-4.6, 10.4), (150.5, 60.2), (310.0, 130.0)])
    assert signature.refusal() == ""
    assert json.loads(signature.as_bytes()) == {
        "width": 300,
        "height": 120,
        "strokes": [[[0, 10], [150, 60], [300, 120]]],
    }


def test_clearing_starts_anew():
    signature = _drawn([(0, 0), (90, 90)])
    signature.clear()
    assert signature.is_empty
    assert signature.refusal()


def test_a_stroke_cannot_be_extended_before_it_begins():
    signature = Signature()
    signature.extend(5, 5)
    assert signature.is_empty


def test_turning_the_tablet_keeps_what_was_drawn():
    signature = _drawn([(0, 0), (150, 60)])
    signature.resize(600, 240)
    assert signature.strokes == [[(0, 0), (300, 120)]]
    assert (signature.width, signature.height) == (600, 240)


def test_an_endless_scribble_stays_small():
    signature = Signature(300, 120)
    signature.begin(0, 0)
    for turn in range(20_000):
        signature.extend((turn * 7) % 300, (turn * 13) % 120)
    assert len(signature.as_bytes()) < 64_000
