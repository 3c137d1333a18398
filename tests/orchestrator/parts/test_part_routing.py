"""Which messages are several requests: by rules and certain routes, or as a language model quotes them."""

from collections.abc import Mapping
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.core.errors import ModelUnavailable
from kingdom.orchestrator.parts import part_routing
from kingdom.orchestrator.parts.part_routing import Splitter, message_parts
from kingdom.orchestrator.parts.segmentation import request_segments
from kingdom.runtime.ports import OnDelta
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, route_receipt, version_of

NAMES = ("poet", "unit")
NEAREST = {"unit": "5 miles in km", "email": "is a@b.com valid", "date": "how many days until christmas"}


def route_to(role: str, confidence: float = 0.9) -> Route:
    """Return a route to a role; without one the route to nobody."""
    receipt = route_receipt(chosen=role or "general")
    if not role:
        return Route(kind="general", confidence=confidence, receipt=receipt)
    candidate = RouteCandidate(
        specialist_id=role, version_id=f"v-{role}", role=role, scope="global", status="verified", score=0.7,
        probability=confidence, nearest_example=NEAREST[role],
    )  # fmt: skip
    receipt = receipt.model_copy(update={"candidates": (candidate,)})
    return Route(
        kind="specialist", confidence=confidence, role=role, specialist_id=role, version_id=f"v-{role}",
        scope="global", receipt=receipt,
    )  # fmt: skip


def by_words(text: str) -> Route:
    """Route by a word of the text, as the King does by meaning."""
    words = {"@": "email", "mail": "email", "km": "unit", "kg": "unit", "day": "date"}
    return route_to(next((role for word, role in words.items() if word in text), ""))


def split(message: str) -> list[tuple[str, str]]:
    parts = Splitter(message, by_words, lambda route: route.kind == "specialist").split(request_segments(message))
    return [(part.text, part.route.role) for part in parts]


