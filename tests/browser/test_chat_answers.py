"""Answers in the chat, in a real browser: copied whole and by the block, with coloured code, in both themes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import PATIENCE_MS, OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
CODE = f'def greet(name):\n    # says hello\n    return f"hello {{name}}" + "{"a line that is scrolled " * 8}"'
ANSWER = f"It is **so**:\n\n```python\n{CODE}\n```\n"


def send(page: Page, text: str) -> None:
    """Send a message; return when its answer is whole."""
    page.get_by_label("Your message").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last).to_have_attribute(
        "data-state", re.compile("completed|failed"), timeout=PATIENCE_MS
    )


def clipboard(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
def test_answers_and_code_are_copied(open_page: OpenPage, product: Product, width: int, scheme: str) -> None:
    page = open_page("/", user=f"cora{width}", width=width, scheme=scheme)
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
