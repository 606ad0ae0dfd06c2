"""What the law's rows are called, and their numbers in words."""

from __future__ import annotations

import re
from typing import Any

from app.flows.words import count, listed, money
from checklists.choices import resolve
from checklists.model import Period
from checklists.rows import NO_WINDOW, UNKNOWN_PERIOD
from checklists.validity import as_period

KINDS = {
    "conduta": "Infração", "conduta_caduca": "Infração que já não vale", "item": "Vistoria",
    "validade": "Validade", "idade": "Idade", "reprovacao": "Reprovação", "prazo": "Prazo",
    "grupo": "Multa", "gravidade": "Gravidade", "pontos": "Pontos",
    "reincidencia": "Reincidência", "medida": "Medida", "taxa": "Taxa", "unidade": "Unidade",
    "regra": "Regra", "escolha": "Escolha de leitura", "caduca": "Já não vale",
}
REQUIREMENTS = {
    "auto": "O que o auto deve trazer", "autuacao": "Como se lavra o auto",
    "notificacao": "Notificação", "multa": "Multa", "penalidade": "Penalidade",
    "medida": "Medida", "selo": "Selo", "vistoria": "Vistoria", "documento": "Documento",
    "veiculo": "Veículo", "tripulacao": "Motorista e tripulação", "permissao": "Permissão",
    "operacao": "Como se presta o serviço",
}
STATUSES = {"vigente": "em vigor", "revogado": "revogado", "superado": "superado"}
AGE_COUNTS = {
    "ano_menos_modelo": "o ano de hoje menos o ano-modelo",
    "ano_menos_fabricacao": "o ano de hoje menos o ano de fabricação",
    "ano_menos_mais_antigo": "o ano de hoje menos o mais antigo entre modelo, fabricação e "
    "primeiro registro",
    "ano_modelo_completo_em_31_12": "um ano a cada 31 de dezembro, desde o do ano-modelo",
    "primeiro_registro": "de data a data, desde o primeiro registro",
}
ROUNDINGS = {"meio_acima": "ao centavo mais próximo", "corta": "cortando abaixo do centavo"}
VALUE_DAYS = {"fato": "do dia da infração", "pagamento": "do dia do pagamento"}
SCOPES = {"completa": "a vistoria inteira", "exigencias": "só o que falhou"}

__all__ = ["count", "listed", "money"]


def sentence(text: str) -> str:
    """With a capital at the beginning."""
    return text[:1].upper() + text[1:]


def by(norm: str) -> str:
    """`pela Lei 6.527/1989`, `pelo Decreto 1/1990`."""
    she = ("Lei", "Portaria", "Resolução", "Deliberação", "Instrução", "Emenda", "Constituição")
    return f"pela {norm}" if norm.startswith(she) else f"pelo {norm}"


def cited(cites: Any) -> str:
    """Citations one after the other; they have commas of their own."""
    return "; ".join(cites)


def fine(value: Any) -> str:
    return money(value.amount, value.unit)


def unit_worth(amount: Any) -> str:
    """One unit in reais, with all its decimals: `R$ 4,7508`, `R$ 100,00`."""
    rest = f"{amount:f}".partition(".")[2]
    told = money(amount, "BRL").partition(",")[0]
    return f"{told},{rest.rstrip('0').ljust(2, '0')}"


def fine_range(group: Any) -> str:
    """`de 1,1 a 55 OTN`; empty where the law gives no range."""
    if group.lowest and group.highest and group.lowest.unit == group.highest.unit:
        low = fine(group.lowest).removesuffix(f" {group.lowest.unit}")
        return f"de {low} a {fine(group.highest)}"
    if group.highest:
        return f"até {fine(group.highest)}"
    return f"desde {fine(group.lowest)}" if group.lowest else ""


def points(number: int) -> str:
    return count(number, "ponto", "pontos")


def is_group(group_id: str) -> bool:
    """Whether it is a group that the law prints, such as A or E-1."""
    return bool(re.fullmatch(r"[A-Z]+(-?\d+)?", group_id))


def group(rulebook: Any, row: Any) -> str:
    """`Grupo E-1`; `Multa leve` where groups bear the names of severities."""
    if is_group(row.id):
        return f"Grupo {row.id}"
    for severity in rulebook.severities:
        if severity.id == row.id:
            return f"Multa {severity.label.lower()}"
    return sentence(row.id.replace("-", " ")) if row.id != "sem-valor" else "Multa sem valor"


def days(number: int, kind: str) -> str:
    words = ("dia útil", "dias úteis") if kind == "uteis" else ("dia corrido", "dias corridos")
    return count(number, *words)


def months(number: int) -> str:
    told = count(number, "mês", "meses")
    years, rest = divmod(number, 12)
    return f"{told} ({count(years, 'ano', 'anos')})" if years > 1 and not rest else told


def length(rulebook: Any, row: Any) -> str:
    """A deadline's: `5 dias úteis`, `48 horas`; empty where the law gives none."""
    if row.days is not None:
        return days(row.days, resolve(rulebook, row.day_kind))
    if row.months is not None:
        return months(row.months)
    return count(row.hours, "hora", "horas") if row.hours is not None else ""


def period(value: Any) -> str:
    """Of a validity, as resolved."""
    if value == UNKNOWN_PERIOD:
        return "a lei não diz"
    span = as_period(value)
    return months(span.months) if span.months else count(span.days, "dia", "dias corridos")


def window(value: Any) -> str:
    if value is None or value == NO_WINDOW:
        return "a lei não dá prazo entre uma e outra"
    span = value if isinstance(value, Period) else as_period(value)
    return f"contadas nos {span.words()} anteriores"


def band(row: Any) -> str:
    """The ages of a validity band, as printed."""
    if row.above is not None:
        return f"mais de {count(row.above, 'ano', 'anos')}"
    if row.until is None:
        return "qualquer idade" if not row.since else f"{count(row.since, 'ano', 'anos')} ou mais"
    if not row.since:
        return f"até {count(row.until, 'ano', 'anos')}"
    return f"de {row.since} a {row.until} anos"


def in_months(rulebook: Any, rule: Any) -> bool:
    """Whether some band of a validity runs in months, so that it matters where these end."""
    found = [resolve(rulebook, one.period) for one in rule.bands]
    return any(as_period(one).months for one in found if one != UNKNOWN_PERIOD)


def validity_gist(rulebook: Any, rule: Any) -> str:
    found = [resolve(rulebook, one.period) for one in rule.bands]
    known = list(dict.fromkeys(period(one) for one in found if one != UNKNOWN_PERIOD))
    if not known:
        return "a lei não diz por quanto tempo"
    return known[0] if len(known) == 1 else f"de {known[-1]} a {known[0]}, pela idade"


def age_gist(rulebook: Any, rule: Any) -> str:
    limit = resolve(rulebook, rule.years)
    if limit is None:
        return "sem limite nesta lei"
    told = f"até {count(limit, 'ano', 'anos')}"
    return told if rule.beyond == "proibido" else f"{told}; depois, com decisão"
