"""Import of a specialist file in a real browser: the card shows the signer and its claims."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from kingdom.council.proposals.exchange.format import file_encode
from kingdom.council.recipes.catalogue import recipe_by_name
from tests.factories.exchange_files import SIGNATURE, document
from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.factories.specialist_files import FOREIGN, signed_by

pytestmark = pytest.mark.browser


def test_a_file_becomes_a_card(open_page: OpenPage, tmp_path: Path) -> None:
    chosen = recipe_by_name("slug_maker")
    file = tmp_path / "slug_maker-v2.kingdom.json"
    file.write_bytes(signed_by(FOREIGN, file_encode(document(chosen.spec, chosen.tests), SIGNATURE)))
    page = open_page("/creations/", user="ruth", width=390, scheme="dark")
    page.get_by_text("Or import a file").click()
    page.get_by_label("A specialist that another Kingdom exported").set_input_files(file)
    assert_accessible(page)
    assert_fits(page)
    page.locator("#import").get_by_role("button", name="See a proposal").click()
    expect(page.get_by_role("button", name="Create", exact=True)).to_be_visible()
    card = page.locator(".card-of-case")
    expect(card).to_contain_text("signed by a key this Kingdom does not know:")
    expect(card).to_contain_text(
        "The sender says: it was verified there, 53 runs, 52 of them right (95 % between 90% and 100%)"
    )
    expect(card).to_contain_text(
        "None of this counts here: it is judged and tested like anything new, and begins unverified."
    )
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".case")).to_have_attribute("data-state", "rejected")
