"""Real worker processes, cheaply: Django is set up once, and each job runs in a fork that may be killed at any instant.

``python -m tests.chaos.zygote`` reads one JSON job a line and answers ``{"pid": …}`` at once, ``{"exit": …, "result":
…}`` when it is over. A fork starts with no thread and no connection, like a worker that has just started. With
``kill_after_s`` it is killed from outside.
"""

import gc
import importlib
import json
import os
import select
import signal
import sys
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django
from asgiref.sync import sync_to_async

django.setup()

from django.db import transaction  # noqa: E402 - after the set-up

from kingdom.accounts.models import User  # noqa: E402 - after the set-up
from kingdom.contracts.call_context import CallContext  # noqa: E402
from kingdom.contracts.model import ModelRequest, ModelResponse, ToolCall, Usage  # noqa: E402
from kingdom.contracts.sandbox import SandboxOutcome  # noqa: E402
from kingdom.contracts.spec import AgentSpec  # noqa: E402
from kingdom.contracts.tools import ToolOutcome, ToolRequest  # noqa: E402
from kingdom.core.background import jobs as leased_jobs  # noqa: E402
from kingdom.runtime.defaults import LogTelemetry  # noqa: E402
from kingdom.runtime.ports import CapabilityGraph, OnDelta  # noqa: E402
from kingdom.sessions.engine import step_executor, step_transactions  # noqa: E402
from kingdom.sessions.engine.reaper import sessions_reap  # noqa: E402
from kingdom.sessions.engine.replay import session_replay  # noqa: E402
from kingdom.sessions.engine.runner import session_run  # noqa: E402
from kingdom.sessions.events import state_rebuild  # noqa: E402
from kingdom.sessions.events.dispatch import session_enqueue  # noqa: E402
from kingdom.sessions.models import Session, SessionEvent  # noqa: E402
from kingdom.sessions.selectors import pending_question  # noqa: E402
from kingdom.sessions.services import session_cancel, session_open  # noqa: E402
from kingdom.specialists.evidence.executions import counters_verify  # noqa: E402
from kingdom.specialists.models.execution import Execution  # noqa: E402
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion  # noqa: E402
from kingdom.tools.receipts.services import ToolCallStart, call_begin  # noqa: E402
from kingdom.tools.registry.tool_registry import declarations  # noqa: E402
from tests.chaos import council_jobs, routing_jobs  # noqa: E402
from tests.factories.cognition import handler_spec, model_spec  # noqa: E402
from tests.factories.runtime import PausingApproval  # noqa: E402
from tests.factories.sessions import answer_question  # noqa: E402

TOOLS = {"reads": "archon.fs.read", "writes": "archon.fs.write"}
ROUNDS = 3  # tools one after the other, each with a model call before it


