"""Admin pages in a real browser, narrow and wide, light and dark: accessible, without horizontal scrolling.

Screenshots are stored in the folder of the variable ``SCREENSHOTS``, if there is one.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.admin_pages import BOSS, LISTS, OWNER, SEED
from tests.factories.pages import OpenPage, assert_accessible, assert_fits
from tests.plugins.product import Product
from tests.rounds import rounds

pytestmark = pytest.mark.browser
# Each page is judged in both widths and both schemes; long runs also load it in each.
LOOKS = pytest.mark.parametrize(
    ("width", "scheme"), [(390, "dark"), (1440, "light"), (390, "light"), (1440, "dark")][: rounds(1, 4)]
)
PICTURES = os.environ.get("SCREENSHOTS", "")


@pytest.fixture(scope="module")
def house(product: Product) -> Product:
    """A house in work, with an administrator."""
    product.token(BOSS, staff=True)
    product.token(OWNER)
    product.run_python(SEED)
    return product


@LOOKS
def test_the_admin_s_pages(open_page: OpenPage, house: Product, width: int, scheme: str) -> None:
    page = open_page("/admin/", user=BOSS, width=width, scheme=scheme)
    expect(page.get_by_role("heading", name="Pending")).to_be_visible()
    look(page, f"dashboard-{width}-{scheme}.png")
    for name in LISTS:
        page.goto(f"{house.url}{LISTS[name]}")
        look(page, f"{name}-{width}-{scheme}.png")
    page.goto(f"{house.url}{LISTS['specialists']}?q=invoice")
    page.locator("#result_list").get_by_role("link", name="review").click()
    expect(page.get_by_role("heading", name="What it is")).to_be_visible()
    look(page, f"review-{width}-{scheme}.png")


def look(page: Page, picture: str) -> None:
    """Judge a page, and take a picture of the whole of it for ``make screenshots``."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / picture, full_page=True)
    assert_accessible(page)
    assert_fits(page)


def test_lists_do_not_scroll_inside_a_wide_page(open_page: OpenPage, house: Product) -> None:
    page = open_page("/admin/", user=BOSS, width=1440)
    wide = {}
    for name, path in LISTS.items():
        page.goto(f"{house.url}{path}")
        if page.locator("#result_list").count():
            wide[name] = page.locator("#changelist .results").evaluate("list => list.scrollWidth - list.clientWidth")
    assert wide == dict.fromkeys(("specialists", "telemetry", "findings", "approvals", "cases", "schedules"), 0)


def test_scripts_of_the_admin_s_forms_and_lists_work(open_page: OpenPage, house: Product) -> None:
    """They are deferred, and each needs those before it: jQuery, the words, the boxes of a chooser, the calendar."""
    page = open_page("/admin/auth/group/add/", user=BOSS)
    page.get_by_label("Name").fill("readers")
    page.locator("#id_permissions_input").press_sequentially("view budget")
    expect(page.locator("#id_permissions_from option")).to_have_count(1)
    page.locator("#id_permissions_from option").first.click()
    page.locator(".selector-add").click()
    expect(page.locator("#id_permissions_to option")).to_have_count(1)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".messagelist")).to_contain_text("readers")
    page.get_by_role("row", name="readers").get_by_role("checkbox").check()
    expect(page.locator(".action-counter")).to_contain_text("1 of ")
    page.locator("select[name=action]").select_option("delete_selected")
    page.get_by_role("button", name=re.compile("Go|Run")).click()
    expect(page.get_by_text("Links to permissions: 1")).to_be_visible()
    page.get_by_role("link", name="No, take me back").click()
    expect(page.locator("#result_list")).to_be_visible()


@LOOKS
def test_the_pages_of_specialists_findings_and_usage(
    open_page: OpenPage, house: Product, width: int, scheme: str
) -> None:
    page = open_page("/specialists/", user=OWNER, width=width, scheme=scheme)
    look(page, f"mine-{width}-{scheme}.png")
    page.get_by_role("link", name="minutes_writer").click()
    expect(page.get_by_role("heading", name="Evidence")).to_be_visible()
    look(page, f"specialist-{width}-{scheme}.png")
    page.get_by_role("region", name="Findings of the Auditor").get_by_role("link").first.click()
    expect(page.get_by_role("heading", name="Finding of the Auditor")).to_be_visible()
    look(page, f"finding-{width}-{scheme}.png")
    page.goto(f"{house.url}/usage/")
    look(page, f"usage-{width}-{scheme}.png")