def test_requests_to_different_specialists_are_split() -> None:
    assert split("Is a@b.com valid, and what is 3 miles in km?") == [
        ("Is a@b.com valid", "email"), ("what is 3 miles in km?", "unit"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "message",
    [
        pytest.param("what is 3 miles in km and what is 5 kg in pounds?", id="one specialist serves both"),
        pytest.param("what is 3 miles in km and write me a poem about the sea", id="one of two is certain"),
        pytest.param("what is the sea and write me a poem about love", id="none is certain"),
        pytest.param("what is 3 miles in km and can you check mails?", id="nothing to check"),
    ],
)
def test_a_message_stays_whole(message: str) -> None:
    assert split(message) == []


def test_requests_to_one_specialist_are_parts_where_that_is_asked_for() -> None:
    both = "what is 3 miles in km and what is 5 kg in pounds?"
    splitter = Splitter(both, by_words, lambda route: route.kind == "specialist", alike=True)
    assert [part.text for part in splitter.split(request_segments(both))] == [
        "what is 3 miles in km", "what is 5 kg in pounds?",
    ]  # fmt: skip
    doubtful = "what is 3 miles in km and what is the sea at 5 o'clock?"
    splitter = Splitter(doubtful, by_words, lambda route: route.kind == "specialist", alike=True)
    assert splitter.split(request_segments(doubtful)) == ()


@pytest.mark.parametrize(
    ("message", "roles"),
    [
        pytest.param("hi! what can you do? and also what is 5 kg in pounds", ["", "unit"], id="before a request"),
        pytest.param("what is 3 miles in km, and who are you?", ["unit", ""], id="behind a request"),
        pytest.param("what can you do with 3 miles in km?", [], id="about the data"),
        pytest.param("hi! how are you? what is 3 miles in km?", [], id="a greeting"),
    ],
)
def test_a_question_about_kingdom_is_a_part(message: str, roles: list[str]) -> None:
    assert [role for _, role in split(message)] == roles


def test_what_fits_nobody_is_a_part_of_its_own() -> None:
    found = split("Is a@b.com valid, what is 3 miles in km, and write me a poem about the sea")
    assert found[2] == ("write me a poem about the sea", "")


def test_a_short_addition_belongs_to_the_request_before_it() -> None:
    found = split("Is a@b.com valid? Tell me why. How many days until christmas?")
    assert [text for text, _ in found] == ["Is a@b.com valid? Tell me why.", "How many days until christmas?"]


class Model:
    """A language model that quotes prepared requests, or fails."""

    name = "prepared"

    def __init__(self, requests: list[str] | Exception) -> None:
        self.requests = requests
        self.asked: list[ModelRequest] = []

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        self.asked.append(request)
        if isinstance(self.requests, Exception):
            raise self.requests
        return ModelResponse(text="", finish="stop", parsed={"requests": self.requests})


@pytest.fixture
def king(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """The King routes by words; returns what he was asked."""
    asked: list[Mapping[str, Any]] = []

    def route(**question: Any) -> Route:  # noqa: ANN401 - whatever he is asked with
        asked.append(question)
        return by_words(question["text"])

    monkeypatch.setattr(part_routing, "route_message", route)
    return asked


@pytest.mark.django_db
def test_a_model_cuts_what_the_rules_leave_whole(king: list[Mapping[str, Any]], alice: User) -> None:
    message = "write me a poem about love and what is 3 miles in km plus an answer about a@b.com"
    assert split(message) == []
    model = Model(["write me a poem about love", "what is 3 miles in km", "an answer about a@b.com"])
    parts = message_parts(user_id=alice.pk, text=message, model=model)
    assert [(part.text, part.route.role) for part in parts] == [
        ("write me a poem about love", ""), ("what is 3 miles in km", "unit"), ("an answer about a@b.com", "email"),
    ]  # fmt: skip
    assert message in model.asked[0].messages[1].text


@pytest.mark.django_db
def test_what_a_model_leaves_out_belongs_to_the_request_before_it(king: list[Mapping[str, Any]], alice: User) -> None:
    message = "Please write me a poem about love in French and what is 3 miles in km plus an answer about a@b.com, now"
    assert split(message) == []
    model = Model(["write me a poem about love", "what is 3 miles in km", "an answer about a@b.com"])
    assert [part.text for part in message_parts(user_id=alice.pk, text=message, model=model)] == [
        "Please write me a poem about love in French and",
        "what is 3 miles in km",
        "an answer about a@b.com, now",
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "requests",
    [
        pytest.param(["3 miles in km", "is a@b.com valid"], id="not the user's words"),
        pytest.param(["an answer about a@b.com", "what is 3 miles in km"], id="not in order"),
        pytest.param([""], id="empty"),
        pytest.param(ModelUnavailable("away"), id="no answer"),
    ],
)
def test_an_unusable_answer_of_the_model_leaves_the_message_whole(
    king: list[Mapping[str, Any]], alice: User, requests: list[str] | Exception
) -> None:
    model = Model(requests)
    text = "write me a poem about love and what is 3 miles in km plus an answer about a@b.com"
    assert message_parts(user_id=alice.pk, text=text, model=model) == ()
    assert len(model.asked) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("model", [None, Model([])], ids=["rules", "model"])
@pytest.mark.parametrize("reason", ["", "model", "suspended", "credentials"])
def test_a_specialist_that_cannot_answer_now_is_not_certain(
    monkeypatch: pytest.MonkeyPatch, alice: User, reason: str, model: Model | None
) -> None:
    handler_code = "def handle(payload, ctx):\n    return {}\n"
    poet, unit = (create_global_specialist(role, engine="handler", handler_code=handler_code) for role in NAMES)

    def real(specialist: Specialist, unavailable: str) -> Route:
        route = route_to("unit")
        ids = {"specialist_id": str(specialist.pk), "version_id": str(version_of(specialist).pk)}
        receipt = route.receipt.model_copy(update={"unavailable": unavailable})
        return route.model_copy(update={**ids, "role": specialist.role, "receipt": receipt})

    def route(**asked: Any) -> Route:  # noqa: ANN401 - whatever he is asked with
        return real(unit, "") if "km" in asked["text"] else real(poet, reason)

    monkeypatch.setattr(part_routing, "route_message", route)
    text = "what is 3 miles in km and write a poem about 7 dwarfs"
    assert len(message_parts(user_id=alice.pk, text=text, model=model)) == (0 if reason else 2)
