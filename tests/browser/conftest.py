"""Fixtures of browser tests: Chromium, and pages of a signed-in user."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.factories.pages import TIMEOUT_MS, OpenPage
from tests.plugins.product import ROOT, Product

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="package")  # its event loop blocks others in this thread while it lives
def chromium() -> Iterator[Browser]:
    """Start one browser for all tests; ``scripts/debian_program.sh`` installs it if missing."""
    found = subprocess.run(
        ["sh", str(Path(ROOT) / "scripts" / "debian_program.sh"), "chromium"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def signed_in() -> dict[tuple[str, str], list[Any]]:
    """The cookies of users who have signed in, by the product's address and the name."""
    return {}


@pytest.fixture
def open_page(chromium: Browser, product: Product, signed_in: dict[tuple[str, str], list[Any]]) -> Iterator[OpenPage]:
    """Open a page in a new window: ``open_page("/", width=390, scheme="dark", user="alice", scripts=True)``.

    ``user`` signs in by the form the first time, and again after the end of that session. The test fails on console
    errors, violations of the content policy included.
    """
    complaints: list[str] = []
    with ExitStack() as stack:

        def make(
            path: str, *, width: int = 1440, scheme: str = "light", user: str = "alice", scripts: bool = True
        ) -> Page:
            product.token(user)  # makes the user
            context = _window(chromium, width, scheme, scripts)
            stack.callback(context.close)
            page = context.new_page()
            page.on(
                "console",
                lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None,
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            if cookies := signed_in.get((product.url, user)):
                context.add_cookies(cookies)
                page.goto(f"{product.url}{path}")
            if page.url != f"{product.url}{path}":  # never signed in, or signed out meanwhile
                _sign_in(page, product.url, path, user)
                signed_in[product.url, user] = [one for one in context.cookies() if one.get("name") == "sessionid"]
            return page

        yield make
    assert complaints == []


def _sign_in(page: Page, address: str, path: str, user: str) -> None:
    page.goto(f"{address}/sign-in/?next={path}")
    page.get_by_label("Name").fill(user)
    page.get_by_label("Password").fill(f"pass of {user} 7!")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{address}{path}")


def _window(chromium: Browser, width: int, scheme: str, scripts: bool) -> BrowserContext:
    window = chromium.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=scripts,
    )
    window.set_default_timeout(TIMEOUT_MS)
    return window


@pytest.fixture
def chromium_page(chromium: Browser) -> Iterator[Page]:
    """Open a window without a signed-in user."""
    context = _window(chromium, 1440, "light", scripts=True)
    yield context.new_page()
    context.close()
