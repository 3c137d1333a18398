"""Asking a handler specialist in this process: a fast check of its sums and words. The product runs handlers in the
sandbox only.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.handler_engine import parse_answer
from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.contracts.handler_result import parse_reading
from kingdom.specialists.registry.builtins import BUILTINS_FOLDER, BuiltinFolder, builtins_read
from kingdom.tools.library.chart_draw import ChartDraw

NOW = "2026-11-21T22:30:00+00:00"  # a Saturday
ANSWER_BYTES = 65_536  # the sandbox's own bound


class DrawingHost:
    """A context whose host draws every chart and keeps what it was given."""

    def __init__(self, error: str = "") -> None:
        """``error`` is the reason why it draws none."""
        self.drawn: list[dict[str, Any]] = []
        self.error, self.tools = error, self

    def call(self, name: str, args: dict[str, Any]) -> dict[str, Any]:
        """Answer a call of the chart tool, after the check of its arguments."""
        assert name == ChartDraw.id
        assert validation_errors(args, ChartDraw.args) == []
        self.drawn.append(args)
        return {"success": False, "error": self.error} if self.error else {"success": True, "path": "out/chart.png"}


@cache
def shipped_builtins() -> tuple[BuiltinFolder, ...]:
    """Return every shipped built-in; the files are read once."""
    return tuple(builtins_read(BUILTINS_FOLDER))


@cache
def builtin(role: str) -> BuiltinFolder:
    """Return one shipped built-in."""
    return next(one for one in shipped_builtins() if one.spec.role == role)


@cache
def handler(role: str) -> Callable[[Any, Any], Any]:
    """Return the ``handle`` of the very text that the sandbox is given."""
    names: dict[str, Any] = {"__name__": role}
    exec(compile(builtin(role).spec.handler_code or "", role, "exec"), names)
    made: Callable[[Any, Any], Any] = names["handle"]
    return made


def payload(text: str, *before: str, now: str = NOW) -> dict[str, Any]:
    """Return a message as the engine sends it; ``before`` are the user's earlier turns, each answered."""
    turns = [
        turn for said in before for turn in ({"role": "user", "text": said}, {"role": "model", "text": "An answer."})
    ]
    return {"text": text, "history": turns, "now": now}


def ask(role: str, text: str, *before: str, now: str = NOW) -> EmitResponse:
    """Return a handler's answer after the kernel's own checks: its form, its schema, its size."""
    given = handler(role)(payload(text, *before, now=now), DrawingHost())
    assert len(json.dumps(given, allow_nan=False)) < ANSWER_BYTES
    made = parse_answer(given, builtin(role).spec.output_schema)
    assert not isinstance(made, str), made
    return made


def output(role: str, text: str, *before: str, now: str = NOW) -> Mapping[str, Any]:
    """Return the output of an answer that has one."""
    made = ask(role, text, *before, now=now)
    assert made.tag == "SUCCESS", made.answer
    assert isinstance(made.output, Mapping)
    return made.output


def unused_words(role: str, text: str, *before: str, now: str = NOW) -> str:
    """Return the characters of a message that the answer is not made from, after the kernel's check of the spans."""
    given = handler(role)(payload(text, *before, now=now), DrawingHost())
    reading = parse_reading(given, len(text))
    assert not isinstance(reading, str), reading
    assert reading.used is not None
    gone = {place for span in reading.used for place in range(*span)}
    return "".join(" " if place in gone else letter for place, letter in enumerate(text))
