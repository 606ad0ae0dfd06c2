"""A person with a browser before the server's own pages; each page is asked of the application
itself, no port is opened."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, Route, async_playwright

from tests.support.chromium import FLAGS, chromium_path

PHONE, DESK = (360, 640), (1280, 800)
BASE = "http://localhost:8100"
# What is wider than the screen, and what a finger would miss (WCAG 2.2, SC 2.5.8: 24 px; the
# links inside of a sentence may be lower).
MISPLACED = """() => {
 document.querySelectorAll('details').forEach(e => { e.open = true });
 return [
  ...(document.documentElement.scrollWidth > innerWidth
      ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []),
  ...[...document.querySelectorAll('button, summary, input:not([type=hidden]), select, a.botao')]
    .map(e => [e, e.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.height < 40 || box.x < 0 || box.right > innerWidth))
    .map(([e, box]) => `${e.outerHTML.slice(0, 60)}: ${box.width} x ${box.height} at ${box.x}`),
]}"""


@asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(
            executable_path=chromium_path(), args=list(FLAGS)
        )
        try:
            yield opened
        finally:
            await opened.close()


@asynccontextmanager
async def visit(
    opened: Browser, client: httpx.AsyncClient, *, size: tuple[int, int] = PHONE,
    dark: bool = False, scripts: bool = True,
) -> AsyncIterator[Page]:
    """A page whose requests the application answers, as `client` (with its cookies)."""
    context = await opened.new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=BASE, locale="pt-BR",
        color_scheme="dark" if dark else "light", java_script_enabled=scripts,
    )

    async def answer(route: Route) -> None:
        path = route.request.url.removeprefix(BASE)
        got = await client.get(path)
        headers = {k: v for k, v in got.headers.items() if k != "content-length"}
        await route.fulfill(status=got.status_code, headers=headers, body=got.content)

    await context.route("**/*", answer)
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def faults_of(page: Page) -> list[str]:
    """What axe finds wrong (WCAG 2 A and AA, best practices), and what is out of place."""
    misplaced = await page.evaluate(MISPLACED)  # first: what is folded up is opened by it
    found = await Axe().run(page)
    wrong = [
        f"{one['id']}: {one['help']} ({one['nodes'][0]['html'][:90]})"
        for one in found.response["violations"]
    ]
    return wrong + misplaced


async def misplaced_in(page: Page) -> list[str]:
    return await page.evaluate(MISPLACED)


async def illegible_in(page: Page) -> list[str]:
    """Text whose contrast axe finds too low."""
    found = await Axe().run(page, options={"runOnly": ["color-contrast"]})
    return [node["html"][:90] for one in found.response["violations"] for node in one["nodes"]]
