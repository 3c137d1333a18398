"""Writes pictures of every page in both widths and schemes to the folder of ``SCREENSHOTS``: ``make screenshots``.

Not collected with the tests: it looks at pages, and judges nothing but that each one answers.
"""

import os
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.admin_pages import BOSS, LISTS, OWNER, SEED
from tests.factories.pages import OpenPage
from tests.plugins.product import Product, wait_for

pytestmark = pytest.mark.browser
LOOKS = [(390, "light"), (390, "dark"), (1440, "light"), (1440, "dark")]
PLAN = {
    "agents": [
        {"id": "analyze_mails", "specialist": "email_validator", "map": {"over": ["ann@example.com", "bob@x"]}},
        {"id": "analyze_sum", "specialist": "calculator", "input": "What is 17 * 23?"},
        {"id": "research_prices", "prompt": "Find the prices.", "depends_on": ["analyze_sum"]},
        {"id": "coder_tables", "prompt": "Make a table.", "depends_on": ["research_prices", "analyze_mails"]},
        {"id": "writer_report", "prompt": "Write it up.", "depends_on": ["coder_tables"]},
    ]
}
PAGES = {
    "chat-empty": "/",
    "workflows": "/workflows/",
    "specialists": "/specialists/",
    "creations": "/creations/",
    "credentials": "/credentials/",
    "approvals": "/approvals/",
    "notifications": "/notifications/",
    "rules": "/rules/",
    "schedules": "/schedules/",
    "usage": "/usage/",
    "account": "/me/",
    "password": "/password/",
}


@pytest.fixture(scope="module")
def seeded(product: Product) -> tuple[Product, Mapping[str, str]]:
    """A house in work; the addresses of pages of single things by name."""
    product.token(BOSS, staff=True)
    product.token(OWNER)
    product.run_python(SEED)
    halted = _call(product, "POST", "/api/v1/workflows/", {"manifest": PLAN, "start": True})["id"]
    draft = _call(product, "POST", "/api/v1/workflows/", {"manifest": {"agents": PLAN["agents"][:2]}})["id"]
    conversation = _call(product, "POST", "/api/v1/conversations/", {})["id"]
    text = {"content": "What is 17 * 23?"}
    posted = _call(product, "POST", f"/api/v1/conversations/{conversation}/messages/", text)
    for place in (f"/api/v1/workflows/{halted}/", f"/api/v1/sessions/{posted['session_id']}/"):
        wait_for(partial(_is_settled, product, place), timeout_s=90, what=place)
    return product, {
        "workflow-halted": f"/workflows/{halted}/",
        "workflow-earlier": f"/workflows/{halted}/?at=5",
        "workflow-draft": f"/workflows/{draft}/",
        "chat": f"/c/{conversation}/",
        "chat-files": f"/c/{conversation}/files/",
    }


def _call(product: Product, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON value
    status, answer = product.call(method, path, user=OWNER, body=body)
    assert status < 300, (path, answer)
    return answer


def _is_settled(product: Product, path: str) -> bool:
    return _call(product, "GET", path)["state"] in ("completed", "failed", "awaiting_approval")


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_pictures(open_page: OpenPage, seeded: tuple[Product, Mapping[str, str]], width: int, scheme: str) -> None:
    product, things = seeded
    folder = Path(os.environ["SCREENSHOTS"])
    folder.mkdir(parents=True, exist_ok=True)
    page = open_page("/specialists/", user=OWNER, width=width, scheme=scheme)
    links = {"specialist": "a[href^='/specialists/']:not([href='/specialists/'])"}
    for name, selector in links.items():
        page.goto(f"{product.url}{page.locator(f'main {selector}').first.get_attribute('href')}")
        _picture(page, folder / f"{name}-{width}-{scheme}.png")
    for name, path in {**PAGES, **things}.items():
        page.goto(f"{product.url}{path}")
        _picture(page, folder / f"{name}-{width}-{scheme}.png")
    page = open_page("/admin/", user=BOSS, width=width, scheme=scheme)
    for name, path in {"dashboard": "/admin/", "status": "/status/", **LISTS}.items():
        page.goto(f"{product.url}{path}")
        _picture(page, folder / f"admin-{name}-{width}-{scheme}.png")


def _picture(page: Page, file: Path) -> None:
    page.evaluate("document.fonts.ready")
    wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    page.screenshot(path=re.sub(r"\.png$", "-SIDEWAYS.png", str(file)) if wide else file, full_page=True)
