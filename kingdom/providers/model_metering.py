"""Counts every model call of the installation: its cost, its user's usage, and whether the budget allows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from typing import NamedTuple

import structlog
from asgiref.sync import sync_to_async

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse, Usage
from kingdom.core.database import infrastructure_fault, release_connection
from kingdom.providers.prices import usage_with_cost
from kingdom.providers.signals import model_call_metered, model_call_starting
from kingdom.runtime.ports import LanguageModel, OnDelta
from kingdom.runtime.wrappers import ModelUse

_log = structlog.get_logger(__name__)


class Caller(NamedTuple):
    """The user and the session that calls without a context of their own count for."""

    user_id: int | None = None
    session_id: str = ""


_caller: ContextVar[Caller | None] = ContextVar("metered_caller", default=None)


def current_caller() -> Caller:
    """Return for whom the present code makes calls; nobody: for the installation itself."""
    return _caller.get() or Caller()


@contextmanager
def calls_for(*, user_id: int, session_id: str = "") -> Iterator[None]:
    """Let embeddings within it count for a user and a session, also on threads that take over the context."""
    token = _caller.set(Caller(user_id, session_id))
    try:
        yield
    finally:
        _caller.reset(token)


class BudgetedModel:
    """A model that is asked only while the budgets of its user and of the organisation allow it."""

    def __init__(self, inner: LanguageModel) -> None:
        """Wrap a model. It goes around the retries: a refusal is not tried again."""
        self._inner = inner

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request. Raises what the model raises, and BudgetExceeded."""
        await model_call_announce(ctx)
        return await self._inner.generate(ctx, request, on_delta)


async def model_call_announce(ctx: CallContext) -> None:
    """Announce a model call. Raises BudgetExceeded when no budget of its user or of the organisation allows it."""
    await sync_to_async(_announce)(ctx)


async def usage_record(ctx: CallContext, use: ModelUse, *, in_log: bool = True) -> Usage:
    """Record one model call, log it, and return its usage with the cost.

    ``in_log``: the log of its session has the usage, or it has no session. Any other is added to the session's own.
    While the database is away the call is only logged: its answer has been paid for and must not be lost.
    """
    usage = await sync_to_async(call_record)(use, user_id=_user_id(ctx), session_id="" if in_log else ctx.session_id)
    _log.info(
        "model_used",
        trace_id=ctx.trace_id,
        session_id=ctx.session_id,
        model=use.model,
        purpose=use.purpose,
        error=use.error,
        seconds=round(use.seconds, 3),
        prompt_tokens=usage.prompt_tokens,
        output_tokens=usage.output_tokens,
        thought_tokens=usage.thought_tokens,
        cost_micros=usage.cost_micros,
        unpriced_tokens=usage.unpriced_tokens,
    )
    return usage


def _user_id(ctx: CallContext) -> int | None:
    return int(ctx.user_id) if ctx.user_id else None


def _announce(ctx: CallContext) -> None:
    try:
        model_call_starting.send(CallContext, user_id=_user_id(ctx))
    finally:
        release_connection()


def call_record(use: ModelUse, *, user_id: int | None, session_id: str = "") -> Usage:
    """Store one model call for its user, and return its usage with the cost. Blocking.

    ``session_id`` is the session of a call that is in no log.
    """
    if not use.usage.billed_tokens:
        return use.usage
    try:
        usage = usage_with_cost(use.usage, model=use.model)
        model_call_metered.send(ModelUse, user_id=user_id, usage=usage, session_id=session_id)
    except Exception as error:
        if infrastructure_fault(error) is None:
            raise
        _log.error("model_use_not_recorded", reason="the database did not answer", user_id=user_id)
        return replace(use.usage, unpriced_tokens=use.usage.billed_tokens)
    else:
        return usage
    finally:
        release_connection()
