"""The selo, full screen, to be scanned and seen. Route `/registro/:record/selo`."""

from __future__ import annotations

from contextlib import suppress

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows import words
from app.flows.papers import SealPapers
from app.flows.reissue import reissue_hindrance
from app.flows.seals import EXPIRED, PROVISIONAL, WORDS, ShownSeal, shown_seal
from app.screens.desk import of_record, use_desk
from app.screens.registro import use_hand_over
from app.screens.selo_papeis import use_papers_sheet
from app.widgets.qr import qr_picture
from sync.records.seal import serial_text


@ft.component
def Selo() -> ft.View:
    """`record`: the vistoria, whose newest selo is shown, or a selo."""
    return of_record("Selo", shown_seal, SeloOf)


@ft.component
def SeloOf(of: ShownSeal) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    use_bright_screen()
    papers = SealPapers(desk, of)
    hand_over = use_hand_over(papers)
    show_papers = use_papers_sheet(papers, hand_over)
    below = _what_now(app, desk, of, show_papers)
    make = _landscape if viewport.landscape else _portrait
    primary = (
        w.Action(**hand_over(papers.image, "Enviar", name="Enviar o selo"), icon=ft.Icons.SHARE)
        if of.stands
        else None
    )
    return w.screen(
        "Selo",
        make(papers, of, viewport, below),
        primary=primary,
        secondary=w.Action("Próximo", lambda _: app.go("/"), name="Próximo veículo"),
        back=lambda _: app.go(of.above),
        strip=False,
        wide=viewport.landscape,
    )


def _what_now(app, desk, of: ShownSeal, show_papers) -> ft.Control:
    if of.stands:
        papers = w.secondary_button("Papéis", show_papers, icon=ft.Icons.PRINT, expand=True,
                                    name="Papéis do selo")
        if hindrance := reissue_hindrance(desk, of.serial):
            return w.stacked([ft.Row([papers]), t.small(hindrance)], spacing=t.SM)
        again = w.secondary_button(
            "Segunda via", lambda _: app.go(f"/segunda-via/{of.serial}"),
            icon=ft.Icons.RESTORE_PAGE, expand=True, name="Emitir segunda via do selo")
        return w.side_by_side(papers, again)
    if of.replaced_by and of.vistoria:
        return w.secondary_button(f"Selo novo, nº {serial_text(of.replaced_by)}",
                                  lambda _: app.go(f"/registro/{of.vistoria.id}/selo"),
                                  icon=ft.Icons.QR_CODE_2)
    return w.notice(t.BAD, "Não mostre este selo: ele não vale.", live=False)


BARS = 160  # top bar and bottom bar, logical pixels at the normal text size


def _portrait(papers: SealPapers, of: ShownSeal, viewport, below: ft.Control) -> ft.Control:
    """The QR as large as fits with plate and date above it, so that nothing has to be scrolled."""
    tight = viewport.height < 800
    above = t.sp(150 if tight else 190)
    side = min(viewport.width - 2 * t.LG, t.READING_WIDTH,
               max(220, viewport.height - t.sp(BARS) - above))
    return ft.Column(
        [_head(of, tight), ft.Row([qr_picture(papers.qr_svg(), side, _said(of))],
                                  alignment=ft.MainAxisAlignment.CENTER), _foot(of), below],
        spacing=t.SM if tight else t.MD,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _landscape(papers: SealPapers, of: ShownSeal, viewport, below: ft.Control) -> ft.Control:
    side = min(viewport.height - t.sp(BARS), viewport.width * 0.5)
    return ft.Row(
        [
            qr_picture(papers.qr_svg(), side, _said(of)),
            ft.Column([_head(of, viewport.low), _foot(of), below], tight=True, expand=True,
                      spacing=t.SM if viewport.low else t.MD,
                      horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        ],
        spacing=t.XL,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _head(of: ShownSeal, tight: bool) -> ft.Control:
    """The three things one reads from afar: is it good, until when, for which plate."""
    until = words.day(of.body["valid_until"])
    tone = t.WARN if of.state == PROVISIONAL else t.GOOD if of.stands else t.BAD
    dated = of.stands or of.state == EXPIRED
    said = f"{WORDS[of.state].capitalize()} {until if dated else ''}".strip()
    lines = [t.text(WORDS[of.state], 19 if len(WORDS[of.state]) < 20 else 17, bold=True,
                    color=tone.on, text_align=ft.TextAlign.CENTER)]
    if dated:
        lines.append(t.text(until, 26 if tight else 34, bold=True, color=tone.on, mono=True))
    inside = (
        ft.Row(lines, wrap=True, spacing=t.MD, run_spacing=0,
               alignment=ft.MainAxisAlignment.CENTER,
               vertical_alignment=ft.CrossAxisAlignment.CENTER)
        if tight
        else ft.Column(lines, spacing=0, tight=True,
                       horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    )
    return ft.Column(
        [
            ft.Semantics(
                header=True,
                label=said,
                exclude_semantics=True,
                container=True,
                content=ft.Container(
                    inside,
                    bgcolor=tone.color,
                    border_radius=t.RADIUS,
                    padding=t.SM if tight else t.MD,
                    alignment=ft.Alignment.CENTER,
                ),
            ),
            ft.Row([w.plate(of.plate, size=30 if tight else 38)],
                   alignment=ft.MainAxisAlignment.CENTER),
        ],
        spacing=t.SM if tight else t.MD,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _foot(of: ShownSeal) -> ft.Control:
    body = of.body
    return ft.Column(
        [
            t.text(f"Selo nº {serial_text(body['serial'])}", 19, bold=True, mono=True,
                   text_align=ft.TextAlign.CENTER),
            t.small(f"Código {of.short_code}", text_align=ft.TextAlign.CENTER),
            t.small(f"Vistoria em {words.day(body['inspected_on'])} · "
                    f"chassi final {body['vehicle']['chassis_tail']}",
                    text_align=ft.TextAlign.CENTER),
        ],
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )


def _said(of: ShownSeal) -> str:
    return f"Código QR do selo número {serial_text(of.serial)}"


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
