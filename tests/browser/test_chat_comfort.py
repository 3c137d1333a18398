"""The chat for hands and ears, in a real browser: drafts, shortcuts, a lost connection, a way out of a wrong route."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, send

pytestmark = pytest.mark.browser
PIECE = 'event: delta\ndata: {"text": "a piece of an answer", "at": 1, "attempt": 1}\n\n'


def test_a_draft_survives_a_reload_and_shortcuts_are_listed(open_page: OpenPage) -> None:
    page = open_page("/", user="dana", width=390)
    field = page.get_by_label("Your message")
    field.fill("not sent yet")
    page.reload()
    expect(field).to_have_value("not sent yet")
    field.press_sequentially("?")
    expect(field).to_have_value("not sent yet?")
    page.locator(".brand").focus()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(dialog).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.keyboard.press("Escape")
    page.locator(".brand").focus()
    page.keyboard.press("m")
    expect(field).to_be_focused()
    page.locator(".brand").focus()
    page.keyboard.press("/")
    expect(page.get_by_label("Search conversations")).to_be_focused()
    page.get_by_role("button", name="Conversations").click()
    page.locator(".brand").focus()
    page.keyboard.press("?")
    dialog.get_by_role("checkbox").uncheck()
    page.keyboard.press("Escape")
    page.locator(".brand").focus()
    page.keyboard.press("m")
    expect(field).not_to_be_focused()


def test_a_lost_connection_loses_and_doubles_nothing(open_page: OpenPage) -> None:
    page = open_page("/", user="lena")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if len(lost) >= 2:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fulfill(status=200, content_type="text/event-stream", body=PIECE)

    page.route(re.compile(r"/sessions/[^/]+/events/"), lose)
    page.get_by_label("Your message").fill("how many cups is 250 ml")
    page.keyboard.press("Enter")
    turn = page.locator(".turn")
    expect(turn).to_have_attribute("data-state", "completed")
    assert len(lost) == 2
    expect(turn).to_have_count(1)
    expect(turn.locator(".answer")).not_to_contain_text("a piece of an answer")
    expect(turn.locator(".answer")).to_contain_text("cups")
    expect(page.get_by_role("status")).to_have_text(re.compile("^Answer: "))
    shown = turn.locator(".answer").inner_text()
    turn.locator(".route > summary").click()
    expect(turn.locator(".route > summary")).to_contain_text(re.compile("chosen with .*sure"))
    page.reload()
    assert turn.locator(".answer").inner_text() == shown
    turn.locator(".route > summary").click()
    turn.get_by_role("button", name="Ask the Council for a new specialist").click()
    expect(page).to_have_url(re.compile("/creations/"))
    assert_accessible(page)


def test_the_other_shortcuts_do_what_the_list_says(open_page: OpenPage) -> None:
    page = open_page("/", user="sonja")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    send(page, "how many cups is 250 ml")
    page.locator(".brand").focus()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert "cups" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="What do you need?")).to_be_visible()
    page.locator(".brand").focus()
    page.keyboard.press("i")
    expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard shortcuts").locator("kbd").all_inner_texts()
    assert listed == ["?", "n", "m", "/", "s", "c", "i", "Esc"]
    page.keyboard.press("Escape")
    page.get_by_label("More pages and signing out").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Rules")).to_be_hidden()
    expect(page.get_by_label("More pages and signing out")).to_be_focused()


def test_a_message_whose_reply_was_lost_on_the_way_is_one_message(open_page: OpenPage) -> None:
    """The server stored it, and the browser could not know: what is sent again has the same key."""
    page = open_page("/", user="lotte")
    send(page, "how many cups is 250 ml")
    lost: list[str] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(route.fetch().text())
        route.fulfill(status=200, body="cut off")  # a status of an error would be a complaint of the console, too

    page.route(re.compile(r"/messages/$"), lose)
    field = page.get_by_label("Your message")
    field.fill("how many pounds are 14 kg?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(field).to_have_value("how many pounds are 14 kg?")
    expect(page.locator(".question")).to_have_count(2)  # the page follows the conversation, as other tabs do
    field.press("Enter")
    for _ in range(2):
        expect(page.locator(".turn").last).to_have_attribute("data-state", "completed")
        expect(page.locator(".question")).to_have_text(["how many cups is 250 ml", "how many pounds are 14 kg?"])
        expect(page.locator(".turn")).to_have_count(2)
        page.reload()
    assert len(lost) == 1
