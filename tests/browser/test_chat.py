"""Chat page in a real browser: the first ten minutes of story.md, keyboard, no scripts, phone, dark scheme."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.pages import OpenPage, assert_accessible, assert_fits, send
from tests.plugins.product import Product
from tests.rounds import rounds

pytestmark = pytest.mark.browser
EMAILS = "is ann@exa_mple.com a valid address?"


def assert_button_is_inside(page: Page) -> None:
    box = page.get_by_role("button", name="Send").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= page.evaluate("window.innerWidth")


# each width and each scheme once; the other two combinations in long runs
@pytest.mark.parametrize(
    ("width", "scheme"), [(390, "dark"), (1440, "light"), (390, "light"), (1440, "dark")][: rounds(2, 4)]
)
def test_the_first_minutes(open_page: OpenPage, width: int, scheme: str) -> None:
    page = open_page("/", width=width, scheme=scheme)
    expect(page.get_by_role("heading", name="What do you need?")).to_be_visible()
    assert_accessible(page)
    send(page, EMAILS)
    route = page.locator(".route").first
    chosen = re.compile(r"email_validator \(verified\) · chosen with [01]\.\d\d, (fairly )?sure · why\? not this one\?")
    expect(route.locator("> summary")).to_have_text(chosen)
    expect(page.locator(".answer").first).not_to_be_empty()
    expect(page.get_by_role("status")).to_have_text(re.compile("^Answer: "))
    route.locator("> summary").click()
    expect(route.get_by_role("row")).to_have_count(6)  # a head and five candidates
    expect(route.get_by_role("row", name=re.compile("email_validator"))).to_contain_text("chosen")
    page.locator("details.data summary").first.click()
    expect(page.locator("details.data pre").first).to_be_visible()
    assert_accessible(page)
    assert_fits(page)
    assert_button_is_inside(page)
    send(page, "how many pounds are 14 kg?")
    expect(page.locator(".route > summary").last).to_contain_text("unit_converter")
    expect(page.locator(".route > summary").last).to_contain_text("changed from email_validator")
    send(page, "write me a poem about the sea")
    expect(page.locator(".answer").last).to_contain_text("needs a language model, and none is set up here.")
    page.reload()
    expect(page.locator(".turn")).to_have_count(3)
    expect(page.get_by_role("heading", name=EMAILS)).to_be_visible()
    assert_fits(page)


def test_another_may_be_chosen(open_page: OpenPage) -> None:
    page = open_page("/", user="bob")
    send(page, EMAILS)
    page.locator(".route > summary").click()
    page.get_by_label("Use another specialist:").select_option(label="text_statistics")
    page.get_by_role("button", name="Ask it").click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turn").last).to_have_attribute("data-state", "completed")
    expect(page.locator(".route > summary").last).to_contain_text("text_statistics (verified) · your choice")
    expect(page.locator(".turn").first).to_contain_text("You chose text_statistics instead")


def test_conversations_are_found_renamed_and_deleted(open_page: OpenPage) -> None:
    page = open_page("/", user="carla")
    send(page, EMAILS)
    page.get_by_label("Rename or delete this conversation").click()
    page.get_by_label("Title").fill("Addresses")
    page.get_by_role("button", name="Rename", exact=True).click()
    expect(page.get_by_role("heading", name="Addresses")).to_be_visible()
    page.get_by_label("Search conversations").fill("exa_mple")
    page.keyboard.press("Enter")
    side = page.get_by_role("navigation", name="Conversations")
    expect(side.get_by_role("link", name="Addresses")).to_be_visible()
    expect(side.locator("mark")).to_have_text("exa")
    page.get_by_label("Rename or delete this conversation").click()
    page.get_by_label("Folder").fill("Mail")
    page.get_by_role("button", name="Put into this folder").click()
    expect(side.get_by_role("heading", name="Folder Mail")).to_be_visible()
    page.get_by_label("Rename or delete this conversation").click()
    assert_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Markdown").click()
    assert EMAILS in Path(download.value.path()).read_text()
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(side.get_by_role("heading", name="Pinned")).to_be_visible()
    page.get_by_label("Rename or delete this conversation").click()
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete this conversation").click()
    expect(page.get_by_role("heading", name="What do you need?")).to_be_visible()
    expect(side.get_by_role("link", name="Addresses")).to_have_count(0)


def test_the_keyboard_reaches_everything(open_page: OpenPage) -> None:
    page = open_page("/", user="dora")
    expect(page.get_by_label("Your message")).to_be_focused()
    page.keyboard.type("line one")
    page.keyboard.press("Shift+Enter")
    page.keyboard.type("line two")
    expect(page.get_by_label("Your message")).to_have_value("line one\nline two")
    page.get_by_label("Your message").fill(EMAILS)
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    page.locator(".route > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".receipt")).to_be_visible()


def test_it_works_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/", user="eva", scripts=False)
    page.get_by_label("Your message").fill(EMAILS)
    page.get_by_role("button", name="Send").click()
    for _ in range(60):
        if page.locator(".turn[data-state=completed]").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(page.locator(".route > summary")).to_contain_text("email_validator")


def test_a_link_signs_in_once(chromium_page: Page, product: Product) -> None:
    secret = re.search(r"/sign-in/([\w-]{20,})/", product.output)
    assert secret is not None
    url = f"{product.url}/sign-in/{secret.group(1)}/"
    for _ in range(2):  # looking at it does not use it up
        chromium_page.goto(url)
    chromium_page.get_by_role("button", name="Sign in").click()
    expect(chromium_page.get_by_label("Your message")).to_be_visible()
    chromium_page.get_by_label("More pages and signing out").click()
    chromium_page.get_by_role("link", name="Status").click()
    expect(chromium_page.get_by_role("row", name=re.compile("database"))).to_contain_text("ok")
    assert_accessible(chromium_page)
    expect(chromium_page.get_by_role("row", name=re.compile("No network"))).to_contain_text("yes")
    chromium_page.get_by_label("More pages and signing out").click()
    chromium_page.get_by_role("button", name="Sign out").click()
    chromium_page.goto(url)
    chromium_page.get_by_role("button", name="Sign in").click()
    expect(chromium_page.get_by_role("alert")).to_contain_text("was used already or has expired")


def test_the_apis_page_works_under_our_own_policy(open_page: OpenPage) -> None:
    page = open_page("/api/docs/", width=390)
    operation = page.locator("[data-operation=messages_post]")
    operation.locator("> summary").click()
    expect(operation.locator("pre")).to_contain_text("/api/v1/conversations/{conversation_id}/messages/")
    operation.get_by_role("link", name="PostedOut").click()
    expect(page.locator("#PostedOut")).to_be_visible()  # a link opens the value that it leads to
    assert_accessible(page)
    assert_fits(page)


def test_the_status_page_is_for_staff(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_label("More pages and signing out").click()
    expect(page.get_by_role("link", name="Rules")).to_be_visible()
    expect(page.get_by_role("link", name="Status")).to_have_count(0)


def test_a_file_goes_with_a_message(open_page: OpenPage, tmp_path: Path) -> None:
    sales = tmp_path / "sales.csv"
    sales.write_text("region,sales\nnorth,10\nsouth,20\nwest,33\n")
    page = open_page("/", user="rita", width=390)
    page.get_by_label("Attach files").set_input_files(sales)
    expect(page.get_by_role("list", name="Attached files")).to_contain_text("sales.csv")
    assert_accessible(page)
    send(page, "statistics of sales.csv")
    expect(page.locator(".answer")).to_contain_text("3 rows, 2 columns.")
    page.reload()
    with page.expect_download() as download:
        page.locator(".question").get_by_role("link", name="sales.csv").click()
    assert Path(download.value.path()).read_text() == sales.read_text()


def test_a_double_enter_is_one_message_and_what_is_typed_meanwhile_stays(open_page: OpenPage) -> None:
    page = open_page("/")
    conversations = page.locator("#side li a")
    before = conversations.count()
    field = page.get_by_label("Your message")
    field.fill("what can you do?")
    page.evaluate(
        """() => {
            const form = document.querySelector("[data-composer]");
            form.requestSubmit();
            form.requestSubmit();
            form.elements.content.value = "the next one";
        }"""
    )
    expect(page.locator(".turn")).to_have_attribute("data-state", "completed")
    expect(page.locator(".exchange")).to_have_count(1)
    expect(field).to_have_value("the next one")
    page.locator(".turn").get_by_role("button", name=re.compile("cups is 250 ml")).click()
    expect(field).to_have_value("how many cups is 250 ml")
    assert_accessible(page)
    inside = page.evaluate("document.scrollingElement.scrollHeight <= window.innerHeight")
    assert inside, "only the conversation scrolls, not the document"
    page.reload()
    expect(conversations).to_have_count(before + 1)
