"""Credential pages in a real browser: store, replace, date, delete; the value never appears."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, tab_to
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
VALUE = "canary-of-the-browser-31"
REGISTER = """
from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.specialists.registry.services import specialist_register
spec = AgentSpec.model_validate({{
    "role": "sms_sender_{user}", "identity": "writer", "purpose": "Sends texts.", "engine": "handler",
    "handler_code": "def handle(payload, ctx): ...", "egress_hosts": ["api.sms.example"],
    "credentials": [{{"name": "sms_api_key", "host": "api.sms.example", "how": "header"}}],
}})
specialist_register(spec=spec, owner=User.objects.get(username="{user}"))
"""


def _is_well(page: Page) -> None:
    assert VALUE not in page.content()
    assert_accessible(page)
    assert_fits(page)


def test_a_credential_from_its_first_day_to_its_last(open_page: OpenPage, product: Product) -> None:
    page = open_page("/credentials/", user="norma", width=390)
    expect(page.get_by_text("No specialist that you can use asks for a credential.")).to_be_visible()
    _is_well(page)
    product.run_python(REGISTER.format(user="norma"))
    page.reload()
    expect(page.get_by_text("Nothing is stored.")).to_be_visible()
    _is_well(page)
    page.get_by_label("For").select_option(label="sms_sender_norma: sms_api_key for api.sms.example")
    value = page.get_by_label("Value")
    expect(value).to_have_attribute("type", "password")
    expect(value).to_have_attribute("autocomplete", "off")
    value.fill(VALUE)
    page.get_by_role("button", name="Store", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("It is never shown again.")
    _is_well(page)
    page.get_by_label("Value").fill(f"{VALUE}-2")
    page.get_by_role("button", name="Store and replace").click()
    expect(page.get_by_role("status")).to_contain_text("The old value is deleted.")
    page.locator("#date").fill("2999-12-31")
    page.get_by_role("button", name="Set the date").click()
    expect(page.get_by_text("until 31 Dec 2999")).to_be_visible()
    page.get_by_role("link", name="Credentials").last.click()
    expect(page.get_by_role("heading", name="sms_api_key")).to_be_visible()
    _is_well(page)
    page.get_by_role("link", name="sms_api_key", exact=True).click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing is stored.")).to_be_visible()


def test_a_credential_is_stored_and_deleted_without_scripts(open_page: OpenPage, product: Product) -> None:
    product.token("nils")
    product.run_python(REGISTER.format(user="nils"))
    page = open_page("/credentials/", user="nils", scripts=False)
    page.get_by_label("For").select_option(label="sms_sender_nils: sms_api_key for api.sms.example")
    page.get_by_label("Value").fill(VALUE)
    page.get_by_role("button", name="Store", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("It is never shown again.")
    assert VALUE not in page.content()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing is stored.")).to_be_visible()


def test_a_credential_is_stored_by_the_keyboard_alone(open_page: OpenPage, product: Product) -> None:
    product.token("olga")
    product.run_python(REGISTER.format(user="olga"))
    page = open_page("/credentials/", user="olga")
    tab_to(page.get_by_label("For"))
    page.keyboard.type("sms_sender_olga")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Value")).to_be_focused()
    page.keyboard.type(VALUE)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("It is never shown again.")
    _is_well(page)
