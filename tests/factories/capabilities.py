"""Fake capabilities of sessions."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse, Usage
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolOutcome, ToolRequest
from kingdom.runtime.defaults import NoWorker
from kingdom.runtime.ports import ApprovalPort, CapabilityGraph, LanguageModel, OnDelta, OnRequest, ToolPort, WorkerPort
from kingdom.sessions.models import Session
from tests.factories.runtime import NoTools, PausingApproval


def answer(text: str, **fields: Any) -> ModelResponse:  # noqa: ANN401 - fields of ModelResponse
    """Return a model's answer with some usage."""
    return ModelResponse(
        text=text, **{"finish": "stop", "usage": Usage(prompt_tokens=10, output_tokens=5, total_tokens=15), **fields}
    )


@dataclass
class ScriptedModel:
    """A model that returns or raises the entries of its script in order, and streams text word by word.

    It adds the status line that its instructions ask for, unless it does not obey.
    """

    script: list[ModelResponse | BaseException]
    asked: list[ModelRequest] = field(default_factory=list)
    name: str = "scripted"
    obeys: bool = True

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Return or raise the next entry."""
        self.asked.append(request)
        entry = self.script.pop(0)
        if isinstance(entry, BaseException):
            raise entry
        asked = bool(request.messages) and "[STATUS: SUCCESS]" in request.messages[0].text
        if self.obeys and asked and entry.text and not entry.tool_calls and "[STATUS" not in entry.text:
            entry = replace(entry, text=f"{entry.text}\n[STATUS: SUCCESS]")
        if on_delta is not None:
            for word in entry.text.split(" "):
                await on_delta(word + " ")
        return entry


@dataclass
class SlowModel:
    """A model that never answers and records the cancellation of its call."""

    name: str = "slow"
    started: asyncio.Event = field(default_factory=asyncio.Event)
    cancelled: bool = False
    on_start: Callable[[], None] | None = None

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Wait until cancelled."""
        self.started.set()
        if self.on_start is not None:
            self.on_start()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        raise AssertionError("nobody stopped it")


@dataclass
class FakeWorker:
    """A worker that returns one outcome and records its payloads."""

    outcome: SandboxOutcome
    payloads: list[Mapping[str, Any]] = field(default_factory=list)

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Return the outcome."""
        self.payloads.append(payload)
        return self.outcome


@dataclass
class FakeSandbox:
    """A sandbox whose outcome comes from a function of the test."""

    answer: Callable[[Program, Any, SandboxLimits], SandboxOutcome]
    name: str = "fake"
    guarantees: frozenset[str] = frozenset()

    ended: threading.Event = field(default_factory=threading.Event)

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - the port's signature
        limits: SandboxLimits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: Callable[[Callable[[], None]], None] | None = None,
    ) -> SandboxOutcome:
        """Return the outcome of the function."""
        if on_open is not None:
            on_open(self.ended.set)
        return self.answer(program, payload, limits)


@dataclass
class CountingTools:
    """Tools that always succeed and record their calls."""

    calls: list[str] = field(default_factory=list)
    dies: bool = False

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Return success for each request."""
        if self.dies:
            raise SystemExit  # nothing in the loop catches it: like a kill, seen from the log
        self.calls += [request.name for request in requests]
        return [
            ToolOutcome(call_id=one.call_id, name=one.name, result={"success": True, "content": "42"})
            for one in requests
        ]


@dataclass
class RecordingTelemetry:
    """Telemetry that stores its records."""

    records: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    def record(self, ctx: CallContext, name: str, values: Mapping[str, Any]) -> None:
        """Store one record."""
        self.records.append((name, values))


def graph(
    *,
    model: LanguageModel | None = None,
    worker: WorkerPort | None = None,
    tool: ToolPort | None = None,
    approval: ApprovalPort | None = None,
) -> CapabilityGraph:
    """Return a graph of fakes; missing capabilities refuse."""
    return CapabilityGraph(
        model=model or ScriptedModel([]),
        worker=worker or NoWorker(),
        tool=tool or NoTools(),
        approval=approval or PausingApproval(),
        telemetry=RecordingTelemetry(),
    )


def always(capabilities: CapabilityGraph) -> Callable[[Session, AgentSpec], CapabilityGraph]:
    """Return a graph factory with the same graph for every session."""
    return lambda _session, _spec: capabilities
