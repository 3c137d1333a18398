"""``ModelEngine``: a language-model loop with tools, status tags and, where the spec has one, an output schema."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from kingdom.cognition import prompts
from kingdom.cognition.decisions import CallTool, EmitResponse, RequestApproval, RequestModel
from kingdom.cognition.engine import Transition, advance, emit, fail, ignore_unexpected
from kingdom.cognition.handler_engine import parse_answer
from kingdom.cognition.inputs import (
    ApprovalResult,
    InputEvent,
    ModelResponse,
    Shutdown,
    Tick,
    ToolResult,
    UserMessage,
    WorkerResult,
)
from kingdom.cognition.protocol import MalformedToolRequest, ParsedToolRequests, parse_tool_requests, split_status_tags
from kingdom.cognition.schema import answer_schema
from kingdom.cognition.state import AgentState, PendingTools
from kingdom.contracts import model
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolDeclaration
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolOutcome, ToolRequest

MAX_RETRIES = 2  # times a model is asked again for an answer that cannot be used
_ANSWER_BY_SCHEMA = "form"  # scratchpad: tools are done, now the answer by the schema is asked for
DENIED = "Access denied by creator."


@dataclass(frozen=True)
class ModelEngine:
    """``tools`` are what the model is told of; those in ``free`` need no person's consent. Whether one may run is the gate's to say."""

    spec: AgentSpec
    tools: tuple[ToolDeclaration, ...] = ()
    free: frozenset[str] = frozenset()

    def step(self, state: AgentState, event: InputEvent) -> Transition:
        """Return the next state and decision; never raises."""
        return advance(state, event, self._think)

    def requires_approval(self, tool: str, args: Mapping[str, Any]) -> bool:
        """A declared tool that is not free needs a person. One that does not exist goes to the gate, which refuses it without asking."""
        return tool not in self.free and any(known.name == tool for known in self.tools)

    def build_prompt(self, state: AgentState) -> ModelRequest:
        """Return the request: the specialist's instructions, then the history. A schema and tools never go together in one request."""
        with_tools = bool(self.tools) and _ANSWER_BY_SCHEMA not in state.scratchpad
        with_schema = bool(self.spec.output_schema) and not with_tools
        system = prompts.system_prompt(self.spec, now=state.now, with_tools=with_tools, with_schema=with_schema)
        return ModelRequest(
            messages=(ModelMessage(role="system", text=system), *state.history),
            json_schema=answer_schema(self.spec.output_schema) if with_schema else None,
            tools=self.tools if with_tools else (),
        )

    def _think(self, state: AgentState, event: InputEvent) -> Transition:
        match event:
            case UserMessage():
                return self._heard(state, event)
            case ModelResponse() if state.pending_model:
                return self._answered(replace(state, pending_model=False), event)
            case ToolResult() if state.pending_tools is not None and not state.pending_approval:
                return self._tools_ran(state, event, state.pending_tools)
            case ApprovalResult() if state.pending_tools is not None and state.pending_approval:
                return self._judged(replace(state, pending_approval=False), event, state.pending_tools)
            case ModelResponse() | ToolResult() | ApprovalResult() | WorkerResult() | Shutdown() | Tick():
                return ignore_unexpected(state, event)
            case _:
                assert_never(event)

    def _heard(self, state: AgentState, event: UserMessage) -> Transition:
        turns = (
            ()
            if state.history
            else tuple(prompts.conversation_message(turn.role, turn.text, turn.files) for turn in event.history)
        )
        heard = replace(
            state.with_message(*turns, prompts.conversation_message("user", event.text, event.files)), now=event.now
        )
        return ignore_unexpected(heard, event) if state.waiting else self._ask(heard)

    def _ask(self, state: AgentState) -> Transition:
        return Transition(
            replace(state, pending_model=True, pending_tools=None), RequestModel(request=self.build_prompt(state))
        )

    def _ask_again(self, state: AgentState, wrong: str, code: str) -> Transition:
        if state.retry_count >= MAX_RETRIES:
            return fail(
                state,
                code,
                f"The language model did not give a usable answer, asked {state.retry_count + 1} times: {wrong}",
            )
        return self._ask(replace(state.with_message(prompts.kernel_message(wrong)), retry_count=state.retry_count + 1))

    def _answered(self, state: AgentState, event: ModelResponse) -> Transition:
        if event.failure is not None:
            return fail(state, event.failure.code, event.failure.message)
        if event.response is None:
            return fail(state, "model_error", "The language model gave no answer.")
        counted = state.with_usage(event.response.usage)
        if event.response.finish == "content_filter":
            return fail(
                counted,
                "model_blocked",
                "The language model's provider blocked this for safety reasons. Say it another way.",
            )
        if event.response.finish == "error":
            return fail(counted, "model_error", "The language model ended with an error. Try again.")
        return self._said(counted, event.response)

    def _said(self, state: AgentState, response: model.ModelResponse) -> Transition:
        spoken = state.with_message(ModelMessage(role="model", text=response.text, tool_calls=response.tool_calls))
        asked = parse_tool_requests(response.text, response.tool_calls, state.step_count)
        match asked:
            case ParsedToolRequests():
                return self._wants_tools(spoken, asked)
            case MalformedToolRequest():
                # native calls with no answer of their own would make the next request invalid for the provider: forget the turn
                told = state if response.tool_calls else spoken
                return self._ask_again(
                    told, f"Your tool request was not understood. {asked.reason}", "tool_request_unclear"
                )
            case None:
                return self._final(spoken, response)
            case _:
                assert_never(asked)

    def _wants_tools(self, state: AgentState, asked: ParsedToolRequests) -> Transition:
        pending = replace(state, pending_tools=PendingTools(requests=asked.requests, form=asked.form))
        if not any(self.requires_approval(request.name, request.args) for request in asked.requests):
            return Transition(pending, CallTool(requests=asked.requests))
        names = ", ".join(dict.fromkeys(request.name for request in asked.requests))
        question = RequestApproval(
            question=f"{self.spec.role} wants to use {names}. Allow it?", requests=asked.requests
        )
        return Transition(replace(pending, pending_approval=True), question)

    def _judged(self, state: AgentState, event: ApprovalResult, pending: PendingTools) -> Transition:
        if event.choice == "allow":
            return Transition(state, CallTool(requests=pending.requests))
        reason = {"reason": event.note} if event.note else {}
        denied = {"success": False, "message": DENIED, "denied": True, **reason}
        outcomes = tuple(
            ToolOutcome(call_id=one.call_id, name=one.name, result=denied, denied=True) for one in pending.requests
        )
        told = replace(
            state.with_message(*prompts.tool_messages(outcomes, pending.form)),
            rejection_count=state.rejection_count + 1,
        )
        if told.rejection_count > told.limits.max_rejections:
            return fail(
                told,
                "rejection_limit",
                f"{self.spec.role} asked again after {told.limits.max_rejections} refusals and was ended.",
            )
        return self._ask(told)

    def _tools_ran(self, state: AgentState, event: ToolResult, pending: PendingTools) -> Transition:
        given = {outcome.call_id: outcome for outcome in event.outcomes}
        outcomes = tuple(given.get(one.call_id) or _missing_outcome(one, event) for one in pending.requests)
        return self._ask(state.with_message(*prompts.tool_messages(outcomes, pending.form)))

    def _final(self, state: AgentState, response: model.ModelResponse) -> Transition:
        said = split_status_tags(response.text)
        asked_by_schema = bool(self.spec.output_schema) and (not self.tools or _ANSWER_BY_SCHEMA in state.scratchpad)
        if asked_by_schema:
            return self._by_schema(state, response)
        if self.spec.output_schema and said.tag != "NULL":
            return self._ask(state.with_note(_ANSWER_BY_SCHEMA, "1").with_note("bypass", said.bypass))
        if not said.text:
            return self._ask_again(state, "Your answer was empty. Answer the user.", "model_empty")
        truncated = response.finish == "length"
        return emit(state, EmitResponse(answer=said.text, tag=said.tag, bypass=said.bypass, truncated=truncated))

    def _by_schema(self, state: AgentState, response: model.ModelResponse) -> Transition:
        made = parse_answer(response.parsed, self.spec.output_schema)
        if isinstance(made, str):
            return self._ask_again(state, f"Your answer did not fit the form: {made}", "bad_answer")
        return emit(
            state, replace(made, bypass=state.scratchpad.get("bypass", ""), truncated=response.finish == "length")
        )


def _missing_outcome(request: ToolRequest, event: ToolResult) -> ToolOutcome:
    why = event.failure.message if event.failure else "The tool gave no result."
    return ToolOutcome(call_id=request.call_id, name=request.name, result={"success": False, "error": why})
