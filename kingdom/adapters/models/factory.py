"""Builds a language model from its configuration, and probes one with a small real call."""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kingdom.adapters.models.config import ModelConfig, Provider
from kingdom.adapters.models.structured import StructuredModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import LanguageModel, ModelMessage, ModelRequest, ModelResponse, OnDelta
from kingdom.core.clock import monotonic
from kingdom.core.errors import KingdomError, ModelBlocked, ModelNotConfigured


class OfflineModel:
    """The model of an installation that has none: every call is refused."""

    @property
    def name(self) -> str:
        """Return ``offline``."""
        return "offline"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Raise ModelNotConfigured, whose message names the settings."""
        raise ModelNotConfigured


PROBE_S = 20.0
PROBE_TOKENS = 64

# By name, not by import: an SDK costs each process 15 MB and up to a second, and most processes use one provider or
# none.
ADAPTERS: Mapping[Provider, str] = {
    "gemini": "kingdom.adapters.models.gemini.model:GeminiModel",
    "openai": "kingdom.adapters.models.openai_compatible:OpenAIModel",
}

ModelWrapper = Callable[[LanguageModel], LanguageModel]


def build_model(config: ModelConfig, wrap: ModelWrapper | None = None) -> LanguageModel:
    """Return the model that a configuration names, with its structured answers validated and repaired.

    ``wrap`` puts the runtime's wrappers (metering, circuit breaker, retries) around the adapter itself, so that they
    see each repair as a call of its own. Raises what ``build_adapter`` raises.
    """
    adapter = build_adapter(config)
    return StructuredModel(wrap(adapter) if wrap else adapter)


def build_adapter(config: ModelConfig) -> LanguageModel:
    """Return the bare adapter of a configuration; without a key for Gemini, the offline model.

    Raises BadConfiguration when the address is missing.
    """
    if config.provider == "offline" or (config.provider == "gemini" and not config.api_key):
        return OfflineModel()
    make: Callable[[ModelConfig], LanguageModel] = pkgutil.resolve_name(ADAPTERS[config.provider])
    return make(config)


@dataclass(frozen=True, kw_only=True)
class ModelProbe:
    """The result of a probe.

    ``fault`` is "" or a code (``key``, ``model``, ``quota``, ``connect``, ``timeout``…), ``message`` a sentence.
    """

    ok: bool
    model: str
    fault: str = ""
    message: str = ""
    seconds: float = 0.0


async def probe_model(model: LanguageModel, *, within_s: float = PROBE_S) -> ModelProbe:
    """Ask a model for one word, within ``within_s`` seconds. Never raises a KingdomError."""
    start = monotonic()
    ctx = CallContext(trace_id="doctor", deadline=start + within_s)
    # A reasoning model spends output tokens on thoughts before the word.
    request = ModelRequest(
        messages=(ModelMessage(role="user", text="Answer with the word ok."),), max_output_tokens=PROBE_TOKENS
    )
    try:
        response = await model.generate(ctx, request)
    except ModelBlocked as error:  # a blocked answer shows that the provider works
        return ModelProbe(ok=True, model=model.name, message=error.message, seconds=monotonic() - start)
    except KingdomError as error:
        fault = str(error.extra.get("fault") or error.code)
        return ModelProbe(ok=False, model=model.name, fault=fault, message=error.message, seconds=monotonic() - start)
    return ModelProbe(ok=True, model=response.model or model.name, message="answers", seconds=monotonic() - start)
