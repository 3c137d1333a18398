"""Every page of the admin, whatever registers one: it opens for who may see it, for nobody else, and reads no row by row."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db import connection, models
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from kingdom.accounts.models import User
from tests.console.planting import plant

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def url(model: type[models.Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_its_pages_open_and_its_list_reads_as_often_for_thirty_rows_as_for_three(carol: User, model: type[models.Model]) -> None:
    client = client_of(carol)
    rows = [plant(model) for _ in range(3)]
    few = reads(client, model)
    rows += [plant(model) for _ in range(27)]
    assert reads(client, model) == few
    for row in rows[:1]:
        assert client.get(url(model, "change", row.pk)).status_code == 200


def reads(client: Client, model: type[models.Model]) -> int:
    client.get(url(model, "changelist"))
    with CaptureQueriesContext(connection) as queries:
        assert client.get(url(model, "changelist")).status_code == 200
        return len(queries)