class Fate:
    """Where this process dies, and the journal of what it did to the world, which survives it."""

    def __init__(self, job: Mapping[str, Any]) -> None:
        self.die_at = str(job.get("die_at", ""))
        self.slow_s = float(job.get("slow_s", 0.0))
        self.journal = Path(job["journal"])
        self.counts: dict[str, int] = {}

    def reach(self, point: str) -> None:
        """Die here if it is time: ``point:n`` is the n-th time the point is reached."""
        self.counts[point] = self.counts.get(point, 0) + 1
        if self.die_at == f"{point}:{self.counts[point]}":
            os.kill(os.getpid(), signal.SIGKILL)

    def act(self, what: str) -> None:
        """Record an effect on disk first, then perhaps die or take long."""
        with self.journal.open("a") as out:
            out.write(what + "\n")
            out.flush()
            os.fsync(out.fileno())
        self.reach("inside")
        time.sleep(self.slow_s)

    def around(self, module: Any, name: str) -> None:  # noqa: ANN401 - any module
        """Make the loop's own function reach a point before and after it."""
        original: Callable[..., Any] = getattr(module, name)

        def wrapped(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - whatever the original takes and gives
            self.reach(f"{name}:before")
            made = original(*args, **kwargs)
            self.reach(f"{name}:after")
            return made

        setattr(module, name, wrapped)


class Model:
    """Asks for a tool until it has seen enough results, then answers with what it saw. Deterministic."""

    name = "chaos"

    def __init__(self, fate: Fate, tool: str) -> None:
        self.fate, self.tool = fate, tool

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer by the number of tool results in the request."""
        seen = [message.text for message in request.messages if message.role == "tool"]
        self.fate.act(f"model {len(seen)}")
        usage = Usage(prompt_tokens=1, total_tokens=1)
        if len(seen) < ROUNDS:
            call = ToolCall(id=f"c{len(seen)}", name=self.tool, args={"n": len(seen)})
            return ModelResponse(text="", finish="tool_calls", tool_calls=(call,), usage=usage)
        return ModelResponse(text=f"I saw {len(seen)} results. [STATUS: SUCCESS]", finish="stop", usage=usage)


class Tools:
    """Every tool works."""

    def __init__(self, fate: Fate) -> None:
        self.fate = fate

    async def call(self, ctx: CallContext, requests: Sequence[ToolRequest]) -> Sequence[ToolOutcome]:
        """Do each, and note before that it begins, as the gate does."""
        for one in requests:
            start = ToolCallStart(session_id=uuid.UUID(ctx.session_id), request=one, repeatable=False, again=True)
            await sync_to_async(call_begin)(start)
            self.fate.act(f"tool {one.args['n']}")
        return [
            ToolOutcome(call_id=one.call_id, name=one.name, result={"success": True, "n": one.args["n"]})
            for one in requests
        ]


class Worker:
    """The handler, without a sandbox around it: what is tried here is the loop."""

    def __init__(self, fate: Fate) -> None:
        self.fate = fate

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Count the words."""
        self.fate.act("worker 0")
        number = len(str(payload["text"]).split())
        return SandboxOutcome(
            status="ok", value={"answer": f"{number} words at {payload['now']}.", "output": {"n": number}}
        )


# what is tried here is the loop: tools go straight to the port above, and no person is asked about each
setattr(state_rebuild, "declarations", lambda _agent_id: ())  # noqa: B010 - a name that the module only imports


def make(job: Mapping[str, Any]) -> str:
    """Open a session of one kind: ``handler``, ``reads`` or ``writes``."""
    user, _ = User.objects.get_or_create(username="alice")
    spec = handler_spec() if job["kind"] == "handler" else model_spec()
    specialist, _ = Specialist.objects.get_or_create(
        role=spec.role, defaults={"spec_snapshot": spec.model_dump(mode="json")}
    )
    version, _ = SpecialistVersion.objects.get_or_create(
        specialist=specialist, digest=spec.digest(), defaults={"number": 1, "spec": spec.model_dump(mode="json")}
    )
    session = session_open(user_id=user.pk, input_text="how many words are these", version_id=version.pk)
    Session.objects.filter(pk=session.pk).update(
        trace_id=job["kind"], tool_snapshot=""
    )  # see above: no tools are kept with it
    return str(session.pk)


def run(job: Mapping[str, Any]) -> bool:
    """Work on a session, with the fate that the job gives."""
    fate = Fate(job)
    for module, name in (
        (step_executor, "effect_begin"),
        (step_executor, "effect_close"),
        (step_transactions, "step_answer"),
    ):
        fate.around(module, name)

    def graphs(session: Session, _: AgentSpec) -> CapabilityGraph:
        fate.reach("graphs")
        model = Model(fate, TOOLS.get(session.trace_id, ""))
        return CapabilityGraph(
            model=model, tool=Tools(fate), worker=Worker(fate), approval=PausingApproval(), telemetry=LogTelemetry()
        )

    return session_run(session_id=uuid.UUID(job["session"]), graphs=graphs)


def report(job: Mapping[str, Any]) -> dict[str, Any]:
    """Tell everything of a session; ``declared`` where the product itself ran it, which tells models of their tools."""
    setattr(state_rebuild, "declarations", declarations if job.get("declared") else lambda _agent_id: ())  # noqa: B010 - as above
    session = Session.objects.get(pk=job["session"])
    events = SessionEvent.objects.filter(session=session)
    question = pending_question(session)
    return {
        "state": session.state,
        "answer": session.answer,
        "error": session.error_code,
        "leased": session.lease_owner != "",
        "seqs": [event.seq for event in events],
        "kinds": [event.kind for event in events],
        "effects": list(session.effects.values_list("seq", "kind", "status", "attempts")),
        "choices": question["choices"] if question else [],
        "replay": asdict(replay) if (replay := session_replay(session_id=session.pk)) else None,
        "identical": replay.identical,
        "telemetry": list(Execution.objects.filter(session=session).values_list("success", "error_code")),
        "wrong_counters": [one.role for one in counters_verify()],
    }


def answered(job: Mapping[str, Any]) -> str:
    """Answer the pending question."""
    return answer_question(uuid.UUID(job["session"]), choice=job["choice"]).state


def send(job: Mapping[str, Any]) -> None:
    """Put a session into the real queue."""
    with transaction.atomic():
        session_enqueue(Session.objects.get(pk=job["session"]))


def reap(_: Mapping[str, Any]) -> int:
    """Send again what nobody has."""
    return sessions_reap()


def cancel(job: Mapping[str, Any]) -> str:
    """Stop a session, from a process that does not have it, as the web process does."""
    state = session_cancel(session_id=uuid.UUID(job["session"])).state
    time.sleep(0.3)  # the message goes out by a thread of this process, which must live until then
    return state


JOBS: Mapping[str, Callable[[Mapping[str, Any]], object]] = {
    "make": make,
    "run": run,
    "report": report,
    "answer": answered,
    "send": send,
    "reap": reap,
    "cancel": cancel,
    "case_open": council_jobs.opened,
    "case_turn": lambda job: council_jobs.turn(job, Fate(job)),
    "case_confirm": council_jobs.confirmed,
    "case_told": council_jobs.told,
    "case_reap": council_jobs.reaped,
    "space_ask": routing_jobs.space_asked,
    "space_turn": lambda job: routing_jobs.space_turn(job, Fate(job)),
    "space_told": routing_jobs.space_told,
    "replay_ask": routing_jobs.replay_asked,
    "replay_turn": lambda job: routing_jobs.replay_turn(job, Fate(job)),
    "replay_told": routing_jobs.replay_told,
}


def child(job: Mapping[str, Any], out: int) -> None:
    """Do the job in the fork; its result goes through the pipe."""
    try:
        result = JOBS[job["do"]](job)
        os.write(out, json.dumps(result, default=str).encode())
    except BaseException:  # the edge of the process: the test must see why
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


# What a process imports for its first task, each fork anew.
FIRST_TASK_MODULES = (
    *("celery.app.amqp", "celery.app.events", "celery.backends.base", "celery.events.receiver", "celery.result"),
    *("kombu.transport.pgmq", "kingdom.core.deployment.pgmq_transport"),
)


def main() -> None:
    """Serve jobs until the input ends."""
    for name in FIRST_TASK_MODULES:
        importlib.import_module(name)
    gc.freeze()  # a collection in a fork would copy the pages of all that is loaded
    setattr(leased_jobs, "PUT_ASIDE_S", 0.1)  # noqa: B010 - mypy
    for line in sys.stdin:
        job = json.loads(line)
        into, out = os.pipe()
        pid = os.fork()
        if pid == 0:
            child(job, out)
        os.close(out)
        print(json.dumps({"pid": pid}), flush=True)
        if "kill_after_s" in job and not select.select([into], [], [], job["kill_after_s"])[0]:
            os.kill(pid, signal.SIGKILL)  # here, since nobody else knows that the id is still this fork's
        with os.fdopen(into, "rb") as pipe:
            result = pipe.read()
        _, status = os.waitpid(pid, 0)
        print(
            json.dumps({"exit": os.waitstatus_to_exitcode(status), "result": json.loads(result) if result else None}),
            flush=True,
        )


if __name__ == "__main__":
    main()
