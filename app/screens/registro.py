"""A concluded vistoria. Approved: its selo, to show and to hand over. Rejected: the laudo."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.observed import drawn
from app.flows.papers import Paper, Papers
from app.flows.registry import Concluded, concluded
from app.screens.desk import of_record, use_desk
from app.screens.veiculo import pairs
from app.screens.verdict_pieces import exigencias, reasons, result_banner
from app.widgets.photos import PhotoStrip

log = logging.getLogger("prancheta.screens")


@ft.component
def Registro() -> ft.View:
    """Route `/registro/:record`."""
    w.use_watch(w.use_app().status)  # how far it has been sent
    return of_record("Registro", lambda desk, record: concluded(desk.store, record), RegistroOf)


@ft.component
def RegistroOf(of: Concluded) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    papers = Papers(desk, of)
    hand_over = use_hand_over(papers)
    left: list[ft.Control] = [
        result_banner(of.result, of.verdict["valid_until"], of.verdict["retention"], of.annulled),
        *_annulments(of),
        _facts(desk, of),
    ]
    if of.result == "reprovado":
        left += [*_failed(desk, of), *_autos(desk, of)]
    right: list[ft.Control] = [
        *reasons(of.verdict["reasons"]),
        *_photos(desk, of),
        w.secondary_button(**hand_over(papers.laudo, "Guardar o laudo (PDF)", share=False,
                                       name="Guardar o laudo em PDF"),
                           icon=ft.Icons.PICTURE_AS_PDF),
        *([w.secondary_button("Anular", lambda _: app.go(f"/registro/{of.id}/anular"),
                              icon=ft.Icons.BLOCK, tone=t.BAD,
                              name="Anular esta vistoria ou o selo")]
          if not of.annulled else []),
    ]
    body = [*left, *right]
    if viewport.two_panes:
        body = [w.halves(left, right)]
    following = w.Action("Próximo", lambda _: app.go("/"), name="Próximo veículo")
    if of.seal_stands:
        primary = w.Action("Mostrar o selo", lambda _: app.go(f"/registro/{of.id}/selo"),
                           icon=ft.Icons.QR_CODE_2)
    else:
        primary = w.Action(**hand_over(papers.laudo, "Entregar o laudo",
                                       name="Entregar o laudo em PDF"), icon=ft.Icons.SHARE)
    return w.screen(
        f"Vistoria {of.vehicle['plate']}", *body, primary=primary, secondary=following,
        back=lambda _: app.go("/registros"), wide=viewport.two_panes,
    )


def use_hand_over(papers: Papers) -> Callable[..., dict[str, object]]:
    """`hand_over(make, label, share=…, name=…)`: what a button needs that makes a paper and
    shares it, or saves it where nothing shares. Making one takes seconds: the button says so at
    once, and until it is out no other is begun."""
    app = w.use_app()
    making, set_making = ft.use_state("")
    busy = ft.use_ref(False)

    def hand_over(make: Callable[[], Awaitable[Paper]], label: str, *, name: str,
                  share: bool = True) -> dict[str, object]:
        async def run(_: ft.ControlEvent) -> None:
            if busy.current:
                return
            busy.current = True
            set_making(name)
            await drawn()
            try:
                paper = await make()
                shared = share and await papers.share(paper)
                if not share:
                    await papers.save(paper)
                said = "Enviado" if shared else f"Guardado: {paper.name}"
            except Exception as error:
                log.exception("a paper was not made")
                said = str(error) or "O arquivo não saiu. Tente de novo; o registro está salvo."
            finally:
                busy.current = False
                set_making("")
            app.toast(said)

        own = making == name
        return {
            "label": "Gerando…" if own else label,
            "name": f"Gerando: {name}" if own else name,
            "on_click": run,
            "disabled": bool(making),
        }

    return hand_over


def _annulments(of: Concluded) -> list[ft.Control]:
    rows: list[ft.Control] = []
    if of.annulment:
        rows.append(w.notice(t.BAD, "Vistoria anulada", of.annulment.body["reason"], live=False))
    elif of.seal and of.seal.revoked_by:
        rows.append(w.notice(t.BAD, "Selo cancelado",
                             "Ele foi substituído e não vale mais.", live=False))
    elif of.seal_annulment:
        rows.append(w.notice(t.BAD, "Selo anulado", of.seal_annulment.body["reason"], live=False))
    return rows


def _facts(desk, of: Concluded) -> ft.Control:
    zone = desk.rulebook_of(of.id).municipality.timezone
    vehicle, record = of.vehicle, of.kept.record
    agent = desk.store.agent(record["agent"]["matricula"])
    who = f"{agent.name}, matrícula {agent.matricula}" if agent else (
        f"matrícula {record['agent']['matricula']}")
    return w.card(
        ft.Row([w.plate(vehicle["plate"], size=28)], wrap=True),
        pairs(
            ("Veículo", vehicle["make_model"] or ""),
            ("Serviço", _service(desk, of)),
            ("Tipo", "Reinspeção" if of.body["mode"] == "reinspecao" else "Vistoria"),
            ("Concluída", words.moment(record["occurred_at"], zone)),
            ("Inspetor", who),
            ("Envio", of.travel),
        ),
    )


def _service(desk, of: Concluded) -> str:
    try:
        return desk.rulebook_of(of.id).service(of.vehicle["service"]).label
    except LookupError:
        return of.vehicle["service"]


def _failed(desk, of: Concluded) -> list[ft.Control]:
    """What the driver needs to read: what failed, by which law, until when, and then what."""
    return [
        *exigencias(desk.rulebook_of(of.id), of.verdict["exigencias"]),
        w.notice(
            t.INFO,
            "O que fazer",
            "Corrija cada item e volte para a reinspeção. Ela começa por estas exigências.",
            live=False,
        ),
    ]


def _autos(desk, of: Concluded) -> list[ft.Control]:
    # Read when first shown, so that opening the app does not wait for the roadside.
    from app.screens.roadside.da_vistoria import AutosOfVistoria, to_draw_up

    return [AutosOfVistoria(of)] if to_draw_up(desk, of) else []


def _photos(desk, of: Concluded) -> list[ft.Control]:
    digests = tuple(d for answer in of.body["answers"] for d in answer["photos"])
    if not digests:
        return []
    return [
        w.section_title(words.count(len(digests), "foto", "fotos")),
        PhotoStrip(desk.store.photo, digests, None, f"vistoria {of.vehicle['plate']}"),
    ]
