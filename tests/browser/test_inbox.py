"""Approvals, rules and notifications in a real browser: live updates, answers in place."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.approval_seed import Asking, begin
from tests.factories.pages import OpenPage, assert_accessible, assert_fits, tab_to
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
Begin = Callable[[str], Asking]


@pytest.fixture
def asking(product: Product) -> Begin:
    """Give somebody a specialist whose code writes files, which is asked about."""
    return lambda user: begin(product, user)


def test_a_waiting_session_asks_in_the_chat_and_goes_on_in_place(open_page: OpenPage, asking: Begin) -> None:
    gina = asking("gina")
    question = gina.asked()
    page = open_page(f"/c/{question['conversation_id']}/", user=gina.user, width=390, scheme="dark")
    card = page.locator(".turn .approval-card")
    expect(card).to_contain_text("path: notes/today.txt")
    expect(card).to_contain_text("content: remember the milk")
    expect(card).to_contain_text("everything in notes/")
    expect(page.get_by_role("link", name="Inbox 1 waiting for you")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    card.get_by_role("button", name="Once").click()
    expect(page.locator(".turn").last).to_have_attribute("data-state", "completed")
    expect(page.locator(".answer").last).to_have_text("I wrote it down.")
    expect(card).to_have_count(0)
    expect(page.get_by_role("link", name="Inbox", exact=True)).to_be_visible()
    assert gina.product.call("GET", f"/api/v1/approvals/{question['id']}/", user=gina.user)[1]["channel"] == "web"


def test_the_inbox_is_live_and_always_becomes_a_rule(open_page: OpenPage, asking: Begin) -> None:
    hugo = asking("hugo")
    page = open_page("/approvals/", user=hugo.user, width=390, scheme="dark")
    expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()
    hugo.asked()
    card = page.locator(".approval-card.open")
    expect(card).to_contain_text("path: notes/today.txt")
    expect(card).to_contain_text(re.compile("6 days left|7 days left"))
    assert_accessible(page)
    assert_fits(page)
    card.locator("details.note summary").click()
    card.get_by_label("A note for the agent").fill("not this one")
    card.get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_text("You answered “No” on this site.")).to_be_visible()
    expect(page.get_by_text("Nothing is waiting for you.")).to_be_visible()

    question = hugo.asked()
    page.goto(f"{hugo.product.url}/approvals/{question['id']}/")
    assert_accessible(page)
    page.get_by_role("button", name="Always for these files").click()
    expect(page.get_by_text("You answered “Always” on this site.")).to_be_visible()
    page.goto(f"{hugo.product.url}/rules/")
    expect(page.get_by_role("listitem")).to_contain_text("everything in notes/")
    assert_accessible(page)
    assert_fits(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no rules: you are asked each time.")).to_be_visible()


def test_a_late_answer_says_what_happened_also_without_scripts(open_page: OpenPage, asking: Begin) -> None:
    ina = asking("ina")
    question = ina.asked()
    page = open_page(f"/approvals/{question['id']}/", user="ina", scripts=False)
    ina.answer(question, "deny")
    page.get_by_role("button", name="Once").click()
    expect(page.get_by_role("alert")).to_contain_text("answered already")
    expect(page.get_by_text("You answered “No” by the API.")).to_be_visible()


def test_always_and_its_rule_are_said_and_taken_back_without_scripts(open_page: OpenPage, asking: Begin) -> None:
    oda = asking("oda")
    question = oda.asked()
    page = open_page(f"/approvals/{question['id']}/", user="oda", scripts=False)
    page.get_by_role("button", name="Always for these files").click()
    expect(page.get_by_text("You answered “Always” on this site.")).to_be_visible()
    page.goto(f"{oda.product.url}/rules/")
    expect(page.get_by_role("listitem")).to_contain_text("everything in notes/")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no rules: you are asked each time.")).to_be_visible()


def test_a_question_and_its_rule_are_reached_by_the_keyboard_alone(open_page: OpenPage, asking: Begin) -> None:
    pia = asking("pia")
    question = pia.asked()
    page = open_page(f"/approvals/{question['id']}/", user="pia")
    tab_to(page.get_by_role("button", name="Always for these files"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("You answered “Always” on this site.")).to_be_visible()
    page.goto(f"{pia.product.url}/rules/")
    page.on("dialog", lambda dialog: dialog.accept())
    tab_to(page.get_by_role("button", name="Remove"))
    page.keyboard.press("Enter")
    expect(page.get_by_text("You have no rules: you are asked each time.")).to_be_visible()


def test_what_belongs_to_another_is_not_there(open_page: OpenPage, asking: Begin) -> None:
    kim = asking("kim")
    question = kim.asked()
    page = open_page("/notifications/", user="lea")
    for path in (f"/approvals/{question['id']}/", f"/c/{question['conversation_id']}/"):
        assert page.request.get(f"{kim.product.url}{path}").status == 404


def test_notices_lead_to_what_they_are_about(open_page: OpenPage, asking: Begin) -> None:
    mia = asking("mia")
    page = open_page("/notifications/", user=mia.user, width=390, scheme="dark")
    expect(page.get_by_text("No notifications yet.")).to_be_visible()
    question = mia.asked()
    expect(page.get_by_role("listitem")).to_contain_text("wants to use archon.fs.write")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile(f"/approvals/{question['id']}/$"))
    expect(page.locator(".approval-card.open")).to_be_visible()
