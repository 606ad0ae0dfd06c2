"""The chapters after the readings: conducts, recidivism, deadlines, validity, fees, lapsed."""

from __future__ import annotations

from collections.abc import Sequence

from checklists.choices import resolve
from checklists.cli import words
from checklists.cli.pages_terms import counted, is_appeal
from checklists.cli.report import choices, notices
from checklists.cli.report.sheet import SOFT, Cell, Run, Sheet
from checklists.deadlines import length_words
from checklists.fines import choices_of, inspected_cites, points_of
from checklists.model import Conduct
from checklists.reais import REAL, reais_exact
from checklists.rows import NO_WINDOW, UNKNOWN_PERIOD, Band, Recidivism, ValidityRule
from checklists.rulebook import Rulebook
from checklists.unbroken import HARD
from checklists.validity import as_period

SMALL = 7.8
KINDS = {
    "auto": "O auto de infração deve trazer", "autuacao": "Como se autua",
    "notificacao": "Notificação", "multa": "Multa", "penalidade": "Penalidades",
    "medida": "Medidas administrativas", "selo": "Selo", "vistoria": "Vistoria",
    "documento": "Documentos", "veiculo": "Veículo", "tripulacao": "Condutor e tripulação",
    "permissao": "Permissão", "operacao": "Operação",
}  # fmt: skip
COUNTS = {
    "ano_menos_modelo": "ano corrente menos o ano-modelo",
    "ano_menos_fabricacao": "ano corrente menos o ano de fabricação",
    "ano_menos_mais_antigo": "ano corrente menos o ano mais antigo do documento",
    "ano_modelo_completo_em_31_12": "um ano completo a cada 31 de dezembro, desde o do ano-modelo",
    "primeiro_registro": "data a data, desde o primeiro registro",
}


