"""The agent card: verified specialists of everybody, by their public facts, and nothing of anybody."""

import json

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_own_specialist


@pytest.mark.django_db
def test_only_verified_specialists_of_everybody_are_public(as_stranger: APIClient, alice: User) -> None:
    create_global_specialist("poem_writer")
    create_own_specialist(alice, "alices_writer")
    suspended = create_global_specialist("old_writer")
    Specialist.objects.filter(pk=suspended.pk).update(status="suspended")
    answer = as_stranger.get("/.well-known/agent-card.json")
    card = answer.json()
    assert [skill["id"] for skill in card["skills"]] == ["poem_writer"]
    assert set(card["skills"][0]) == {"id", "name", "description", "tags", "examples"}
    assert card["url"] == "http://testserver/mcp"
    assert card["security"] == [{"token": []}]
    shown = json.dumps(card)
    assert "alice" not in shown
    assert "handler" not in shown
    assert as_stranger.post("/.well-known/agent-card.json").status_code == 405
