"""Pages stay light: the HTML with its styles and scripts is below 150 kB when compressed."""

import gzip
import re
from pathlib import Path

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.sessions.services import session_conclude
from tests.factories import create_global_specialist, create_routed_message

MOST = 150_000
ANSWER = "It is so:\n\n```python\n" + "\n".join(f'value_{n} = "{n * 7919}"  # {n * n}' for n in range(40)) + "\n```\n"


def compressed(client: Client, path: str) -> int:
    """Return the bytes of a page with the files that it links, each compressed as a server does."""
    response = client.get(path)
    assert response.status_code == 200
    linked = set(re.findall(r'(?:src|href)="/static/console/([\w.]+)"', response.content.decode()))
    assert linked, "a page has its style"
    files = [Path("kingdom/console/static/console", name).read_bytes() for name in sorted(linked)]
    return sum(len(gzip.compress(data, 6)) for data in [response.content, *files])


def test_a_long_conversation_is_a_light_page(as_alice: Client, alice: User) -> None:
    specialist = create_global_specialist("right")
    talk = create_routed_message(alice, specialist, "question 0").conversation
    for number in range(1, 40):
        asked = create_routed_message(alice, specialist, f"question {number}", conversation=talk)
        session_conclude(session_id=asked.session.pk, answer=f"{number}. {ANSWER}")
    assert compressed(as_alice, f"/c/{talk.pk}/") < MOST


@pytest.mark.parametrize(
    "path",
    ["/", "/specialists/", "/creations/", "/approvals/", "/notifications/", "/rules/", "/credentials/", "/usage/"],
)
def test_pages_are_light(as_alice: Client, path: str) -> None:
    assert compressed(as_alice, path) < MOST
