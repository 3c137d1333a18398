"""Two tabs of one conversation show the same: messages, answers, versions and titles, without a reload."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories.pages import OpenPage, assert_accessible

pytestmark = pytest.mark.browser


def test_a_second_tab_follows_the_first(open_page: OpenPage) -> None:
    first = open_page("/", user="tom")
    first.get_by_label("Your message").fill("how many cups is 250 ml")
    first.keyboard.press("Enter")
    expect(first.locator(".turn")).to_have_attribute("data-state", "completed")
    second = first.context.new_page()
    second.goto(first.url)
    second.get_by_label("Your message").fill("a draft")
    first.get_by_label("Your message").fill("how many pounds are 14 kg?")
    first.keyboard.press("Enter")
    for tab in (first, second):
        expect(tab.locator(".turn")).to_have_count(2)
        expect(tab.locator(".turn").last).to_have_attribute("data-state", "completed")
        expect(tab.locator(".exchange")).to_have_count(2)
    expect(second.get_by_label("Your message")).to_have_value("a draft")
    first.locator(".exchange").last.get_by_role("button", name="Answer again").click()
    expect(second.locator(".exchange").last.locator(".own")).to_contain_text("2/2")
    expect(second.locator(".exchange")).to_have_count(2)
    first.get_by_label("Rename or delete this conversation").click()
    first.get_by_label("Title").fill("Measures")
    first.get_by_role("button", name="Rename", exact=True).click()
    expect(second.get_by_role("heading", name="Measures")).to_be_visible()
    expect(second).to_have_title(re.compile("^Measures"))
    assert_accessible(second)
