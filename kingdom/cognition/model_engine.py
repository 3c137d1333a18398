"""``ModelEngine``: a language-model loop with tools, status tags and an optional output schema."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from kingdom.cognition import prompts
from kingdom.cognition.decisions import CallTool, Delegate, EmitResponse, RequestApproval, RequestModel
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
from kingdom.cognition.message_reading.attached_files import read_uses, with_file_notice, write_uses
from kingdom.cognition.message_reading.call_evidence import with_evidence
from kingdom.cognition.protocol import (
    MalformedToolRequest,
    ParsedToolRequests,
    parse_tool_requests,
    split_status_tags,
    status_tag_fault,
)
from kingdom.cognition.state import AgentState, PendingTools
from kingdom.contracts import model
from kingdom.contracts.formats.json_schema import answer_schema
from kingdom.contracts.handler_result import EvidenceEntry, parse_evidence
from kingdom.contracts.model import ModelMessage, ModelRequest, ToolDeclaration
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolOutcome, ToolRequest, denied_result
from kingdom.core.text.sentences import sentence

_TAG_RULE = "End your answer with one line, outside of quotes and code: [STATUS: SUCCESS] or [STATUS: NULL]."
MAX_RETRIES = 2  # further requests after an unusable answer
_ANSWER_BY_SCHEMA = "form"  # scratchpad: tools are done, the answer by the schema is requested
_FILES, _OPENED, _QUESTION = "attached_files", "opened_files", "question"  # scratchpad of a message with files
_QUESTION_CHARS = 1_000  # of the message: they tell its language
_STATUS_REQUIRED, _CORRECTED = "status_required", "protocol_retry"  # scratchpad of sessions with the status protocol
_TEMPERATURE = "temperature"  # scratchpad of a message that brought one
_WORKER = "worker"  # scratchpad of a session of a workflow's node
_READ_TOOL = "archon.fs.read"


@dataclass(frozen=True)
class ModelEngine:
    """A language-model loop. ``tools`` are declared to the model; each needs an approval before it runs."""

    spec: AgentSpec
    tools: tuple[ToolDeclaration, ...] = ()

    def step(self, state: AgentState, event: InputEvent) -> Transition:
        """Return the next state and decision; never raises."""
        return advance(state, event, self._think)

    def _build_request(self, state: AgentState) -> ModelRequest:
        """Return the instructions and the history. A schema and tools are never in the same request."""
        with_tools = bool(self.tools) and _ANSWER_BY_SCHEMA not in state.scratchpad
        with_schema = bool(self.spec.output_schema) and not with_tools
        held = frozenset(tool.name for tool in self.tools) if with_tools else frozenset[str]()
        required = _STATUS_REQUIRED in state.scratchpad
        rules = prompts.AnswerRules(
            with_schema=with_schema, status_required=required, worker=_WORKER in state.scratchpad
        )
        system = prompts.system_prompt(self.spec, now=state.now, tools=held, rules=rules)
        temperature = state.scratchpad.get(_TEMPERATURE)
        return ModelRequest(
            messages=(ModelMessage(role="system", text=system), *state.history),
            json_schema=answer_schema(self.spec.output_schema, with_evidence=required) if with_schema else None,
            tools=self.tools if with_tools else (),
            temperature=None if temperature is None else float(temperature),
        )

    def _think(self, state: AgentState, event: InputEvent) -> Transition:
        match event:
            case UserMessage():
                return self._on_user_message(state, event)
            case ModelResponse() if state.pending_model:
                return self._on_model_response(replace(state, pending_model=False), event)
            case ToolResult() if state.pending_tools is not None and not state.pending_approval:
                return self._on_tool_result(state, event, state.pending_tools)
            case ApprovalResult() if state.pending_tools is not None and state.pending_approval:
                return self._on_approval(replace(state, pending_approval=False), event, state.pending_tools)
            case ModelResponse() | ToolResult() | ApprovalResult() | WorkerResult() | Shutdown() | Tick():
                return ignore_unexpected(state, event)
            case _:
                assert_never(event)

    def _on_user_message(self, state: AgentState, event: UserMessage) -> Transition:
        earlier = () if state.history else event.history
        turns = [prompts.conversation_message(turn.role, turn.text, turn.files) for turn in earlier]
        message = prompts.conversation_message("user", event.text, event.files, event.attachments)
        extended = replace(state.with_message(*turns, message), now=event.now)
        if event.status_required:
            extended = extended.with_note(_STATUS_REQUIRED, "1")
        if event.temperature is not None:
            extended = extended.with_note(_TEMPERATURE, str(event.temperature))
        if event.worker:
            extended = extended.with_note(_WORKER, "1")
        if event.attachments:
            uses = write_uses(event.attachments, shown=True)
            extended = extended.with_note(_FILES, uses).with_note(_QUESTION, event.text[:_QUESTION_CHARS])
        return ignore_unexpected(extended, event) if state.is_waiting else self._request_model(extended)

    def _request_model(self, state: AgentState) -> Transition:
        waiting = replace(state, pending_model=True, pending_tools=None)
        return Transition(waiting, RequestModel(request=self._build_request(state)))

    def _request_again(self, state: AgentState, error: str, code: str) -> Transition:
        if state.retry_count >= MAX_RETRIES:
            message = f"The language model did not give a usable answer, asked {state.retry_count + 1} times: {error}"
            return fail(state, code, message)
        retry = replace(state.with_message(prompts.kernel_message(error)), retry_count=state.retry_count + 1)
        return self._request_model(retry)

    def _on_model_response(self, state: AgentState, event: ModelResponse) -> Transition:
        if event.failure is not None:
            return fail(state, event.failure.code, event.failure.message)
        if event.response is None:
            return fail(state, "model_error", "The language model gave no answer.")
        counted = state.with_usage(event.response.usage)
        if event.response.finish == "content_filter":
            message = "The language model's provider blocked this for safety reasons. Say it another way."
            return fail(counted, "model_blocked", message)
        if event.response.finish == "error":
            return fail(counted, "model_error", "The language model ended with an error. Try again.")
        return self._on_model_text(counted, event.response)

    def _on_model_text(self, state: AgentState, response: model.ModelResponse) -> Transition:
        extended = state.with_message(ModelMessage(role="model", text=response.text, tool_calls=response.tool_calls))
        parsed = parse_tool_requests(response.text, response.tool_calls, state.step_count)
        match parsed:
            case ParsedToolRequests():
                return self._on_tool_request(extended, parsed)
            case MalformedToolRequest():
                # drop a turn with unanswered native calls: the provider would refuse the next request
                retry = state if response.tool_calls else extended
                error = f"Your tool request was not understood. {parsed.reason}"
                return self._request_again(retry, error, "tool_request_unclear")
            case None:
                return self._on_answer(extended, response)
            case _:
                assert_never(parsed)

    def _on_tool_request(self, state: AgentState, parsed: ParsedToolRequests) -> Transition:
        """Ask for permission when a tool is declared. An undeclared tool goes to the gate, which refuses it."""
        pending = replace(state, pending_tools=PendingTools(requests=parsed.requests, form=parsed.form))
        if parsed.delegation is not None:
            return Transition(
                replace(pending, delegation_count=state.delegation_count + 1), Delegate(request=parsed.delegation)
            )
        names = dict.fromkeys(request.name for request in parsed.requests)
        if not any(tool.name in names for tool in self.tools):
            return Transition(pending, CallTool(requests=parsed.requests))
        question = f"{self.spec.role} wants to use {', '.join(names)}. Allow it?"
        approval = RequestApproval(question=question, requests=parsed.requests, summary=parsed.summary)
        return Transition(replace(pending, pending_approval=True), approval)

    def _on_approval(self, state: AgentState, event: ApprovalResult, pending: PendingTools) -> Transition:
        if event.choice == "allow":
            return Transition(state, CallTool(requests=pending.requests))
        result = denied_result(reason=event.note)
        outcomes = tuple(
            ToolOutcome(call_id=request.call_id, name=request.name, result=result, denied=True)
            for request in pending.requests
        )
        messages = prompts.tool_messages(outcomes, pending.form)
        rejected = replace(state.with_message(*messages), rejection_count=state.rejection_count + 1)
        limit = rejected.limits.max_rejections
        if rejected.rejection_count > limit:
            message = f"{self.spec.role} asked again after {limit} refusals and was ended."
            return fail(rejected, "rejection_limit", message)
        return self._request_model(rejected)

    def _on_tool_result(self, state: AgentState, event: ToolResult, pending: PendingTools) -> Transition:
        results = {outcome.call_id: outcome for outcome in event.outcomes}
        outcomes = tuple(
            results.get(request.call_id) or _missing_outcome(request, event) for request in pending.requests
        )
        state = _with_opened_files(state, pending.requests, outcomes)
        return self._request_model(state.with_message(*prompts.tool_messages(outcomes, pending.form)))

    def _on_answer(self, state: AgentState, response: model.ModelResponse) -> Transition:
        if self.spec.output_schema and (not self.tools or _ANSWER_BY_SCHEMA in state.scratchpad):
            return self._answer_by_schema(state, response)
        answer, truncated = split_status_tags(response.text), response.finish == "length"
        fault = _tag_fault(state, response)
        if self.spec.output_schema and (fault or answer.tag != "NULL"):
            return self._request_model(state.with_note(_ANSWER_BY_SCHEMA, "1").with_note("bypass", answer.bypass))
        if not answer.text:
            return self._request_again(state, "Your answer was empty. Answer the user.", "model_empty")
        if fault:
            return self._on_protocol_fault(state, f"{fault} {_TAG_RULE}")
        emitted = EmitResponse(answer=answer.text, tag=answer.tag, bypass=answer.bypass, truncated=truncated)
        return self._emit(state, emitted, answer.evidence)

    def _on_protocol_fault(self, state: AgentState, fault: str) -> Transition:
        """Ask once more, with the reason; the second time the run fails."""
        if _CORRECTED in state.scratchpad:
            more = sentence("Ask again, or report this specialist.")
            if _WORKER in state.scratchpad:
                more = fault.removesuffix(_TAG_RULE).strip()
            message = sentence(
                "%(name)s did not say in the agreed form whether it did what you asked, asked twice. %(sentence)s",
                name=self.spec.role,
                sentence=more,
            )
            return fail(state, "protocol_violation", message)
        corrected = state.with_note(_CORRECTED, "1").with_message(prompts.kernel_message(fault))
        return self._request_model(corrected)

    def _emit(self, state: AgentState, response: EmitResponse, evidence: tuple[EvidenceEntry, ...] | str) -> Transition:
        """Give the answer with the evidence that it declares; evidence that cannot be read counts as none."""
        entries = () if isinstance(evidence, str) else evidence
        noted, shown = with_evidence(state, response, entries)
        return emit(noted, _with_file_notice(noted, shown))

    def _answer_by_schema(self, state: AgentState, response: model.ModelResponse) -> Transition:
        answer = parse_answer(response.parsed, self.spec.output_schema)
        if isinstance(answer, str):
            return self._request_again(state, f"Your answer did not fit the form: {answer}", "bad_answer")
        answer = _without_repeated_tags(answer)
        bypass, truncated = state.scratchpad.get("bypass", "") or answer.bypass, response.finish == "length"
        declared = response.parsed.get("evidence") if isinstance(response.parsed, Mapping) else None
        return self._emit(state, replace(answer, bypass=bypass, truncated=truncated), parse_evidence(declared))


def _without_repeated_tags(answer: EmitResponse) -> EmitResponse:
    """Return an answer by a form without the tags that its text repeats; a bypass that only the text has is its own.

    A status in the text that contradicts the form's stays: its reader sees both.
    """
    tagged = split_status_tags(answer.answer)
    if not tagged.text or not (tagged.tag or tagged.bypass):
        return answer
    text = tagged.text if tagged.tag in ("", answer.tag) else answer.answer
    return replace(answer, answer=text, bypass=tagged.bypass)


def _tag_fault(state: AgentState, response: model.ModelResponse) -> str:
    """Return what is wrong with the status tag, "" for nothing; an answer cut at its length cannot have one."""
    is_required = _STATUS_REQUIRED in state.scratchpad and response.finish != "length"
    return status_tag_fault(response.text) if is_required else ""


def _with_opened_files(
    state: AgentState, requests: Sequence[ToolRequest], outcomes: Sequence[ToolOutcome]
) -> AgentState:
    """Return the state with the files that the model has read by a tool; only for a message with files."""
    if _FILES not in state.scratchpad:
        return state
    done = {outcome.call_id for outcome in outcomes if outcome.result.get("success") is True}
    paths = [request.args.get("path") for request in requests if request.name == _READ_TOOL and request.call_id in done]
    opened = [*json.loads(state.scratchpad.get(_OPENED, "[]")), *(path for path in paths if isinstance(path, str))]
    return state.with_note(_OPENED, json.dumps(opened))


def _with_file_notice(state: AgentState, response: EmitResponse) -> EmitResponse:
    """Return the answer with what it says of files that the model had no text of, and did not open by a tool."""
    uses, opened = read_uses(state.scratchpad.get(_FILES, "")), json.loads(state.scratchpad.get(_OPENED, "[]"))
    return with_file_notice(response, state.scratchpad.get(_QUESTION, ""), uses, opened, used_shown=True)


def _missing_outcome(request: ToolRequest, event: ToolResult) -> ToolOutcome:
    error = event.failure.message if event.failure else "The tool gave no result."
    return ToolOutcome(call_id=request.call_id, name=request.name, result={"success": False, "error": error})
