"""Labels of the admin: German for who reads German, English in what is stored and described for programs."""

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils import translation

from kingdom.accounts.models import User
from kingdom.console.staff import admin_labels
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_own_specialist

LIST = Path(admin_labels.__file__).with_name("admin_labels.txt")


@pytest.fixture
def page(client: Client, carol: User) -> Client:
    """An administrator's browser."""
    client.force_login(carol)
    return client


def test_the_list_for_the_catalogue_is_current() -> None:
    pages: Any = apps.get_app_config("admin")
    assert LIST.read_text().splitlines() == pages.labels, "run `make messages`"


def test_each_reader_has_labels_of_the_own_language(page: Client, carol: User) -> None:
    create_own_specialist(carol, "poem_writer")
    for language, words in (
        ("en", ("Select specialist to view", "Execution count", "Suspend the selected specialists", ">review</a>")),
        ("de", ("Spezialist", "Zahl der Ausführungen", "Ausgewählte Spezialisten aussetzen", ">Prüfung</a>")),
    ):
        User.objects.filter(pk=carol.pk).update(language=language)
        shown = page.get("/admin/specialists/specialist/").content.decode()
        assert [word for word in words if word not in shown] == [], language
    form = page.get("/admin/kingdom_sessions/budget/add/").content.decode()
    assert "Bereich" in form
    assert "Token pro Tag, gelesen und geschrieben" in form


def test_what_is_stored_or_read_by_programs_stays_english(page: Client, carol: User) -> None:
    User.objects.filter(pk=carol.pk).update(language="de")
    with translation.override("de"):
        assert Specialist._meta.verbose_name == "Spezialist"
        assert Specialist._meta.verbose_name_raw == "specialist"
        assert Specialist(status="verified").get_status_display() == "Bestätigt"
    with translation.override("en"):
        assert Specialist(status="verified").get_status_display() == "Verified"
