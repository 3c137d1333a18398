"""Structured answers: parse, validate against the JSON schema, and ask the model for a repair, twice at most."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.json_schema import SchemaError, check_schema, validation_errors
from kingdom.contracts.model import LanguageModel, ModelMessage, ModelRequest, ModelResponse, OnDelta, Usage
from kingdom.core.errors import BadInput, ModelBadAnswer, ModelBlocked

MAX_REPAIRS = 2
MAX_ANSWER_CHARS = 1_000_000


class StructuredModel:
    """Sets ``parsed`` in every answer to a request with ``json_schema``; other requests are passed on unchanged.

    The first attempt is streamed; repairs are not, because shown text cannot be taken back. The deltas are a preview,
    the response is the answer.
    """

    def __init__(self, inner: LanguageModel, *, max_repairs: int = MAX_REPAIRS) -> None:
        """Wrap a model; ``max_repairs`` is the number of further attempts."""
        self._inner = inner
        self._max_repairs = max_repairs

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request.

        Raises what the model raises, BadInput for an unusable schema, ModelBlocked for an answer that a content filter
        stopped, and ModelBadAnswer after the last repair.
        """
        if request.json_schema is None:
            return await self._inner.generate(ctx, request, on_delta)
        try:
            check_schema(request.json_schema)
        except SchemaError as error:
            raise BadInput(f"The JSON schema cannot be used: {error}.") from error
        current, usage, faults = request, Usage(), ""
        for turn in range(1 + self._max_repairs):
            response = await self._inner.generate(ctx, current, None if turn else on_delta)
            usage = usage.plus(response.usage)
            if response.tool_calls:
                return replace(response, usage=usage)
            if response.finish == "content_filter":
                raise ModelBlocked(
                    f"{self.name} stopped its answer ({response.provider_finish}).", reason=response.provider_finish
                )
            value, faults = check_answer(request.json_schema, response)
            if not faults:
                return replace(response, parsed=value, usage=usage)
            current = replace(request, messages=(*request.messages, *_repair(response.text, faults)))
        raise ModelBadAnswer(f"{self.name} did not answer in the required form: {faults}", tries=1 + self._max_repairs)


def check_answer(schema: Mapping[str, Any], response: ModelResponse) -> tuple[Any, str]:
    """Return the answer's value and its faults ("" without any)."""
    if response.finish == "length":
        return None, "The answer was cut off at the token limit: make it shorter."
    if len(response.text) > MAX_ANSWER_CHARS:
        return None, f"The answer is longer than {MAX_ANSWER_CHARS} characters."
    try:
        value = json.loads(strip_code_fence(response.text), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        return None, f"The answer is not JSON: {error}"
    return value, "\n".join(validation_errors(value, schema))


def strip_code_fence(text: str) -> str:
    """Return the text without the Markdown fence that some models put around JSON."""
    lines = text.strip().splitlines()
    fenced = len(lines) >= 3 and lines[0].startswith("```") and lines[-1].strip() == "```"
    return "\n".join(lines[1:-1]) if fenced else text


def _refuse_constant(name: str) -> Any:  # noqa: ANN401 - the signature json wants
    raise ValueError(f"{name} is not a JSON value")


def _repair(answer: str, faults: str) -> tuple[ModelMessage, ModelMessage]:
    previous = ModelMessage(role="model", text=answer[:MAX_ANSWER_CHARS] or "(no text)")
    message = (
        f"That answer does not fit the JSON schema:\n{faults}\n"
        "Answer again with the corrected JSON value and nothing else."
    )
    return previous, ModelMessage(role="user", text=message)
