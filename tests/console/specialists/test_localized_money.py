"""Amounts of money are written in the reader's language."""

import pytest
from django.utils import translation

from kingdom.console.specialists.usage_presenter import localized_money


@pytest.mark.parametrize(
    ("micros", "english", "german"),
    [
        (0, "0.00 USD", "0,00 USD"),
        (330_000, "0.33 USD", "0,33 USD"),
        (1_234_500_000, "1,234.50 USD", "1.234,50 USD"),
        (1_500, "0.0015 USD", "0,0015 USD"),
    ],
)
def test_amounts_have_the_separators_of_the_language(micros: int, english: str, german: str) -> None:
    for language, text in (("en", english), ("de", german)):
        with translation.override(language):
            assert localized_money(micros, "USD") == text
