"""Several requests in one message on real vectors: 200 messages of one wish stay whole, others are split."""

import json
from functools import partial
from pathlib import Path

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.parts.part_routing import Splitter
from kingdom.orchestrator.parts.segmentation import request_segments
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist

# messages with "and", "und", "et" and "y", written after the rules
LINES = Path(__file__).with_name("single_requests.jsonl").read_text(encoding="utf-8").splitlines()
SINGLE = [json.loads(line)["message"] for line in LINES]


def split(user: User, encoder: Embedder, message: str) -> list[tuple[str, str]]:
    def route(text: str) -> Route:
        return route_message(user_id=user.pk, text=text, embedder=encoder, model=None)

    parts = Splitter(message, route, lambda found: found.kind == "specialist").split(request_segments(message))
    return [(part.text, part.route.role) for part in parts]


def test_messages_of_one_wish_stay_whole(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    assert len(SINGLE) == 200
    divide = partial(split, alice, encoder)
    assert [message for message in SINGLE if divide(message)] == []


@pytest.mark.parametrize(
    ("message", "roles"),
    [
        ("Is ann@example.com a valid email, and how much is 12 kg in pounds?", ["email_validator", "unit_converter"]),
        ("how many days are left until easter; convert 4 kg to pounds", ["date_calculator", "unit_converter"]),
    ],
)
def test_requests_of_different_specialists_are_split(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, message: str, roles: list[str]
) -> None:
    assert [role for _, role in split(alice, encoder, message)] == roles
