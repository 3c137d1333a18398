"""What embeddings by Gemini cost: on the day of their user and on their session, else on the installation's day.

Routing embeds in a thread; the embedder is the product's own, at the local server.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import transaction
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.gemini import GeminiEmbedder
from kingdom.contracts.model import Usage
from kingdom.contracts.routes import Route
from kingdom.doors.openai import embeddings
from kingdom.doors.openai.embeddings import EMBEDDING_MODEL, embeddings_create
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation
from kingdom.orchestrator.pipeline import message_pipeline
from kingdom.providers.embedders import cached_embedder
from kingdom.providers.model_metering import calls_for
from kingdom.providers.prices import prices_install
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Session, UsageDay
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from tests.factories.king import King, prepared
from tests.gemini_server.fixtures import gemini_server
from tests.gemini_server.server import ModelServer

__all__ = ["gemini_server"]
pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "x" * 4_000  # 1,000 tokens by estimate, since the service counts none: 150 millionths of a dollar


@pytest.fixture(autouse=True)
def configured(gemini_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the embedder reach the local server."""
    changes = {"gemini_api_key": SecretStr(gemini_server.key), "gemini_base_url": gemini_server.url}
    monkeypatch.setattr(django_settings, "KINGDOM", django_settings.KINGDOM.model_copy(update=changes))
    cached_embedder.cache_clear()
    embedder = cached_embedder("gemini")
    assert isinstance(embedder, GeminiEmbedder)
    with closing(embedder):
        yield
    cached_embedder.cache_clear()


def day_of(user: User | None) -> tuple[int, int, int]:
    """Return tokens, cost and tokens without a price of a user's day."""
    found = UsageDay.objects.get(user=user)
    return found.tokens, found.cost_micros, found.unpriced_tokens


@pytest.mark.parametrize("is_priced", [True, False])
def test_routing_a_message_counts_on_its_execution(
    is_priced: bool, talk: Conversation, king: King, converter: Specialist, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_priced:
        prices_install()
    king.says("specialist", converter)

    def embeds_and_routes(**asked: Any) -> Route:  # noqa: ANN401 - the King's own arguments
        cached_embedder("gemini").embed([TEXT])
        return king(**asked)

    monkeypatch.setattr(message_pipeline, "route_message", embeds_and_routes)
    posted = message_post(user_id=alice.pk, conversation_id=talk.pk, content="14 kg in pounds")
    session = prepared(Session.objects.get(pk=posted.session_id))
    assert session.version == converter.current_version
    with transaction.atomic():
        result = SessionResult(state="completed", answer="30.9", tag="SUCCESS", usage=asdict(Usage(prompt_tokens=10)))
        session = session_finish(session_lock(session.pk), result)
    assert (session.usage["prompt_tokens"], session.usage["estimated"]) == (1010, True)
    assert session.usage["unpriced_tokens"] == (0 if is_priced else 1000)
    execution = Execution.objects.get(session=session)
    assert (execution.prompt_tokens, execution.cost_micros) == (1010, 150 if is_priced else 0)
    assert day_of(alice) == ((1000, 150, 0) if is_priced else (1000, 0, 1000))
    assert not UsageDay.objects.filter(user=None).exists()


def test_what_is_embedded_for_nobody_is_the_installation_s(alice: User) -> None:
    prices_install()
    cached_embedder("gemini").embed([TEXT] * 150)
    assert day_of(None) == (150_000, 100 * 150 + 50 * 150, 0)
    with calls_for(user_id=alice.pk):
        cached_embedder("gemini").embed([TEXT])
    assert day_of(alice) == (1000, 150, 0)


def test_a_transaction_locks_no_usage_while_it_embeds(alice: User) -> None:
    with transaction.atomic():
        with calls_for(user_id=alice.pk):
            cached_embedder("gemini").embed([TEXT])
        assert not UsageDay.objects.exists()
    assert day_of(alice)[0] == 1000


def test_the_door_for_embeddings_counts_for_its_caller(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "active_embedder", lambda: cached_embedder("gemini"))

    async def ask() -> None:
        with calls_for(user_id=alice.pk):
            await embeddings_create(json.dumps({"model": EMBEDDING_MODEL, "input": TEXT}).encode())

    asyncio.run(ask())
    assert day_of(alice) == (1000, 0, 1000)
