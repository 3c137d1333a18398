"""The language models of this installation, built from the settings, with retry, circuit breaker and metering."""

from collections.abc import Callable
from functools import cache
from typing import Any

import structlog
from django.conf import settings

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.models.factory import build_model
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelPurpose, ModelRequest, ModelResponse
from kingdom.providers.circuit_store import DatabaseCircuitStore
from kingdom.runtime.ports import LanguageModel, OnDelta
from kingdom.runtime.wrappers import BreakerModel, MeteredModel, ModelUse, RetryingModel


@cache
def language_model() -> LanguageModel:
    """Return this process's language model; which one answers is decided by each request's purpose."""
    return _ModelByPurpose(_wrap_adapter)


def is_model_configured() -> bool:
    """Return whether a language model is set; asking builds none."""
    return model_config("reasoning").provider != ModelConfig().provider


def language_model_or_none() -> LanguageModel | None:
    """Return this process's language model, or None when none is set."""
    return language_model() if is_model_configured() else None


def unwrapped_language_model() -> LanguageModel:
    """Return the language model for other hosts, bare: they meter, retry and break circuits on their own side."""
    return _ModelByPurpose(None)


class _ModelByPurpose:
    """One model for answers, one for reasoning; the same when only one is set."""

    def __init__(self, wrap: Callable[[LanguageModel], LanguageModel] | None) -> None:
        purposes: tuple[ModelPurpose, ...] = ("chat", "reasoning")
        self._models: dict[ModelPurpose, LanguageModel] = {
            purpose: build_model(model_config(purpose), wrap=wrap) for purpose in purposes
        }

    @property
    def name(self) -> str:
        return self._models["chat"].name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        return await self._models[request.purpose].generate(ctx, request, on_delta)


def _wrap_adapter(adapter: LanguageModel) -> LanguageModel:
    """Each try is metered and judged by the breaker; retries are outermost, so that an open circuit ends them, too."""
    return RetryingModel(BreakerModel(MeteredModel(adapter, _log_usage), DatabaseCircuitStore()))


async def _log_usage(ctx: CallContext, use: ModelUse) -> None:
    tokens: dict[str, Any] = {"prompt_tokens": use.usage.prompt_tokens, "output_tokens": use.usage.output_tokens}
    fields = {
        "model": use.model,
        "purpose": use.purpose,
        "error": use.error,
        "seconds": round(use.seconds, 3),
        **tokens,
    }
    _log.info("model_used", trace_id=ctx.trace_id, session_id=ctx.session_id, **fields)


def model_config(purpose: ModelPurpose) -> ModelConfig:
    """Return how the settings say to reach the model for a purpose: another host, else Gemini, else the server at the URL, else none."""
    config = settings.KINGDOM
    name = (config.model_reasoning if purpose == "reasoning" else "") or config.model_chat
    key = config.model_key.get_secret_value() if config.model_key is not None else ""
    if config.model_host:
        return ModelConfig(
            provider="remote", model=name, api_key=key, base_url=config.model_host, timeout_s=config.model_timeout_s
        )
    if config.gemini_api_key is not None:
        return ModelConfig(
            provider="gemini",
            model=name or GEMINI_DEFAULT,
            api_key=config.gemini_api_key.get_secret_value(),
            base_url=config.gemini_base_url,
            api_version=config.gemini_api_version,
            timeout_s=config.model_timeout_s,
        )
    if config.model_url:
        return ModelConfig(
            provider="openai", model=name, api_key=key, base_url=config.model_url, timeout_s=config.model_timeout_s
        )
    return ModelConfig()


GEMINI_DEFAULT = "gemini-2.5-flash"


_log = structlog.get_logger(__name__)
