"""Specs, and hypothesis strategies for states and inputs of engines."""

import json

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from kingdom.cognition import inputs
from kingdom.cognition.decisions import EmitResponse, Exit
from kingdom.cognition.inputs import Failure, InputEvent
from kingdom.cognition.state import AgentState, PendingTools, SessionLimits
from kingdom.contracts.identity import Identity
from kingdom.contracts.model import ModelMessage, ModelResponse, ToolCall, ToolDeclaration, Usage
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolOutcome, ToolRequest

NOW = "2026-11-21T10:00:00+00:00"
NUMBER_OUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
SEARCH = ToolDeclaration(name="archon.web.search", description="Search the web.", parameters={"type": "object"})
READ = ToolDeclaration(name="archon.fs.read", description="Read a file.", parameters={"type": "object"})

TOOL = "archon.agent.delegate"
WISH = {"reason": "Count.", "new_nodes": [{"id": "analyze_a", "prompt": "Count."}], "strategy": "child"}
BODY = json.dumps(WISH)
BLOCK = f"```json:delegation\n{BODY}\n```"


def model_spec(**changes: object) -> AgentSpec:
    """Return the spec of a language-model specialist."""
    base = {"role": "report_writer", "identity": Identity.WRITER, "purpose": "Write reports.", "engine": "model"}
    return AgentSpec.model_validate({**base, "dna_rules": ("Never invent sources.",), **changes})


def handler_spec(**changes: object) -> AgentSpec:
    """Return the spec of a handler specialist."""
    base = {
        "role": "counter",
        "identity": Identity.ANALYZE,
        "purpose": "Count.",
        "engine": "handler",
        "output_schema": NUMBER_OUT,
    }
    return AgentSpec.model_validate({**base, "handler_code": "def handle(payload, ctx): ...", **changes})


texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        [
            "Fine. [STATUS: SUCCESS]",
            "[BYPASS: no need] done [STATUS: NULL]",
            '{"phase":"EXECUTE","intent":"tool_call","tools":[{"name":"archon.web.search","args":{}}]}',
            '```json:function\n{"name":"archon.fs.read","args":{"path":"a"}}\n```',
            '```json:function\n{"name":',
            '{"intent":"tool_call"',
            BLOCK,
            BLOCK[:-4],
        ]
    ),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=8), json_values, max_size=3)
answers = st.fixed_dictionaries(
    {"answer": st.text(max_size=20)},
    optional={
        "output": st.just({"n": 1}) | json_values,
        "confidence": st.floats(0, 1) | json_values,
        "status": st.sampled_from(["SUCCESS", "NULL", "?"]),
    },
)
names = st.sampled_from(["archon.web.search", "archon.fs.read", "nonsense", "", TOOL])
requests = st.builds(ToolRequest, call_id=st.sampled_from(["a", "b"]), name=names, args=objects)
calls = st.builds(ToolCall, id=st.sampled_from(["a", "b"]), name=names, args=objects)
outcomes = st.builds(ToolOutcome, call_id=st.sampled_from(["a", "b"]), name=names, result=objects, denied=st.booleans())
usages = st.builds(Usage, prompt_tokens=st.integers(0, 99), total_tokens=st.integers(0, 99))
failures = st.builds(Failure, code=st.text(max_size=8), message=st.text(max_size=8))
responses = st.builds(
    ModelResponse,
    text=texts,
    finish=st.sampled_from(["stop", "length", "tool_calls", "content_filter", "error"]),
    tool_calls=st.lists(calls, max_size=2).map(tuple),
    parsed=answers | json_values,
    usage=usages,
)
events: SearchStrategy[InputEvent] = st.one_of(
    st.builds(
        inputs.UserMessage,
        text=texts,
        now=st.just(NOW),
        history=st.lists(
            st.builds(inputs.ConversationTurn, role=st.sampled_from(["user", "model"]), text=texts), max_size=2
        ).map(tuple),
    ),
    st.builds(
        inputs.WorkerResult,
        status=st.sampled_from(["ok", "error", "timeout", "oom", "output_limit", "bad_answer", "crashed", "refused"]),
        value=answers | json_values,
        stderr=st.text(max_size=20),
        reason=st.text(max_size=20),
        check_used=st.booleans(),
    ),
    st.builds(inputs.ToolResult, outcomes=st.lists(outcomes, max_size=2).map(tuple), failure=st.none() | failures),
    st.builds(inputs.ApprovalResult, choice=st.sampled_from(["allow", "deny"])),
    st.builds(inputs.ModelResponse, response=st.none() | responses, failure=st.none() | failures),
    st.builds(inputs.Shutdown, reason=st.text(max_size=8)),
    st.just(inputs.Tick()),
)
_pending = st.builds(
    PendingTools, requests=st.lists(requests, max_size=2).map(tuple), form=st.sampled_from(["native", "text"])
)
_messages = st.builds(ModelMessage, role=st.sampled_from(["user", "model"]), text=texts)
states = st.builds(
    AgentState,
    limits=st.builds(
        SessionLimits, max_steps=st.integers(0, 6), max_delegations=st.integers(0, 2), max_rejections=st.integers(0, 2)
    ),
    history=st.lists(_messages, max_size=2).map(tuple),
    step_count=st.integers(0, 7),
    delegation_count=st.integers(0, 2),
    rejection_count=st.integers(0, 3),
    retry_count=st.integers(0, 3),
    scratchpad=st.dictionaries(st.sampled_from(["form", "bypass", "x"]), st.text(max_size=5), max_size=2),
    pending_model=st.booleans(),
    pending_worker=st.booleans(),
    pending_tools=st.none() | _pending,
    pending_approval=st.booleans(),
    shutdown_requested=st.booleans(),
    usage=usages,
    emitted=st.none() | st.builds(EmitResponse, answer=texts),
    exited=st.none() | st.builds(Exit, status=st.sampled_from(["completed", "failed", "cancelled"])),
)
