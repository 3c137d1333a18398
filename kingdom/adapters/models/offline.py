"""No language model: says so, and how to set one."""

from kingdom.adapters.models.calls import OnDelta
from kingdom.contracts.calls import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.errors import ModelNotConfigured


class OfflineModel:
    """What stands behind the port when no model is set."""

    @property
    def name(self) -> str:
        """Return ``offline``."""
        return "offline"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Raise ModelNotConfigured, with the sentence that says what to set."""
        raise ModelNotConfigured
