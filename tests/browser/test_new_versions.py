"""A new version in a real browser, with the real worker and sandbox: compared, then approved."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser


def test_a_new_version_is_compared_and_taken(open_page: OpenPage, product: Product, tmp_path: Path) -> None:
    user, role = "verena", "iban_dark"
    product.token(user)
    seed = f"from tests.browser.versions_seed import seed; seed({user!r}, {role!r})"
    case = product.run_python(seed).split()[-1]
    page = open_page(f"/creations/{case}/", user=user, width=390, scheme="dark")
    train = page.get_by_role("button", name="Train and compare")
    expect(train).to_be_visible()
    change = page.get_by_role("region", name="Changes")
    expect(change).to_contain_text("It knows British ones, too.")
    expect(change.locator("del").nth(1)).to_contain_text("I do not know British ones.")
    expect(page.get_by_text("What to change")).to_have_count(0)
    train.click()
    take = page.get_by_role("button", name="Make it the new version")
    expect(take).to_be_visible()
    expect(change.get_by_role("row", name="New version 24 of 24 1.00")).to_be_visible()
    expect(change).to_contain_text("Nothing changes without your approval.")
    page.screenshot(path=Path(os.environ.get("SCREENSHOTS", tmp_path)) / "new-version-390-dark.png", full_page=True)
    assert_accessible(page)
    assert_fits(page)
    take.click()
    expect(page.get_by_text("Version 2 is ready.").first).to_be_visible()
