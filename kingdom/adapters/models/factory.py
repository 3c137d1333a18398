"""From a configuration to a model, and a real tiny call that says whether it works."""

import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kingdom.adapters.models.config import ModelConfig, Provider
from kingdom.adapters.models.streaming import LanguageModel, OnDelta
from kingdom.adapters.models.structured import StructuredModel
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelMessage, ModelRequest, ModelResponse
from kingdom.core.clock import monotonic
from kingdom.core.errors import KingdomError, ModelBlocked, ModelNotConfigured


class OfflineModel:
    """What stands behind the port when no model is set."""

    @property
    def name(self) -> str:
        """Return ``offline``."""
        return "offline"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Raise ModelNotConfigured, with the sentence that says what to set."""
        raise ModelNotConfigured


PROBE_S = 20.0
PROBE_TOKENS = 64

# By name, not by import: an SDK costs each process 15 MB and up to a second, and most processes use one provider or none.
ADAPTERS: Mapping[Provider, str] = {
    "gemini": "kingdom.adapters.models.gemini.model:GeminiModel",
    "openai": "kingdom.adapters.models.openai_compatible:OpenAIModel",
    "remote": "kingdom.adapters.models.remote:RemoteModel",
}

ModelWrapper = Callable[[LanguageModel], LanguageModel]


def build_model(config: ModelConfig, wrap: ModelWrapper | None = None) -> LanguageModel:
    """Return the model that a configuration names, its structured answers validated and repaired.

    ``wrap`` puts the runtime's wrappers (metering, breaker, retries) around the adapter itself, so that they see each repair as a call of
    its own. Raises BadConfiguration for an address or an extra that is missing; a missing key makes the offline model.
    """
    adapter = _adapter(config)
    return StructuredModel(wrap(adapter) if wrap else adapter)


def _adapter(config: ModelConfig) -> LanguageModel:
    if config.provider == "offline" or (config.provider == "gemini" and not config.api_key):
        return OfflineModel()
    make: Callable[[ModelConfig], LanguageModel] = pkgutil.resolve_name(ADAPTERS[config.provider])
    return make(config)


@dataclass(frozen=True, kw_only=True)
class ModelProbe:
    """What a tiny call showed: ``fault`` is "" or a word (``key``, ``model``, ``quota``, ``connect``, ``timeout``…), ``said`` says it."""

    ok: bool
    model: str
    fault: str = ""
    said: str = ""
    seconds: float = 0.0


async def probe_model(model: LanguageModel, *, within_s: float = PROBE_S) -> ModelProbe:
    """Ask a model for one word within so many seconds. Never raises a KingdomError."""
    start = monotonic()
    ctx = CallContext(trace_id="doctor", deadline=start + within_s)
    # Room for more than the word: a model that thinks spends tokens on it first.
    request = ModelRequest(
        messages=(ModelMessage(role="user", text="Answer with the word ok."),), max_output_tokens=PROBE_TOKENS
    )
    try:
        response = await model.generate(ctx, request)
    except ModelBlocked as error:  # it answered: the provider works
        return ModelProbe(ok=True, model=model.name, said=error.message, seconds=monotonic() - start)
    except KingdomError as error:
        fault = str(error.extra.get("fault") or error.code)
        return ModelProbe(ok=False, model=model.name, fault=fault, said=error.message, seconds=monotonic() - start)
    return ModelProbe(ok=True, model=response.model or model.name, said="answers", seconds=monotonic() - start)
