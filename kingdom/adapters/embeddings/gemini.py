"""Gemini's embeddings at 384 dimensions. Never the default: it sends every routed message to Google.

All texts are embedded with the task type ``SEMANTIC_SIMILARITY``: the calibration is fitted on examples that stand for
messages, so both must lie in one space. Vectors of two task types are never compared.
"""

import os
import threading
from collections.abc import Callable, Sequence

import httpx2
import numpy as np
from google import genai
from google.genai import types
from numpy.typing import NDArray

from kingdom.adapters.models.config import GEMINI_BASE_URL, ModelConfig
from kingdom.adapters.models.gemini.errors import FAULTS, map_fault
from kingdom.adapters.models.per_loop_client import tls_context
from kingdom.contracts.model import Usage
from kingdom.core.errors import KingdomError, ModelBadAnswer, ModelNotConfigured

EMBEDDING_MODEL = "gemini-embedding-001"
DIMENSIONS = 384  # the length of the vector columns; the service truncates its 3,072 dimensions to any length from 128
TASK = "SEMANTIC_SIMILARITY"
_CHARS_PER_TOKEN = 4
BATCH = 100  # the service answers 400 above it
_RETRY = types.HttpRetryOptions(
    attempts=4, initial_delay=0.5, max_delay=8.0, exp_base=2.0, http_status_codes=[429, 500, 502, 503, 504]
)

Matrix = NDArray[np.float32]
OnUsage = Callable[[str, Usage], object]
"""Gets the model and the tokens of each call. Estimated when the service counts none: four characters a token."""


class GeminiEmbedder:
    """The embedder of one credential. The first text opens the client, again after a fork."""

    def __init__(self, config: ModelConfig, on_usage: OnUsage | None = None) -> None:
        """``config.model`` is not used: the embedding model is part of the space. ``on_usage`` gets what is billed.

        Raises ModelNotConfigured without a key.
        """
        if not config.api_key:
            raise ModelNotConfigured
        self._config, self._on_usage = config, on_usage
        self._lock = threading.Lock()
        self._held: tuple[int, genai.Client, httpx2.Client] | None = None

    @property
    def space(self) -> str:
        """The id of the embedding space: model, length and task."""
        return f"{EMBEDDING_MODEL}-{DIMENSIONS}-similarity"

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return DIMENSIONS

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row (float32) a text. ``purpose`` is ignored: see the module.

        Raises ModelUnavailable, ModelNotConfigured, ModelBadAnswer and ModelError as the language model does.
        """
        rows = [self._batch(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(rows) if rows else np.zeros((0, DIMENSIONS), dtype=np.float32)

    def _batch(self, texts: Sequence[str]) -> Matrix:
        # One Content a text: newer models embed a flat list of strings as ONE text. The service refuses an empty text.
        contents: types.ContentListUnion = [types.Content(parts=[types.Part(text=text or " ")]) for text in texts]
        options = types.EmbedContentConfig(task_type=TASK, output_dimensionality=DIMENSIONS)
        try:
            answer = self._client().models.embed_content(model=EMBEDDING_MODEL, contents=contents, config=options)
            rows = np.array([embedding.values for embedding in answer.embeddings or []], dtype=np.float64)
        except FAULTS as fault:
            error: KingdomError = map_fault(fault, key=self._config.api_key, model=EMBEDDING_MODEL)
        else:
            if self._on_usage is not None:
                self._on_usage(EMBEDDING_MODEL, _usage(answer, texts))
            if rows.shape == (len(texts), DIMENSIONS) and np.isfinite(rows).all():
                # The service returns unit vectors only at its full 3,072 dimensions.
                return np.asarray(
                    rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12), dtype=np.float32
                )
            error = ModelBadAnswer(
                f"Gemini returned an array of shape {rows.shape} for {len(texts)} texts.",
                fault="unreadable",
                provider="gemini",
            )
        raise error  # outside of the except block: the fault's frames refer to the request, whose headers have the key

    def close(self) -> None:
        """Close the connections; the next text opens new ones."""
        with self._lock:
            held, self._held = self._held, None
        if held is not None:
            held[2].close()

    def _client(self) -> genai.Client:
        with self._lock:
            if self._held is None or self._held[0] != os.getpid():
                http = httpx2.Client(verify=tls_context(), follow_redirects=False)
                self._held = (os.getpid(), self._make(http), http)
            return self._held[1]

    def _make(self, http: httpx2.Client) -> genai.Client:
        options = types.HttpOptions(
            base_url=self._config.base_url or GEMINI_BASE_URL,
            api_version=self._config.api_version,
            timeout=round(self._config.wait_s * 1000),
            retry_options=_RETRY,
            httpx_client=http,
            async_client_args={"ssl": tls_context()},  # else the SDK reads certificates for an unused client
        )
        return genai.Client(vertexai=False, api_key=self._config.api_key, http_options=options)


def _usage(answer: types.EmbedContentResponse, texts: Sequence[str]) -> Usage:
    """Return the tokens that a call read."""
    counted = answer.usage_metadata.prompt_token_count if answer.usage_metadata is not None else None
    if counted is None:
        counts = [entry.statistics.token_count for entry in answer.embeddings or [] if entry.statistics is not None]
        counted = round(sum(count or 0 for count in counts))
    tokens = counted or sum(max(1, -(-len(text) // _CHARS_PER_TOKEN)) for text in texts)
    return Usage(prompt_tokens=tokens, total_tokens=tokens, estimated=not counted)
