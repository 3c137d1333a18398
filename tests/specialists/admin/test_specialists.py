"""Admin pages of the registry: readable for administrators only, never writable."""

import pytest
from django.test import Client
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, version_of

PAGES = ["specialist", "specialistversion", "execution"]


@pytest.fixture
def translator(alice: User) -> Specialist:
    """Store a specialist with an execution."""
    made = create_global_specialist("translator", purpose="Turns <b>one</b> language into another.")
    execution_record(session=session_open(user_id=alice.pk, input_text="hi", version_id=version_of(made).pk))
    return made


@pytest.fixture
def as_carol(carol: User) -> Client:
    """Sign in as the administrator."""
    client = Client()
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.mark.usefixtures("translator")
@pytest.mark.parametrize("page", PAGES)
def test_an_administrator_reads_and_cannot_write(as_carol: Client, page: str) -> None:
    listing = as_carol.get(reverse(f"admin:specialists_{page}_changelist"))
    assert listing.status_code == 200
    assert "translator" in listing.content.decode() or "v1" in listing.content.decode()
    assert as_carol.get(reverse(f"admin:specialists_{page}_add")).status_code == 403


def test_a_specialist_s_page_shows_its_spec_escaped(as_carol: Client, translator: Specialist) -> None:
    url = reverse("admin:specialists_specialist_change", args=[translator.pk])
    shown = as_carol.get(url).content.decode()
    assert "Turns &lt;b&gt;one&lt;/b&gt; language" in shown
    assert f'href="{reverse("admin:specialists_specialist_review", args=[translator.pk])}"' in shown
    assert as_carol.post(url, {"role": "changed"}).status_code == 403
    assert (
        as_carol.post(reverse("admin:specialists_specialist_delete", args=[translator.pk]), {"post": "yes"}).status_code
        == 403
    )
    translator.refresh_from_db()
    assert translator.role == "translator"


def test_a_version_s_page_shows_its_tests(as_carol: Client, translator: Specialist) -> None:
    url = reverse("admin:specialists_specialistversion_change", args=[version_of(translator).pk])
    assert as_carol.get(url).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_nobody_else_gets_in(alice: User, page: str) -> None:
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse(f"admin:specialists_{page}_changelist")).status_code == 302


def test_code_is_a_text_of_its_own(as_carol: Client, alice: User) -> None:
    """The code of a shipped specialist has hundreds of thousands of characters."""
    code = "def handle(ctx, message):\n    return {}\n"
    coded = create_global_specialist("coded", engine="handler", handler_code=code)
    version_page = reverse("admin:specialists_specialistversion_change", args=[version_of(coded).pk])
    code_page = reverse("admin:specialists_specialistversion_code", args=[version_of(coded).pk])
    shown = as_carol.get(reverse("admin:specialists_specialist_change", args=[coded.pk])).content.decode()
    assert f'<a href="{version_page}">Its code is on the page of version 1</a>' in shown
    of_version = as_carol.get(version_page).content.decode()
    assert f'<a href="{code_page}">Its code (' in of_version
    assert "def handle" not in shown + of_version
    text = as_carol.get(code_page)
    assert (text["Content-Type"], text.content.decode()) == ("text/plain; charset=utf-8", code)
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(code_page).status_code == 302
