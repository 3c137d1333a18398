"""Helpers of browser tests."""

import re
from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

WIDTHS = (390, 1440)
TIMEOUT_MS = 90_000  # other work shares the machine
OpenPage = Callable[..., Page]
# Its preload writes styles into the page, which the content policy forbids. Without the types it describes each part
# of a page that passes, too.
AXE_OPTIONS = {"preload": False, "resultTypes": ["violations"]}
END_TRANSITIONS = """() => {
    for (const one of document.getAnimations())
        if (one instanceof CSSTransition) one.finish();
}"""


def assert_accessible(page: Page) -> None:
    """Fail on every serious violation that axe finds on the page, in the light and in the dark scheme."""
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    for scheme in ("light", "dark") if is_dark else ("dark", "light"):  # its own at last
        page.emulate_media(color_scheme=scheme)
        page.evaluate(END_TRANSITIONS)  # half-way between two schemes a colour has the contrast of neither
        violations = Axe().run(page, options=AXE_OPTIONS).response["violations"]
        serious = [
            f"{one['id']}: {one['help']} {[node['html'][:200] for node in one['nodes'][:2]]}"
            for one in violations
            if one["impact"] in ("serious", "critical")
        ]
        assert serious == [], f"{scheme}: {serious}"


def assert_fits(page: Page) -> None:
    """Fail when the page scrolls horizontally on a phone or on a wide window."""
    size = page.viewport_size
    assert size is not None
    for width in sorted(WIDTHS, key=lambda one: one == size["width"]):  # its own at last
        page.set_viewport_size({"width": width, "height": size["height"]})
        fits = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert fits, f"the page scrolls sideways at {width} px"


def tab_to(control: Locator, most: int = 60) -> None:
    """Press the Tab key until a control has the focus, which has to be seen."""
    for _ in range(most):
        control.page.keyboard.press("Tab")
        if control.evaluate("element => element === document.activeElement"):
            break
    expect(control).to_be_focused()
    assert control.evaluate("element => getComputedStyle(element).outlineStyle") != "none"


# Returns null at the end of the page, else the element that has the focus unless that is seen.
FOCUS = """() => {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    window.kingdomTestStops.add(one.outerHTML); // pages replace their elements by equal ones
    const focused = getComputedStyle(one);
    const isSeen = (focused.outlineStyle !== "none" && parseFloat(focused.outlineWidth) >= 1)
        || focused.boxShadow !== "none";
    return [isSeen && one.checkVisibility() ? "" : one.outerHTML.slice(0, 160)];
}"""
MISSED = """() => [...document.querySelectorAll(
    "a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea, summary, [tabindex='0']"
)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0
    && !window.kingdomTestStops.has(one.outerHTML)).map((one) => one.outerHTML.slice(0, 160))"""


BEGIN = """() => {
    window.kingdomTestStops = new Set();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
}"""


def assert_walkable(page: Page, most: int = 250) -> None:
    """Fail unless the Tab key reaches every control of a page, with a focus that is seen, and leaves its last one."""
    page.evaluate(BEGIN)
    unseen = list[str]()
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None:
            break
        unseen += filter(None, stop)
    else:
        raise AssertionError(f"the focus does not leave {page.url} by {most} Tabs")
    missed = page.evaluate(MISSED)
    assert (unseen, missed) == ([], []), f"where the focus is not seen: {unseen}; never reached: {missed}"


def send(page: Page, text: str) -> None:
    """Write a message in a chat and press Enter; return when its answer is whole."""
    before = page.locator(".turn").count()
    page.get_by_label("Your message").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(before + 1)
    expect(page.locator(".turn").last).to_have_attribute("data-state", re.compile("completed|failed"))
