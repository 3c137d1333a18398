"""The admin is German as a whole, those sentences included that Django and its packages have no German of."""

import ast
import importlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import django
import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation.trans_real import translation as catalogue_of

from kingdom.accounts.models import User
from kingdom.console.staff.django_words import PACKAGE_WORDS, PAGE_WORDS, SCRIPT_WORDS

FORMAL = re.compile(r"\b(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b")
WITHIN = re.compile(r"(?<![.!?:„“”)]) (?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)\b")  # not at the begin of a sentence: an address
THIRD_PERSON = {
    "We’ve emailed you instructions for setting your password, if an account exists with the email you entered. You "
    "should receive them shortly."
}
DJANGO = Path(django.__file__).parent / "contrib"


def sentences(package: str, domain: str, language: str) -> dict[str, bool]:
    """Return the English sentences of a package of Django, and whether each has a text in a language."""
    path = DJANGO / package / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    with path.open("rb") as file:
        return {str(message.id): bool(message.string) for message in read_po(file) if isinstance(message.id, str)}


@pytest.mark.parametrize(("domain", "own"), [("django", PAGE_WORDS), ("djangojs", SCRIPT_WORDS)])
def test_what_django_has_no_german_of_has_ours(domain: str, own: tuple[str, ...]) -> None:
    lacking = set[str]()
    for package in ("admin", "auth")[: 2 if domain == "django" else 1]:
        german = sentences(package, domain, "de")
        lacking |= {text for text in sentences(package, domain, "en") if text and not german.get(text)}
    assert lacking
    assert lacking <= set(own)
    with translation.override("de"):
        assert [text for text in own if gettext(text) == text] == []


def package_sentences(package: str) -> Iterator[str]:
    """Yield the English of what a package translates in its models and pages of the admin."""
    for name in ("models", "admin"):
        source = Path(str(importlib.import_module(f"{package}.{name}").__file__)).read_text()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_":
                yield from (str(one.value) for one in node.args[:1] if isinstance(one, ast.Constant))


@pytest.mark.parametrize("package", ["axes", "django_celery_beat"])
def test_what_other_packages_have_no_german_of_has_ours(package: str) -> None:
    translated = set(package_sentences(package))
    assert len(translated) > 20
    known = vars(catalogue_of("de"))["_catalog"]
    assert sorted(text for text in translated if text not in known) == []
    with translation.override("de"):
        assert [text for text in PACKAGE_WORDS if gettext(text) == text] == []


def formal_sentences() -> Iterator[str]:
    """Yield the English of what the German of a package says with "Sie"."""
    packages = (DJANGO.parent / "conf", DJANGO / "admin", DJANGO / "auth")
    others = [
        Path(str(importlib.import_module(name).__file__)).parent
        for name in ("axes", "django_celery_beat", "rest_framework")
    ]
    for folder in (*packages, *others):
        for domain in ("django", "djangojs"):
            path = folder / "locale" / "de" / "LC_MESSAGES" / f"{domain}.po"
            if path.exists():
                with path.open("rb") as file:
                    yield from (text for text, german in texts(file) if FORMAL.search(german))


def texts(file: IO[bytes]) -> Iterator[tuple[str, str]]:
    for message in read_po(file):
        forms = [message.id] if isinstance(message.id, str) else list(message.id)
        german = [message.string] if isinstance(message.string, str) else list(message.string or ())
        yield from zip(forms, german, strict=False)


def test_nobody_is_addressed_with_sie() -> None:
    formal = set(formal_sentences()) - THIRD_PERSON
    assert len(formal) > 30
    with translation.override("de"):
        assert sorted(text for text in formal if FORMAL.search(gettext(text))) == []


def test_our_own_sentences_address_with_du() -> None:
    folder = Path(str(importlib.import_module("kingdom").__file__)).parent / "locale/de/LC_MESSAGES"
    for domain in ("django", "djangojs", "sentences"):
        with (folder / f"{domain}.po").open("rb") as file:
            assert [german for _, german in texts(file) if WITHIN.search(german)] == []


@pytest.mark.django_db
def test_scripts_of_the_admin_get_them(carol: User) -> None:
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(carol)
    script = client.get("/admin/jsi18n/").content.decode()
    found = re.search(r"const newcatalog = (\{.*?\});", script, re.DOTALL)
    assert found is not None
    words = json.loads(found[1])
    assert words["Choose all %s"] == "Alle %s auswählen"
    assert words["Filter"] == "Filter"  # Django's own stay
    assert words["Note: You are %s hour ahead of server time."][1].startswith("Hinweis: Deine Uhr ist")
    assert not FORMAL.search(found[1])
    english = client.get("/admin/jsi18n/", headers={"Accept-Language": "en"}).content.decode()
    assert "Alle %s" not in english
    assert "interpolate" in english
