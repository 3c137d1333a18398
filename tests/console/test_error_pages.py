"""Error pages: a missing CSRF token, the content policy of every page, and the language of their reader."""

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput
from kingdom.core.text.sentences import sentence


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


GERMAN = {"Accept-Language": "de"}


def test_the_page_of_an_unexpected_error_is_german_for_who_reads_german(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr("kingdom.console.specialists.specialist_views.usage_summary", fail)
    User.objects.filter(pk=alice.pk).update(language="de")
    as_alice.raise_request_exception = False
    answer = as_alice.get("/usage/")
    page = answer.content.decode()
    assert (answer.status_code, answer["Content-Language"]) == (500, "de")
    assert "Interner Fehler" in page
    assert "Zurück zu deinen Unterhaltungen" in page
    assert "nobody expected" not in page


def test_an_error_that_names_something_is_german_on_its_page(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise BadInput(
            sentence("%(name)s comes with the product, and its versions with it. Fork it instead.", name="poet")
        )

    monkeypatch.setattr("kingdom.console.specialists.specialist_views.usage_summary", refuse)
    assert b"poet comes with the product" in as_alice.get("/usage/").content
    User.objects.filter(pk=alice.pk).update(language="de")
    answer = as_alice.get("/usage/")
    assert answer.status_code == 400
    assert b"poet wird mit dem Produkt geliefert" in answer.content
    assert b"comes with" not in answer.content


@pytest.mark.django_db
def test_the_page_of_too_many_sign_ins_is_german_for_who_reads_german() -> None:
    form = {"username": "alice", "password": "wrong"}
    answers = [Client().post("/sign-in/", form, headers=GERMAN) for _ in range(11)]
    locked = answers[-1]
    page = locked.content.decode()
    assert (locked.status_code, locked["Content-Language"]) == (429, "de")
    assert "Anmelden" in page
    assert "Zu viele" in page
    assert "Too many" not in page
    assert locked["Retry-After"]
