"""The host's side of the frames: everything that comes out of a sandbox is hostile until it has passed here.

Towards the sandbox a frame is ``{"head"|"call"|"answer"|"ping": …, "size": n}`` on one line and n bytes; towards the host it is
``{"end": …, "sizes": [n, …]}`` and its blobs. Client and daemon speak ``Message`` frames: a decimal length, a newline, JSON.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from kingdom.contracts.sandbox import Limits, Program

HEADER_BYTES = 16_384
REQUEST_BYTES = 1 << 20
MESSAGE_BYTES = 16 << 20
DEPTH = 200

Ending = Literal["hello", "request", "answer", "error", "memory", "unfit", "large", "exit", "signal", "timeout", "flood", "garbled"]
ENDINGS: frozenset[str] = frozenset(Ending.__args__)  # type: ignore[attr-defined]
BLOBS: Mapping[str, int] = {"hello": 0, "request": 1}


class Garbled(Exception):
    """The other side broke the protocol, or an answer is not the JSON it has to be."""


@dataclass(frozen=True, kw_only=True)
class Frame:
    """One frame of the supervisor. ``cut`` tells whether stdout and stderr were longer than what is here."""

    end: str
    detail: str = ""
    oom: bool = False
    dirty: bool = False
    cut: bool = False
    ms: float = 0.0
    blobs: tuple[bytes, ...] = ()


def frame(header: Mapping[str, Any], blob: bytes = b"") -> bytes:
    """Encode one frame towards the sandbox."""
    return json.dumps({**header, "size": len(blob)}).encode() + b"\n" + blob


def head_frame(program: Program, limits: Limits, processes: int = 0) -> bytes:
    """Encode the program. ``processes`` above 0 asks each call to bound itself, where no control group does."""
    facts = {
        "processes": processes,
        "mode": program.mode,
        "entry": program.entry,
        "answer_bytes": limits.answer_bytes,
        "stderr_bytes": limits.stderr_bytes,
    }
    return frame({"head": facts}, program.code.encode("utf-8", errors="surrogatepass"))


def payload_bytes(program: Program, payload: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Encode a payload: JSON for a handler; for a program its stdin, where a text is itself and None is nothing.

    Raises Garbled when it is not JSON.
    """
    if program.mode == "program" and (payload is None or isinstance(payload, str)):
        return (payload or "").encode("utf-8", errors="replace")
    try:
        return json.dumps(payload, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Garbled(f"the payload is not JSON: {error}") from None


def frame_read(buffer: bytes, limits: Limits) -> tuple[Frame, bytes] | None:
    """Take one frame off the buffer; None while it is not whole. Raises Garbled."""
    line, newline, rest = buffer.partition(b"\n")
    if len(line) > HEADER_BYTES:
        raise Garbled("the header of a frame is too long")
    if not newline:
        return None
    header = json_read(line)
    made, sizes = _header(header), header["sizes"]
    bounds = [REQUEST_BYTES] if made.end == "request" else [limits.answer_bytes, limits.answer_bytes, limits.stderr_bytes]
    if len(sizes) != BLOBS.get(made.end, 3) or any(not _count(size, bound) for size, bound in zip(sizes, bounds, strict=False)):
        raise Garbled("a frame announces more than its limits")
    if len(rest) < sum(sizes):
        return None
    blobs = []
    for size in sizes:
        blobs.append(rest[:size])
        rest = rest[size:]
    return Frame(**{**vars(made), "blobs": tuple(blobs)}), rest


def _header(header: Any) -> Frame:  # noqa: ANN401 - whatever came out of the sandbox
    """Check each field of a header for its type; unknown fields are refused too."""
    if not isinstance(header, dict) or header.get("end") not in ENDINGS or not isinstance(header.get("sizes"), list):
        raise Garbled("a frame has no valid header")
    detail, cut, ms = header.get("detail", ""), header.get("cut", [False, False]), header.get("ms", 0.0)
    flags = [header.get("oom", False), header.get("dirty", False), *(cut if isinstance(cut, list) else [None])]
    fits = isinstance(detail, str) and isinstance(ms, int | float) and all(isinstance(flag, bool) for flag in flags)
    if not fits or set(header) - {"end", "sizes", "detail", "oom", "dirty", "cut", "ms"}:
        raise Garbled("a frame has no valid header")
    return Frame(end=header["end"], detail=clean(detail)[:2_000], oom=flags[0], dirty=flags[1], cut=any(flags[2:]), ms=float(ms))


def _count(value: object, bound: int) -> bool:
    """Tell whether a value is a length within its bound (True is not a length)."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= bound


def clean(text: str) -> str:
    """Take out what PostgreSQL cannot store: NUL and lone surrogates become U+FFFD."""
    return text.replace("\x00", "\ufffd").encode("utf-8", errors="replace").decode() if not text.isascii() or "\x00" in text else text


def text_read(data: bytes) -> str:
    """Decode captured output for storing and showing."""
    return clean(data.decode("utf-8", errors="replace"))


def json_read(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Parse one JSON text strictly: UTF-8, finite numbers, no key twice, no NUL, no lone surrogate, at most 200 levels.

    Raises Garbled with the reason.
    """
    try:
        value = json.loads(data.decode("utf-8"), parse_constant=_constant, parse_float=_float, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise Garbled(f"not strict JSON: {str(error)[:200]}") from None
    _check(value)
    return value


def _constant(word: str) -> float:
    raise Garbled(f"{word} is not JSON")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Garbled("a number is too large")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Garbled("an object has a key twice")
    return made


def _check(value: Any) -> None:  # noqa: ANN401
    """Walk a value without recursion and refuse depth and characters that later rooms cannot hold."""
    level, depth = [value], 0
    while level:
        depth += 1
        if depth > DEPTH:
            raise Garbled(f"nested deeper than {DEPTH} levels")
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
            raise Garbled("a text has a lone surrogate") from None
    if "\x00" in text:
        raise Garbled("a text has a NUL character")


def message(value: Mapping[str, Any]) -> bytes:
    """Encode one message between client and daemon. Raises Garbled when it is not JSON or too large."""
    try:
        data = json.dumps(value, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Garbled(f"not JSON: {error}") from None
    if len(data) > MESSAGE_BYTES:
        raise Garbled(f"a message of {len(data)} bytes is over {MESSAGE_BYTES}")
    return b"%d\n" % len(data) + data


def message_read(buffer: bytes) -> tuple[dict[str, Any], bytes] | None:
    """Take one message off the buffer; None while it is not whole. Raises Garbled."""
    digits, newline, _rest = buffer[:12].partition(b"\n")
    if (not digits.isdigit() and (newline or digits)) or (not newline and len(digits) > 9) or (newline and int(digits) > MESSAGE_BYTES):
        raise Garbled("a message has no valid length")
    if not newline:
        return None
    start = len(digits) + 1
    end = start + int(digits)
    if len(buffer) < end:
        return None
    try:
        value = json.loads(buffer[start:end])
    except (ValueError, RecursionError):
        raise Garbled("a message is not JSON") from None
    if not isinstance(value, dict):
        raise Garbled("a message is not an object")
    return value, buffer[end:]
