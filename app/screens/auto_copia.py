"""The copy handed over: the QR of the public copy for the driver to photograph, and the papers.
Route `/auto/:record/copia`."""

from __future__ import annotations

import flet as ft

from app import theme as t
from app import widgets as w
from app.flows.auto_papers import AutoPapers
from app.flows.auto_record import Lavrado
from app.screens.auto_lavrado import annulled, of_auto
from app.screens.desk import use_desk
from app.screens.registro import use_hand_over
from app.screens.selo import BARS, use_bright_screen
from app.widgets.qr import qr_picture
from app.widgets.sheet import sheet

NOTICE_PX = 110  # that it was annulled, above the code


@ft.component
def AutoCopia() -> ft.View:
    return of_auto(lambda of: AutoCopiaOf(of))


@ft.component
def AutoCopiaOf(of: Lavrado) -> ft.View:
    app, desk, viewport = w.use_app(), use_desk(), w.use_viewport()
    use_bright_screen()
    printing, set_printing = ft.use_state(False)
    papers = AutoPapers(desk, of)
    hand_over = use_hand_over(papers)
    here = f"/auto/{of.id}"
    ft.use_dialog(_print_sheet(papers, hand_over, lambda _=None: set_printing(False))
                  if printing else None)
    others = w.side_by_side(
        w.secondary_button("Imprimir", lambda _: set_printing(True), icon=ft.Icons.PRINT,
                           name="Imprimir a cópia", expand=True),
        *([] if of.annulled else [
            w.secondary_button("Ciência", lambda _: app.go(f"{here}/ciencia"),
                               icon=ft.Icons.HOW_TO_REG, name="Registrar ciência", expand=True)]),
    )
    return w.screen(
        f"Cópia do auto {of.number}",
        _code(papers, of, viewport, others),
        primary=w.Action(**hand_over(papers.sheet, "Enviar PDF", name="Enviar a cópia em PDF"),
                         icon=ft.Icons.SHARE),
        secondary=w.Action("Pronto", lambda _: app.go(here), name="Pronto, voltar ao auto"),
        back=lambda _: app.go(here),
        strip=False,
        wide=viewport.landscape,
    )


def _code(papers: AutoPapers, of: Lavrado, viewport, others: ft.Control) -> ft.Control:
    """The QR as large as it goes; what else one may do below it, or beside it."""
    if not papers.copy_url:
        return w.stacked([
            *annulled(of),
            w.notice(t.WARN, "O QR da cópia pública não está mais neste aparelho.",
                     "Envie o PDF ou imprima a cópia."),
            others,
        ])
    low = viewport.landscape
    bars = 400 + (NOTICE_PX if of.annulled else 0)
    side = (min(viewport.height - t.sp(BARS), viewport.width * 0.5) if low
            else min(viewport.width - 2 * t.LG, 420, max(200, viewport.height - t.sp(bars))))
    said = ft.Column(
        [
            t.text(f"Auto nº {of.number}", 22, bold=True, mono=True,
                   text_align=ft.TextAlign.CENTER),
            t.body(of.copy_words, text_align=ft.TextAlign.CENTER),
        ],
        spacing=t.XS, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    code = qr_picture(papers.qr_svg(), side, f"Código QR da cópia pública do auto {of.number}")
    if low:
        beside = w.stacked([*annulled(of), said, others], spacing=t.LG)
        beside.expand = True
        return ft.Row([code, beside], spacing=t.XL,
                      vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return w.stacked([*annulled(of), ft.Row([code], alignment=ft.MainAxisAlignment.CENTER), said,
                      others])


def _print_sheet(papers: AutoPapers, hand_over, close) -> ft.BottomSheet:
    """Every format, each named after what one holds: the paper and its printer."""
    rows = [
        ("Papel A4, via do autuado", "Imprimir em A4", papers.sheet, ft.Icons.DESCRIPTION),
        ("Papel A4, duas vias", "Imprimir duas vias em A4",
         lambda: papers.sheet("autuado", "municipio"), ft.Icons.FILE_COPY),
        ("Bobina 58 mm, imagem", "Tira de 58 mm como imagem", lambda: papers.strip(58),
         ft.Icons.RECEIPT_LONG),
        ("Bobina 80 mm, imagem", "Tira de 80 mm como imagem", lambda: papers.strip(80),
         ft.Icons.RECEIPT_LONG),
        ("Bobina 58 mm, ESC/POS", "Tira de 58 mm para impressora ESC/POS",
         lambda: papers.escpos(58), ft.Icons.PRINT),
        ("Bobina 80 mm, ESC/POS", "Tira de 80 mm para impressora ESC/POS",
         lambda: papers.escpos(80), ft.Icons.PRINT),
        ("58 mm, QR desenhado", "Tira de 58 mm ESC/POS com o QR desenhado",
         lambda: papers.escpos(58, "pontos"), ft.Icons.QR_CODE_2),
        ("80 mm, QR desenhado", "Tira de 80 mm ESC/POS com o QR desenhado",
         lambda: papers.escpos(80, "pontos"), ft.Icons.QR_CODE_2),
    ]
    def button(label: str, name: str, make, icon: ft.IconData) -> ft.Control:
        told = hand_over(make, label, name=name)
        run = told["on_click"]

        async def run_and_close(e: ft.ControlEvent) -> None:
            await run(e)
            close()  # what came of it is said below the sheet

        return w.secondary_button(**{**told, "on_click": run_and_close}, icon=icon)

    return sheet(
        "Imprimir a cópia",
        *[button(*row) for row in rows[:6]],
        t.small("O QR não saiu na impressora? Use a tira com o QR desenhado."),
        *[button(*row) for row in rows[6:]],
        on_close=close,
    )
