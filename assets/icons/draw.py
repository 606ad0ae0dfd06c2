"""Draws the PNG icons from the SVGs beside this file: `python assets/icons/draw.py`.

Needs Playwright and a Chromium (as the tests do). The PNGs are committed; run it after a change.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
ICONS = (
    ("prancheta.svg", "icon-192.png", 192),
    ("prancheta.svg", "icon-512.png", 512),
    ("prancheta-maskable.svg", "icon-maskable-192.png", 192),
    ("prancheta-maskable.svg", "icon-maskable-512.png", 512),
    ("prancheta-maskable.svg", "apple-touch-icon.png", 180),
    ("prancheta.svg", "favicon.png", 48),
)


def draw() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for source, target, size in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (HERE / source).read_text(encoding="utf-8")
            page.set_content(
                f"<style>body{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}"
                f"</style>{svg}"
            )
            page.screenshot(path=str(HERE / target), omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    draw()
