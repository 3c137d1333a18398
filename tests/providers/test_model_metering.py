"""Every model call counts: what it cost, for whom, and no further one when the budget is used up."""

from collections.abc import Iterator
from datetime import date

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings as django_settings
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import ModelBadAnswer, ModelUnavailable
from kingdom.providers.language_models import language_model
from kingdom.providers.models import ModelPrice
from kingdom.providers.prices import prices_install
from kingdom.providers.search import search_backend
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.models import Budget, UsageDay
from tests.factories import api_client
from tests.factories.models import PERSON, ask
from tests.gemini_server import ModelServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


@pytest.fixture(autouse=True)
def configured(gemini_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The product's own model, at the local server."""
    changes = {"gemini_api_key": SecretStr(gemini_server.key), "gemini_base_url": gemini_server.url}
    monkeypatch.setattr(django_settings, "KINGDOM", django_settings.KINGDOM.model_copy(update=changes))
    language_model.cache_clear()
    yield
    language_model.cache_clear()


async def _day(user: User | None) -> UsageDay:
    return await UsageDay.objects.aget(user=user)


async def test_a_call_is_counted_with_its_cost(gemini_server: ModelServer, alice: User) -> None:
    await sync_to_async(prices_install)()
    gemini_server.say("ok", usage=(1000, 100, 300))
    response = await language_model().generate(CallContext(trace_id="t", user_id=str(alice.pk)), ask())
    assert response.usage.cost_micros == 300 + 1000  # 1,000 tokens at 0.30, 400 at 2.50
    day = await _day(alice)
    assert (day.tokens, day.cost_micros, day.unpriced_tokens, day.executions) == (1400, 1300, 0, 0)


async def test_each_repair_and_a_call_without_a_user_count(gemini_server: ModelServer, alice: User) -> None:
    for _ in range(3):
        gemini_server.say("no JSON", usage=(10, 5, 0))
    with pytest.raises(ModelBadAnswer):
        await language_model().generate(CallContext(trace_id="t", user_id=str(alice.pk)), ask(json_schema=PERSON))
    day = await _day(alice)
    assert (day.tokens, day.unpriced_tokens) == (45, 45)
    for _ in range(2):
        gemini_server.say("ok", usage=(10, 5, 0))
        await language_model().generate(CallContext(trace_id="t"), ask())
    assert (await _day(None)).tokens == 30


async def test_a_used_up_budget_refuses_the_next_call(gemini_server: ModelServer, alice: User, bob: User) -> None:
    await ModelPrice.objects.acreate(
        model="gemini-2.5-flash", input_price=1, cached_input_price=1, output_price=1, as_of=date(2026, 11, 1)
    )
    await Budget.objects.acreate(scope="user", user=alice, cost_micros=1)
    gemini_server.say("ok", usage=(10, 5, 0))
    gemini_server.say("ok", usage=(10, 5, 0))
    ctx = CallContext(trace_id="t", user_id=str(alice.pk))
    await language_model().generate(ctx, ask())
    with pytest.raises(BudgetExceeded, match="cost"):
        await language_model().generate(ctx, ask())
    assert len(gemini_server.requests) == 1
    await language_model().generate(CallContext(trace_id="t", user_id=str(bob.pk)), ask())
    await Budget.objects.acreate(scope="organisation", tokens=30)
    with pytest.raises(BudgetExceeded, match="organisation"):
        await language_model().generate(CallContext(trace_id="t"), ask())


async def test_a_refused_call_costs_nothing(gemini_server: ModelServer, alice: User) -> None:
    gemini_server.fail(400)
    with pytest.raises(Exception, match=r".") as refused:
        await language_model().generate(CallContext(trace_id="t", user_id=str(alice.pk)), ask())
    assert not isinstance(refused.value, ModelUnavailable)
    assert not await UsageDay.objects.aexists()


async def test_the_page_says_which_tokens_have_no_price(gemini_server: ModelServer, alice: User) -> None:
    gemini_server.say("ok", usage=(1000, 234, 0))
    await language_model().generate(CallContext(trace_id="t", user_id=str(alice.pk)), ask())

    def read() -> tuple[dict[str, object], str]:
        client = api_client(alice)
        client.force_login(alice)
        return client.get("/api/v1/me/usage/").json()["today"], client.get("/usage/").content.decode()

    today, page = await sync_to_async(read)()
    assert (today["unpriced_tokens"], today["currency"]) == (1234, "USD")
    assert "1,234 of these tokens are of a model without a known price" in page


async def test_a_search_by_a_model_is_a_model_call(gemini_server: ModelServer, alice: User) -> None:
    """It was free of charge, and went on when the budget was used up."""
    await sync_to_async(prices_install)()
    ctx = CallContext(trace_id="t", user_id=str(alice.pk))
    search_backend.cache_clear()
    search = search_backend()
    assert search is not None
    gemini_server.say("I know it by heart.", usage=(1000, 100, 300))
    assert (await search.find(ctx, "kings", 3)).backend == "gemini"
    day = await _day(alice)
    assert (day.tokens, day.cost_micros) == (1400, 1300)

    await Budget.objects.acreate(scope="user", user=alice, cost_micros=1300)
    with pytest.raises(BudgetExceeded, match="cost"):
        await search.find(ctx, "queens", 3)
    assert len(gemini_server.requests) == 1
    search_backend.cache_clear()
