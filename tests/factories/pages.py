"""Helpers of browser tests."""

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

PATIENCE_MS = 90_000  # other work shares the machine
OpenPage = Callable[..., Page]


def assert_accessible(page: Page) -> None:
    """Fail on every serious violation that axe finds on the page."""
    # axe's preload writes styles into the page, which the content policy forbids
    violations = Axe().run(page, options={"preload": False}).response["violations"]
    assert [f"{one['id']}: {one['help']}" for one in violations if one["impact"] in ("serious", "critical")] == []


def assert_fits(page: Page) -> None:
    """Fail when the page scrolls horizontally."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"
