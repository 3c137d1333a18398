"""What a web search by Gemini costs: its tokens and its fee, on the day of its user and on the execution that asked."""

import json
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as django_settings
from pydantic import SecretStr
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.identity import Identity
from kingdom.contracts.model import Usage
from kingdom.events.models import DomainEvent
from kingdom.providers.language_models import language_model
from kingdom.providers.models import ModelPrice
from kingdom.providers.prices import prices_install, usage_with_cost
from kingdom.providers.search import search_backend
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session, UsageDay
from kingdom.sessions.services import session_open
from kingdom.specialists.models.execution import Execution
from tests.factories.cognition import model_spec
from tests.factories.sessions import store_version
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.django_db
FEE = 35_000  # 35 USD for a thousand calls


@pytest.fixture(autouse=True)
def configured(gemini_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The product's own model and search, at the local server."""
    changes = {"gemini_api_key": SecretStr(gemini_server.key), "gemini_base_url": gemini_server.url}
    monkeypatch.setattr(django_settings, "KINGDOM", django_settings.KINGDOM.model_copy(update=changes))
    for cached in (language_model, search_backend):
        cached.cache_clear()
    yield
    for cached in (language_model, search_backend):
        cached.cache_clear()


def answer_search(server: ModelServer, *, usage: tuple[int, int] | None = (1000, 100), searched: bool = True) -> None:
    """Let the server answer a call with the tool ``google_search``."""
    grounding = {"webSearchQueries": ["kings", "kings today"], "groundingChunks": [{"web": {"uri": "https://a.org"}}]}
    candidate = {
        "content": {"role": "model", "parts": [{"text": "There were many kings."}]},
        "finishReason": "STOP",
        **({"groundingMetadata": grounding} if searched else {}),
    }
    body: dict[str, object] = {"candidates": [candidate]}
    if usage is not None:
        body["usageMetadata"] = dict(zip(("promptTokenCount", "candidatesTokenCount"), usage, strict=True))
    server.raw(json.dumps(body).encode())


def searched_day(user: User) -> UsageDay:
    search = search_backend()
    assert search is not None
    async_to_sync(search.find)(CallContext(trace_id="t", user_id=str(user.pk)), "kings", 3)
    return UsageDay.objects.get(user=user)


def test_a_call_that_searched_costs_its_fee_once(gemini_server: ModelServer, alice: User) -> None:
    prices_install()
    answer_search(gemini_server)
    day = searched_day(alice)
    assert (day.tokens, day.unpriced_tokens) == (1100, 0)
    assert day.cost_micros == 300 + 250 + FEE, "two queries of one call are one search"
    answer_search(gemini_server, searched=False)
    assert searched_day(alice).cost_micros == 2 * (300 + 250) + FEE, "what it knew by heart has no fee"


def test_a_fee_that_is_not_known_leaves_the_cost_unknown(
    gemini_server: ModelServer, alice: User, as_alice: APIClient
) -> None:
    ModelPrice.objects.create(
        model="gemini-2.5-flash", input_price=1, cached_input_price=1, output_price=1, as_of=date(2026, 11, 1)
    )
    answer_search(gemini_server)
    day = searched_day(alice)
    assert (day.tokens, day.unpriced_tokens, day.cost_micros) == (1100, 1100, 0)
    as_alice.force_login(alice)
    assert "1,100 of these tokens" in as_alice.get("/usage/").content.decode()
    assert as_alice.get("/api/v1/me/usage/").json()["today"]["unpriced_tokens"] == 1100


def test_tokens_that_the_provider_does_not_count_are_estimated(gemini_server: ModelServer, alice: User) -> None:
    prices_install()
    answer_search(gemini_server, usage=None)
    day = searched_day(alice)
    assert day.tokens > 0
    assert day.cost_micros > FEE


def test_the_shipped_prices_know_the_fee_of_the_models_that_search() -> None:
    prices_install()
    assert set(ModelPrice.objects.filter(model__startswith="gemini-2.5").values_list("search_price", flat=True)) == {
        Decimal(35)
    }
    assert usage_with_cost(Usage(prompt_tokens=10, searches=1), model="gpt-5").unpriced_tokens == 10


def _session(alice: User, gemini_server: ModelServer) -> Session:
    """Return a finished session whose agent searched once and then answered."""
    spec = model_spec(role="research_kings", identity=Identity.RESEARCH)
    session = session_open(user_id=alice.pk, input_text="Which kings?", version_id=store_version(spec).pk)
    rule = RuleDraft(effect="allow", tool="archon.web.search", agent="", shape={})
    rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=rule)
    gemini_server.call_tool("archon.web.search", {"query": "kings"}, usage=(2000, 200, 0))
    answer_search(gemini_server)
    gemini_server.say("Many. [STATUS: SUCCESS]", usage=(3000, 300, 0))
    assert session_run(session_id=session.pk)
    session.refresh_from_db()
    assert session.state == "completed", session.error_message
    return session


def test_an_execution_has_the_search_that_it_made(gemini_server: ModelServer, alice: User) -> None:
    prices_install()
    session = _session(alice, gemini_server)
    own_cost = (2000 + 3000) * 3 // 10 + (200 + 300) * 5 // 2
    day, execution = UsageDay.objects.get(user=alice), Execution.objects.get(session=session)
    assert (execution.prompt_tokens, execution.output_tokens) == (6000, 600)
    assert execution.cost_micros == own_cost + 300 + 250 + FEE == day.cost_micros
    assert (session.usage["searches"], session.usage["cost_micros"]) == (1, execution.cost_micros)
    assert session.usage["total_tokens"] == day.tokens == 6600
    assert DomainEvent.objects.get(name="AgentCompleted").fields["cost"] == execution.cost_micros / 1_000_000


def test_an_execution_of_unknown_cost_does_not_say_that_it_was_free(gemini_server: ModelServer, alice: User) -> None:
    session = _session(alice, gemini_server)
    assert session.usage["unpriced_tokens"] == 6600
    fields = DomainEvent.objects.get(name="AgentCompleted").fields
    assert fields["tokens"] == 6600
    assert "cost" not in fields
