"""The configuration of one language model, as a value: the caller reads the settings."""

from dataclasses import dataclass, field
from typing import Literal

Provider = Literal["gemini", "openai", "offline"]

GEMINI_BASE_URL = "https://generativelanguage.googleapis.com/"
GEMINI_MODEL = "gemini-2.5-flash"
GEMINI_API_VERSION = "v1beta"
MIN_TIMEOUT_S = 10.0
"""With shorter timeouts the Gemini service answers 500 (googleapis/python-genai issue 1330)."""


@dataclass(frozen=True, kw_only=True)
class ModelConfig:
    """How to reach one model.

    ``model`` is the provider's name for it; empty: ``GEMINI_MODEL``, or the first model that an OpenAI-compatible
    server lists. ``api_key`` is left out of the repr. ``base_url`` empty means the provider's own (Gemini only).
    ``api_version`` is Gemini's ``v1`` or ``v1beta``: newer fields (ids of function calls, thinking) reach v1beta first,
    so that is the default. ``timeout_s`` bounds each wait for bytes, in seconds; the deadline of a call is separate.
    """

    provider: Provider = "offline"
    model: str = ""
    api_key: str = field(default="", repr=False)
    base_url: str = ""
    api_version: str = GEMINI_API_VERSION
    timeout_s: float = 120.0
    min_timeout_s: float = MIN_TIMEOUT_S

    @property
    def wait_s(self) -> float:
        """Return the timeout with its lower bound applied, in seconds."""
        return max(self.timeout_s, self.min_timeout_s)
