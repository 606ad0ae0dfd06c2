"""The law's own form for one auto. Route `/abordagem/:draft/dados/:auto`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.roadside.auto import AutoDraft
from app.flows.roadside.form import FormField
from app.flows.roadside.stop import Stop
from app.flows.roadside.told import law_facts
from app.screens.roadside.form_fields import Field, Measure, Note, Term
from app.screens.roadside.pieces import doubt, law_button, of_stop, two_columns, unsaved
from app.screens.veiculo import pairs
from app.widgets.evidence import EvidenceSection


@ft.component
def Dados() -> ft.View:
    return of_stop(lambda stop: _dados(stop))


def _dados(stop: Stop) -> ft.View:
    app = w.use_app()
    auto = stop.auto(ft.use_route_params().get("auto", ""))
    if auto is None:
        return w.screen(
            "Auto", w.notice(t.WARN, "Este auto não está mais nesta abordagem."),
            primary=w.Action("Voltar à abordagem",
                             lambda _: app.go(f"/abordagem/{stop.draft_id}")),
            back=lambda _: app.go("/"),
        )
    return DadosOf(auto)


@ft.component
def DadosOf(auto: AutoDraft) -> ft.View:
    app, room = w.use_app(), w.use_viewport()
    stop = auto.stop
    w.use_watch(auto, stop)
    here = f"/abordagem/{stop.draft_id}"
    place = stop.autos.index(auto) if auto in stop.autos else 0

    def remove(_: object) -> None:
        stop.remove_auto(auto.id)
        app.go(here)
        app.toast("Auto tirado da abordagem", undo=lambda: stop.put_back(auto, place))

    form = auto.form()
    left = [*unsaved(stop), Conduct(auto), *_kinds(auto), *_roles(auto)]
    asked = [one for one in form if one.field.required]
    by_law = any(one.cite for one in asked)
    right = [
        *_known(auto, form),
        *([w.section_title("O que a lei pede" if by_law else "Preencha")] if asked else []),
        *[Field(auto, one, key=f"{auto.kind.id}-{one.id}") for one in asked],
        *([Term(auto)] if auto.asks_term else []),
        *[Measure(auto, one, key=one.id) for one in auto.measures],
        EvidenceSection(stop.evidence, note="Servem a todos os autos desta "
                        f"{'vistoria' if stop.vistoria else 'abordagem'}."),
        More(auto, [one for one in form if not one.field.required]),
    ]
    body = [two_columns(left, right)] if room.two_panes else [*left, *right]
    return w.screen(
        auto.kind.label, *body,
        primary=w.Action("Revisar", lambda _: app.go(f"{here}/revisao"),
                         icon=ft.Icons.FACT_CHECK, name="Revisar antes de lavrar"),
        secondary=None if stop.settled else w.Action(
            "Outra infração", lambda _: app.go(f"{here}/infracao"), icon=ft.Icons.ADD),
        back=lambda _: app.go(here), scroll=not room.two_panes, wide=room.two_panes,
        subtitle=stop.plate or "sem veículo",
        actions=[w.icon_button(ft.Icons.DELETE_OUTLINE, "Tirar este auto", remove)],
    )


@ft.component
def More(auto: AutoDraft, spare: list[FormField]) -> ft.Control:
    """What need not be filled in: open as soon as something stands in it, else one tap away."""
    _, set_turn = ft.use_state(0)
    w.use_watch(auto, auto.stop)

    def open_them(_: object) -> None:
        auto.more_shown = True  # kept with the draft: turning the tablet draws all of it anew
        set_turn(lambda turn: turn + 1)

    own_note = not any(one.source == "note" for one in auto.fields)
    if not (auto.more_shown or any(one.value not in ("", None) for one in spare)):
        many = len(spare) + own_note
        return w.secondary_button(
            f"Mais {words.count(many, 'campo', 'campos')}, se houver", open_them,
            icon=ft.Icons.EXPAND_MORE, name="Mostrar os campos que não são obrigatórios",
        )
    return w.stacked([
        w.section_title("Se houver", note="" if any(one.cite for one in spare) else
                        "A lei não exige; ajuda a provar."),
        *[Field(auto, one, key=f"{auto.kind.id}-{one.id}") for one in spare],
        *([Note(auto)] if own_note else []),
    ])


def Conduct(auto: AutoDraft) -> ft.Control:
    app = w.use_app()
    path = f"/abordagem/{auto.stop.draft_id}/dados/{auto.id}"
    again = auto.recidivism()
    return w.stacked([
        w.card(
            t.text(auto.label, 20, bold=True),
            law_button(app, path, auto),
            pairs(*law_facts(auto)),
        ),
        *doubt(again["sentence"]),
    ])


def _kinds(auto: AutoDraft) -> list[ft.Control]:
    if len(auto.kinds) < 2:
        return []
    note = auto.kind.note
    return [
        w.section_title("O que lavrar", note=note),
        ft.Column(
            [ft.Row([w.choice_button(kind.label, lambda _, k=kind.id: auto.choose_kind(k),
                                     chosen=kind.id == auto.kind.id, height=t.TOUCH, beside=True)])
             for kind in auto.kinds],
            spacing=t.SM, tight=True,
        ),
    ]


def _roles(auto: AutoDraft) -> list[ft.Control]:
    if len(auto.roles) < 2:
        return [t.small(f"Quem responde: {auto.role_label}")] if auto.role else []
    owed = auto.owed_for("liable")
    return [
        w.section_title("Quem responde"),
        *([w.notice(t.BAD, owed)] if owed else []),
        ft.Column(
            [ft.Row([w.choice_button(role.label, lambda _, r=role.id: auto.choose_role(r),
                                     chosen=role.id == auto.role, height=t.TOUCH, beside=True,
                                     name=f"Responde: {role.label}")])
             for role in auto.roles],
            spacing=t.SM, tight=True,
        ),
    ]


def _known(auto: AutoDraft, form: list[FormField]) -> list[ft.Control]:
    """All that the registry knows without a doubt, in one tap."""
    known = auto.known(form)
    if len(known) < 2:
        return []
    return [w.tap_card(
        t.strong("Usar tudo do cadastro"), *[t.small(one) for one in known],
        on_click=lambda _: auto.use_all(), name=f"Usar tudo do cadastro: {', '.join(known)}",
        icon=ft.Icons.DONE_ALL, tone=t.INFO,
    )]
