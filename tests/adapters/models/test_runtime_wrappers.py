"""Retries, metering and the circuit breaker around the real adapter and the local server."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kingdom.adapters.models.factory import OfflineModel
from kingdom.adapters.models.gemini.model import GeminiModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import Usage
from kingdom.core.background.circuit_breaker import Circuit, CircuitBreakerPolicy
from kingdom.core.clock import monotonic
from kingdom.core.errors import (
    BadInput,
    ModelBlocked,
    ModelError,
    ModelNotConfigured,
    ModelUnavailable,
    ModelUnreachable,
)
from kingdom.runtime.ports import LanguageModel
from kingdom.runtime.wrappers import BreakerModel, MeteredModel, ModelUse, RetryingModel, RetryPolicy
from tests.factories.capabilities import ScriptedModel
from tests.factories.models import Deltas, MakeConfig, MemoryCircuitStore, ask
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.asyncio


@pytest.fixture
def adapter(config_for: MakeConfig) -> LanguageModel:
    return GeminiModel(config_for())


class Sleeps(list[float]):
    """Replaces asyncio.sleep and records the waits."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def retrying(inner: LanguageModel, sleeps: Sleeps, **policy: float) -> RetryingModel:
    return RetryingModel(inner, RetryPolicy(**policy), sleep=sleeps, random_value=lambda: 0.0)  # type: ignore[arg-type]  # counts are whole


