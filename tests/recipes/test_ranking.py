"""Which recipe fits a request: fresh phrasings find theirs, and what no recipe is for fits none.

With the real encoder.
"""

from pathlib import Path

import pytest
from django.conf import settings as django_settings

from kingdom.council.recipes import matcher as module
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.council.recipes.matcher import recipe_best_match, recipes_rank, recipes_rank_wish, subject_hits
from kingdom.runtime.ports import Embedder, Matrix
from tests.factories.recipe_phrasings import NOBODY, PHRASINGS

PAIRS = [(name, text) for name, texts in PHRASINGS.items() for text in texts]


def test_fresh_phrasings_find_their_recipe(encoder: Embedder) -> None:
    found = [(name, text, recipes_rank(text, encoder)[0]) for name, text in PAIRS]
    missed = [(name, text, match.recipe.name) for name, text, match in found if match.recipe.name != name]
    passed = [match.fits for name, _, match in found if match.recipe.name == name]
    assert len(missed) <= 0.1 * len(PAIRS), missed
    # 104 of 120 passed when the threshold was last looked at (23 November 2026); each recipe with new examples moves it
    # by one or two, and so does the rounding of another processor.
    assert sum(passed) >= 0.82 * len(PAIRS)
    for name, texts in PHRASINGS.items():  # none is left behind by the others
        assert sum(miss[0] == name for miss in missed) <= len(texts) // 3


def test_what_no_recipe_is_for_fits_none(encoder: Embedder) -> None:
    offered = {text: made.name for text in NOBODY if (made := recipe_best_match(text, encoder)) is not None}
    assert offered == {}


@pytest.mark.parametrize("text", ["I get lists of IBANs to check every week", "I keep getting lists of IBANs to check"])
def test_the_request_of_the_tour_is_offered_its_recipe(encoder: Embedder, text: str) -> None:
    made = recipe_best_match(text, encoder)
    assert made is not None
    assert made.name == "iban_checker"


def test_all_recipes_are_ranked_and_at_most_the_first_fits(encoder: Embedder) -> None:
    ranked = recipes_rank("check this IBAN", encoder)
    assert {match.recipe.name for match in ranked} == {one.name for one in shipped_recipes()}
    assert [match.fits for match in ranked[1:]] == [False] * (len(ranked) - 1)
    assert all(0 <= match.probability <= 1 for match in ranked)


class Counting:
    """An encoder that notes how many texts it was given."""

    def __init__(self, encoder: Embedder) -> None:
        self.encoder = encoder
        self.texts = 0
        self.space, self.dimensions = encoder.space, encoder.dimensions

    def embed(self, texts: list[str], purpose: str = "query") -> Matrix:
        self.texts += len(texts)
        return self.encoder.embed(texts, purpose)


def test_a_new_process_reads_what_an_earlier_one_made_and_makes_anew_what_cannot_be_read(
    encoder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(django_settings, "KINGDOM", django_settings.KINGDOM.model_copy(update={"data": tmp_path}))
    seen = []
    for spoilt in (False, False, True):
        for file in (tmp_path / "recipes").glob("*.npz") if spoilt else []:
            file.write_bytes(b"PK\x03\x04 no archive")
        monkeypatch.setattr(module, "_rankers", {})
        counting = Counting(encoder)
        assert recipes_rank("check this IBAN", counting)[0].recipe.name == "iban_checker"  # type: ignore[arg-type]
        seen.append(counting.texts)
    assert seen[1] == 1
    assert seen[0] == seen[2] > 300


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("make me a roman numeral converter", "roman_numerals"), ("I often have to split bills", "bill_splitter"),
        ("Ich muss jede Woche Mehrwertsteuer ausrechnen", "vat_calculator"),
        ("Kannst du lernen, Subnetze zu berechnen?", "subnet_calculator"),
        ("J'ai souvent besoin de vérifier des numéros de carte bancaire", "card_number_checker"),
        ("Necesito a menudo calcular hipotecas", "loan_calculator"),
    ],
)  # fmt: skip
def test_a_wish_finds_its_recipe_in_four_languages(encoder: Embedder, wish: str, name: str) -> None:
    ranked = recipes_rank_wish(wish, wish, encoder)
    assert (ranked[0].recipe.name, ranked[0].fits) == (name, True)
    assert [match.fits for match in ranked[1:]] == [False] * (len(ranked) - 1)


def test_a_wish_for_what_no_recipe_does_fits_none(encoder: Embedder) -> None:
    for wish in ("make me a bot that tells jokes", "I need something that waters my plants every day"):
        assert not any(match.fits for match in recipes_rank_wish(wish, wish, encoder)), wish


def test_every_recipe_names_its_subjects() -> None:
    assert [recipe.name for recipe in shipped_recipes() if not recipe.subjects] == []
    assert subject_hits("Römische Zahlen", ("romisch* zahl*",)) == 2
    assert subject_hits("scrapbook", ("crap", "scrap book")) == 0
    assert subject_hits("add up the hours that my whole team worked", ("hours worked",)) == 2
    assert subject_hits("I work out drip rates, 500 ml over 4 hours", ("work hours",)) == 0
