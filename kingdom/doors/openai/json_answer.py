"""The answer as JSON, where a client asks for it by ``response_format``. Pure."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from kingdom.contracts.formats.json_schema import SchemaError, validation_errors
from kingdom.doors.openai.errors import AnswerDoesNotFit


def json_answer(*, answer: str, output: object, schema: Mapping[str, Any]) -> str:
    """Return the first JSON value of an answer that fits a schema, as text.

    It is the specialist's structured output, the answer itself if it is JSON, or ``{"answer": …}``. Raises
    AnswerDoesNotFit when none fits.
    """
    fault = ""
    for value in _values(answer, output):
        try:
            faults = validation_errors(value, schema, most=1)
        except SchemaError as error:
            faults = [str(error)]
        if not faults:
            return json.dumps(value, ensure_ascii=False)
        fault = fault or faults[0]
    raise AnswerDoesNotFit(
        f"response_format: the answer does not fit the schema ({fault}). It is in the conversation; ask for text.",
        param="response_format",
    )


def _values(answer: str, output: object) -> Iterator[object]:
    if output is not None:
        yield output
    try:
        value = json.loads(answer)
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # also for NaN, 1e999 and a lone surrogate, which clients cannot read
        pass
    else:
        yield value
    yield {"answer": answer}
