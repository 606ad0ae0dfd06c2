"""Words of the autuado's copy: labels from the rulebook, money, deadlines, measures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from app.prints import words
from checklists.deadlines import NO_LENGTH
from checklists.errors import UnknownReference
from checklists.notices_dates import NO_ADDRESS as _NO_ADDRESS_GIVEN
from checklists.notices_dates import NOT_YET as _NOT_YET
from checklists.reais import centavos_words

NO_ADDRESS = "O endereço de entrega ainda não foi informado pelo Município: pergunte à ouvidoria."
NAME_GONE = "consta no registro do Município"
WHAT = {
    "veiculo": "o veículo", "certificado": "o certificado de vistoria", "documento": "documento",
    "equipamento": "equipamento", "outro": "outro bem",
}


def kind_label(rulebook: Any, kind: str) -> str:
    """The label of the kind of notice; "Auto de infração" where the rulebook has none."""
    notice = getattr(rulebook, "notice", None)
    for row in getattr(notice, "kinds", ()):
        if row.id == kind:
            return row.label
    return "Auto de infração" if kind in ("auto", "multa") else words.capital(plain(kind))


def law_line(rulebook: Any, kind: str) -> str:
    """The law, and that the paper is an auto de infração where that is not its kind's name: "Auto
    de infração (Art. 104) · Lei 1.854/1999"."""
    if rulebook is None:
        return ""
    kinds = getattr(getattr(rulebook, "notice", None), "kinds", ())
    cites = next((row.auto_cites for row in kinds if row.id == kind), ())
    auto = f"Auto de infração ({'; '.join(cites)}) · " if cites else ""
    return f"{auto}{rulebook.municipality.law}"


def named(rulebook: Any, table: str, row_id: str | None) -> str:
    """The label of a role, a severity or a measure; the id in words without a rulebook."""
    if not row_id:
        return ""
    for row in getattr(rulebook, table, None) or ():
        if row.id == row_id:
            return row.label
    return words.measure(row_id) if table == "measures" else words.capital(plain(row_id))


def plain(slug: str) -> str:
    return slug.replace("_", " ").replace("-", " ")


def name_missing(persons: Mapping | None) -> str:
    """What stands for a name: nobody told it, or it is no longer on this device."""
    return "não informado" if persons is not None else NAME_GONE


def in_units(amount: str, unit: str) -> str:
    """ ("80.5", "UFIR-RJ") → "80,5 UFIR-RJ"."""
    if unit == "BRL":
        return centavos_words(int(Decimal(amount) * 100))
    return f"{amount.replace('.', ',')} {unit}"


def fine_words(conduct: dict[str, Any], rulebook: Any) -> tuple[str, str]:
    """(the fine, how it is counted or why it is not known)."""
    amount, unit, centavos = conduct["amount"], conduct["unit"], conduct["centavos"]
    units = in_units(amount, unit) if amount is not None and unit else ""
    if centavos is not None:
        beside = f"{units}. " if units and unit != "BRL" else ""
        return centavos_words(centavos), f"{beside}{conduct['value_why']}".strip()
    if units:
        return units, conduct["value_why"]
    if conduct["penalties"] and not conduct["group"]:
        return "Sem multa na lei", conduct["value_why"]
    return "Valor não definido", conduct["value_why"] or "A lei não dá valor a esta conduta."


def length_said(defence: dict[str, Any]) -> str:
    if defence["length"] == NO_LENGTH:
        return "A lei não fixa o prazo"
    starts = f", contado {defence['starts']}" if defence["starts"] else ""
    return f"Prazo de {defence['length']}{starts}"


def without_address(why: str) -> str:
    """The reason without what the copy says in a place of its own: that the count has not begun,
    and that the address is not known."""
    told = why.replace(_NO_ADDRESS_GIVEN, "").strip()
    return words.capital(told.removeprefix(_NOT_YET))


def appeals(rulebook: Any, kind: str, measures: Iterable[str] = ()) -> tuple[str, ...]:
    """How one defends oneself and what comes after, in the law's own steps: the sentences of the
    public copy, so that paper and page say the same. `measures`: those that were taken."""
    from checklists.notices import appeal_words

    if not getattr(rulebook, "notice", None):
        return ()
    try:
        return appeal_words(rulebook, kind, tuple(measures))
    except UnknownReference:  # a kind of another version of the law
        return ()


def contact(municipality: dict[str, Any]) -> str:
    ways = words.ouvidoria(municipality)
    if not ways:
        return "Dúvidas: procure o órgão de trânsito do Município."
    return f"Dúvidas ou reclamações: ouvidoria, {ways}."


def measure_words(record: dict[str, Any], rulebook: Any, zone: str | None) -> str:
    """One `medida` record in a sentence."""
    body = record["body"]
    label = named(rulebook, "measures", body["measure"])
    when = words.moment(body["at"], zone)
    if body["act"] == "liberada":
        receipt = f", recibo {body['receipt']}" if body["receipt"] else ""
        return f"{label}: liberado em {when}{receipt}."
    parts = [WHAT[body["what"]]]
    if body["description"]:
        parts[0] += f" ({body['description']})"
    if body["kept_at"]:
        parts.append(f"fica em {body['kept_at']}")
    if body["seal_number"]:
        parts.append(f"lacre {body['seal_number']}")
    if body["receipt"]:
        parts.append(f"recibo {body['receipt']}")
    return f"{label}, {when}: {', '.join(parts)}."
