"""Error pages: a missing CSRF token, and the content policy of every page."""

from django.test import Client

from kingdom.accounts.models import User


def test_the_policy_is_strict_on_every_page(as_alice: Client) -> None:
    for path in ("/", "/sign-in/", "/nothing/", "/api/docs/", "/api/v1/me/"):
        policy = as_alice.get(path, follow=True)["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


def test_a_form_without_its_token_is_refused_in_words(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    answer = client.post("/say/", {"content": "hello"})
    assert answer.status_code == 403
    assert b"Reload it and send it again" in answer.content
