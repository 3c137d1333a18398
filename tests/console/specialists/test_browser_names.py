"""User agents as people name them."""

import pytest
from django.test import Client

from kingdom.console.specialists.browser_names import browser_name

MOZILLA = "Mozilla/5.0 "
WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko) "


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (f"{MOZILLA}(X11; Linux x86_64) {WEBKIT}HeadlessChrome/150.0.0.0 Safari/537.36", "Chrome 150 on Linux"),
        (f"{MOZILLA}(Windows NT 10.0; Win64; x64) {WEBKIT}Chrome/140.0 Safari/537.36 Edg/140.0", "Edge 140 on Windows"),
        (f"{MOZILLA}(Macintosh; Intel Mac OS X 10.15; rv:139.0) Gecko/20100101 Firefox/139.0", "Firefox 139 on macOS"),
        (
            f"{MOZILLA}(iPhone; CPU iPhone OS 18_0 like Mac OS X) {WEBKIT}Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari 18 on iPhone",
        ),
        (f"{MOZILLA}(Linux; Android 15; Pixel 9) {WEBKIT}Chrome/141.0 Mobile Safari/537.36", "Chrome 141 on Android"),
        ("Firefox/12", "Firefox 12"),
        ("curl/8.1 " + "x" * 100, "curl/8.1 " + "x" * 71),
        ("", ""),
    ],
)
def test_a_browser_has_a_short_name(user_agent: str, name: str) -> None:
    assert browser_name(user_agent) == name


@pytest.mark.django_db
def test_the_list_shows_names(as_alice: Client) -> None:
    agent = f"{MOZILLA}(X11; Linux x86_64) {WEBKIT}Chrome/150.0.0.0 Safari/537.36"
    page = as_alice.get("/me/", headers={"user-agent": agent}).content.decode()
    assert f'<span title="{agent}" lang="zxx">Chrome 150 on Linux</span>' in page
