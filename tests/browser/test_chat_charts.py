"""A chart in the chat, in a real browser: asked for in words, drawn without a model, seen below the answer."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, send

pytestmark = pytest.mark.browser
SALES = "region,revenue\nNorth,100\nSouth,250\nNorth,50\nWest,90\n"


def shown_width(page: Page) -> int:
    """Wait until the last picture has loaded and return its width in dots."""
    picture = page.locator(".turn").last.get_by_role("img")
    expect(picture).to_be_visible()
    width: int = picture.evaluate("async image => { await image.decode(); return image.naturalWidth; }")
    return width


def test_a_chart_is_seen_below_the_answer(open_page: OpenPage) -> None:
    page = open_page("/", user="carla", width=390)
    send(page, f"draw a bar chart of revenue by region\n{SALES}")
    answer = page.locator(".turn").last
    expect(answer.locator(".answer")).to_contain_text("Columns drawn: revenue, region.")
    expect(answer.get_by_role("img")).to_have_attribute("alt", "Picture out/sum-of-revenue-by-region.png")
    assert shown_width(page) == 880
    assert_accessible(page)
    assert_fits(page)
    send(page, f"zeichne ein Diagramm von Umsatz nach Region\n{SALES.replace('revenue', 'Umsatz').replace(',', ';')}")
    expect(page.locator(".answer").last).to_contain_text("Gezeichnete Spalten: Umsatz, region.")
    assert shown_width(page) == 880
    page.reload()
    expect(page.locator(".pictures img")).to_have_count(2)
    assert shown_width(page) == 880
