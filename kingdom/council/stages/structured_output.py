"""Structured requests to the language model: prompt, quoted data, answer by schema, retries with the faults."""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from kingdom.contracts.model import ModelMessage, ModelRequest
from kingdom.core.background.event_loop import run_async
from kingdom.core.errors import ModelBadAnswer, ModelNotConfigured
from kingdom.council.prompts import Prompt
from kingdom.council.rules.prompt_quoting import quote_data_blocks, truncate_text
from kingdom.council.rules.structured_answer import UnusableAnswer
from kingdom.council.stages.base import StageContext
from kingdom.runtime.context import RunCancelled
from kingdom.tools.files.secret_scan import redact_secrets

T = TypeVar("T")
MAX_RETRIES = 2
_RETRY_REQUEST = (
    "That answer cannot be used:\n{faults}\nAnswer again with the whole corrected JSON object and nothing else."
)
MAX_OUTPUT_TOKENS = 16_000
_MAX_ANSWER_SHOWN = 20_000  # characters of an unusable answer in the retry


def structured_output_request(
    context: StageContext, prompt: Prompt, data: Mapping[str, str], schema: Mapping[str, Any], read: Callable[[Any], T]
) -> T:
    """Return what ``read`` makes of the model's answer.

    The model gets the message of an UnusableAnswer and may try twice more. ``data`` are texts by name, quoted as data
    and masked of secrets. Raises ModelNotConfigured, RunCancelled when the case was stopped, ModelBadAnswer with the
    last faults, and what the model raises.
    """
    model = context.model
    if model is None:
        raise ModelNotConfigured
    quoted = quote_data_blocks({name: redact_secrets(text) for name, text in data.items()}, secrets.token_hex(8))
    messages = [ModelMessage(role="system", text=prompt.text), ModelMessage(role="user", text=quoted)]
    faults = ""
    for attempt in range(1, 2 + MAX_RETRIES):
        if context.cancelled():
            raise RunCancelled
        context.progress("model_asked", {"prompt": prompt.label, "model": model.name, "try": attempt})
        request = ModelRequest(
            messages=tuple(messages),
            purpose="reasoning",
            json_schema=schema,
            temperature=0.0,
            max_output_tokens=MAX_OUTPUT_TOKENS,
        )
        response = run_async(model.generate, context.runtime.call, request)  # ends when the case is stopped
        try:
            return read(response.parsed)
        except UnusableAnswer as fault:
            faults = str(fault)
        messages.append(ModelMessage(role="model", text=truncate_text(response.text, _MAX_ANSWER_SHOWN)))
        messages.append(ModelMessage(role="user", text=_RETRY_REQUEST.format(faults=faults)))
    tries = 1 + MAX_RETRIES
    raise ModelBadAnswer(f"{model.name} gave no usable answer after {tries} tries: {faults}", tries=tries)
