"""What one types, and what comes first."""

import time
from statistics import median

import pytest

from app.flows.law.search import Found, Index, Sought, cite_tokens, plain, roman, stem
from checklists import available_rulebooks, load_rulebook
from checklists.local import LocalFile, effective

WORDS = """
format = 1
municipality = "mangaratiba"
version = "1"
effective_from = 2026-01-01

[[synonym]]
words = ["geringonça", "olho de gato"]
cites = ["Art. 14, XIX"]
"""


def first(book, text):
    keys = book.find(text).keys
    return book.entry(keys[0]).cite if keys else None


def cites(book, text):
    return [book.entry(key).cite for key in book.find(text).keys]


@pytest.mark.parametrize(
    "typed",
    ["14 XIX", "14 xix", "art 14 xix", "Art. 14, XIX", "artigo 14, inciso XIX", "14, 19", "14xix",
     "ART.14,XIX", "  14   XIX "],
)
def test_an_article_is_found_however_it_is_spelled(law, typed):
    assert first(law("mangaratiba"), typed) == "Art. 14, XIX"


@pytest.mark.parametrize(
    ("town", "typed", "cite"),
    [
        ("januaria", "C-05", "Anexo, C-05"),
        ("januaria", "c05", "Anexo, C-05"),
        ("januaria", "anexo c 5", "Anexo, C-05"),
        ("januaria", "art 52 §3", "Art. 52, § 3"),
        ("januaria", "52 § 3º", "Art. 52, § 3"),
        ("januaria", "52 parágrafo 3", "Art. 52, § 3"),
        ("januaria", "54 parágrafo único", "Art. 54, parágrafo único"),
        ("januaria", "art. 54, § único", "Art. 54, parágrafo único"),
        ("januaria", "54 p. unico", "Art. 54, parágrafo único"),
        ("januaria", "111 a", "Art. 111, a"),
        ("santo-andre", "49 b", "Art. 49, b"),
        ("santo-andre", "art 3 I h", "Art. 3, I, h"),
        ("muriae", "26 §1", "Art. 26, § 1"),
        ("muriae", "11 único I", "Art. 11, parágrafo único, I"),
        ("sapezal", "27", "Art. 27"),
    ],
)
def test_paragraphs_letters_and_the_annex_are_found(law, town, typed, cite):
    assert first(law(town), typed) == cite


def test_an_article_by_its_number_gives_itself_and_then_what_stands_below(law):
    found = cites(law("mangaratiba"), "7")
    assert found[0] == "Art. 7"
    below = cites(law("mangaratiba"), "art 15")
    inside = [cite for cite in below if cite.startswith("Art. 15, ")]
    assert inside[:2] == ["Art. 15, I", "Art. 15, II"] and len(inside) >= 12
    assert below.index("Art. 15") < below.index("Art. 15, I")


def test_another_article_of_the_same_beginning_is_not_meant(law):
    assert not any(cite.startswith("Art. 14") for cite in cites(law("mangaratiba"), "art 1"))
    assert "Art. 14, XIX" not in cites(law("mangaratiba"), "14 I")[:2]


def test_a_half_typed_inciso_finds_those_that_begin_so(law):
    found = cites(law("mangaratiba"), "14 xi")
    assert found[0] == "Art. 14, XI"
    assert {"Art. 14, XII", "Art. 14, XIII"} <= set(found)


def test_an_article_that_the_law_does_not_have_finds_nothing(law):
    assert law("mangaratiba").find("14 XXIV") == Found()
    assert law("sapezal").find("C-05") == Found()


def test_accents_capitals_and_plurals_do_not_count(law):
    book = law("januaria")
    same = [book.find(text).keys for text in ("habilitação", "HABILITACAO", "habilitações",
                                              "Habilitaçao")]
    assert same[0] and all(keys == same[0] for keys in same)


def test_a_word_is_found_by_its_beginning(law):
    assert "Art. 14, XIX" in cites(law("mangaratiba"), "retrov")


