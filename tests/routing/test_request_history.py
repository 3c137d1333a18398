"""How often a task comes back is known from the user's messages of the last 30 days; the model sees the talk."""

import json
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import numpy as np
import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.orchestrator.king import request_history as module
from kingdom.orchestrator.king.candidate_search import EmbeddedQuery
from kingdom.orchestrator.king.request_context import EarlierTurns, RequestHistory
from kingdom.orchestrator.king.request_history import request_history
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.king.routing_rules import analyze_by_rules
from kingdom.orchestrator.models import Conversation, Message
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.runtime.ports import Embedder, OnDelta
from kingdom.specialists.models.specialist import Specialist

TEXT = "sort my stamps by country"
SIMILAR = ["sort these stamps by country", "sort my stamps by their country", "please sort my stamps by country"]


class Model:
    """A language model that finds nobody and says that the message needs some abilities."""

    def __init__(self, *needs: str) -> None:
        self.needs = list(needs)
        self.asked: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return "prepared"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        self.asked.append(request)
        parsed = {
            "specialist": "none",
            "complexity": "low",
            "frequency": "one_time",
            "required_capabilities": self.needs,
            "should_create_specialist": False,
            "reason": "Because.",
        }
        return ModelResponse(text="", finish="stop", parsed=parsed)


def send(user: User, text: str, *, days_ago: int) -> Message:
    talk, _ = Conversation.objects.get_or_create(user=user, title="stamps")
    message = Message.objects.create(conversation=talk, role="user", content=text)
    Message.objects.filter(pk=message.pk).update(created_at=timezone.now() - timedelta(days=days_ago))
    return message


def query(user: User, encoder: Embedder) -> EmbeddedQuery:
    return EmbeddedQuery(user.pk, TEXT, vector=request_vectors([TEXT], encoder, "query")[0])


def history(user: User, encoder: Embedder, message_id: UUID) -> RequestHistory:
    return request_history(query(user, encoder), encoder, message_id=message_id)


@pytest.fixture
def now(alice: User) -> Message:
    return send(alice, TEXT, days_ago=0)


def test_the_threshold_tells_wordings_of_one_task_from_near_tasks(encoder: Embedder) -> None:
    rows = (Path(__file__).parent / "request_paraphrases.jsonl").read_text(encoding="utf-8").splitlines()
    tasks = [json.loads(row)["texts"] for row in rows]
    vectors = request_vectors([text for texts in tasks for text in texts], encoder, "query")
    near = np.asarray(vectors) @ np.asarray(vectors).T >= module.MIN_SIMILARITY
    np.fill_diagonal(near, False)
    task = np.repeat(np.arange(len(tasks)), 4)
    own, foreign = near & (task[:, None] == task), near & (task[:, None] != task)
    assert (own.sum(axis=1) >= 3).mean() >= 0.64, "wordings that find the other three of their task"
    assert (foreign.sum(axis=1) >= 3).mean() <= 0.02, "wordings that find three of other tasks"


def test_a_task_in_other_words_comes_back(encoder: Embedder, alice: User) -> None:
    wordings = [
        "how many days until 24 December",
        "days left to Christmas Eve?",
        "count the days from today to the 24th of December",
        "how long is it still until Christmas Eve in days",
    ]
    for days_ago, text in enumerate(wordings[1:], 1):
        send(alice, text, days_ago=days_ago)
    text = wordings[0]
    asked = EmbeddedQuery(alice.pk, text, vector=request_vectors([text], encoder, "query")[0])
    found = request_history(asked, encoder, message_id=send(alice, text, days_ago=0).pk)
    assert (found.messages, found.frequency) == (3, "frequent")


def test_similar_messages_of_the_last_thirty_days_count(
    encoder: Embedder, alice: User, bob: User, now: Message
) -> None:
    for days_ago, text in enumerate(SIMILAR, 1):
        send(alice, text, days_ago=days_ago)
        send(bob, text, days_ago=days_ago)
    send(alice, TEXT, days_ago=31)
    send(alice, "what is the capital of France", days_ago=2)
    send(alice, "thanks!", days_ago=2)
    assert history(alice, encoder, now.pk) == RequestHistory(3, 3)


def test_it_is_one_query_and_says_when_it_did_not_compare_all(
    encoder: Embedder,
    alice: User,
    now: Message,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_MESSAGES", 2)
    for text in SIMILAR:
        send(alice, text, days_ago=1)
    with django_assert_num_queries(1):
        found = history(alice, encoder, now.pk)
    assert found == RequestHistory(2, 1, is_complete=False)
    assert "of the newest messages that were compared" in found.sentence


def test_a_request_that_came_before_is_offered_without_a_word_of_how_often(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, now: Message
) -> None:
    def intent() -> str:
        earlier = EarlierTurns(now.pk)
        route = route_message(user_id=alice.pk, text=TEXT, embedder=encoder, model=None, earlier=earlier)
        return route.intent

    assert intent() == "general"
    for days_ago, text in enumerate(SIMILAR, 1):
        send(alice, text, days_ago=days_ago)
    assert intent() == "create_specialist"


def test_once_is_once_whatever_came_before() -> None:
    often = RequestHistory(9, 9)
    assert analyze_by_rules("sort my stamps, just this once", history=often).frequency == "one_time"
    assert analyze_by_rules("sort my stamps", history=often).frequency == "frequent"
    assert analyze_by_rules("sort my stamps", history=RequestHistory(3, 1)).frequency == "occasional"
    assert "9 similar messages on 9 days" in analyze_by_rules("sort my stamps", history=often).reason
    once = RequestHistory(messages=1, days=1)
    assert once.sentence == "1 similar message on 1 day of the last 30."


def test_the_model_sees_the_conversation_and_the_history(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, now: Message
) -> None:
    for days_ago, text in enumerate(SIMILAR, 1):
        send(alice, text, days_ago=days_ago)
    model = Model()
    earlier = EarlierTurns(now.pk, (("I collect stamps of Peru", "How nice."),), cut=4)
    route_message(user_id=alice.pk, text=TEXT, embedder=encoder, model=model, earlier=earlier)
    prompt = model.asked[0].messages[1].text
    assert "User: I collect stamps of Peru\nAnswer: How nice." in prompt
    assert "(4 earlier turns are left out.)" in prompt
    assert "3 similar messages on 3 days of the last 30" in prompt


def test_the_model_may_not_choose_who_lacks_what_it_says_is_needed(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    text = "tell the club about my stamps"
    able = route_message(user_id=alice.pk, text=text, embedder=encoder, model=Model())
    needs = Model("send")
    route = route_message(user_id=alice.pk, text=text, embedder=encoder, model=needs)
    assert able.receipt.missing_abilities == ()
    assert (route.kind, route.receipt.missing_abilities) == ("general", ("send",))


@pytest.mark.django_db
def test_a_message_is_embedded_once(alice: User, encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    embedded: list[str] = []

    def counted(texts: list[str], *arguments: object) -> object:
        embedded.extend(texts)
        return request_vectors(texts, *arguments)  # type: ignore[arg-type] # passed on

    monkeypatch.setattr(module, "request_vectors", counted)
    now = send(alice, TEXT, days_ago=0)
    for days, text in enumerate(["count my spoons twice", "name my blue goldfish", "name my blue goldfish"]):
        send(alice, text, days_ago=days + 1)
    first = request_history(query(alice, encoder), encoder, message_id=now.pk)
    again = request_history(query(alice, encoder), encoder, message_id=now.pk)
    assert sorted(embedded) == ["count my spoons twice", "name my blue goldfish"]
    assert first == again
