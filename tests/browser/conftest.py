"""A real Chromium, and somebody signed in."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.plugins.product import ROOT, Product

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = 90_000  # this machine does other things beside the tests
Open = Callable[..., Page]


def assert_accessible(page: Page) -> None:
    """Fail on every serious fault that axe finds on the page as it stands."""
    # without its preload: for style sheets that import others it writes styles into the page, which the content policy forbids
    violations = Axe().run(page, options={"preload": False}).response["violations"]
    assert [f"{one['id']}: {one['help']}" for one in violations if one["impact"] in ("serious", "critical")] == []


def assert_fits(page: Page) -> None:
    """Fail when the page scrolls sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "the page scrolls sideways"


@pytest.fixture(scope="package")  # its event loop runs in this thread: while it lives, no other test can run one
def chromium() -> Iterator[Browser]:
    """One browser for these tests; the project's own script installs it where it is missing."""
    found = subprocess.run(
        ["sh", str(Path(ROOT) / "scripts" / "browser.sh")], capture_output=True, text=True, check=False
    )
    assert found.returncode == 0, found.stderr
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found.stdout.strip(), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, product: Product) -> Iterator[Open]:
    """Open a page of the product in a window of its own: ``open_page("/", width=390, scheme="dark", user="alice", scripts=True)``.

    With ``user`` it is signed in by the form. The test fails when the page's scripts complain, a broken content policy included.
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
            page.goto(f"{product.url}/sign-in/?next={path}")
            page.get_by_label("Name").fill(user)
            page.get_by_label("Password").fill(f"pass of {user} 7!")
            page.get_by_role("button", name="Sign in").click()
            page.wait_for_url(f"{product.url}{path}")
            return page

        yield make
    assert complaints == []


def _window(chromium: Browser, width: int, scheme: str, scripts: bool) -> BrowserContext:
    return chromium.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=scripts,
    )


@pytest.fixture
def chromium_page(chromium: Browser) -> Iterator[Page]:
    """A window with nobody signed in."""
    context = _window(chromium, 1440, "light", scripts=True)
    yield context.new_page()
    context.close()
