"""A workflow in a real browser: planned, halted by a guard, edited, resumed, and the graph of an earlier time."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.approval_seed import REGISTER
from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
HANDLER = """
def handle(payload, ctx):
    if "fragile" in payload["text"]:
        raise ValueError("this parcel is fragile")
    return {"answer": "packed " + payload["text"], "output": None, "confidence": 1.0, "status": "SUCCESS"}
"""
SPEC = {"role": "packer", "identity": "coder", "purpose": "Packs parcels.", "examples": ["pack a parcel"]}
MANIFEST = {
    "agents": [
        {"id": "coder_pack", "specialist": "packer", "input": "fragile vase"},
        {"id": "coder_label", "specialist": "packer", "input": {"from": "coder_pack"}},
        {"id": "analyze_each", "specialist": "packer", "map": {"over": ["a", "b", "c"]}},
    ]
}


def _planned(open_page: OpenPage, product: Product) -> Page:
    """Open the page, write the manifest and start its plan."""
    product.token("wanda")
    spec = json.dumps({**SPEC, "engine": "handler", "handler_code": HANDLER})
    product.run_python(REGISTER.format(user="wanda", spec=spec))
    page = open_page("/workflows/", user="wanda", width=390, scheme="dark")
    expect(page.get_by_text("No workflows yet.")).to_be_visible()
    page.get_by_text("Or write the manifest").click()
    page.get_by_label("Manifest (JSON)").fill(json.dumps(MANIFEST))
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Check the plan").click()
    expect(page.get_by_text("This plan only computes")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    return page


def _bring_anew(page: Page, part: str) -> None:
    """Load a part of a live list as if it had changed meanwhile, and wait until it is replaced."""
    page.locator(part).evaluate("part => { part.dataset.version = 'an earlier one'; }")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(part)).not_to_have_attribute("data-version", "an earlier one")


def test_quality_pause_is_edited_and_the_workflow_resumed(open_page: OpenPage, product: Product) -> None:
    page = _planned(open_page, product)
    card = page.locator("#node-coder_pack .approval-card")
    expect(card).to_contain_text("fragile")  # by the stream of events, without a reload
    expect(page.locator(".narrow-graph").get_by_role("link", name="coder_pack, Code, Needs you")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_contain_text("Paused")
    card.get_by_label("The new input").fill("sturdy box")
    _bring_anew(page, "#node-coder_pack")
    expect(card.get_by_label("The new input")).to_have_value("sturdy box")
    card.get_by_role("button", name="Edit and run").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("status")).to_contain_text("3 of 3 steps done")
    expect(page.locator("#node-analyze_each")).to_contain_text("3 of 3 items")
    expect(page.get_by_text("packed packed sturdy box", exact=False).first).to_be_visible()

    page.set_viewport_size({"width": 1440, "height": 900})
    page.locator("#at").evaluate(
        "slider => { slider.value = 2; slider.dispatchEvent(new Event('change', {bubbles: true})); }"
    )
    expect(page).to_have_url(re.compile(r"\?at=2$"))
    expect(page.get_by_role("heading", name="at event 2 of")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Workflows").first.click()
    expect(page.get_by_role("listitem").first).to_contain_text("Done")
