"""A message of several requests on the page: one question, an answer of its own for each request."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits

pytestmark = pytest.mark.browser
TEXT = "Is ann@example.com valid, and what is 3 miles in km?"


def test_each_request_has_its_answer_receipt_and_rating(open_page: OpenPage) -> None:
    page = open_page("/", user="fay", width=390)
    page.get_by_label("Your message").fill(TEXT)
    page.keyboard.press("Enter")
    turns = page.locator(".turn")
    expect(turns).to_have_count(3)
    for number in range(3):
        expect(turns.nth(number)).to_have_attribute("data-state", "completed")
    expect(turns.nth(0)).to_contain_text("This message asks for 2 things")
    expect(turns.nth(0).locator(".parts a")).to_have_text(["Is ann@example.com valid", "what is 3 miles in km?"])
    expect(turns.nth(1).locator(".request")).to_have_text("Is ann@example.com valid")
    expect(turns.nth(1).locator(".route > summary")).to_contain_text("email_validator")
    expect(turns.nth(2).locator(".route > summary")).to_contain_text("unit_converter")
    expect(turns.nth(2).locator(".answer")).to_contain_text("4.828032")
    expect(turns.locator("form.rate")).to_have_count(2)
    assert_accessible(page)
    assert_fits(page)
    turns.nth(1).locator(".route > summary").click()
    turns.nth(1).get_by_label("Use another specialist:").select_option(label="text_statistics")
    turns.nth(1).get_by_role("button", name="Ask it").click()
    expect(turns).to_have_count(4)
    expect(turns.nth(2)).to_have_attribute("data-state", "completed")
    expect(turns.nth(2).locator(".route > summary")).to_contain_text(re.compile("text_statistics .*your choice"))
    page.reload()
    expect(turns).to_have_count(4)
    expect(page.locator(".question")).to_have_count(1)
    expect(turns.nth(2).locator(".request")).to_have_text("Is ann@example.com valid")
    expect(turns.nth(3).locator(".route > summary")).to_contain_text("unit_converter")
