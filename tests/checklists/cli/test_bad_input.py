"""Bad input ends with one Portuguese sentence that names the option and the value, and code 2."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.asking import asked, refused

PRAZO = ("prazo", "januaria", "--ato", "recurso-multa", "--de")
VALIDADE = ("validade", "januaria", "--servico", "urbano")
MULTA = ("multa", "januaria", "--cite", "Art. 95, IV")
PONTOS = ("pontos", "mangaratiba", "--papel")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # municipalities, services, roles, acts, groups, citations that do not exist
        (("infracoes", "januaría"), ("MUN januaría", "januaria")),
        (("infracoes", "Januária"), ("MUN Januária", "januaria")),
        (("infracoes", "3135209"), ("MUN 3135209", "januaria, mangaratiba")),
        (("infracoes", ""), ("MUN", "januaria, mangaratiba")),
        (("infracoes",), ("MUN",)),
        (("validade", "januaria", "--servico", "onibus", "--idade", "3", "--data", "2026-01-15"),
         ("--servico onibus", "urbano")),
        ((*PONTOS, "motorista", "--infracao", "Art. 17, II@2026-01-01"),
         ("--papel motorista", "auxiliar")),
        (("prazo", "januaria", "--ato", "recurso", "--de", "2026-01-15"),
         ("--ato recurso", "recurso-multa")),
        (("multa", "mangaratiba", "--grupo", "E-5"), ("--grupo E-5", "E-1")),
        (("multa", "mangaratiba", "--cite", "Art. 14, XXIV"), ("--cite Art. 14, XXIV", "Art. 14")),
        (("multa", "mangaratiba", "--cite", "Art. 14"), ("--cite Art. 14", "Art. 14, I")),
        (("multa", "santo-andre", "--cite", "Art. 25"), ("--cite Art. 25",)),
        ((*PONTOS, "auxiliar", "--infracao", "Art. 99@2026-01-01"), ("--infracao Art. 99",)),
        # dates
        ((*PRAZO, "29/04/2026"), ("--de 29/04/2026", "AAAA-MM-DD")),
        ((*PRAZO, "2026-4-29"), ("--de 2026-4-29", "AAAA-MM-DD")),
        ((*PRAZO, "2026-02-30"), ("--de 2026-02-30", "não existe")),
        ((*PRAZO, "2027-02-29"), ("--de 2027-02-29", "não existe")),
        ((*PRAZO, "9999-12-31"), ("--de 9999-12-31", "1950 a 2090")),
        ((*PRAZO, "0001-01-01"), ("--de 0001-01-01", "1950 a 2090")),
        ((*PRAZO, "hoje"), ("--de hoje",)),
        ((*PRAZO, "2026-04-29", "--sem-expediente", "01-05-2026"),
         ("--sem-expediente 01-05-2026",)),
        ((*PRAZO, "2026-04-29", "--sem-expediente", "2026-05-04", "--meio-expediente",
          "2026-05-04"), ("--meio-expediente 2026-05-04", "--sem-expediente")),
        ((*VALIDADE, "--idade", "3", "--data", "2026-13-01"), ("--data 2026-13-01",)),
        ((*MULTA, "--ocorrencia", "2026-13-01@L1"), ("--ocorrencia 2026-13-01",)),
        ((*MULTA, "--ocorrencia", "2026-01-01@"), ("--ocorrencia 2026-01-01@", "linha")),
        ((*PONTOS, "auxiliar", "--infracao", "Art. 17, II"),
         ("--infracao Art. 17, II", "citação, @")),
        ((*PONTOS, "auxiliar", "--infracao", "Art. 17, II@ontem"), ("--infracao ontem",)),
        # numbers
        ((*VALIDADE, "--idade", "-1", "--data", "2026-01-15"), ("--idade -1", "de 0 a 100")),
        ((*VALIDADE, "--idade", "três", "--data", "2026-01-15"), ("--idade três",)),
        ((*VALIDADE, "--idade", "3.5", "--data", "2026-01-15"), ("--idade 3.5",)),
        ((*VALIDADE, "--ano-modelo", "26", "--data", "2026-01-15"), ("--ano-modelo 26", "1900")),
        ((*VALIDADE, "--ano-modelo", "2029", "--data", "2026-01-15"), ("--ano-modelo 2029",)),
        ((*MULTA, "--valor-unidade", "R$ 92,35"), ("--valor-unidade R$ 92,35", "92,35")),
        ((*MULTA, "--valor-unidade", "1.092,35"), ("--valor-unidade 1.092,35", "milhar")),
        ((*MULTA, "--valor-unidade", "0"), ("--valor-unidade 0", "acima de zero")),
        ((*MULTA, "--valor-unidade", "-3"), ("--valor-unidade -3",)),
        ((*MULTA, "--valor-unidade", "nan"), ("--valor-unidade nan",)),
        ((*MULTA, "--valor-unidade", "1e3"), ("--valor-unidade 1e3",)),
        (("multa", "santo-andre", "--unidades", "56"), ("--unidades 56", "1,1 a 55 OTN")),
        (("multa", "santo-andre", "--unidades", "1"), ("--unidades 1", "1,1 a 55 OTN")),
        (("multa", "muriae", "--unidades", "10"), ("--unidade", "BRL, UPFM, UFM")),
        (("multa", "muriae", "--unidades", "10", "--unidade", "OTN"), ("--unidade OTN", "UPFM")),
        (("multa", "muriae", "--grupo", "A", "--valor-unidade", "4"), ("--valor-unidade 4",)),
        # what goes together and what does not
        (("multa", "januaria"), ("--cite, --grupo ou --unidades",)),
        ((*MULTA, "--grupo", "A"), ("--cite e --grupo",)),
        ((*MULTA, "--cite", "Art. 95, V"), ("--cite", "uma vez")),
        ((*MULTA, "--unidade", "UPFM"), ("--unidade UPFM", "--unidades")),
        ((*VALIDADE, "--data", "2026-01-15"), ("--idade ou --ano-modelo",)),
        ((*VALIDADE, "--idade", "3", "--ano-modelo", "2020", "--data", "2026-01-15"),
         ("--idade e --ano-modelo",)),
        ((*VALIDADE, "--idade", "3"), ("falta --data",)),
        (("idade", "muriae", "--servico", "taxi", "--data", "2026-01-15"), ("--ano-modelo",)),
        (("prazo", "januaria", "--de", "2026-01-15"), ("falta --ato",)),
        ((*PONTOS, "auxiliar"), ("falta --infracao",)),
        # options and commands
        (("multa", "januaria", "--citar", "Art. 95, IV"), ("--citar", "--cite")),
        (("prazos", "januaria", "sapezal"), ("sapezal", "sobra")),
        (("multa", "januaria", "--cite", "Art.", "95,", "IV"), ("95,", "aspas")),
        (("relatorio", "januaria", "--saida", "/nao/existe/x.pdf"), ("--saida /nao/existe/x.pdf",)),
        (("relatorio", "januaria", "--saida", "/"), ("--saida /",)),
        (("prazos", "januaria", "--local", "/nao/existe.toml"), ("--local /nao/existe.toml",)),
    ],
)  # fmt: skip
def test_bad_input_names_the_option_and_the_value(words, said):
    message = refused(*words)
    for part in said:
        assert part in message
    assert not any(word in message for word in ("Invalid", "No such", "Missing", "Try", "Error:"))
    assert "\n" not in message


def test_an_unknown_command_is_told_with_what_may_have_been_meant():
    result = asked("infracoez", "januaria")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "infracoez" in result.stderr and "infracoes" in result.stderr


def test_an_option_without_its_value_is_named():
    result = asked("prazo", "januaria", "--de", "2026-01-15", "--ato")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Erro: --ato: falta o valor depois da opção.\n"


@pytest.mark.parametrize("words", [(), ("multa",), ("prazo",)])
def test_help_is_in_portuguese(words):
    result = asked(*words, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Uso: ")
    for english in ("Usage", "Options", "Commands", "Show this", "OPTIONS"):
        assert english not in result.stdout


SOME = {
    "MUN": ("januaria", "muriae", "x"),
    "--servico": ("urbano", "taxi"), "--idade": ("3", "16"), "--ano-modelo": ("2016",),
    "--data": ("2026-03-02",), "--cite": ("Art. 95, IV", "Art. 37"), "--grupo": ("A",),
    "--unidades": ("10",), "--ocorrencia": ("2026-01-10", "2026-01-10@L1"),
    "--valor-unidade": ("92,35",), "--papel": ("motorista", "permissionario"),
    "--infracao": ("Art. 95, IV@2026-01-01",), "--ato": ("recurso-prefeito",),
    "--de": ("2026-04-29",), "--sem-expediente": ("2026-05-04",), "--unidade": ("UPFM",),
}  # fmt: skip
COMMANDS = ("servicos", "validade", "idade", "multa", "pontos", "prazo")


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_whatever_is_typed_it_answers_or_refuses_and_never_breaks(data):
    words = [data.draw(st.sampled_from(COMMANDS)), data.draw(st.sampled_from(SOME["MUN"]))]
    for option in data.draw(st.lists(st.sampled_from(sorted(set(SOME) - {"MUN"})), max_size=5)):
        value = st.sampled_from(SOME[option]) | st.text(max_size=12)
        words += [option, data.draw(value)]
    if data.draw(st.booleans()):
        words.append("--json")
    result = asked(*words)
    assert result.exit_code in (0, 2)
    if result.exit_code == 2:
        assert result.stdout == ""
        assert result.stderr.startswith("Erro: ")
    else:
        assert result.stdout
