"""What a person typed or pasted, as it may be kept and signed."""

from __future__ import annotations

from sync.records.shapes import without_controls


def typed(text: str, most: int | None = None) -> str:
    """Without the signs that nobody sees (half an emoji that a keyboard let through, a control
    character from a paste), and no longer than `most` characters."""
    clean = without_controls(text)
    assert isinstance(clean, str)
    return clean[:most]


def typed_line(text: str, most: int | None = None) -> str:
    """The same for a field of one line: on paper a line end would look like another line."""
    return " ".join(typed(text).split("\n"))[:most]
