"""Forms and menus on a phone in a real browser: each field on a line of its own, nothing beyond the edge."""

import pytest
from playwright.sync_api import Locator, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
USER = "fiona"
PLAN = {
    "agents": [
        {"id": f"analyze_{word}_of_all_the_quarterly_reports", "specialist": "calculator", "input": "2 + 2"}
        for word in ("figures", "tables", "footnotes")
    ]
}


def boxes(places: Locator) -> list[tuple[int, int, int]]:
    """Return left edge, top and width of each place, top to bottom."""
    found = [place.bounding_box() for place in places.all()]
    return sorted(
        ((round(box["x"]), round(box["y"]), round(box["width"])) for box in found if box), key=lambda one: one[1]
    )


def test_a_schedule_of_a_workflow_with_a_long_title_fits(open_page: OpenPage, product: Product) -> None:
    product.token(USER)
    assert product.call("POST", "/api/v1/workflows/", user=USER, body={"manifest": PLAN})[0] == 201
    page = open_page("/schedules/", user=USER, width=390)
    fields = page.locator("main form").locator("input:not([type=hidden]), select")
    expect(fields).to_have_count(4)
    lines = boxes(fields)
    assert len({left for left, _, _ in lines}) == len({width for _, _, width in lines}) == 1, lines
    assert_fits(page)
    assert_accessible(page)


def test_each_scope_of_a_token_has_its_own_line(open_page: OpenPage) -> None:
    page = open_page("/me/", user=USER, width=390, scheme="dark")
    lines = boxes(page.locator("fieldset.checks > label"))
    assert len(lines) == 5
    assert len({left for left, _, _ in lines}) == 1, lines
    texts = page.locator("fieldset.checks > label > span")
    assert len({left for left, _, _ in boxes(texts)}) == 1, "the words of a scope stay beside its box"
    page.get_by_label("Answer questions in your name").check()
    assert_fits(page)
    assert_accessible(page)


def test_a_conversation_has_its_whole_menu_from_its_first_message_on(open_page: OpenPage) -> None:
    page = open_page("/", user=USER, width=390)
    page.get_by_label("Your message").fill("how many cups is 250 ml")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    page.get_by_label("Rename or delete this conversation").click()
    expect(page.get_by_role("link", name="Markdown")).to_be_visible()
    page.get_by_role("button", name="Pin", exact=True).click()
    page.get_by_label("Rename or delete this conversation").click()
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
