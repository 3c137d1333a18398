"""Answers in the chat, in a real browser: copied whole and by the block, with coloured code, in both themes."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, send
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
CODE = f'def greet(name):\n    # says hello\n    return f"hello {{name}}" + "{"a line that is scrolled " * 8}"'
ANSWER = f"It is **so**:\n\n```python\n{CODE}\n```\n"


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_answers_and_code_are_copied(open_page: OpenPage, product: Product) -> None:
    page = open_page("/", user="cora", width=390, scheme="dark")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    send(page, "how many cups is 250 ml")
    session = page.locator(".turn").get_attribute("data-session")
    product.run_python(
        f"from kingdom.sessions.models import Session\nSession.objects.filter(pk={session!r}).update(answer={ANSWER!r})"
    )
    page.reload()
    expect(page.locator(".answer .k").first).to_have_text("def")
    page.get_by_role("button", name="Copy code").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert clipboard(page) == f"{CODE}\n"
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_have_count(2)
    assert clipboard(page) == ANSWER
    assert_accessible(page)
    assert_fits(page)


def test_messages_are_edited_repeated_and_their_versions_switched(open_page: OpenPage) -> None:
    page = open_page("/", user="vera", width=390)
    send(page, "how many cups is 250 ml")
    send(page, "how many cups is 500 ml")
    page.locator(".own").first.get_by_role("link", name="Edit").click()
    field = page.get_by_label("Your message")
    expect(field).to_have_value("how many cups is 250 ml")
    expect(page.locator(".editing")).to_contain_text("You are editing your message")
    assert_accessible(page)
    field.fill("how many cups is 750 ml")
    page.keyboard.press("Enter")
    expect(page.locator(".own .quiet")).to_contain_text("2/2")
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    expect(page.locator(".suggestions button").first).to_be_visible()
    page.get_by_role("button", name="Answer again").click()
    expect(page.locator(".own .quiet")).to_contain_text("3/3")
    for number in (2, 1):
        page.get_by_role("button", name="Earlier version").click()
        expect(page.locator(".own .quiet")).to_contain_text(f"{number}/3")
    expect(page.locator(".question")).to_have_text(["how many cups is 250 ml", "how many cups is 500 ml"])
    expect(page.get_by_role("button", name="Earlier version")).to_be_disabled()
    assert_accessible(page)
    assert_fits(page)


def test_a_specialist_is_asked_by_name_and_from_its_page(open_page: OpenPage) -> None:
    page = open_page("/", user="nora", width=390)
    field = page.get_by_label("Your message")
    field.press_sequentially("@unit")
    options = page.get_by_role("listbox", name="Specialists to ask").get_by_role("option")
    expect(options.first).to_have_text("unit_converter")
    expect(options.first).to_have_attribute("aria-selected", "true")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#mentions")).to_be_hidden()
    field.press_sequentially("_")
    page.keyboard.press("Enter")
    expect(field).to_have_value("@unit_converter ")
    send(page, "@unit_converter how many cups is 250 ml")
    expect(page.locator(".route > summary")).to_contain_text("unit_converter (verified) · your choice")
    page.locator(".route > summary").click()
    expect(page.locator(".receipt")).to_contain_text("The message names this specialist")
    page.goto(page.url.split("/c/")[0] + "/specialists/")
    page.get_by_role("link", name="unit_converter", exact=True).click()
    assert_accessible(page)
    assert_fits(page)
    page.get_by_label("Ask unit_converter").fill("how many cups is 500 ml")
    page.get_by_role("button", name="Ask it").click()
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    expect(page.locator(".route > summary")).to_contain_text("unit_converter (verified) · your choice")