def test_label_words_come_before_words_of_the_reasoning(law):
    book = law("mangaratiba")
    found = book.find("retrovisor").keys
    labelled = ["retrovisor" in plain(book.entry(key).label) for key in found]
    assert labelled[0] and labelled == sorted(labelled, reverse=True)


def test_all_words_are_wanted_and_silent_ones_are_not(law):
    book = law("januaria")
    both = book.find("recurso da multa")
    assert not both.partial
    assert book.entry(both.keys[0]).kind == "prazo"
    assert both.keys == book.find("recurso multa").keys


def test_an_article_and_a_word_together(law):
    assert first(law("mangaratiba"), "art 14 retrovisor") == "Art. 14, XIX"


def test_when_nothing_has_all_words_what_has_most_is_said_to_be_partial(law):
    found = law("mangaratiba").find("retrovisor zebrado")
    assert found.partial and found.keys


@pytest.mark.parametrize("typed", ["", "   ", "p", "de", "xyzzy", "§", ",.;", "🙂", "\x00"])
def test_what_says_nothing_finds_nothing(law, typed):
    assert law("mangaratiba").find(typed) == Found()


def test_a_text_as_long_as_a_book_is_cut(law):
    assert law("mangaratiba").find("retrovisor " * 5000).keys


def test_the_municipality_s_words_lead_to_what_the_law_calls_otherwise(law):
    with_words = law(effective(load_rulebook("mangaratiba"), [LocalFile("m.toml", WORDS.encode())]))
    assert first(with_words, "geringonca") == "Art. 14, XIX"
    assert first(with_words, "olho de gato") == "Art. 14, XIX"
    assert law("mangaratiba").find("geringonca") == Found()


def test_a_municipality_s_word_reaches_the_same_conduct_in_the_annex(law):
    text = WORDS.replace("mangaratiba", "januaria").replace("Art. 14, XIX", "Art. 94, III")
    book = law(effective(load_rulebook("januaria"), [LocalFile("j.toml", text.encode())]))
    assert {"Art. 94, III", "Anexo, C-05"} <= set(cites(book, "geringonça"))


def test_everyday_words_find_what_laws_call_otherwise(law):
    assert "Art. 14, XIX" in cites(law("mangaratiba"), "espelho")
    assert cites(law("januaria"), "carteira de motorista")


def test_romans_and_stems():
    assert [roman(text) for text in ("i", "iv", "ix", "xix", "xxvi", "xl", "xc", "c")] == [
        1, 4, 9, 19, 26, 40, 90, 100]
    assert [roman(text) for text in ("", "iiii", "vx", "multa", "a")] == [None] * 5
    assert stem("infracoes") == stem("infracao") and stem("pneus") == stem("pneu")
    assert stem("gas") == "gas"


def test_pieces_of_a_citation():
    assert cite_tokens("Art. 52, § 3, a") == ("52", "§3", "a")
    assert cite_tokens("Anexo, C-05") == ("c", "5")
    assert cite_tokens("Art. 54, parágrafo único, II") == ("54", "pu", "ii")
    assert cite_tokens("Lei 9.784/1999, art. 66") == ("lei", "9784", "1999", "66")


def test_equals_keep_the_order_of_the_law():
    index = Index(Sought(str(n), (f"Art. {n}",), ((60, "pneu"),)) for n in range(1, 9))
    assert index.search("pneu").keys == tuple("12345678")


def test_every_rule_is_found_by_its_own_citation(law):
    for town in available_rulebooks():
        book = law(town)
        for key, entry in book.entries.by_key.items():
            if entry.cite.startswith(("Art.", "Anexo")):
                assert key in book.find(entry.cite).keys[:60], (town, entry.cite)


def test_a_search_in_the_longest_law_is_quick(law):
    book = law("januaria")
    book.prepare()
    taken = []
    for typed in ("v", "ve", "vei", "veiculo", "art 9", "art 94", "94 xix", "recurso multa"):
        before = time.perf_counter()
        book.find(typed)
        taken.append(time.perf_counter() - before)
    assert median(taken) < 0.03  # seconds; a phone's Python has room for ten times this machine's
