"""Files in the chat page, in a real browser: attach, drop, paste, too large, a file alone, list and delete."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, send

pytestmark = pytest.mark.browser
TABLE = "region,sales\nnorth,10\nsouth,20\nwest,33\n"
TRANSFER = """([names, text]) => {
    const transfer = new DataTransfer();
    for (const name of names) transfer.items.add(new File([text], name));
    return transfer;
}"""


def transfer_files(page: Page, event: str, target: str, *names: str, text: str = TABLE) -> None:
    """Drop files on the page, or paste them, as the browser's own events do."""
    transfer = page.evaluate_handle(TRANSFER, [list(names), text])
    page.evaluate(
        """([transfer, event, target]) => document.querySelector(target).dispatchEvent(event === "paste"
            ? new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true })
            : new DragEvent(event, { dataTransfer: transfer, bubbles: true, cancelable: true }))""",
        [transfer, event, target],
    )


def attached(page: Page) -> Locator:
    return page.get_by_role("list", name="Attached files")


def test_files_are_dropped_and_pasted(open_page: OpenPage) -> None:
    page = open_page("/", user="dave")
    transfer_files(page, "dragover", "#log", "sales.csv")
    expect(page.locator("[data-composer]")).to_have_class(re.compile("dropping"))
    transfer_files(page, "drop", "#log", "sales.csv")
    expect(attached(page)).to_contain_text("sales.csv")
    expect(page.locator("[data-composer]")).not_to_have_class(re.compile("dropping"))
    transfer_files(page, "paste", "#content", "more.csv", "image.png")
    expect(attached(page)).to_contain_text("more.csv")
    expect(attached(page)).to_contain_text(re.compile(r"pasted-[\d-]+\.png"))
    assert_accessible(page)
    page.get_by_role("button", name=re.compile("Remove pasted-")).click()
    page.get_by_role("button", name="Remove more.csv").click()
    send(page, "which region has the most sales?")
    expect(page.locator(".answer")).to_contain_text("west")


def test_a_message_waits_for_its_upload_and_stays_when_that_fails(open_page: OpenPage) -> None:
    page = open_page("/", user="ulla")
    held: list[Route] = []
    page.route(re.compile(r"/files/\?path="), lambda route: held.append(route))
    transfer_files(page, "drop", "#log", "sales.csv")
    expect(attached(page)).to_contain_text("sales.csv is being uploaded…")
    page.get_by_label("Your message").fill("which region has the most sales?")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_contain_text("With sales.csv")
    page.wait_for_timeout(500)
    expect(page.locator(".turn")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator(".answer")).to_contain_text("west")
    expect(attached(page)).to_be_hidden()
    transfer_files(page, "drop", "#log", "more.csv")
    page.get_by_label("Your message").fill("and the least?")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_have_count(2)
    held.pop().fulfill(status=200, body="cut off")  # a status of an error would be a complaint of the console, too
    expect(page.get_by_role("alert")).not_to_be_empty()
    expect(page.get_by_label("Your message")).to_have_value("and the least?")
    expect(page.locator(".question")).to_have_count(1)
    expect(attached(page)).to_be_hidden()


def test_a_file_that_is_too_large_is_not_sent(open_page: OpenPage) -> None:
    page = open_page("/", user="emma")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    transfer_files(page, "drop", "#log", "big.txt", text="x" * 3_400_000)
    expect(page.get_by_role("alert")).to_have_text("big.txt has 3.4 MB; a file has at most 2 MB.")
    expect(attached(page)).to_be_hidden()
    assert not [url for url in requests if "/files/" in url]


def test_a_file_alone_is_sent_listed_opened_and_deleted(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/", user="fred", width=390)
    sales = tmp_path / "sales.csv"
    sales.write_text("region,sales\nnorth,10\nsouth,20\nwest,33\n")
    page.get_by_label("Attach files").set_input_files(sales)
    expect(attached(page)).to_contain_text("sales.csv")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".turn").last).to_have_attribute("data-state", "completed")
    expect(page.locator(".answer")).to_contain_text("3 rows, 2 columns.")
    page.get_by_label("Rename or delete this conversation").click()
    page.get_by_role("link", name="Files of this conversation").click()
    expect(page.get_by_role("heading", name="Files")).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="sales.csv", exact=True).click()
    expect(page.get_by_label("Text of sales.csv")).to_contain_text("west,33")
    assert_accessible(page)
    assert_fits(page)
    page.get_by_role("link", name="Files").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete sales.csv").click()
    expect(page.locator(".empty")).to_contain_text("No files.")
    assert_accessible(page)
