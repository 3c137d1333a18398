"""Creations in a real browser: from the offer in the chat to the answer of the new specialist."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
WISH = "I get lists of IBANs to check every week"
TRAINING_MS = 180_000  # 24 sandboxed tests beside whatever else this machine does


def _is_well(page: Page) -> None:
    assert_accessible(page)
    assert_fits(page)


def _try_before_the_yes(page: Page) -> None:
    """Read the examples' answers and try the draft on an own input; nothing is decided by that."""
    case = page.locator(".case")
    expect(case.get_by_text("These answers come from runs in the sandbox.")).to_be_visible()
    case.get_by_label("Your own input").fill("is GB82WEST12345698765432 right?")
    case.get_by_role("button", name="Try it", exact=True).click()
    expect(case.locator(".tried")).to_contain_text("GB82")
    expect(case.locator(".tried dd")).to_contain_text("valid")
    expect(case).to_have_attribute("data-state", "awaiting_confirmation")
    _is_well(page)


def test_a_wish_becomes_a_specialist_that_answers_it(open_page: OpenPage, product: Product) -> None:
    page = open_page("/", user="olga", width=390, scheme="dark")
    page.get_by_label("Your message").fill(WISH)
    page.keyboard.press("Enter")
    offer = page.get_by_role("button", name="See the proposal")
    expect(offer).to_be_visible()
    expect(page.locator(".answer").last).to_contain_text("Nobody here does that yet.")
    _is_well(page)
    offer.click()
    create = page.get_by_role("button", name="Create", exact=True)
    expect(create).to_be_visible(timeout=TRAINING_MS)
    case = page.locator(".case")
    expect(case).to_contain_text("it can not use the network, files or keys")
    expect(case).to_contain_text("hidden from its designer")
    expect(page.get_by_role("link", name="Inbox 1 waiting for you")).to_be_visible()
    _is_well(page)
    _try_before_the_yes(page)
    create.click()
    expect(case).to_have_attribute("data-state", "completed", timeout=TRAINING_MS)
    expect(case).to_contain_text("Ready. Only you can use it until an admin verifies it")
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turn").last).to_have_attribute("data-state", "completed")
    expect(page.locator(".route > summary").last).to_contain_text("iban_checker (unverified)")
    _is_well(page)
    case.get_by_role("link", name="iban_checker").click()
    expect(page.get_by_role("heading", name=re.compile("Training: 24 of 24 tests passed"))).to_be_visible()
    _is_well(page)
    path = page.url.removeprefix(product.url)
    stranger = open_page("/creations/", user="tomas")
    assert stranger.request.get(f"{product.url}{path}").status == 404


# Keeps each state of the list of stages.
WATCH = """() => {
    const texts = [];
    const look = () => {
        const text = document.querySelector(".case .steps")?.innerText.replace(/\\s+/g, " ");
        if (text && text !== texts.at(-1)) texts.push(text);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
    return texts;
}"""


def test_a_requested_specialist_is_followed_live_through_its_stages(open_page: OpenPage) -> None:
    page = open_page("/specialists/", user="wilma", width=390)
    page.get_by_role("link", name="Request a specialist").click()
    page.get_by_label("Which recurring task should it do?").fill(WISH)
    page.get_by_role("button", name="See a proposal", exact=True).first.click()
    expect(page).to_have_url(re.compile(r"/creations/[0-9a-f-]{36}/$"))
    expect(page.get_by_role("blockquote")).to_have_text(WISH)
    create = page.get_by_role("button", name="Create", exact=True)
    expect(create).to_be_visible(timeout=TRAINING_MS)
    seen = page.evaluate_handle(WATCH)
    page.evaluate("window.kingdomTestSamePage = true")
    create.click()
    expect(page.locator(".case")).to_have_attribute("data-state", "completed", timeout=TRAINING_MS)
    assert page.evaluate("window.kingdomTestSamePage"), "the page was not loaded again"
    shown = seen.json_value()
    figures = [int(found[1]) for text in shown if (found := re.search(r"training (\d+) of 24 …", text))]
    assert len(set(figures)) > 1, shown
    assert figures == sorted(figures)
    assert shown[-1].count("✓") == len(page.locator(".steps li").all())
    _is_well(page)


def test_a_shared_specialist_is_forked_into_one_s_own(open_page: OpenPage) -> None:
    page = open_page("/specialists/", user="flora", width=390)
    page.get_by_role("button", name="Fork unit_converter").click()
    expect(page).to_have_url(re.compile(r"/creations/[0-9a-f-]{36}/$"))
    create = page.get_by_role("button", name="Create", exact=True)
    expect(create).to_be_visible(timeout=TRAINING_MS)
    expect(page.locator(".case")).to_contain_text("unit_converter")
    _is_well(page)
    create.click()
    case = page.locator(".case")
    expect(case).to_have_attribute("data-state", "completed", timeout=TRAINING_MS)
    expect(case).to_contain_text("Ready. Only you can use it until an admin verifies it")
    _is_well(page)


def test_a_recipe_may_be_refused(open_page: OpenPage) -> None:
    page = open_page("/creations/", user="quinn", width=390)
    _is_well(page)
    page.get_by_role("button", name="See a proposal for roman_numerals").click()
    expect(page.get_by_role("button", name="Create", exact=True)).to_be_visible(timeout=TRAINING_MS)
    page.locator(".case-actions").get_by_text("Change", exact=True).click()
    expect(page.get_by_label("What to change")).to_be_visible()
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".case")).to_have_attribute("data-state", "rejected")
    expect(page.locator(".case")).to_contain_text("Rejected.")
    _is_well(page)
