"""A scripted judge for the Guardian, its answers, and a harmless spec."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.ministers.guardian.judge.judge_prompt import DATAMARK, JUDGE_CATEGORIES
from kingdom.ministers.guardian.judge.model_judge import KNOWN_ANSWER_PROBES
from kingdom.runtime.ports import OnDelta

CALL = CallContext(trace_id="t")
SPEC: dict[str, Any] = {
    "role": "writer_menu",
    "purpose": "Write a menu of three courses.",
    "dna_rules": ["Name the courses."],
    "output_schema": {"type": "object"},
    "tools": [],
    "egress_hosts": [],
    "credentials": [],
}
HANG = "hang"  # a script line: the model does not answer


def judge_answer(*categories: str, evidence: list[tuple[str, str]] | None = None, quoted: bool = False) -> str:
    """Return a judge's answer that sets these categories, with (field, text) pieces of evidence."""
    pieces = [{"field": field, "text": text} for field, text in evidence or []]
    flags = {name: name in categories for name in JUDGE_CATEGORIES}
    return json.dumps({**flags, "quoted_mention": quoted, "evidence": pieces})


CLEAR = judge_answer()


class ScriptedModel:
    """A language model that answers the known-answer probes, and other requests with the lines of its script."""

    name = "scripted"

    def __init__(self, *script: str | Exception | Callable[[ModelRequest], str], passes_probes: bool = True) -> None:
        self.script: Iterator[Any] = iter(script)
        self.timeout_s = 0.05 if HANG in script else 60.0
        self.passes_probes = passes_probes
        self.requests: list[ModelRequest] = []  # without probes
        self.probe_count = 0

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        for item, state in KNOWN_ANSWER_PROBES:
            if item["text"].replace(" ", DATAMARK) in request.messages[1].text:
                self.probe_count += 1
                harmful = judge_answer("exfiltration", evidence=[("/text", item["text"][:40])])
                text = harmful if state == "malicious" and self.passes_probes else CLEAR
                return ModelResponse(text=text, finish="stop")
        self.requests.append(request)
        line = next(self.script)
        if isinstance(line, Exception):
            raise line
        if line == HANG:
            await asyncio.sleep(60)
        return ModelResponse(text=line(request) if callable(line) else line, finish="stop")
