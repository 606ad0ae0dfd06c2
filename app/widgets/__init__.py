"""What screens are made of: `from app import widgets as w`."""

from .bottom_bar import Action, action_bar
from .buttons import (
    choice_button,
    few_choices,
    icon_button,
    primary_button,
    secondary_button,
    side_by_side,
    text_button,
)
from .columns import centred, halves, panes, right_room, scrolling
from .context import APP, use_app, use_viewport
from .fields import field, number_field
from .photos import PhotoStrip, use_photo_picker
from .pieces import (
    card,
    chip,
    empty_state,
    facts,
    notice,
    plate,
    progress_bar,
    section_title,
    stacked,
    tap_card,
)
from .screen import StatusStrip, screen, top_bar
from .watching import use_seen, use_watch

__all__ = [
    "APP",
    "Action",
    "PhotoStrip",
    "StatusStrip",
    "action_bar",
    "card",
    "centred",
    "chip",
    "choice_button",
    "empty_state",
    "facts",
    "few_choices",
    "field",
    "halves",
    "icon_button",
    "notice",
    "number_field",
    "panes",
    "plate",
    "primary_button",
    "progress_bar",
    "right_room",
    "screen",
    "scrolling",
    "secondary_button",
    "section_title",
    "side_by_side",
    "stacked",
    "tap_card",
    "text_button",
    "top_bar",
    "use_app",
    "use_photo_picker",
    "use_seen",
    "use_viewport",
    "use_watch",
]
