"""A tiny invented law, and ways to bend it."""

from __future__ import annotations

from checklists import Answer, Rulebook, load_rulebook_bytes

VILA = """\
format = 1
id = "vila"
version = "1"
effective_from = 2020-01-01
month_end = "ultimo_dia"

[municipality]
ibge = 3300001
name = "Vila"
uf = "RJ"
timezone = "America/Sao_Paulo"
law = "Lei 1/2020"
law_date = 2020-01-01

[[service]]
id = "escolar"
label = "Escolar"
cites = ["Art. 1"]

[[role]]
id = "dono"
label = "Dono"

[[measure]]
id = "retencao"
label = "Retenção"
retains = true

[[unit]]
id = "UV"
label = "Unidade da Vila"

[[severity]]
id = "grave"
label = "Grave"
points = 5
cites = ["Art. 9"]

[[group]]
id = "G"
amount = "10"
unit = "UV"
cites = ["Art. 9"]

[[conduct]]
cite = "Art. 2, I"
label = "Freio ruim"
severity = "grave"
group = "G"
measures = ["retencao"]
applies_to = ["dono"]

[[section]]
id = "tudo"
title = "Tudo"
cites = ["Art. 2"]
place = "patio"
unverified_reasons = ["Sem luz"]

[[section.item]]
id = "2-I"
cite = "Art. 2, I"
conduct = "Art. 2, I"
label = "Freios"

[[section.item]]
id = "2-II"
cite = "Art. 2, II"
label = "Hodômetro"

[[section.item.ask]]
id = "leitura"
kind = "number"
label = "Leitura"
unit = "km"
required = true

[[validity]]
services = ["escolar"]
cites = ["Art. 3"]

[[validity.band]]
since = 0
period = { months = 6 }
cites = ["Art. 3"]

[age]
count = "ano_menos_modelo"
cites = ["Art. 4"]

[[age.limit]]
services = ["escolar"]
years = 5
cites = ["Art. 4"]

[failure]
days = 5
day_kind = { choice = "dias" }
reason = "Cinco dias para corrigir (Art. 5)."
cites = ["Art. 5"]

[[choice]]
id = "dias"
cites = ["Art. 5"]
question = "Dias corridos ou úteis?"
applied = "corridos"
why = "A lei não diz úteis."

[[choice.reading]]
id = "corridos"
label = "Corridos"
value = "corridos"

[[choice.reading]]
id = "uteis"
label = "Úteis"
value = "uteis"
"""


def vila(*changes: tuple[str, str]) -> Rulebook:
    """The law of Vila with some text replaced; each replacement must be found."""
    return load_rulebook_bytes(vila_bytes(*changes), source="vila.toml")


def vila_bytes(*changes: tuple[str, str]) -> bytes:
    text = VILA
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text.encode()


def all_conforme(rulebook: Rulebook, service: str, **others: Answer) -> dict[str, Answer]:
    """Every item of the service conforme, but for `others` (item id with "_" for "-")."""
    answers = {item.id: Answer("conforme") for item in rulebook.checklist(service).items}
    for name, answer in others.items():
        item_id = name.removeprefix("i").replace("_", "-")
        assert item_id in answers, item_id
        answers[item_id] = answer
    return answers
