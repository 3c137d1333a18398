"""The pages in German in a real browser: no English sentence of the catalogue, and nothing wider than a phone."""

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_fits
from tests.plugins.product import ROOT, Product

pytestmark = pytest.mark.browser
USER = "greta"
PAGES = [
    "/specialists/", "/creations/", "/workflows/", "/credentials/", "/approvals/", "/notifications/", "/rules/",
    "/schedules/", "/usage/", "/me/", "/password/",
]  # fmt: skip
SHOWN = """
() => [document.title, document.body.innerText, ...[...document.querySelectorAll(
    "[aria-label], [placeholder], [title], [data-confirm]")].flatMap((one) =>
    ["aria-label", "placeholder", "title", "data-confirm"].map((name) => one.getAttribute(name) ?? ""))].join("\\n")
"""


def _english() -> list[str]:
    """Return the English texts of two words and more that have another German one, without placeholders."""
    found = []
    for domain in ("django", "djangojs", "sentences"):
        with (ROOT / "kingdom/locale/de/LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            for message in read_po(file, locale="de"):
                text = message.id if isinstance(message.id, str) else message.id[0]
                if " " in text and len(text) > 8 and "%(" not in text and "<" not in text and text != message.string:
                    found.append(text)
    return found


def _english_on(page: Page, sentences: list[str]) -> list[str]:
    shown = f" {' '.join(page.evaluate(SHOWN).split())} "
    return [text for text in sentences if f" {text} " in shown]


def test_pages_are_german_and_fit_a_phone(open_page: OpenPage, product: Product) -> None:
    sentences = _english()
    assert len(sentences) > 300
    product.token(USER)
    assert product.call("PATCH", "/api/v1/me/", user=USER, body={"language": "de"})[0] == 200
    page = open_page("/", user=USER, width=390)
    page.get_by_label("Deine Nachricht").fill("What is 17 * 23?")
    page.get_by_role("button", name="Senden").click()
    expect(page.get_by_text("War das richtig?")).to_be_visible()
    page.locator("details.route > summary").click()
    found = {"chat": _english_on(page, sentences)}
    assert_fits(page)
    for path in PAGES:
        page.goto(f"{product.url}{path}")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        found[path] = _english_on(page, sentences)
        assert_fits(page)
        if path == "/usage/":  # with a row of today
            expect(page.locator(".usage tbody tr")).to_have_count(1)
            wide = page.locator(".scroll").evaluate("table => table.scrollWidth - table.clientWidth")
            assert wide <= 0, "the table of days fits a phone"
    assert {path: texts for path, texts in found.items() if texts} == {}


def test_the_language_is_switched_on_the_account_s_page(open_page: OpenPage) -> None:
    page = open_page("/me/", user="gustav", width=390)
    for choice, save, saved, inbox in (
        ("Deutsch", "Save", "Gespeichert.", "Posteingang"),
        ("English", "Speichern", "Saved.", "Inbox"),
    ):
        page.locator("#language").select_option(label=choice)
        page.get_by_role("button", name=save, exact=True).first.click()
        expect(page.get_by_role("status")).to_have_text(saved)
        page.get_by_role("link", name=inbox, exact=True).click()
        expect(page.get_by_role("heading", name=inbox)).to_be_visible()
        page.goto(f"{page.url.split('/approvals/')[0]}/me/")
