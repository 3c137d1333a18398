"""The language models of this installation, built from the settings, with retry, circuit breaker and metering."""

from django.conf import settings

from kingdom.adapters.models.config import GEMINI_MODEL, ModelConfig
from kingdom.adapters.models.factory import build_adapter, build_model
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelPurpose, ModelRequest, ModelResponse
from kingdom.core.background.computed_once import ComputedOnce
from kingdom.providers.circuit_store import DatabaseCircuitStore
from kingdom.providers.model_metering import BudgetedModel, usage_record
from kingdom.runtime.ports import LanguageModel, OnDelta
from kingdom.runtime.wrappers import BreakerModel, MeteredModel, RetryingModel

PURPOSES: tuple[ModelPurpose, ...] = ("chat", "reasoning")


@ComputedOnce
def language_model() -> LanguageModel:
    """Return this process's language model. Each request's purpose selects the model that answers."""
    return _ModelByPurpose()


def is_model_configured() -> bool:
    """Return whether the settings name a language model. Builds no client."""
    return model_config("reasoning").provider != ModelConfig().provider


def model_label() -> str:
    """Return the provider and name of the model for answers, as ``gemini:gemini-2.5-flash``; ``offline`` for none."""
    config = model_config("chat")
    return f"{config.provider}:{config.model}" if config.model else config.provider


def language_model_or_none() -> LanguageModel | None:
    """Return this process's language model, or None when none is set."""
    return language_model() if is_model_configured() else None


def served_language_models() -> dict[str, LanguageModel]:
    """Return the bare adapters for other hosts, by the model name each is served under.

    The clients meter, retry, break circuits and repair structured answers on their own side.
    """
    return {f"kingdom-{purpose}": build_adapter(model_config(purpose)) for purpose in PURPOSES}


class _ModelByPurpose:
    """One model for answers, one for reasoning; the same when only one is set."""

    def __init__(self) -> None:
        self._models: dict[ModelPurpose, LanguageModel] = {
            purpose: build_model(model_config(purpose), wrap=_wrap_adapter) for purpose in PURPOSES
        }

    @property
    def name(self) -> str:
        return self._models["chat"].name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        return await self._models[request.purpose].generate(ctx, request, on_delta)


def _wrap_adapter(adapter: LanguageModel) -> LanguageModel:
    """Meter each attempt and show it to the circuit breaker.

    Retries are around both, so that an open circuit ends them.
    """
    return BudgetedModel(RetryingModel(BreakerModel(MeteredModel(adapter, usage_record), DatabaseCircuitStore())))


def model_config(purpose: ModelPurpose) -> ModelConfig:
    """Return the configuration of the model for a purpose.

    Gemini, else the OpenAI-compatible server, else the offline model.
    """
    config = settings.KINGDOM
    name = (config.model_reasoning if purpose == "reasoning" else "") or config.model_chat
    if config.gemini_api_key is not None:
        return gemini_config(name or GEMINI_MODEL)
    if config.model_url:
        key = config.model_key.get_secret_value() if config.model_key is not None else ""
        return ModelConfig(
            provider="openai", model=name, api_key=key, base_url=config.model_url, timeout_s=config.model_timeout_s
        )
    return ModelConfig()


def gemini_config(model: str) -> ModelConfig:
    """Return the configuration of a Gemini model; its key is empty when none is set."""
    config = settings.KINGDOM
    return ModelConfig(
        provider="gemini",
        model=model,
        api_key=config.gemini_api_key.get_secret_value() if config.gemini_api_key is not None else "",
        base_url=config.gemini_base_url,
        api_version=config.gemini_api_version,
        timeout_s=config.model_timeout_s,
    )
