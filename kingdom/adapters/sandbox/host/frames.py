"""The host's side of the frames: everything that comes out of a sandbox is hostile until it has passed here.

Towards the sandbox a frame is ``{"head"|"call"|"answer"|"ping": …, "size": n}`` on one line and n bytes; towards the host it is
``{"end": …, "sizes": [n, …]}`` and its blobs. Client and daemon speak ``Message`` frames: a decimal length, a newline, JSON.
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
BLOBS: Mapping[str, int] = {"hello": 0, "request": 1}


class ProtocolError(Exception):
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


def encode_frame(header: Mapping[str, Any], blob: bytes = b"") -> bytes:
    """Encode one frame towards the sandbox."""
    return json.dumps({**header, "size": len(blob)}).encode() + b"\n" + blob


def encode_program_frame(program: Program, limits: SandboxLimits, processes: int = 0) -> bytes:
    """Encode the program. ``processes`` above 0 asks each call to bound itself, where no control group does."""
    facts = {
        "processes": processes,
        "mode": program.mode,
        "entry": program.entry,
        "answer_bytes": limits.answer_bytes,
        "stderr_bytes": limits.stderr_bytes,
    }
    return encode_frame({"head": facts}, program.code.encode("utf-8", errors="surrogatepass"))


def encode_payload(program: Program, payload: Any) -> bytes:  # noqa: ANN401 - any JSON value
    """Encode a payload: JSON for a handler; for a program its stdin, where a text is itself and None is nothing.

    Raises Garbled when it is not JSON.
    """
    if program.mode == "program" and (payload is None or isinstance(payload, str)):
        return (payload or "").encode("utf-8", errors="replace")
    try:
        return json.dumps(payload, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ProtocolError(f"the payload is not JSON: {error}") from None


def decode_frame(buffer: bytes, limits: SandboxLimits) -> tuple[Frame, bytes] | None:
    """Take one frame off the buffer; None while it is not whole. Raises Garbled."""
    line, newline, rest = buffer.partition(b"\n")
    if len(line) > HEADER_BYTES:
        raise ProtocolError("the header of a frame is too long")
    if not newline:
        return None
    header = decode_json(line)
    made, sizes = _header(header), header["sizes"]
    bounds = (
        [REQUEST_BYTES] if made.end == "request" else [limits.answer_bytes, limits.answer_bytes, limits.stderr_bytes]
    )
    if len(sizes) != BLOBS.get(made.end, 3) or any(
        not _is_length(size, bound) for size, bound in zip(sizes, bounds, strict=False)
    ):
        raise ProtocolError("a frame announces more than its limits")
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
        raise ProtocolError("a frame has no valid header")
    detail, cut, ms = header.get("detail", ""), header.get("cut", [False, False]), header.get("ms", 0.0)
    flags = [header.get("oom", False), header.get("dirty", False), *(cut if isinstance(cut, list) else [None])]
    fits = isinstance(detail, str) and isinstance(ms, int | float) and all(isinstance(flag, bool) for flag in flags)
    if not fits or set(header) - {"end", "sizes", "detail", "oom", "dirty", "cut", "ms"}:
        raise ProtocolError("a frame has no valid header")
    return Frame(
        end=header["end"],
        detail=sanitize_text(detail)[:2_000],
        oom=flags[0],
        dirty=flags[1],
        cut=any(flags[2:]),
        ms=float(ms),
    )


def _is_length(value: object, bound: int) -> bool:
    """Tell whether a value is a length within its bound (True is not a length)."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= bound


def sanitize_text(text: str) -> str:
    """Take out what PostgreSQL cannot store: NUL and lone surrogates become U+FFFD."""
    return (
        text.replace("\x00", "\ufffd").encode("utf-8", errors="replace").decode()
        if not text.isascii() or "\x00" in text
        else text
    )


def decode_text(data: bytes) -> str:
    """Decode captured output for storing and showing."""
    return sanitize_text(data.decode("utf-8", errors="replace"))


def decode_json(data: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Parse one JSON text strictly: UTF-8, finite numbers, no key twice, no NUL, no lone surrogate, at most 200 levels.

    Raises Garbled with the reason.
    """
    try:
        value = json.loads(
            data.decode("utf-8"), parse_constant=_constant, parse_float=_float, object_pairs_hook=_object
        )
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"not strict JSON: {str(error)[:200]}") from None
    _check(value)
    return value


def _constant(word: str) -> float:
    raise ProtocolError(f"{word} is not JSON")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ProtocolError("a number is too large")
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ProtocolError("an object has a key twice")
    return made


def _check(value: Any) -> None:  # noqa: ANN401
    """Walk a value without recursion and refuse depth and characters that later rooms cannot hold."""
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
