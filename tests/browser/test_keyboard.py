"""The console by the keyboard alone, in a real browser: each control is reached and seen; nothing holds the focus."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.approval_seed import REGISTER, begin
from tests.factories.credentials import KEY, ROLE, credential_spec
from tests.factories.pages import OpenPage, assert_walkable, tab_to
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
USER = "kira"
PLAN = {"agents": [{"id": "analyze_sum", "specialist": "calculator", "input": "17 * 23"}]}


def _go_by_key(page: Page, name: str) -> None:
    """Follow a link by the keyboard."""
    tab_to(page.get_by_role("link", name=name, exact=True).first)
    page.keyboard.press("Enter")


def test_sign_in_and_chat(chromium_page: Page, product: Product) -> None:
    page = chromium_page
    product.token(USER)
    page.goto(f"{product.url}/sign-in/")
    assert_walkable(page)
    page.reload()
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type(USER)
    page.keyboard.press("Tab")
    page.keyboard.type(f"pass of {USER} 7!")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your message")).to_be_focused()
    page.keyboard.type("@unit")
    expect(page.get_by_role("option", name="unit_converter")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Your message")).to_have_value("@unit_converter ")
    page.keyboard.type("how many cups is 250 ml")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    tab_to(page.locator(".route > summary"))
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_contain_text("The message names this specialist")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    tab_to(dialog.get_by_role("button", name="Close"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert_walkable(page)


def test_inbox_and_credentials(open_page: OpenPage, product: Product) -> None:
    asking = begin(product, USER)
    product.run_python(REGISTER.format(user=USER, spec=credential_spec().model_dump_json()))
    question = asking.asked()
    page = open_page("/approvals/", user=USER)
    assert_walkable(page)
    cards = page.locator(".approval-card.open")
    once = cards.filter(has_text=question["subject"]["tools"][0]["args"]["content"]).get_by_role("button", name="Once")
    tab_to(once)
    asking.asked()
    expect(cards).to_have_count(2)
    expect(once).to_be_focused()  # a card that comes live takes the focus from no other
    page.keyboard.press("Space")
    expect(page.get_by_text("You answered “Once” on this site.")).to_be_visible()
    _go_by_key(page, "Credentials")
    expect(page.get_by_text("Nothing is stored.")).to_be_visible()
    assert_walkable(page)
    tab_to(page.get_by_label("For"))
    page.keyboard.type(ROLE)
    page.keyboard.press("Tab")
    expect(page.get_by_label("Value")).to_be_focused()
    page.keyboard.type("canary-of-the-keyboard")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("It is never shown again.")
    expect(page.get_by_text(KEY).first).to_be_visible()


def test_a_specialist_is_requested(open_page: OpenPage) -> None:
    page = open_page("/specialists/", user=USER)
    assert_walkable(page)
    _go_by_key(page, "Request a specialist")
    expect(page.get_by_role("heading", name="Create a specialist")).to_be_visible()
    assert_walkable(page)
    tab_to(page.get_by_label("Which recurring task should it do?"))
    page.keyboard.type("Check the IBANs I get in lists every week")
    tab_to(page.get_by_role("button", name="See a proposal").first)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/creations/[0-9a-f-]{36}/"))
    no = page.locator(".case").get_by_role("button", name="No", exact=True)
    expect(no).to_be_visible()
    assert_walkable(page)
    tab_to(no)
    page.keyboard.press("Enter")
    expect(page.locator(".case")).to_have_attribute("data-state", "rejected")


def test_a_workflow_is_started_and_its_step_opened(open_page: OpenPage) -> None:
    page = open_page("/workflows/", user=USER)
    tab_to(page.get_by_text("Or write the manifest"))
    page.keyboard.press("Space")
    assert_walkable(page)
    page.get_by_label("Manifest (JSON)").evaluate("field => { field.value = ''; }")  # its example
    tab_to(page.get_by_label("Manifest (JSON)"))
    page.keyboard.type(json.dumps(PLAN))
    tab_to(page.get_by_role("button", name="Check the plan"))
    page.keyboard.press("Enter")
    tab_to(page.get_by_role("button", name="Start"))
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("1 of 1 steps done")
    assert_walkable(page)
    tab_to(page.locator(".graph a:visible").first)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#node-analyze_sum$"))
    tab_to(page.locator("#node-analyze_sum summary", has_text="Result"))
    page.keyboard.press("Enter")
    expect(page.locator("#node-analyze_sum .findings")).to_contain_text("391")
    tab_to(page.locator("#at"))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("heading", name="Graph at event")).to_be_visible()


def test_the_account_and_the_password(open_page: OpenPage) -> None:
    page = open_page("/me/", user=USER)
    assert_walkable(page)
    tab_to(page.get_by_label("Colours"))
    page.keyboard.type("Dark")
    tab_to(page.get_by_role("button", name="Save", exact=True).first)
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_have_text("Saved.")
    _go_by_key(page, "Password")
    expect(page.get_by_label("Old password")).to_be_focused()
    page.keyboard.type("not this one")
    page.keyboard.press("Enter")
    expect(page.get_by_label("New password", exact=True)).to_be_visible()
    assert_walkable(page)
