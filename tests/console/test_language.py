"""Pages speak German to whose account or browser says so, and English else; programs by their own header."""

import re

import pytest
from django.test import Client

from kingdom.accounts.models import User

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "fr;q=1, de-AT;q=0.8, en;q=0.5"}


def test_browser_chooses_until_the_account_does(as_alice: Client, alice: User) -> None:
    assert '<html lang="de">' in Client().get("/sign-in/", headers=GERMAN).content.decode()
    assert "Anmelden" in Client().get("/sign-in/", headers=GERMAN).content.decode()
    german = as_alice.get("/approvals/", headers=GERMAN)
    assert ("Posteingang" in german.content.decode(), german["Content-Language"]) == (True, "de")
    assert "Accept-Language" in german["Vary"]
    assert "Nothing is waiting for you." in as_alice.get("/approvals/").content.decode()
    saved = as_alice.post("/me/change/", {"do": "appearance", "language": "de"}, follow=True).content.decode()
    assert "Gespeichert." in saved
    assert re.search(r'<option value="de" lang="de" selected>Deutsch</option>', saved)
    assert "Nichts wartet auf dich." in as_alice.get("/approvals/").content.decode()
    assert as_alice.patch("/api/v1/me/", {"language": "en"}, "application/json").json()["language"] == "en"
    assert "Nothing is waiting for you." in as_alice.get("/approvals/", headers=GERMAN).content.decode()


def test_unknown_language_is_refused(as_alice: Client, alice: User) -> None:
    page = as_alice.post("/me/change/", {"do": "appearance", "language": "tlh"}, follow=True).content.decode()
    assert 'role="alert"' in page
    assert as_alice.patch("/api/v1/me/", {"language": "fr"}, "application/json").status_code == 400
    alice.refresh_from_db()
    assert alice.language == ""


def test_words_of_scripts_come_before_the_scripts(as_alice: Client) -> None:
    page = as_alice.get("/", headers=GERMAN).content.decode()
    assert page.index("/words/de.js") < page.index("console/pages.js")
    assert "/words/" not in as_alice.get("/").content.decode()
    words = Client().get("/words/de.js")
    assert r"Ein Spezialist wird gew\u00e4hlt" in words.content.decode()
    assert words["Content-Type"].startswith("text/javascript")
    assert Client().get("/words/tlh.js").status_code == 404
