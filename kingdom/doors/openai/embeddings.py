"""Embeddings by the embedder that routing uses."""

import asyncio
import base64
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Literal

import numpy as np
import pydantic

from kingdom.core.database import release_connection
from kingdom.core.errors import BadInput, Busy
from kingdom.doors.openai.chat_turns import ModelNotFound
from kingdom.orchestrator.message_rules.context_window import estimate_tokens
from kingdom.routing.spaces.active_embedder import active_embedder

EMBEDDING_MODEL = "kingdom-embedding"
MAX_TEXTS, MAX_TEXT_CHARS, MAX_TOTAL_CHARS = 100, 20_000, 200_000
MAX_WAIT_S = 2.0  # for the requests before this one
# One at a time, since the embedder uses all cores that it may; on a thread of its own, which no page waits for.
_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embeddings")


class _Body(pydantic.BaseModel):
    model: str
    input: str | list[str]
    encoding_format: Literal["float", "base64"] = "float"
    dimensions: int | None = None


async def embeddings_create(body: bytes) -> dict[str, Any]:
    """Return the answer to a request for embeddings. Raises BadInput, ModelNotFound and Busy.

    The tokens of the usage are an estimate: the embedder reports none.
    """
    parsed = _parsed(body)
    if parsed.model != EMBEDDING_MODEL:
        raise ModelNotFound(f"There is no embedding model {parsed.model!r}; it is {EMBEDDING_MODEL}.", param="model")
    texts = [parsed.input] if isinstance(parsed.input, str) else parsed.input
    if not 0 < len(texts) <= MAX_TEXTS or not all(0 < len(text) <= MAX_TEXT_CHARS for text in texts):
        raise BadInput(f"input: 1 to {MAX_TEXTS} texts of 1 to {MAX_TEXT_CHARS:,} characters.", param="input")
    if sum(map(len, texts)) > MAX_TOTAL_CHARS:
        raise BadInput(f"input: at most {MAX_TOTAL_CHARS:,} characters together. Send several requests.", param="input")
    rows, space = await _embedded(texts, parsed.dimensions)
    tokens = sum(estimate_tokens(text) for text in texts)
    return {
        "object": "list",
        "model": parsed.model,
        "data": [
            {"object": "embedding", "index": index, "embedding": _encoded(row, parsed.encoding_format)}
            for index, row in enumerate(rows)
        ],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
        "kingdom": {"space": space},
    }


def _parsed(body: bytes) -> _Body:
    try:
        return _Body.model_validate_json(body)
    except pydantic.ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        param = str(fault["loc"][0]) if fault["loc"] else ""
        raise BadInput(f"{param or 'The body'}: {fault['msg']}.", param=param) from None


async def _embedded(texts: list[str], dimensions: int | None) -> tuple[Any, str]:
    """Return what ``_embed`` does. Raises Busy when it has not begun within MAX_WAIT_S."""
    work = _thread.submit(copy_context().run, _embed, texts, dimensions)
    outcome = asyncio.wrap_future(work)
    try:
        await asyncio.wait({outcome}, timeout=MAX_WAIT_S)
        if work.cancel():
            raise Busy("Other texts are being embedded. Try again in a moment.", retry_after=int(MAX_WAIT_S))
        return await outcome
    finally:
        work.cancel()  # the client left before it began; what has begun ends by itself


def _embed(texts: list[str], dimensions: int | None) -> tuple[Any, str]:
    try:
        embedder = active_embedder()
        if dimensions not in (None, embedder.dimensions):
            raise BadInput(f"dimensions: this model has {embedder.dimensions}.", param="dimensions")
        return np.asarray(embedder.embed(texts, "document"), dtype="<f4"), embedder.space
    finally:
        release_connection()


def _encoded(row: Any, form: str) -> Any:  # noqa: ANN401 - a row of a matrix, JSON
    return base64.b64encode(row.tobytes()).decode() if form == "base64" else row.tolist()
