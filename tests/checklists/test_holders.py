"""Each town's own word for who holds the permit, and a plain one where its law has several."""

import pytest

from checklists import load_rulebook
from checklists.holders import PLAIN, HolderWords, holder_words


@pytest.mark.parametrize(("town", "words"), [
    ("muriae", HolderWords("Permissionário", "Permissão")),
    ("santo-andre", HolderWords("Permissionário", "Permissão")),
    ("mangaratiba", HolderWords("Autorizatário", "Autorização")),
    ("januaria", PLAIN),  # concession, permission or ownership, by the service
    ("sapezal", PLAIN),  # the driver has the authorisation
])  # fmt: skip
def test_the_holder_is_called_as_the_law_calls_them(town, words):
    assert holder_words(load_rulebook(town)) == words
