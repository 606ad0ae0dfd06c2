"""The selo, full screen, to be scanned and seen. Route `/registro/:record/selo`."""

from __future__ import annotations

from contextlib import suppress

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.papers import Papers
from app.flows.registry import Concluded, concluded
from app.screens.desk import use_desk
from app.screens.registro import hand_over_of
from app.widgets.qr import qr_picture
from sync.records.seal import serial_text


@ft.component
def Selo() -> ft.View:
    app, desk = w.use_app(), use_desk()
    record_id = ft.use_route_params().get("record", "")
    try:
        of = concluded(desk.store, record_id)
    except Exception as error:
        return w.screen("Selo", w.notice(t.WARN, str(error)), back=lambda _: app.go("/"))
    if not of.seal:
        return w.screen("Selo", w.notice(t.WARN, "Esta vistoria não tem selo."),
                        back=lambda _: app.go(f"/registro/{record_id}"))
    return SeloOf(of)


@ft.component
def SeloOf(of: Concluded) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    use_bright_screen()
    papers = Papers(desk, of)
    hand_over = hand_over_of(app, papers)
    sheet = _landscape(papers, of, viewport) if viewport.landscape else _portrait(
        papers, of, viewport)
    return w.screen(
        "Selo",
        sheet,
        ft.Row(
            [
                w.secondary_button("Imagem", hand_over(papers.seal_image, share=False),
                                   icon=ft.Icons.IMAGE, name="Guardar o selo como imagem",
                                   expand=True),
                w.secondary_button("Etiqueta", hand_over(papers.seal_label, share=False),
                                   icon=ft.Icons.PRINT, name="Guardar a etiqueta em PDF",
                                   expand=True),
            ],
            spacing=t.SM,
        ),
        primary=w.Action("Enviar", hand_over(papers.seal_image), icon=ft.Icons.SHARE,
                         name="Enviar o selo"),
        secondary=w.Action("Próximo", lambda _: app.go("/"), name="Próximo veículo"),
        back=lambda _: app.go(f"/registro/{of.id}"),
        strip=not viewport.low,
        wide=viewport.landscape,
    )


def _portrait(papers: Papers, of: Concluded, viewport) -> ft.Control:
    side = min(viewport.width - 2 * t.LG, t.READING_WIDTH, viewport.height * 0.5)
    return ft.Column(
        [_head(of), ft.Row([qr_picture(papers.qr_svg(), side, _said(of))],
                           alignment=ft.MainAxisAlignment.CENTER), _foot(of)],
        spacing=t.MD,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _landscape(papers: Papers, of: Concluded, viewport) -> ft.Control:
    side = min(viewport.height - (150 if viewport.low else 230), viewport.width * 0.5)
    return ft.Row(
        [
            qr_picture(papers.qr_svg(), side, _said(of)),
            ft.Column([_head(of), _foot(of)], spacing=t.MD, tight=True, expand=True,
                      horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        ],
        spacing=t.XL,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _head(of: Concluded) -> ft.Control:
    """The three things one reads from afar: is it good, until when, for which plate."""
    until = words.day(of.seal.body["valid_until"])
    tone = t.GOOD if of.seal_stands else t.BAD
    said = f"Válido até {until}" if of.seal_stands else "Anulado"
    return ft.Column(
        [
            ft.Semantics(
                header=True,
                label=said,
                exclude_semantics=True,
                container=True,
                content=ft.Container(
                    ft.Column(
                        [
                            t.text("VÁLIDO ATÉ" if of.seal_stands else "ANULADO", 19, bold=True,
                                   color=tone.on),
                            *([t.text(until, 34, bold=True, color=tone.on, mono=True)]
                              if of.seal_stands else []),
                        ],
                        spacing=0,
                        tight=True,
                        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                    ),
                    bgcolor=tone.color,
                    border_radius=t.RADIUS,
                    padding=t.MD,
                    alignment=ft.Alignment.CENTER,
                ),
            ),
            ft.Row([w.plate(of.vehicle["plate"], size=38)],
                   alignment=ft.MainAxisAlignment.CENTER),
        ],
        spacing=t.MD,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _foot(of: Concluded) -> ft.Control:
    body = of.seal.body
    return ft.Column(
        [
            t.text(f"Selo nº {serial_text(body['serial'])}", 19, bold=True, mono=True,
                   text_align=ft.TextAlign.CENTER),
            t.small(f"Vistoria em {words.day(body['inspected_on'])} · "
                    f"chassi final {body['vehicle']['chassis_tail']}",
                    text_align=ft.TextAlign.CENTER),
        ],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _said(of: Concluded) -> str:
    return f"Código QR do selo número {serial_text(of.seal.body['serial'])}"


def use_bright_screen() -> None:
    """Keeps the screen awake and, where the device lets us, at its brightest, while shown."""

    async def brighten() -> None:
        with suppress(Exception):
            await ft.Wakelock().enable()
        if not ft.context.page.web:
            with suppress(Exception):
                await ft.ScreenBrightness().set_application_screen_brightness(1.0)

    async def back() -> None:
        with suppress(Exception):
            await ft.Wakelock().disable()
        if not ft.context.page.web:
            with suppress(Exception):
                await ft.ScreenBrightness().reset_application_screen_brightness()

    ft.use_effect(brighten, dependencies=[], cleanup=back)
