import pytest

from sync.records import PublicBaseError, check_public_base


@pytest.mark.parametrize(
    "base",
    ["https://selo.exemplo.mg.gov.br", "https://a.br:8443", "http://localhost:8000",
     "http://127.0.0.1:8001", "https://10.0.0.7:8000", "https://" + "a" * 40],
)
def test_these_can_stand_on_a_seal(base):
    assert check_public_base(base) == base
    assert check_public_base(base + "/") == base


@pytest.mark.parametrize(
    ("base", "named"),
    [
        ("http://selo.exemplo.mg.gov.br", "https"), ("HTTPS://SELO.EXEMPLO", "minúsculas"),
        ("https://Selo.exemplo", "minúsculas"), ("https://selo.exemplo/app", "mais nada"),
        ("selo.exemplo", "https://"), ("", "https://"), ("https://", "https://"),
        ("https://eu:senha@selo.exemplo", "mais nada"), ("https://a..b", "mais nada"),
        ("https://selo.exemplo:99999", "65535"), ("https://" + "a" * 41, "40 caracteres"),
        ("https://" + "a" * 36 + ":8443", "40 caracteres"), ("https://município.br", "minúsculas"),
    ],
)
def test_these_cannot_and_the_message_says_why(base, named):
    with pytest.raises(PublicBaseError, match=named):
        check_public_base(base)
