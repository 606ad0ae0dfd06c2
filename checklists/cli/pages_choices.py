"""How a choice is told: the question, each reading with the applied one marked, and why."""

from __future__ import annotations

from collections.abc import Sequence

from checklists import AppliedChoice, Reading, Rulebook, every_choice
from checklists.cli import words
from checklists.cli.layout import Page

MARKED, UNMARKED = "[x]", "[ ]"


def say_choices(page: Page, law: Rulebook, choices: Sequence[AppliedChoice]) -> None:
    """The readings that took part in an answer."""
    if not choices:
        return
    page.gap()
    page.say("Onde a lei deixa dúvida ([x] é a leitura aplicada):")
    for choice in choices:
        page.gap()
        _say(page, choice)


def gaps(page: Page, law: Rulebook) -> None:
    choices = every_choice(law)
    place = law.municipality
    page.title(
        f"{place.name} ({place.uf}), {place.law}: {len(choices)} pontos em que a lei deixa dúvida"
    )
    page.say("[x] é a leitura aplicada. O município pode escolher outra no seu arquivo local.")
    for number, choice in enumerate(choices, 1):
        page.gap()
        _say(page, choice, f"{number}. ")


def _say(page: Page, choice: AppliedChoice, number: str = "") -> None:
    page.say(f"{number}{choice.question} ({choice.id})", hanging=len(number))
    for reading in choice.readings:
        mark = MARKED if reading.id == choice.applied else UNMARKED
        page.bullet(_reading(reading), mark, indent=4)
    if choice.town is not None:
        town = choice.town
        confirmed = town.applied == choice.default
        said = "Confirmada pelo município" if confirmed else "Escolha do município"
        page.say(f"{said} ({town.decided_by}, {words.day(town.date)}): {town.why}", 4)
    page.say(f"Por quê: {choice.why}", 4)
    page.cites(choice.cites, 4)


def _reading(reading: Reading) -> str:
    if not reading.tried or reading.outcome is None:
        return reading.label
    return f"{reading.label} → {words.outcome(reading.outcome)}"
