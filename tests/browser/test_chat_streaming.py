"""An answer of a language model as it comes, in a real browser: by pieces, cut off, resumed, stopped, repeated."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.approval_seed import REGISTER
from tests.factories.pages import OpenPage, assert_accessible
from tests.gemini_server.answers import Answer, Seen
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
WORDS = [f"wave {number} of the long sea" for number in range(60)]
POEM = ". ".join(WORDS)
FORM = json.dumps({"answer": POEM, "output": None, "confidence": 0.9, "status": "SUCCESS"})
ASKED = "@sea_teller write about the sea"
SPEC = {"role": "sea_teller", "identity": "writer", "purpose": "Tells of the sea.", "engine": "model"}


@pytest.fixture(scope="module")
def product(product_with_model: tuple[Product, Any]) -> Product:
    """The product with a language model, where ``open_page`` signs in."""
    return product_with_model[0]


@pytest.fixture
def model(product_with_model: tuple[Product, Any]) -> Iterator[Any]:
    """The server of the model; it answers a piece every 0.15 seconds."""
    server = product_with_model[1]
    server.clear()
    server.rule(lambda seen: _poem(seen, pieces=60, piece_delay_s=0.15))
    yield server
    server.clear()


def _poem(seen: Seen, **how: Any) -> Answer | None:  # noqa: ANN401 - fields of Answer
    """Return the poem for the specialist, in the form that it is asked for last; None for the King."""
    if "about the sea" not in " ".join(seen.texts) or "should_create_specialist" in str(seen.schema):
        return None
    return Answer(text=FORM, **how) if seen.schema else Answer(text=POEM, **how)


def _register(product: Product, user: str) -> None:
    product.token(user)
    product.run_python(REGISTER.format(user=user, spec=json.dumps(SPEC)))


def _begun(page: Page) -> None:
    page.get_by_label("Your message").fill(ASKED)
    page.keyboard.press("Enter")
    expect(page.locator("[data-live]")).to_contain_text("wave 3 of")


def test_a_streamed_answer_survives_a_lost_network(
    open_page: OpenPage,
    product: Product,
    model: Any,  # noqa: ANN401 - the script
) -> None:
    _register(product, "stella")
    page = open_page("/", user="stella", width=390)
    seen = page.evaluate_handle(WATCH)
    _begun(page)
    resumed: list[str] = []
    page.on("request", lambda request: resumed.append(request.url) if "/events/" in request.url else None)
    page.evaluate("kingdomTestCut()")  # the open stream ends in the middle of the answer, as when a network changes
    turn = page.locator(".turn")
    expect(turn).to_have_attribute("data-state", "completed")
    assert resumed, "it was cut, and resumed"
    expect(turn.locator(".answer")).to_have_text(POEM)
    shown = seen.json_value()
    assert len(shown) > 5, "it came by pieces"
    assert all(POEM.startswith(text) for text in shown), "no piece was lost, doubled or moved"
    expect(page.get_by_role("status")).to_have_text(re.compile("^Answer: wave 0"))
    assert_accessible(page)


# Keeps each state of the running answer, and lets the test cut the streams that are open.
WATCH = """() => {
    const texts = [];
    new MutationObserver(() => {
        const text = document.querySelector("[data-live]")?.textContent;
        if (text && text !== texts.at(-1)) texts.push(text);
    }).observe(document.querySelector("#log"), { childList: true, subtree: true, characterData: true });
    const open = [];
    const { fetch } = window;
    window.fetch = async (url, options = {}) => {
        if (!String(url).includes("/events/")) return fetch(url, options);
        const control = new AbortController();
        open.push(control);
        return fetch(url, { ...options, signal: control.signal });
    };
    window.kingdomTestCut = () => open.splice(0).forEach((control) => control.abort());
    return texts;
}"""


def test_a_running_answer_is_stopped_and_asked_again(
    open_page: OpenPage,
    product: Product,
    model: Any,  # noqa: ANN401 - the script
) -> None:
    _register(product, "stefan")
    page = open_page("/", user="stefan")
    _begun(page)
    expect(page.locator(".route > summary")).to_contain_text("sea_teller (unverified) · your choice")
    page.locator(".brand").focus()
    page.keyboard.press("s")  # the shortcut of the button
    turn = page.locator(".turn")
    expect(turn).to_have_attribute("data-state", "cancelled")
    expect(turn.locator(".stopped")).to_contain_text("This answer is not complete.")
    kept = turn.locator(".answer").inner_text()
    assert kept.startswith("wave 0 of the long sea")
    assert len(kept) < len(POEM)
    assert_accessible(page)
    model.clear()
    model.rule(_poem)
    turn.get_by_role("button", name="Answer again").click()
    expect(page.locator(".own .quiet")).to_contain_text("2/2")
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    expect(page.locator(".answer")).to_have_text(POEM)
    page.get_by_role("button", name="Earlier version").click()
    expect(page.locator(".turn")).to_have_attribute("data-state", "cancelled")
    expect(page.locator(".answer")).to_have_text(kept)


def test_a_step_is_seen_before_the_answer_and_stop_ends_it(
    open_page: OpenPage,
    product: Product,
    model: Any,  # noqa: ANN401 - the script
) -> None:
    """The model first calls a tool, then writes for nine seconds."""
    _register(product, "stine")
    model.clear()
    model.rule(_looks_for_files_first)
    page = open_page("/", user="stine")
    page.get_by_label("Your message").fill(ASKED)
    page.keyboard.press("Enter")
    turn = page.locator(".turn")
    activity = turn.locator("[data-activity]")
    expect(activity.locator("summary").first).to_have_text("Activity: 1 tool call")
    expect(turn).to_have_attribute("data-state", "running")
    assert "wave 59" not in turn.inner_text(), "the answer is not there yet"
    activity.locator("summary").first.click()
    expect(activity.locator("li")).to_contain_text("archon.fs.find")
    expect(activity.locator(".outcome")).to_contain_text("done")
    assert_accessible(page)
    turn.get_by_role("button", name="Stop").click()
    expect(turn).to_have_attribute("data-state", "cancelled")
    expect(turn.locator(".stopped")).to_contain_text("This answer is not complete.")
    expect(activity.locator("summary").first).to_have_text("Activity: 1 tool call")
    assert "wave 59" not in turn.inner_text(), "nothing follows"


def _looks_for_files_first(seen: Seen) -> Answer | None:
    poem = _poem(seen, pieces=60, piece_delay_s=0.15)
    if poem is None or seen.schema or "functionResponse" in json.dumps(seen.body):
        return poem
    return Answer(tool_calls=(("archon.fs.find", {"base": ".", "pattern": "*"}),))