class TestRetrying:
    async def test_it_waits_as_told_and_then_longer_each_time(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.fail(429, retry_after=7)
        gemini_server.fail(503)
        gemini_server.fail(503)
        gemini_server.say("at last")
        sleeps = Sleeps()
        response = await retrying(adapter, sleeps, base_s=1).generate(ctx, ask())
        assert response.text == "at last"
        assert sleeps == [7.0, 2.0, 4.0]

    async def test_it_gives_up_with_the_last_error(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        for _ in range(5):
            gemini_server.fail(503)
        with pytest.raises(ModelUnavailable):
            await retrying(adapter, Sleeps(), attempts=3).generate(ctx, ask())
        assert len(gemini_server.requests) == 3

    async def test_permanent_errors_are_final(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.bad_key()
        with pytest.raises(ModelNotConfigured):
            await retrying(adapter, Sleeps()).generate(ctx, ask())
        gemini_server.block_prompt()
        with pytest.raises(ModelBlocked):
            await retrying(adapter, Sleeps()).generate(ctx, ask())
        assert len(gemini_server.requests) == 2

    async def test_a_malformed_answer_is_tried_again(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.say("", finish="MALFORMED_FUNCTION_CALL")
        gemini_server.say("well")
        assert (await retrying(adapter, Sleeps()).generate(ctx, ask())).text == "well"

    async def test_a_wait_longer_than_the_limit_is_not_waited(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.fail(429, retry_after=3600)
        sleeps = Sleeps()
        with pytest.raises(ModelUnavailable):
            await retrying(adapter, sleeps, max_s=20).generate(ctx, ask())
        assert sleeps == []

    async def test_no_wait_goes_past_the_deadline(self, gemini_server: ModelServer, adapter: LanguageModel) -> None:
        gemini_server.fail(429, retry_after=15)
        sleeps = Sleeps()
        with pytest.raises(ModelUnavailable):
            await retrying(adapter, sleeps).generate(CallContext(trace_id="t", deadline=monotonic() + 5), ask())
        assert sleeps == []

    async def test_no_retry_once_words_were_shown(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.cut("one two three")
        deltas = Deltas()
        with pytest.raises(ModelUnavailable):
            await retrying(adapter, Sleeps()).generate(ctx, ask(), deltas)
        assert len(gemini_server.requests) == 1
        gemini_server.cut("one two three")
        gemini_server.say("whole")
        response = await retrying(adapter, Sleeps(), after_deltas=True).generate(ctx, ask(), deltas)
        assert response.text == "whole"

    async def test_a_stream_that_failed_before_its_first_word_is_tried_again(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.fail(503)
        gemini_server.say("words")
        deltas = Deltas()
        await retrying(adapter, Sleeps()).generate(ctx, ask(), deltas)
        assert deltas.text == "words"

    async def test_jitter_stays_in_its_bounds(self) -> None:
        policy = RetryPolicy(base_s=1, max_s=10, jitter=0.5)
        assert policy.wait_s(0, None, 0.999) >= 0.5
        assert policy.wait_s(10, None, 0.0) == 10
        assert 3 <= policy.wait_s(0, 3.0, 0.999) <= 3.5

    async def test_a_stop_ends_the_waiting(
        self, gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext
    ) -> None:
        gemini_server.fail(429, retry_after=15)
        task = asyncio.create_task(RetryingModel(adapter).generate(ctx, ask()))
        while not gemini_server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


class TestMetered:
    @pytest.fixture
    def uses(self) -> list[ModelUse]:
        return []

    @pytest.fixture
    def model(self, adapter: LanguageModel, uses: list[ModelUse]) -> LanguageModel:
        async def note(ctx: CallContext, use: ModelUse) -> Usage:
            uses.append(use)
            return replace(use.usage, cost_micros=7)

        return MeteredModel(adapter, note)

    async def test_an_answer(
        self, gemini_server: ModelServer, model: LanguageModel, uses: list[ModelUse], ctx: CallContext
    ) -> None:
        gemini_server.say("ok", usage=(7, 2, 3))
        response = await model.generate(ctx, ask(purpose="reasoning"))
        assert response.usage.cost_micros == 7
        (use,) = uses
        assert (use.model, use.purpose, use.finish, use.error) == ("gemini-2.5-flash", "reasoning", "stop", "")
        assert (use.usage.total_tokens, use.usage.thought_tokens, use.usage.estimated) == (12, 3, False)
        assert use.seconds > 0

    async def test_a_refused_call_costs_nothing(
        self, gemini_server: ModelServer, model: LanguageModel, uses: list[ModelUse], ctx: CallContext
    ) -> None:
        gemini_server.fail(503)
        with pytest.raises(ModelUnavailable):
            await model.generate(ctx, ask())
        assert (uses[0].error, uses[0].usage.total_tokens) == ("model_unavailable", 0)

    async def test_a_stopped_stream_is_estimated(
        self, gemini_server: ModelServer, model: LanguageModel, uses: list[ModelUse], ctx: CallContext
    ) -> None:
        gemini_server.say("x" * 80, pieces=2, piece_delay_s=30)
        deltas = Deltas()
        task = asyncio.create_task(model.generate(ctx, ask("y" * 40), deltas))
        while not deltas:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        (use,) = uses
        assert (use.error, use.usage.prompt_tokens, use.usage.output_tokens, use.usage.estimated) == (
            "cancelled",
            10,
            10,
            True,
        )

    async def test_a_provider_that_does_not_count_is_estimated(
        self, gemini_server: ModelServer, model: LanguageModel, uses: list[ModelUse], ctx: CallContext
    ) -> None:
        gemini_server.raw(
            b'{"candidates":[{"content":{"role":"model","parts":[{"text":"12345678"}]},"finishReason":"STOP"}]}'
        )
        await model.generate(ctx, ask("1234"))
        assert (uses[0].usage.prompt_tokens, uses[0].usage.output_tokens, uses[0].usage.estimated) == (1, 2, True)

    async def test_retries_outside_are_counted_one_by_one(
        self, gemini_server: ModelServer, model: LanguageModel, uses: list[ModelUse], ctx: CallContext
    ) -> None:
        gemini_server.fail(503)
        gemini_server.say("ok")
        await retrying(model, Sleeps()).generate(ctx, ask())
        assert [use.error for use in uses] == ["model_unavailable", ""]


class Hours:
    """A clock that tests advance."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


class TestBreaker:
    POLICY = CircuitBreakerPolicy(threshold=2, open_s=30, probe_s=60)

    @pytest.fixture
    def store(self) -> MemoryCircuitStore:
        return MemoryCircuitStore()

    @pytest.fixture
    def hours(self) -> Hours:
        return Hours()

    @pytest.fixture
    def model(self, adapter: LanguageModel, store: MemoryCircuitStore, hours: Hours) -> LanguageModel:
        return BreakerModel(adapter, store, policy=self.POLICY, clock=hours)

    async def break_it(self, server: ModelServer, model: LanguageModel, ctx: CallContext) -> None:
        for _ in range(2):
            server.fail(503)
            with pytest.raises(ModelUnavailable):
                await model.generate(ctx, ask())
        server.requests.clear()

    async def test_it_opens_and_spares_the_provider(
        self, gemini_server: ModelServer, model: LanguageModel, store: MemoryCircuitStore, ctx: CallContext
    ) -> None:
        await self.break_it(gemini_server, model, ctx)
        with pytest.raises(ModelUnavailable, match=r"not called for a while\. Try again in 30 s") as caught:
            await model.generate(ctx, ask())
        assert (caught.value.extra["fault"], caught.value.extra["retry_after_s"]) == ("breaker", 30.0)
        assert gemini_server.requests == []
        assert (await store.load("gemini")).state == "open"

    @pytest.mark.parametrize(
        ("fault", "shown"),
        [("server", "breaker"), ("quota", "breaker"), ("timeout", "timeout"), ("deadline", "deadline"), ("cut", "cut")],
    )
    async def test_the_failure_that_opens_it_is_waited_for_unless_it_may_be_the_requests_own(
        self, store: MemoryCircuitStore, hours: Hours, ctx: CallContext, fault: str, shown: str
    ) -> None:
        down = ScriptedModel([ModelUnavailable("Away.", fault=fault)] * 2)
        model = BreakerModel(down, store, policy=self.POLICY, clock=hours)
        seen = list[ModelUnavailable]()
        for _ in range(2):
            with pytest.raises(ModelUnavailable) as caught:
                await model.generate(ctx, ask())
            seen.append(caught.value)
        assert [error.extra["fault"] for error in seen] == [fault, shown]
        assert isinstance(seen[1], ModelUnreachable) is (shown == "breaker")

    async def test_a_call_with_its_last_try_waits_when_others_have_failed_as_well(
        self, gemini_server: ModelServer, adapter: LanguageModel, store: MemoryCircuitStore, ctx: CallContext
    ) -> None:
        """Five failures open the circuit, and one call has four tries: the fifth is the last one of the second call."""
        for _ in range(5):
            gemini_server.fail(503)
        model = BreakerModel(adapter, store)
        with pytest.raises(ModelUnavailable) as first:
            await retrying(model, Sleeps(), attempts=4).generate(ctx, ask())
        with pytest.raises(ModelUnreachable):
            await retrying(model, Sleeps(), attempts=1).generate(ctx, ask())
        assert (first.value.extra["fault"], len(gemini_server.requests)) == ("server", 5)

    async def test_another_process_sees_it(
        self,
        gemini_server: ModelServer,
        config_for: MakeConfig,
        model: LanguageModel,
        store: MemoryCircuitStore,
        hours: Hours,
        ctx: CallContext,
    ) -> None:
        await self.break_it(gemini_server, model, ctx)
        other = BreakerModel(GeminiModel(config_for(model="gemini-2.5-pro")), store, policy=self.POLICY, clock=hours)
        with pytest.raises(ModelUnavailable, match="not called for a while"):
            await other.generate(ctx, ask())

    async def test_one_trial_closes_it(
        self,
        gemini_server: ModelServer,
        model: LanguageModel,
        store: MemoryCircuitStore,
        hours: Hours,
        ctx: CallContext,
    ) -> None:
        await self.break_it(gemini_server, model, ctx)
        hours.later(31)
        gemini_server.say("back", first_byte_s=0.2)
        answers = await asyncio.gather(*(model.generate(ctx, ask()) for _ in range(5)), return_exceptions=True)
        assert sum(isinstance(one, ModelUnavailable) for one in answers) == 4, "exactly one may try"
        assert len(gemini_server.requests) == 1
        assert await store.load("gemini") == Circuit()

    async def test_a_stopped_trial_gives_its_turn_away(
        self, gemini_server: ModelServer, model: LanguageModel, hours: Hours, ctx: CallContext
    ) -> None:
        await self.break_it(gemini_server, model, ctx)
        hours.later(31)
        gemini_server.hang()
        task = asyncio.create_task(model.generate(ctx, ask()))
        while not gemini_server.requests:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await model.generate(ctx, ask("again"))).text == "Echo: again"

    async def test_refusals_are_not_failures_of_the_provider(
        self, gemini_server: ModelServer, model: LanguageModel, store: MemoryCircuitStore, ctx: CallContext
    ) -> None:
        for _ in range(3):
            gemini_server.fail(400, message="no")
            with pytest.raises(ModelError):
                await model.generate(ctx, ask())
        for _ in range(3):
            with pytest.raises(BadInput):
                await model.generate(ctx, ask("").__class__(messages=()))
        assert await store.load("gemini") == Circuit()

    async def test_offline_never_opens(self, store: MemoryCircuitStore, ctx: CallContext) -> None:
        model = BreakerModel(OfflineModel(), store, policy=self.POLICY)
        for _ in range(5):
            with pytest.raises(ModelNotConfigured, match="GEMINI_API_KEY"):
                await model.generate(ctx, ask())


async def test_all_together(gemini_server: ModelServer, adapter: LanguageModel, ctx: CallContext) -> None:
    uses: list[ModelUse] = []

    async def note(_: CallContext, use: ModelUse) -> Usage:
        uses.append(use)
        return use.usage

    whole: LanguageModel = RetryingModel(
        BreakerModel(MeteredModel(adapter, note), MemoryCircuitStore()), sleep=Sleeps()
    )
    gemini_server.fail(503)
    gemini_server.say("ok")
    assert (await whole.generate(ctx, ask())).text == "ok"
    assert whole.name == "gemini:gemini-2.5-flash"
    assert len(uses) == 2
