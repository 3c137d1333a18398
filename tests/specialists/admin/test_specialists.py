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
