"""The address of a list answers no question about fields that its filters do not offer."""

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.routing.models import EmbeddingSpace
from tests.rounds import LONG

PAGES = sorted(
    # the page of embedding spaces is no list of Django's: it ignores what stands in the address
    (m for m, page in admin.site._registry.items() if isinstance(page, ReadOnlyAdmin) and m is not EmbeddingSpace),
    key=lambda model: model._meta.label,
)
LOOKUPS = ("regex", "startswith", "icontains")


@pytest.mark.django_db
@pytest.mark.parametrize("model", PAGES, ids=lambda model: model._meta.label)
def test_no_field_is_asked_by_another_lookup_than_its_filter(
    client: Client, carol: User, model: type[models.Model]
) -> None:
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    label = model._meta
    address = reverse(f"admin:{label.app_label}_{label.model_name}_changelist")
    assert client.get(address).status_code == 200
    for number, field in enumerate(label.concrete_fields):
        # one lookup a field; all of them without HTTP: redteam/test_field_classes.py
        for lookup in LOOKUPS if LONG else (LOOKUPS[number % len(LOOKUPS)],):
            assert client.get(address, {f"{field.attname}__{lookup}": "a"}).status_code == 400, (field, lookup)
    for name in ("user__password__startswith", "session__input_text__regex", "specialist__spec_snapshot__icontains"):
        assert client.get(address, {name: "a"}).status_code == 400


def test_every_read_only_page_is_looked_at() -> None:
    assert len(PAGES) > 15
