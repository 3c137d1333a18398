"""A cookie is text from outside as any other: what it escapes is refused before the database fails on it."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
NUL = r'"abcdefgh\000ijklmnop"'  # octal escapes are read by the parser of cookies


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "messages", "django_language"])
@pytest.mark.parametrize("path", ["/", "/api/v1/me/", "/admin/", "/sign-in/", "/healthz"])
def test_a_nul_in_a_cookie_is_a_refused_request(client: Client, name: str, path: str) -> None:
    client.raise_request_exception = False
    assert client.get(path, HTTP_COOKIE=f"{name}={NUL}").status_code == 400


def test_other_cookies_are_not_refused(client: Client) -> None:
    assert client.get("/sign-in/", HTTP_COOKIE=r'sessionid=abcdefgh; theme="a\054b"; odd').status_code == 200
