"""Pages stay light: the HTML with its styles and scripts is below 150 kB when compressed."""

import gzip
import re

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.sessions.services import session_conclude
from tests.factories import create_global_specialist, create_routed_message, create_user

MOST = 150_000
ANSWER = "It is so:\n\n```python\n" + "\n".join(f'value_{n} = "{n * 7919}"  # {n * n}' for n in range(40)) + "\n```\n"


def sent_bytes(client: Client, path: str) -> int:
    """Return the bytes of a page with the files that it links, as the server sends them to a browser."""
    response = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert response.status_code == 200
    page = gzip.decompress(response.content).decode()
    linked = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)))
    assert linked, "a page has its style"
    files = [client.get(name, headers={"Accept-Encoding": "gzip"}) for name in linked]
    return len(response.content) + sum(len(file.getvalue()) for file in files)


def test_a_long_conversation_is_a_light_page(as_alice: Client, alice: User) -> None:
    specialist = create_global_specialist("right")
    talk = create_routed_message(alice, specialist, "question 0").conversation
    for number in range(1, 40):
        asked = create_routed_message(alice, specialist, f"question {number}", conversation=talk)
        session_conclude(session_id=asked.session.pk, answer=f"{number}. {ANSWER}")
    assert sent_bytes(as_alice, f"/c/{talk.pk}/") < MOST


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/specialists/",
        "/creations/",
        "/approvals/",
        "/notifications/",
        "/rules/",
        "/credentials/",
        "/usage/",
        "/api/docs/",
    ],
)
def test_pages_are_light(as_alice: Client, path: str) -> None:
    assert sent_bytes(as_alice, path) < MOST


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/admin/", "/admin/specialists/specialist/", "/admin/accounts/user/"])
def test_pages_of_the_admin_are_light(client: Client, path: str) -> None:
    client.force_login(create_user("boss", staff=True))
    assert sent_bytes(client, path) < MOST


def test_static_texts_are_compressed_and_parts_of_them_are_not(client: Client) -> None:
    place = "/static/console/kingdom.css"
    whole = client.get(place)
    plain = whole.getvalue()
    packed = client.get(place, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Content-Length"] == str(len(packed.content))
    assert gzip.decompress(packed.content) == plain
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert packed.headers["Cache-Control"] == whole.headers["Cache-Control"]
    part = client.get(place, headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"})
    assert (part.status_code, part.getvalue(), part.headers.get("Content-Encoding")) == (206, plain[:10], None)
    again = client.get(place, headers={"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]})
    assert again.status_code == 304
