"""Request bodies of the OpenAI chat protocol: valid ones are read, invalid ones refused."""

import json
from typing import Any

import pytest

from kingdom.adapters.models.openai_server_messages import parse_chat_request
from kingdom.core.errors import BadInput


def body_of(**fields: Any) -> bytes:  # noqa: ANN401 - fields of a request
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": "hi"}], **fields}).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b"[" * 100_000,
        body_of(messages=7),
        body_of(n=2),
        body_of(tool_choice="required"),
        body_of(messages=[{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]),
        body_of(
            messages=[{"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "f", "arguments": "[1]"}}]}]
        ),
    ],
    ids=["empty", "list", "broken", "deep", "messages", "n", "tool choice", "image", "arguments"],
)
def test_an_invalid_request_is_refused(body: bytes) -> None:
    with pytest.raises(BadInput):
        parse_chat_request(body)


def test_other_clients_requests_are_read() -> None:
    parts = [{"type": "text", "text": "one "}, {"type": "text", "text": "two"}]
    read = parse_chat_request(
        body_of(
            messages=[{"role": "developer", "content": "Be brief."}, {"role": "user", "content": parts}],
            max_completion_tokens=9,
            stop="END",
            response_format={"type": "json_object"},
            tools=[{"type": "function", "function": {"name": "f"}}],
            tool_choice="none",
            logit_bias={},
        )
    )
    assert [(message.role, message.text) for message in read.request.messages] == [
        ("system", "Be brief."),
        ("user", "one two"),
    ]
    assert (read.request.max_output_tokens, read.request.stop, read.request.tools) == (9, ("END",), ())
    assert read.request.json_schema == {"type": "object"}
