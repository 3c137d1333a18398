"""REST API of specialists: the list with filters and search, and the card."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_own_specialist

URL = "/api/v1/specialists/"
CODE = "def handle(payload, ctx):\n    return 'secret sauce'\n"


@pytest.fixture
def some(alice: User) -> None:
    """Store two global specialists and one of Alice's."""
    create_global_specialist(
        "unit_converter", engine="handler", handler_code=CODE, purpose="Converts units of length and mass."
    )
    create_global_specialist("translator", purpose="Translates texts.")
    create_own_specialist(alice)


def roles(client: APIClient, **query: str) -> list[str]:
    return [one["role"] for one in client.get(URL, query).json()["results"]]


@pytest.mark.usefixtures("some")
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["poem_writer", "translator", "unit_converter"]),
        ({"status": "unverified"}, ["poem_writer"]),
        ({"scope": "global"}, ["translator", "unit_converter"]),
        ({"q": "length units"}, ["unit_converter"]),
        ({"q": "nothing like it"}, []),
    ],
)
def test_the_list_can_be_narrowed(as_alice: APIClient, query: dict[str, str], expected: list[str]) -> None:
    assert roles(as_alice, **query) == expected


@pytest.mark.usefixtures("some")
def test_the_card_has_grants_and_no_code(as_alice: APIClient) -> None:
    pk = Specialist.objects.get(role="unit_converter").pk
    answer = as_alice.get(f"{URL}{pk}/")
    card = answer.json()
    assert (card["agent_id"], card["engine"], card["status"], card["success_rate"]) == (
        "writer_unit_converter",
        "handler",
        "verified",
        None,
    )
    assert card["grants"] == [], "its code calls no tool, whatever its identity carries"
    sentence = "It reads the text you send and computes; it can not use the network, files or keys."
    assert card["capabilities"] == {"sentence": sentence, "can": [], "cannot": ["the network", "files", "keys"]}
    assert "secret sauce" not in answer.content.decode()


@pytest.mark.usefixtures("some")
@pytest.mark.parametrize("query", [{"status": "nonsense"}, {"q": "\x00"}, {"q": "x" * 201}])
def test_a_filter_of_nonsense_is_a_400(as_alice: APIClient, query: dict[str, str]) -> None:
    assert as_alice.get(URL, query).status_code == 400


@pytest.mark.usefixtures("some")
def test_pages_by_cursor(as_alice: APIClient) -> None:
    page = as_alice.get(URL, {"limit": "2"}).json()
    assert [one["role"] for one in page["results"]] == ["poem_writer", "translator"]
    assert [one["role"] for one in as_alice.get(page["next"]).json()["results"]] == ["unit_converter"]
    assert as_alice.get(URL, {"cursor": "nonsense"}).status_code == 400
