"""Requests of a running program and their answers, as the bytes that the sandbox sends and reads.

The process that answers a request parses it: sandboxd passes the bytes on, so that it holds nothing of them.
"""

import json
from collections.abc import Callable

from kingdom.adapters.sandbox.host.frames import ProtocolError, decode_json
from kingdom.adapters.sandbox.port import PAYLOAD_BYTES, OnRequest

AnswerRequest = Callable[[bytes], bytes]
NOTHING_OPEN = "nothing outside is open to this program"


def encode_refusal(reason: str) -> bytes:
    """Return the answer that refuses a request."""
    return json.dumps({"refused": reason}).encode()


def answer_request(request: bytes, on_request: OnRequest | None) -> bytes:
    """Return the callback's answer to one request of the program, or a refusal. Raises what the callback raises."""
    try:
        value = decode_json(request)
    except ProtocolError as error:
        return encode_refusal(str(error))
    if on_request is None or not isinstance(value, dict) or not isinstance(value.get("op"), str):
        return encode_refusal(NOTHING_OPEN)
    return encode_answer(on_request(value["op"], value.get("args")))


def encode_answer(value: object) -> bytes:
    """Encode the host's answer; one that is no JSON or too large becomes a refusal."""
    try:
        data = json.dumps({"value": value}, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        return encode_refusal(f"the answer is not JSON: {error}")
    if len(data) <= PAYLOAD_BYTES:
        return data
    return encode_refusal(f"the answer is larger than {PAYLOAD_BYTES >> 20} MiB")
