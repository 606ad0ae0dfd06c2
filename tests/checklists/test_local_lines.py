"""Each table and field of a TOML file is found on its own line."""

from __future__ import annotations

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from checklists.local.lines import toml_lines
from checklists.local.writing import toml_table

TRICKY = '''\
# [[not]] a = 1
top = "a # no comment" # a comment with "quotes"

[[row]]
text = """
[[row]]
fake = 1
end with quotes""""
raw = \'\'\'
b = 2 \\'\'\'
after = 1
[[row]]
"quoted key" = 'x'
dotted . key = 2
list = [
  "a, ]",
  # ] not the end
  [1, 2],
]
inline = { a = 1, b = { c = [ { d = 2 } ] } }
last = 2026-11-30 10:00:00
[[row.part]]
a = 1
[[row.part]]
a = 2
[other]
end = true
'''


def test_what_looks_like_a_table_inside_a_text_is_none():
    tomllib.loads(TRICKY)
    lines = toml_lines(TRICKY)
    places = {
        ("top",): 2, ("row", 0): 4, ("row", 0, "text"): 5, ("row", 0, "raw"): 9,
        ("row", 0, "after"): 11, ("row", 1): 12, ("row", 1, "quoted key"): 13,
        ("row", 1, "dotted", "key"): 14, ("row", 1, "list"): 15, ("row", 1, "list", 0): 16,
        ("row", 1, "list", 1): 18, ("row", 1, "inline", "b", "c", 0, "d"): 20,
        ("row", 1, "last"): 21, ("row", 1, "part", 0, "a"): 23, ("row", 1, "part", 1): 24,
        ("other",): 26, ("other", "end"): 27,
    }  # fmt: skip
    assert {path: lines.line(path) for path in places} == places


def test_a_field_that_is_not_there_is_on_the_line_of_its_table():
    lines = toml_lines(TRICKY)
    assert lines.line(("row", 1, "part", 1, "missing")) == 24
    assert lines.line(("nowhere",)) is None


def test_lines_end_as_windows_ends_them_too():
    lines = toml_lines("a = 1\r\n[[b]]\r\nc = '''\r\n'''\r\nd = 2\r\n")
    assert (lines.line(("b", 0, "c")), lines.line(("b", 0, "d"))) == (3, 5)


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
scalars = st.one_of(words, st.integers(-(2**40), 2**40), st.booleans(), st.dates())
rows = st.dictionaries(words.filter(bool), scalars | st.lists(scalars, max_size=3), max_size=4)


@settings(max_examples=200, deadline=None)
@given(rows, st.lists(rows, min_size=1, max_size=3))
def test_what_is_written_reads_back_the_same_and_every_line_is_found(plain, several):
    data = {**plain, "row": several}
    text = toml_table("top", data)
    assert tomllib.loads(text) == {"top": data}
    lines, split = toml_lines(text), text.splitlines()
    for number, row in enumerate(several):
        at = lines.line(("top", "row", number))
        assert text.split("\n")[at - 1] == "[[top.row]]"
        for key in row:
            assert lines.line(("top", "row", number, key)) > at
    assert split


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_walked_without_harm(text):
    toml_lines(text)
