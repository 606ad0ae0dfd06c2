"""A lavrado auto: its number, what it says, and what comes next. Route `/auto/:record`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.auto_papers import AutoPapers
from app.flows.auto_record import (
    HOW,
    REACHED,
    Lavrado,
    Measure,
    defence_of,
    lavrado,
    waiting_in_stop,
)
from app.flows.evidence_view import Picture
from app.screens.desk import of_record, use_desk
from app.screens.veiculo import pairs
from app.widgets.evidence import THUMB_HEIGHT, THUMB_WIDTH
from app.widgets.evidence_canvas import MarkedPicture
from sync.records.places import place_said

AT_THE_STOP = {
    "assinou": (t.GOOD, "Assinou na abordagem", "Entregue a cópia."),
    "recusou": (t.WARN, "Recusou-se a assinar", "Diga se recebeu ou recusou a cópia."),
    "ausente": (t.WARN, "Ausente na abordagem", "Diga depois como a cópia chegou a ele."),
}


@ft.component
def AutoLavrado() -> ft.View:
    return of_auto(lambda of: AutoLavradoOf(of))


def of_auto(make) -> ft.View:
    """The screen of the auto that the address names, or why there is none here."""
    w.use_watch(w.use_app().status)  # how far it has been sent
    return of_record("Auto", lambda desk, record: lavrado(desk.store, record), make)


@ft.component
def AutoLavradoOf(of: Lavrado) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    here = f"/auto/{of.id}"
    left: list[ft.Control] = [
        _number(of, desk),
        *annulled(of),
        *_waiting(app, desk, of),
        *([] if of.annulled else [_defence(desk, of)]),
        *([] if of.annulled and not of.ciencia else [_ciencia(app, desk, of, here)]),
    ]
    right: list[ft.Control] = [
        _facts(desk, of),
        *[_measure(app, desk, one, here) for one in of.measures],
        *([AutoPhotos(of)] if of.body["photos"] else []),
        *([w.secondary_button("Anular", lambda _: app.go(f"{here}/anular"), icon=ft.Icons.BLOCK,
                              tone=t.BAD, name="Anular este auto")] if not of.annulled else []),
    ]
    body = [*left, *right]
    if viewport.two_panes:
        body = [w.halves(left, right)]
    following = of.next_in_stop
    return w.screen(
        words_of_kind(desk, of),
        *body,
        primary=w.Action("Entregar cópia", lambda _: app.go(f"{here}/copia"),
                         icon=ft.Icons.QR_CODE_2, name="Entregar a cópia ao autuado"),
        secondary=w.Action(
            "Próximo auto" if following else "Próximo",
            lambda _: app.go(f"/auto/{following.id}" if following else "/"),
            name="Próximo auto desta abordagem" if following else "Próximo, voltar ao início",
        ),
        back=lambda _: app.go("/registros"),
        subtitle=of.place_in_stop,
        wide=viewport.two_panes,
    )


def words_of_kind(desk, of: Lavrado) -> str:
    from app.prints.auto_words import kind_label

    return kind_label(desk.law_of(of.kept.record), of.body["kind"])


def _number(of: Lavrado, desk) -> ft.Control:
    """The number, to be read from afar, and whether it stands."""
    tone = t.BAD if of.annulled else t.GOOD
    word = "Anulado" if of.annulled else "Lavrado"
    zone = desk.law_of(of.kept.record).municipality.timezone
    return w.card(
        ft.Row([w.chip(tone, word, icon=ft.Icons.BLOCK if of.annulled else ft.Icons.TASK_ALT),
                t.small(words.moment(of.body["drawn_at"], zone))],
               wrap=True, spacing=t.SM, vertical_alignment=ft.CrossAxisAlignment.CENTER),
        ft.Semantics(
            header=True, label=f"Auto número {of.number}", exclude_semantics=True, container=True,
            content=t.text(of.number, 46, bold=True, mono=True),
        ),
        *([ft.Row([w.plate(of.plate, size=26)], wrap=True)] if of.plate else []),
        t.text(of.body["conduct"]["label"], 19, bold=True),
        t.small(of.body["conduct"]["cite"]),
    )


def annulled(of: Lavrado) -> list[ft.Control]:
    if not of.annulment:
        return []
    return [w.notice(t.BAD, "Este auto foi anulado e não vale",
                     f"{of.annulment.body['reason']} O número continua nos livros.", live=False)]


def _waiting(app, desk, of: Lavrado) -> list[ft.Control]:
    """The autos of this stop for which there was no number."""
    draft_id, many = waiting_in_stop(desk, of)
    if not many:
        return []
    return [w.notice(
        t.WARN, f"{words.count(many, 'auto', 'autos')} desta abordagem "
        f"{'espera' if many == 1 else 'esperam'} número.",
        "Ficam guardados em Pendências e se lavram quando o aparelho receber mais números.",
        action="Ver o que espera", on_action=lambda _: app.go(f"/abordagem/{draft_id}"),
        live=False,
    )]


def _defence(desk, of: Lavrado) -> ft.Control:
    told = defence_of(desk, of)
    if told is None:
        return w.notice(t.INFO, "Sem prazo de defesa", "A lei não dá defesa neste documento.",
                        live=False)
    from app.prints.auto_words import NO_ADDRESS, NO_LENGTH, without_address

    place = told["address"] or told["to"]
    if told["last_day"]:
        return w.notice(t.GOOD, f"Defesa até {words.day(told['last_day'])}",
                        f"{told['length']}{f' · {place}' if place else ''}", live=False)
    why = without_address(told["why"])
    open_ended = told["length"] == NO_LENGTH
    return w.notice(t.WARN, "Cabe defesa; a lei não fixa o prazo" if open_ended
                    else "O prazo de defesa ainda não corre",
                    why if told["address"] else f"{why} {NO_ADDRESS}".strip(), live=False)


def _ciencia(app, desk, of: Lavrado, here: str) -> ft.Control:
    """How the autuado came to know; asked for while nobody has said."""
    zone = desk.law_of(of.kept.record).municipality.timezone
    rows: list[ft.Control] = []
    signed = of.body["acknowledged"] == "assinou"
    if not of.ciencias:
        rows.append(w.notice(*AT_THE_STOP[of.body["acknowledged"]], live=False))
    for one in of.ciencias:
        rows.append(w.notice(
            t.GOOD if one.body["how"] in REACHED else t.WARN,
            HOW[one.body["how"]],
            _when_and_how(one.body, zone), live=False,
        ))
    if not of.annulled:
        rows.append(w.secondary_button(
            "Registrar outra ciência" if of.ciencias or signed else "Registrar ciência",
            lambda _: app.go(f"{here}/ciencia"), icon=ft.Icons.HOW_TO_REG,
            name="Registrar como o autuado soube do auto",
        ))
    return w.stacked(rows, spacing=t.SM)


def _when_and_how(body: dict, zone: str) -> str:
    witness = ", com testemunha" if body["witness"] else ""
    return f"{words.moment(body['at'], zone)}{witness}" + (
        f". {body['note']}" if body["note"] else "")


def _facts(desk, of: Lavrado) -> ft.Control:
    from app.prints.auto_form import typed_rows
    from app.prints.auto_words import fine_words, named
    from app.prints.words import capital

    law, record, body = desk.law_of(of.kept.record), of.kept.record, of.body
    zone, conduct = law.municipality.timezone, body["conduct"]
    fine, why = fine_words(conduct, law)
    agent = desk.store.agent(record["agent"]["matricula"])
    who = f"{agent.name}, matrícula {agent.matricula}" if agent else (
        f"matrícula {record['agent']['matricula']}")
    line = body["line"] or {}
    return w.card(t.small("Multa prevista na lei"), t.text(fine, 22, bold=True), *(
        [t.small(why)] if why else []), pairs(
        ("Quem responde", named(law, "roles", body["liable"])),
        ("Gravidade", named(law, "severities", conduct["severity"])),
        ("Pontos", str(conduct["points"]) if conduct["points"] is not None else ""),
        ("Aconteceu", words.moment(body["happened_at"], zone)),
        ("Local", place_said(body["place"])),
        ("Linha", " ".join(part for part in (line.get("number"), line.get("name")) if part)),
        ("Cumprir até", words.day(body["comply_by"], "")),
        *[(row.label, row.value) for row in typed_rows(record, law)],
        ("Observação", body["note"]),
        ("Agente", who),
        ("Envio", capital(of.travel)),
    ))


def _measure(app, desk, one: Measure, here: str) -> ft.Control:
    from app.prints.auto_words import measure_words

    law = desk.law_of(one.applied.record)
    zone = law.municipality.timezone
    if one.applied.annulled_by:
        return w.notice(t.BAD, "Medida anulada", measure_words(one.applied.record, law, zone),
                        live=False)
    if one.released:
        return w.notice(t.GOOD, "Liberado", measure_words(one.released.record, law, zone),
                        live=False)
    return w.notice(
        t.WARN, "Medida em vigor", measure_words(one.applied.record, law, zone),
        action="Liberar", on_action=lambda _: app.go(f"{here}/medida/{one.applied.id}"),
        live=False,
    )


@ft.component
def AutoPhotos(of: Lavrado) -> ft.Control:
    """The photos that are still on this device, with their marks."""
    app, desk = w.use_app(), use_desk()
    found, set_found = ft.use_state(())

    async def load() -> None:
        papers = AutoPapers(desk, of)
        notes, pictures = await papers.notes(), []
        for digest in of.body["photos"]:
            try:
                data = await desk.store.photo(digest)
            except Exception:
                data = b""
            pictures.append((data, notes.get(digest) or Picture(digest)))
        set_found(tuple(pictures))

    ft.use_effect(load, dependencies=[of.id])
    total = len(of.body["photos"])
    return ft.Column(
        [
            w.section_title(words.count(total, "foto", "fotos")),
            ft.Row([_photo(app, of, data, picture, number, total)
                    for number, (data, picture) in enumerate(found, 1)],
                   wrap=True, spacing=t.SM, run_spacing=t.SM),
        ],
        spacing=t.SM, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _photo(app, of: Lavrado, data: bytes, picture: Picture, number: int, total: int
           ) -> ft.Control:
    inside = (MarkedPicture(data, picture, THUMB_WIDTH, THUMB_HEIGHT) if data
              else ft.Icon(ft.Icons.CLOUD_DONE, color=t.INK_SOFT))
    label = f"Foto {number} de {total}" + (f": {picture.text}" if picture.text else "")

    def open_it(_: object) -> None:
        app.go(f"/auto/{of.id}/foto/{picture.digest}")

    return ft.Semantics(
        label=f"{label}. Ver" if data else f"{label}, já enviada e não mais neste aparelho",
        container=True,
        button=bool(data),
        exclude_semantics=True,
        on_tap=open_it if data else None,
        content=ft.Container(
            inside, width=THUMB_WIDTH, height=THUMB_HEIGHT, bgcolor=t.BAND, border_radius=t.RADIUS,
            border=ft.Border.all(t.BORDER, t.LINE), alignment=ft.Alignment.CENTER,
            clip_behavior=ft.ClipBehavior.HARD_EDGE, on_click=open_it if data else None, ink=True,
        ),
    )
