"""An admin's promotion in a real browser: from what waits on the dashboard to everybody's gallery."""

import json

import pytest
from playwright.sync_api import expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product

pytestmark = pytest.mark.browser
ROLE = "shelf_counter"
# Its evidence counts distinct messages of several people, as a promotion asks.
SEED = """
import json
from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.specialists import proven
spec = AgentSpec.model_validate(json.loads({spec!r}))
owner = User.objects.get(username={owner!r})
made = proven(specialist_register(spec=spec, owner=owner, tests=[TestCase(input="a", expected_output={{}})]))
Specialist.objects.filter(pk=made.pk).update(execution_count=60, success_count=58, routable=True)
"""
SPEC = {
    "role": ROLE, "identity": "analyze", "purpose": "Counts shelves.", "examples": ["count the shelves of hall seven"],
    "engine": "handler",
    "handler_code": "def handle(payload, ctx):\n    return {'answer': 'Twelve shelves.', 'output': {'shelves': 12}}\n",
}  # fmt: skip


def test_a_specialist_is_reviewed_promoted_and_used_by_others(open_page: OpenPage, product: Product) -> None:
    product.token("promoter", staff=True)
    product.token("petra")
    product.run_python(SEED.format(spec=json.dumps(SPEC), owner="petra"))
    owner = open_page("/specialists/", user="petra", width=390)
    expect(owner.get_by_role("listitem").filter(has_text=ROLE).first).to_contain_text("unverified")
    page = open_page("/admin/", user="promoter")
    page.get_by_role("listitem").filter(has_text="may qualify for promotion").get_by_role("link", name=ROLE).click()
    for title in ("What it is", "What it can do", "Evidence", "Tests", "Verdicts and findings", "Ten newest runs"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.locator(".conditions .unmet")).to_have_count(0)
    page.get_by_label("Decision").select_option("promote")
    page.get_by_role("button", name="Decide").click()  # without a reason the browser sends nothing
    expect(page.locator("#id_reason:invalid")).to_have_count(1)
    page.get_by_label("Reason").fill("Sixty good runs.")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("dd").first).to_contain_text("verified, global")
    expect(page.get_by_role("listitem").filter(has_text="Sixty good runs.")).to_be_visible()
    owner.goto(f"{product.url}/notifications/")
    told = owner.get_by_role("listitem").filter(has_text=ROLE).first
    expect(told).to_contain_text(f"{ROLE} is verified now. At first only 10% of the messages for it go to it")
    other = open_page("/specialists/", user="paul", width=390, scheme="dark")
    card = other.locator(".gallery li").filter(has=other.get_by_role("heading", name=ROLE))
    expect(card.locator(".tag.good")).to_contain_text("verified")
    card.get_by_role("link", name=ROLE).click()
    other.get_by_label(f"Ask {ROLE}").fill("count the shelves of hall eight")  # by hand: its share holds nobody back
    other.get_by_role("button", name="Ask it").click()
    expect(other.locator(".turn")).to_have_attribute("data-state", "completed")
    expect(other.locator(".answer")).to_contain_text("Twelve shelves.")
    expect(other.locator(".route > summary")).to_contain_text(f"{ROLE} (verified) · your choice")
