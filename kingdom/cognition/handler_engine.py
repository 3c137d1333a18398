"""``HandlerEngine``: a Python function in the sandbox answers. One message, one run, one answer."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from kingdom.cognition.decisions import EmitResponse, SpawnWorker, Tag
from kingdom.cognition.engine import Transition, advance, emit, fail, ignore_unexpected
from kingdom.cognition.inputs import InputEvent, UserMessage, WorkerResult
from kingdom.cognition.message_reading.attached_files import (
    joined_text,
    message_part,
    read_uses,
    used_beyond,
    with_file_notice,
    write_uses,
)
from kingdom.cognition.message_reading.call_evidence import EVIDENCE_NOTE
from kingdom.cognition.message_reading.unused_content import with_unused_content
from kingdom.cognition.protocol import has_delegation
from kingdom.cognition.state import AgentState
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.formats.json_schema import validation_error
from kingdom.contracts.handler_result import MessageReading, parse_evidence, parse_reading
from kingdom.contracts.model import ModelMessage
from kingdom.contracts.spec import AgentSpec
from kingdom.core.text.sentences import sentence, sentence_template

_FILES, _LENGTH = "attached_files", "message_length"  # notes: how the files can be read, and where the message ends
MAX_ANSWER_LENGTH = 65_536  # characters; the sandbox already limits the bytes of the whole answer

_FAILURE_MESSAGES: Mapping[str, tuple[str, str]] = {
    "error": (
        "handler_error",
        sentence_template(
            "%(name)s ran into an error of its own: %(sentence)s. Say it another way, or report this specialist."
        ),
    ),
    "timeout": (
        "handler_timeout",
        sentence_template("%(name)s did not finish in time and was stopped. Ask for less at once."),
    ),
    "oom": (
        "handler_memory",
        sentence_template("%(name)s needed more memory than it may have and was stopped. Send less at once."),
    ),
    "output_limit": ("handler_output", sentence_template("%(name)s answered more than it may. Ask for less at once.")),
    "bad_answer": ("bad_answer", sentence_template("%(name)s answered in a form that cannot be used: %(sentence)s")),
    "crashed": (
        "handler_crashed",
        sentence_template("%(name)s's sandbox ended before there was an answer. Try again."),
    ),
    "refused": (
        "sandbox_unavailable",
        sentence_template("%(name)s runs in a sandbox only, and none is available: %(sentence)s"),
    ),
}


@dataclass(frozen=True)
class HandlerEngine:
    """UserMessage → SpawnWorker → WorkerResult → EmitResponse → Exit."""

    spec: AgentSpec

    def step(self, state: AgentState, event: InputEvent) -> Transition:
        """Return the next state and decision; never raises."""
        return advance(state, event, self._think)

    def _think(self, state: AgentState, event: InputEvent) -> Transition:
        if isinstance(event, UserMessage) and not state.is_waiting:
            return self._run(state, event)
        if isinstance(event, WorkerResult) and state.pending_worker:
            return self._answer(replace(state, pending_worker=False), event)
        return ignore_unexpected(state, event)

    def _run(self, state: AgentState, event: UserMessage) -> Transition:
        if state.delegation_count >= state.limits.max_delegations:
            message = f"{self.spec.role} may start at most {state.limits.max_delegations} runs."
            return fail(state, "delegation_limit", message)
        text = self._text(event)
        noted = state.with_note(_FILES, write_uses(event.attachments, shown=text != event.text)).with_note(
            _LENGTH, str(len(event.text))
        )
        started = replace(
            (noted if event.attachments else state).with_message(ModelMessage(role="user", text=text)),
            now=event.now,
            pending_worker=True,
            delegation_count=state.delegation_count + 1,
        )
        turns = [{"role": turn.role, "text": turn.text, **_files_field(turn.files)} for turn in event.history]
        payload = {"text": text, "history": turns, "now": event.now, **_files_field(event.files)}
        if event.attachments:
            payload["attachments"] = [asdict(file) for file in event.attachments]
        return Transition(started, SpawnWorker(payload=payload))

    def _text(self, event: UserMessage) -> str:
        """Return the text that the handler gets: with the texts of the files where it reads none itself."""
        if not event.attachments or "files.read" in capability_closure(self.spec).operations:
            return event.text
        return joined_text(event.text, event.attachments)

    def _answer(self, state: AgentState, event: WorkerResult) -> Transition:
        if event.denied:
            return fail(state, "denied", f"{self.spec.role} had to ask before it went on, and stopped: {event.reason}")
        if event.status != "ok":
            code, template = _FAILURE_MESSAGES[event.status]
            return fail(state, code, template % {"name": self.spec.role, "sentence": _failure_reason(event)})
        response = parse_answer(event.value, self.spec.output_schema)
        if isinstance(response, str):
            return self._fail_bad_answer(state, response)
        if event.check_used:
            reading = parse_reading(event.value, len(_message_text(state)))
            if isinstance(reading, str):
                return self._fail_bad_answer(state, reading)
            response = self._with_notices(state, response, reading, event.files_read)
        declared = event.value.get("evidence") if event.check_used else None
        evidence = parse_evidence(declared)
        if isinstance(evidence, str):
            return self._fail_bad_answer(state, evidence)
        if evidence:
            state = state.with_note(EVIDENCE_NOTE, json.dumps(declared))
        return emit(state.with_message(ModelMessage(role="model", text=response.answer)), response)

    def _with_notices(
        self, state: AgentState, response: EmitResponse, reading: MessageReading, opened: tuple[str, ...]
    ) -> EmitResponse:
        """Return the answer with what it says of unused content and of files that were not read."""
        text, uses = _message_text(state), read_uses(state.scratchpad.get(_FILES, ""))
        length = int(state.scratchpad.get(_LENGTH, len(text)))
        message = text[:length]
        names = tuple(use.path for use in uses)
        own_texts = (self.spec.purpose, *self.spec.examples, *self.spec.dna_rules, *names)
        response = with_unused_content(response, message, message_part(reading, message, uses), own_texts)
        used_shown = used_beyond(reading, length)
        return with_file_notice(response, message, uses, {*opened, *reading.files_read}, used_shown=used_shown)

    def _fail_bad_answer(self, state: AgentState, error: str) -> Transition:
        return fail(
            state,
            "bad_answer",
            sentence(
                "%(name)s answered in a form that cannot be used: %(sentence)s", name=self.spec.role, sentence=error
            ),
        )


def parse_answer(value: object, output_schema: Mapping[str, Any]) -> EmitResponse | str:
    """Return the answer that a handler or a model gave as a value, or one sentence about the error in it.

    The value is ``{"answer": str, "output": by the schema, "confidence"?: 0..1, "status"?: "SUCCESS"|"NULL"}``. With
    ``NULL`` the output is neither checked nor stored. What else a handler may return: ``contracts.handler_result``.
    """
    if not isinstance(value, Mapping):
        return "the answer is not an object."
    error = _field_error(value)
    if error is not None:
        return error
    tag: Tag = "NULL" if value.get("status") == "NULL" else "SUCCESS"
    output, confidence = None if tag == "NULL" else value.get("output"), value.get("confidence")
    error = validation_error(output, output_schema) if output_schema and tag == "SUCCESS" else None
    if error is not None:
        return error
    confidence = None if confidence is None else float(confidence)
    return EmitResponse(answer=value["answer"].strip(), output=output, confidence=confidence, tag=tag)


def _message_text(state: AgentState) -> str:
    """Return the message that the handler got."""
    return next((turn.text for turn in reversed(state.history) if turn.role == "user"), "")


def _field_error(value: Mapping[str, Any]) -> str | None:
    answer = value.get("answer")
    if not isinstance(answer, str) or not answer.strip() or len(answer) > MAX_ANSWER_LENGTH:
        return f"answer must be a text of 1 to {MAX_ANSWER_LENGTH} characters."
    if has_delegation(answer):
        return "answer holds a request to delegate, which is no answer."
    if not _is_confidence(value.get("confidence")):
        return "confidence must be a number from 0 to 1."
    return None if value.get("status", "SUCCESS") in ("SUCCESS", "NULL") else "status must be SUCCESS or NULL."


def _files_field(paths: tuple[str, ...]) -> dict[str, Any]:
    """Return the payload's field for files, empty without files: old logs without the field must fold the same."""
    return {"files": list(paths)} if paths else {}


def _is_confidence(value: object) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1)


def _failure_reason(event: WorkerResult) -> str:
    """Return the last line of the Python error on stderr, else the host's reason."""
    own_error = event.stderr.strip() if event.status == "error" else ""
    text = own_error or event.reason.strip() or event.stderr.strip()
    return text.splitlines()[-1][:300].rstrip(".") if text else "it did not say why"
