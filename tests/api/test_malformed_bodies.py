"""Malformed request bodies answer 400 with problem details."""

import uuid

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User

pytestmark = pytest.mark.django_db
HALF = b"\\ud83d"  # half of a pair, as JSON writes it


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b'{"feedback": "' + HALF + b'"}',
        b'{"feedback": NaN}',
        b"\xff",
        b"",
    ],
    ids=["lists", "objects", "half a pair", "not a number", "no text", "nothing"],
)
@pytest.mark.parametrize("path", [f"/api/v1/sessions/{uuid.UUID(int=1)}/feedback/", "/api/v1/creations/"])
def test_what_cannot_be_read_is_a_bad_request(body: bytes, path: str) -> None:
    user = User.objects.create_user("alice")
    client = APIClient()
    client.force_authenticate(user)
    send = client.put if "feedback" in path else client.post
    answer = send(path, body, content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), answer.content
    assert answer.json()["detail"]
