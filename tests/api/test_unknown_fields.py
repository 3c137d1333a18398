"""A misspelt field of a request is an error: ignored, it would give a token every scope, or a key no end."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from django.conf import settings
from rest_framework import serializers
from rest_framework.test import APIClient

from kingdom.accounts.models import ApiToken
from kingdom.core.web.api import StrictSerializer
from tests.factories import create_user

PASSWORD = "pass of ed 7!"


def below(base: type[Any]) -> Iterator[type[Any]]:
    for found in base.__subclasses__():
        yield found
        yield from below(found)


def test_each_body_of_a_request_is_strict() -> None:
    import_module(settings.ROOT_URLCONF)
    bodies = {found for found in below(serializers.BaseSerializer) if found.__name__.endswith("In")}
    own = {found for found in bodies if found.__module__.startswith("kingdom.")}
    assert len(own) > 30
    assert {found.__name__ for found in own if not issubclass(found, StrictSerializer)} == set()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("more", "status"),
    [({"scope": ["read"]}, 400), ({"Scopes": ["read"]}, 400), ({"expires": 1}, 400), ({"scopes": ["read"]}, 201)],
)
def test_a_misspelt_scope_makes_no_token(more: dict[str, object], status: int) -> None:
    user = create_user("ed")
    user.set_password(PASSWORD)
    user.save()
    body = {"username": "ed", "password": PASSWORD, "name": "ci", **more}
    answer = APIClient().post("/api/v1/auth/tokens/", body, format="json")
    assert answer.status_code == status, answer.content
    assert ApiToken.objects.filter(user=user).count() == (status == 201)
    if status == 400:
        assert answer.json()["errors"][0]["pointer"] == f"/{next(iter(more))}"
    else:
        assert answer.json()["scopes"] == ["read"]