def conducts(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("Condutas, multas, pontos e medidas")
    sheet.paragraph(
        f"São {len(law.conducts)} condutas. Gravidade, grupo e medida estão como impressos na lei; "
        "a multa é a que se aplica. Os números depois de “leituras” são os do primeiro capítulo."
    )
    numbers = {row.id: n for n, row in enumerate(law.choices, 1)}
    seen = inspected_cites(law)
    rows = []
    for row in law.conducts:
        points = points_of(law, row)
        rows.append((
            Run(row.cite, bold=True), _about(law, row, numbers, row.cite in seen),
            words.severity(law, row.severity), row.group or "", words.fine_words(law, row),
            "" if points is None else str(points), _beyond(law, row),
        ))  # fmt: skip
    heads = ("Citação", "Conduta", "Gravidade", "Grupo", "Multa", "Pontos", "Medidas e penas")
    wide = any(row[6] for row in rows) and any(row[2] for row in rows)
    sheet.table(heads, (27, 0, 18, 14, 25, 13, 28 if wide else 40), rows)
    if law.local and law.local.conducts:
        sheet.paragraph(f"Do arquivo do município: {'; '.join(law.local.conducts)}.", 9.5)


def _about(law: Rulebook, row: Conduct, numbers: dict[str, int], seen: bool) -> Cell:
    more = [f"responde: {words.roles(law, row.applies_to)}"] if row.applies_to else []
    if seen:
        more.append("olhada na vistoria")
    if row.same_as:
        more.append(f"também em {'; '.join(row.same_as)}")
    if row.cites:
        more.append(f"como se pune: {'; '.join(row.cites)}")
    ids = [str(numbers[one.id]) for one in choices_of(law, row)]
    if ids:
        more.append(f"leituras {', '.join(ids)}")
    lapsed = f" ({row.status}: {row.status_note})" if row.status != "vigente" else ""
    return [Run(row.label + lapsed), Run(f"{HARD}· ".join(more), SMALL, color=SOFT)]


def _beyond(law: Rulebook, row: Conduct) -> Cell:
    found = [law.measure(one).label for one in row.measures]
    return "; ".join([*found, *row.penalties])


def growth(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("Grupos de multa, reincidência e pontos", new_page=False)
    if law.groups:
        sheet.heading("Grupos de multa")
        rows = [
            (Run(row.id, bold=True), words.amount(row.fine) if row.fine else row.unknown,
             "; ".join(row.cites))
            for row in law.groups
        ]  # fmt: skip
        sheet.table(("Grupo", "Valor", "Citações"), (30, 0, 50), rows)
    sheet.heading("Reincidência")
    if not law.recidivisms:
        sheet.paragraph("A lei não diz o que muda quando a infração se repete: nada muda.")
    for row in law.recidivisms:
        sheet.need(14)
        sheet.paragraph(f"{row.label}.", bold=True, after=0.5)
        sheet.paragraph(_recidivism(law, row), 9.5, after=0.5)
        sheet.paragraph("; ".join(row.cites), 9, color=SOFT, after=3)
    sheet.heading("Pontos")
    if not law.points_rules:
        sheet.paragraph("A lei não conta pontos.")
        return
    marks = [f"{row.label.lower()} {row.points}" for row in law.severities if row.points]
    sheet.paragraph(f"Por infração: {', '.join(marks)}.")
    rows = [
        (Run(law.role(row.role).label, bold=True), f"{row.limit} no ano civil", row.effect,
         "; ".join(row.cites))
        for row in law.points_rules
    ]  # fmt: skip
    sheet.table(("Quem", "Limite", "Ao atingir", "Citações"), (38, 32, 0, 46), rows)


def _recidivism(law: Rulebook, row: Recidivism) -> str:
    parts = [f"A partir da {resolve(law, row.occurrence)}ª ocorrência"]
    window = resolve(law, row.window)
    if window is None or window == NO_WINDOW:
        parts.append("sem janela de tempo na lei")
    else:
        parts.append(f"em {as_period(window).words()}")
    if row.same_line:
        parts.append("na mesma linha")
    if row.multiplier > 1:
        what = "da multa anterior" if row.progressive else "do valor da infração"
        parts.append(f"{'o dobro' if row.multiplier == 2 else f'{row.multiplier} vezes'} {what}")
    parts += resolve(law, row.penalties)
    if row.conducts:
        parts.append(f"só para {'; '.join(row.conducts)}")
    return f"{', '.join(parts)}. {row.condition}".strip()


def deadlines(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("Prazos", new_page=False)
    sheet.paragraph(
        "O dia do começo não conta e o do fim conta. Prazo de processo que vence em dia sem "
        "expediente segue a leitura vencimento-sem-expediente; os demais não mudam."
    )
    rows = []
    for row in law.deadlines:
        kind = "de processo" if resolve(law, row.procedural) else "não muda de dia"
        rows.append((
            [Run(row.label, bold=True), Run(f"{row.ato}{HARD}· {'; '.join(row.cites)}", SMALL,
             color=SOFT)],
            [Run(length_words(law, row)), Run(kind if not row.unknown else "", SMALL, color=SOFT)],
            [Run(counted(row)), Run(row.unknown, SMALL, color=SOFT)], row.to,
            words.suspends(row.suspensive) if is_appeal(row) else "",
        ))  # fmt: skip
    heads = ("Ato", "Prazo", "Contado", "A quem", "Suspende")
    sheet.table(heads, (0, 29, 40, 34, 20), rows)


def vehicles(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("Vistoria: validade, idade e reprovação", new_page=False)
    names = {row.id: row.label for row in law.services}
    sheet.heading("Até quando vale a vistoria aprovada")
    rows = []
    for rule in law.validities:
        label = Run(", ".join(names[one] for one in rule.services), bold=True)
        if not rule.bands or all(_open(law, band) for band in rule.bands):
            rows.append((label, "", rule.unknown, "; ".join(rule.cites)))
        for band in rule.bands:
            if not _open(law, band):
                period = as_period(resolve(law, band.period)).words()
                rows.append((label, _ages(law, rule, band), period, "; ".join(band.cites)))
                label = Run("")
    sheet.table(("Serviço", "Idade do veículo", "Validade", "Citações"), (48, 34, 0, 40), rows)
    sheet.heading("Idade máxima")
    way = COUNTS[resolve(law, law.age_count.method)]
    sheet.paragraph(f"Como se conta: {way} ({'; '.join(law.age_count.cites)}).")
    rows = []
    for rule in law.ages:
        years = resolve(law, rule.years)
        said = " ".join(filter(None, (rule.condition, rule.note)))
        more = rule.unknown if years is None else said
        limit = "não está na lei" if years is None else f"{years} anos"
        label = Run(", ".join(names[one] for one in rule.services), bold=True)
        rows.append((label, limit, more, "; ".join(rule.cites)))
    sheet.table(("Serviço", "Limite", "Condição", "Citações"), (48, 26, 0, 40), rows)
    sheet.heading("Reprovado")
    for text, cites in (
        (law.failure.reason, law.failure.cites),
        *((effect.text, effect.cites) for effect in law.failure.effects),
    ):
        cited = "" if "Art" in text else f" {'; '.join(cites)}."
        sheet.paragraph(f"{text}{cited}", after=0.8)


def _open(law: Rulebook, band: Band) -> bool:
    return resolve(law, band.period) == UNKNOWN_PERIOD


def _ages(law: Rulebook, rule: ValidityRule, band: Band) -> str:
    if band.since == 0 and band.until is None:
        return "qualquer"
    start = f"mais de {band.above}" if band.above is not None else f"de {band.since}"
    end = f" a {band.until}" if band.until is not None else ""
    return f"{start}{end} anos"


def fees(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("Taxas e valores das unidades", new_page=False)
    sheet.heading("Taxas")
    rows = [
        (Run(row.label, bold=True), words.amount(row.amount) if row.amount else row.unknown,
         "; ".join(row.cites))
        for row in law.fees
    ]  # fmt: skip
    if rows:
        sheet.table(("Taxa", "Valor", "Citações"), (64, 0, 44), rows)
    else:
        sheet.paragraph("A lei não traz taxas.")
    sheet.heading("Unidades")
    rows = []
    for unit in law.units:
        values = law.local.values_of(unit.id) if law.local else ()
        told = [
            f"{reais_exact(one.amount)} desde {words.day(one.since)}"
            + (f" até {words.day(one.until)}" if one.until else "") + f" ({one.source})"
            for one in values
        ]  # fmt: skip
        unsaid = "é o próprio real" if unit.id == REAL else "não informado pelo município"
        rows.append((
            [Run(unit.id, bold=True), Run(unit.label, SMALL, color=SOFT)],
            unit.note or "nada", [Run(one) for one in told or [unsaid]], "; ".join(unit.cites),
        ))  # fmt: skip
    heads = ("Unidade", "O que a lei diz", "Valor em reais", "Citações")
    sheet.table(heads, (46, 0, 40, 36), rows)


def duties(sheet: Sheet, law: Rulebook) -> None:
    sheet.chapter("O que se exige: auto, selo, documentos, veículo", new_page=False)
    names = {row.id: row.label for row in law.services}
    for kind, title in KINDS.items():
        rows = []
        for row in law.requirements:
            if row.kind == kind:
                services = Run(", ".join(names[one] for one in row.services), SMALL, color=SOFT)
                rows.append(([Run(row.label), services], "; ".join(row.cites)))
        if rows:
            sheet.heading(title)
            sheet.table(("Exigência", "Citações"), (0, 56), rows)


def lapsed(sheet: Sheet, law: Rulebook) -> None:
    room = 60 if law.lapsed else 30
    sheet.chapter("O que está impresso e já não vale", new_page=False, room=room)
    if not law.lapsed:
        sheet.paragraph("Nada: o texto impresso é o que está em vigor.")
        return
    rows: list[Sequence[Cell]] = [
        (Run("; ".join(row.cites), bold=True), [Run(row.label), Run(row.note, SMALL, color=SOFT)],
         row.status, f"{row.by}, {words.day(row.since)}" if row.since else row.by)
        for row in law.lapsed
    ]  # fmt: skip
    sheet.table(("Citação", "O que dizia", "Situação", "Por qual lei"), (38, 0, 22, 48), rows)


ALL = (
    choices.chapter, choices.unknown_chapter, conducts, growth, deadlines, notices.chapter,
    vehicles, fees, duties, lapsed,
)  # fmt: skip
