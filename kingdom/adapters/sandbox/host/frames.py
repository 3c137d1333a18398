"""The host's side of the frames. Treats everything that comes out of a sandbox as hostile and parses it strictly.

A frame to the sandbox is the lengths of its header and of its blob, eight hexadecimal digits each, then both: the
header is ``{"head"|"call"|"answer"|"ping": …}``. A frame to the host is ``{"end": …, "sizes": [n, …]}`` on one line and
its blobs.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kingdom.contracts.sandbox import Program, SandboxLimits

HEADER_BYTES = 16_384
REQUEST_BYTES = 1 << 20
MAX_DEPTH = 200

Ending = Literal[
    "hello", "request", "answer", "error", "memory", "unfit", "large", "exit", "signal", "timeout", "flood", "garbled"
]
ENDINGS: frozenset[str] = frozenset(Ending.__args__)  # type: ignore[attr-defined]
_FIELDS: Mapping[str, type | tuple[type, ...]] = {
    "end": str,
    "sizes": list,
    "detail": str,
    "dirty": bool,
    "cut": list,
    "ms": (int, float),
}


class ProtocolError(Exception):
    """The other side broke the protocol, or an answer is not the JSON it has to be."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One frame of pid 1. ``cut``: stdout or stderr was longer. ``dirty``: the call has used /tmp."""

    end: str
    detail: str = ""
    dirty: bool = False
    cut: bool = False
    ms: float = 0.0
    blobs: tuple[bytes, ...] = ()


def encode_frame(header: Mapping[str, Any], blob: bytes = b"") -> bytes:
    """Encode one frame to the sandbox."""
    line = json.dumps(header).encode()
    return b"%08x%08x%s%s" % (len(line), len(blob), line, blob)


def encode_program_frame(program: Program, limits: SandboxLimits, processes: int = 0) -> bytes:
    """Encode the program. ``processes`` above 0 is a limit that each call sets itself, without a control group."""
    head = {
        "processes": processes,
        "mode": program.mode,
        "entry": program.entry,
        "warm_up": program.warm_up,
        "answer_bytes": limits.answer_bytes,
        "stderr_bytes": limits.stderr_bytes,
    }
    return encode_frame({"head": head}, program.code.encode("utf-8", errors="surrogatepass"))


def encode_payload(program: Program, payload: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Encode a payload: JSON for a handler; stdin for a program, where a string is sent as it is and None as nothing.

    Raises ProtocolError when it is not JSON.
    """
    if program.mode == "program" and (payload is None or isinstance(payload, str)):
        return (payload or "").encode("utf-8", errors="replace")
    try:
        return json.dumps(payload, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"the payload is not JSON: {error}") from None


def decode_frame(buffer: bytes, limits: SandboxLimits) -> tuple[Frame, bytes] | None:
    """Take one frame off the buffer and return it with the rest; None while it is incomplete. Raises ProtocolError."""
    line, newline, rest = buffer.partition(b"\n")
    if len(line) > HEADER_BYTES:
        raise ProtocolError("the header of a frame is too long")
    if not newline:
        return None
    header = decode_json(line)
    frame, sizes = _parse_header(header), header["sizes"]
    outputs = [limits.answer_bytes, limits.answer_bytes, limits.stderr_bytes]
    bounds = {"hello": [], "request": [REQUEST_BYTES]}.get(frame.end, outputs)
    if len(sizes) != len(bounds) or not all(map(_is_length, sizes, bounds)):
        raise ProtocolError("a frame announces more than its limits")
    if len(rest) < sum(sizes):
        return None
    blobs = []
    for size in sizes:
        blobs.append(rest[:size])
        rest = rest[size:]
    return Frame(**{**vars(frame), "blobs": tuple(blobs)}), rest


def _parse_header(header: Any) -> Frame:  # noqa: ANN401 - sent by the sandbox
    """Return a frame without blobs. Raises ProtocolError for a missing, unknown or wrongly typed field."""
    if not _is_header(header):
        raise ProtocolError("a frame has no valid header")
    return Frame(
        end=header["end"],
        detail=sanitize_text(header.get("detail", ""))[:2_000],
        dirty=header.get("dirty", False),
        cut=any(header.get("cut", ())),
        ms=float(header.get("ms", 0.0)),
    )


def _is_header(header: object) -> bool:
    if not isinstance(header, dict) or not {"end", "sizes"} <= header.keys() <= _FIELDS.keys():
        return False
    if not all(isinstance(value, _FIELDS[name]) for name, value in header.items()):
        return False
    return header["end"] in ENDINGS and all(isinstance(flag, bool) for flag in header.get("cut", ()))


def _is_length(value: object, bound: int) -> bool:
    """Return whether a value is an integer from 0 to the bound; True is not one."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= bound


def sanitize_text(text: str) -> str:
    """Replace what PostgreSQL cannot store, NUL and lone surrogates, by U+FFFD."""
    return (
        text.replace("\x00", "\ufffd").encode("utf-8", errors="replace").decode()
        if not text.isascii() or "\x00" in text
        else text
    )


def decode_text(data: bytes) -> str:
    """Decode captured output as text that can be stored."""
    return sanitize_text(data.decode("utf-8", errors="replace"))


def decode_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Parse JSON strictly: UTF-8, finite numbers, no duplicate key, no NUL, no lone surrogate, at most 200 levels.

    Raises ProtocolError with the reason.
    """
    try:
        value = json.loads(
            data.decode("utf-8"),
            parse_constant=_refuse_constant,
            parse_float=_parse_float,
            object_pairs_hook=_parse_object,
        )
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"not strict JSON: {str(error)[:200]}") from None
    _check_value(value)
    return value


def _refuse_constant(word: str) -> float:
    raise ProtocolError(f"{word} is not JSON")


def _parse_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ProtocolError("a number is too large")
    return value


def _parse_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ProtocolError("an object has a key twice")
    return value


def _check_value(value: Any) -> None:  # noqa: ANN401
    """Raise ProtocolError for too deep nesting and unstorable characters. Iterative: recursion could overflow."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            raise ProtocolError(f"nested deeper than {MAX_DEPTH} levels")
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, list):
                below.extend(item)
            elif isinstance(item, dict):
                for key in item:
                    _check_text(key)
                below.extend(item.values())
        level = below


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise ProtocolError("a text has a lone surrogate") from None
    if "\x00" in text:
        raise ProtocolError("a text has a NUL character")
