"""View models of creations: progress, card, training results."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop

from kingdom.console.markup.code_highlight import CodeHighlighter
from kingdom.console.markup.markdown import render_markdown
from kingdom.console.specialists.case_sentences import (
    TEST_KIND_LABELS,
    auditor_sentences,
    risk_words,
    technical_sentences,
)
from kingdom.core.web.language import localized_number
from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_detail
from kingdom.council.rules import state_machine
from kingdom.council.selectors import case_credentials_missing, case_list, proposal_kept_until

MAX_TRIED_SHOWN = 5
_STAGES: Sequence[tuple[str, str, str]] = (  # state, label while it runs, label when it is done
    (state_machine.DESIGNING, gettext_noop("designing"), gettext_noop("designed")),
    (state_machine.REVIEWING, gettext_noop("reviewing"), gettext_noop("reviewed")),
    (state_machine.VALIDATING, gettext_noop("validating"), gettext_noop("validated")),
    (state_machine.GENERATING_TESTS, gettext_noop("writing tests"), gettext_noop("tests")),
    (state_machine.AWAITING_CONFIRMATION, gettext_noop("approval"), gettext_noop("approved")),
    (state_machine.AWAITING_RESOURCES, gettext_noop("credentials"), gettext_noop("credentials")),
    (state_machine.TRAINING, gettext_noop("training"), gettext_noop("trained")),
)
_STAGE_INDEX: Mapping[str, int] = {state: index for index, (state, _, _) in enumerate(_STAGES)}
_STATE_LABELS: Mapping[str, str] = {
    state_machine.AWAITING_CONFIRMATION: gettext_noop("waiting for your approval"),
    state_machine.AWAITING_RESOURCES: gettext_noop("waiting for your credentials"),
    state_machine.COMPLETED: gettext_noop("ready"),
    state_machine.REJECTED: gettext_noop("rejected"),
    state_machine.EXPIRED: gettext_noop("expired"),
    state_machine.FAILED: gettext_noop("failed"),
}


@dataclass(frozen=True, kw_only=True)
class StageView:
    """One stage of the pipeline. ``css_class`` is ``done``, ``now``, ``bad`` or ``later``."""

    label: str
    css_class: str


@dataclass(frozen=True, kw_only=True)
class ResultsView:
    """Training results. ``failures`` are messages; ``rows`` are all tests, held-out ones without their input.

    ``outside`` is how many tests used no sandbox, because a language model answered them.
    """

    passed: int
    total: int
    confidence: str
    interval: str
    backend: str
    guarantees: str
    outside: int
    mock: bool
    failures: Sequence[str]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class TryOutsView:
    """Runs of the draft: its examples with their answers, and what its owner tried, newest first.

    ``examples_state`` is ``queued``, ``done``, ``failed``, or "" for a draft that cannot be run before its approval.
    """

    examples_state: str
    examples: Sequence[Mapping[str, Any]]
    tried: Sequence[Mapping[str, Any]]
    possible: bool


@dataclass(frozen=True, kw_only=True)
class CaseView:
    """One creation. ``card`` is the Council's card as the API returns it, without powers before there is a proposal."""

    id: str
    name: str
    state: str
    state_label: str
    css_class: str
    request: str
    change_request: str
    reason: str
    stages: Sequence[StageView]
    card: Mapping[str, Any]
    designer_notes: Sequence[str]
    technical_sentences: Sequence[str]
    auditor_sentences: Sequence[tuple[str, bool]]
    missing_credentials: Sequence[Mapping[str, str]]
    offered: Mapping[str, Any] | None
    results: ResultsView | None
    try_outs: TryOutsView
    events: Sequence[Mapping[str, Any]]
    round: int
    digest: str
    last_seq: int
    expires_at: Any
    kept_until: datetime | None
    conversation_id: str
    specialist_id: str
    runs: int
    runs_needed: int
    working: bool
    final: bool
    can_mock: bool
    can_reopen: bool


def case_view(case: CreationCase) -> CaseView:
    """Return a creation for a page. A few queries."""
    detail = case_detail(case)
    card: Mapping[str, Any] = detail["card"]
    state = str(case.state)
    missing = state == state_machine.AWAITING_RESOURCES
    return CaseView(
        id=str(case.pk),
        name=case.role or gettext("A new specialist"),
        state=state,
        state_label=state_label(state),
        css_class=state_css_class(state),
        request=case.request,
        change_request=case.change_request,
        reason=case.reason,
        stages=_stages(case, detail),
        card=card,
        designer_notes=_designer_notes(card),
        technical_sentences=technical_sentences(card),
        auditor_sentences=auditor_sentences(card),
        missing_credentials=_missing_credentials(case, card) if missing else [],
        offered=case.offered,
        results=_results_view(detail["training_results"]),
        try_outs=_try_outs_view(state, detail),
        events=[_event_row(event) for event in detail["events"]],
        round=case.round,
        digest=case.digest,
        last_seq=case.last_seq,
        expires_at=case.expires_at if state in state_machine.WAITING_STATES else None,
        kept_until=proposal_kept_until(case),
        conversation_id=str(case.conversation_id or ""),
        specialist_id=str(case.specialist_id or ""),
        runs=case.specialist.execution_count if case.specialist is not None else 0,
        runs_needed=settings.KINGDOM.promotion_executions,
        working=state in state_machine.WORKING_STATES,
        final=state in state_machine.FINAL_STATES,
        can_mock=bool(card.get("hosts") or card.get("credentials")),
        can_reopen=state in (state_machine.EXPIRED, state_machine.FAILED),
    )


def _try_outs_view(state: str, detail: Mapping[str, Any]) -> TryOutsView:
    runs = detail["try_outs"]
    examples = next((run for run in reversed(runs) if run["kind"] == "examples"), None)
    tried = [run for run in reversed(runs) if run["kind"] != "examples"]
    waits = state == state_machine.AWAITING_CONFIRMATION
    return TryOutsView(
        examples_state=examples["state"] if examples is not None else "",
        examples=_with_markup(examples["results"]) if examples is not None else [],
        tried=[{**run, "results": _with_markup(run["results"])} for run in tried[:MAX_TRIED_SHOWN]],
        possible=waits and detail["card"].get("engine") == "handler",
    )


def _with_markup(results: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the results with their answers as a person reads them: Markdown as HTML, code without colours."""
    plain = CodeHighlighter(budget_s=0)
    return [{**result, "shown": render_markdown(str(result.get("answer", "")), plain)} for result in results]


def cases_by_message(*, user_id: int, message_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[CaseView]]:
    """Return the creations of each of these messages that has any: the newest of each request, newest first."""
    if not message_ids:
        return {}
    cases = case_list(user_id=user_id).filter(message_id__in=message_ids).order_by("-created_at", "-pk")
    newest: dict[tuple[uuid.UUID, str], CreationCase] = {}
    for case in cases:
        if case.message_id is not None:
            newest.setdefault((case.message_id, case.request), case)
    views: dict[uuid.UUID, list[CaseView]] = {}
    for (message_id, _), case in newest.items():
        views.setdefault(message_id, []).append(case_view(case))
    return views


def state_label(state: str) -> str:
    """Return the label of a state."""
    return gettext(_STATE_LABELS.get(state, state_machine.state_label(state)))


def state_css_class(state: str) -> str:
    """Return the CSS class of a state."""
    if state == state_machine.COMPLETED:
        return "good"
    return "bad" if state in state_machine.FINAL_STATES else "now"


def _stages(case: CreationCase, detail: Mapping[str, Any]) -> list[StageView]:
    state = str(case.state)
    stopped = state in state_machine.FINAL_STATES and state != state_machine.COMPLETED
    asked_credentials = any(event["new_state"] == state_machine.AWAITING_RESOURCES for event in detail["events"])
    current = len(_STAGES)
    if state != state_machine.COMPLETED:
        current = _STAGE_INDEX.get(_state_before(state, detail["events"]) if stopped else state, 0)
    return [
        _stage_view(index, current, stopped=stopped, detail=detail)
        for index, (stage, _, _) in enumerate(_STAGES)
        if stage != state_machine.AWAITING_RESOURCES or asked_credentials
    ]


def _state_before(final_state: str, events: Sequence[Mapping[str, Any]]) -> str:
    """Return the state in which a creation ended."""
    for event in reversed(events):
        if event["kind"] == "moved" and event["new_state"] == final_state:
            return str(event["old_state"])
    return ""


def _stage_view(index: int, current: int, *, stopped: bool, detail: Mapping[str, Any]) -> StageView:
    css_class = "done" if index < current else "later"
    if index == current:
        css_class = "bad" if stopped else "now"
    state, doing, done = _STAGES[index]
    label = gettext(done if css_class == "done" else doing)
    if css_class != "later":
        label += _stage_figure(state, css_class, detail)
    return StageView(label=label, css_class=css_class)


def _stage_figure(state: str, css_class: str, detail: Mapping[str, Any]) -> str:
    """Return the figure of a stage that has begun, "" without one."""
    risk = detail["card"].get("risk_level")
    if state == state_machine.REVIEWING and css_class == "done" and risk:
        return f": {risk_words(str(risk))}"
    if state == state_machine.GENERATING_TESTS and css_class == "done":
        return f" {detail['tests']['total']}"
    return _training_figure(css_class, detail) if state == state_machine.TRAINING else ""


def _training_figure(css_class: str, detail: Mapping[str, Any]) -> str:
    results, events = detail["training_results"], detail["events"]
    if css_class != "now" and results:
        return f": {_done_of(results.get('passed', 0), results.get('total', 0))}"
    started = max((event["seq"] for event in events if event["new_state"] == state_machine.TRAINING), default=0)
    progress = [event["payload"] for event in events if event["kind"] == "training" and event["seq"] > started]
    return f" {_done_of(progress[-1].get('done', 0), progress[-1].get('total', 0))}" if progress else ""


def _done_of(done: int, total: int) -> str:
    return gettext("%(passed)s of %(total)s") % {"passed": done, "total": total}


def _event_row(event: Mapping[str, Any]) -> Mapping[str, str]:
    new_state = event["new_state"]
    title = state_label(str(new_state)) if new_state else gettext(str(event["kind"]).replace("_", " "))
    return {"title": title, "reason": str(event["reason"] or event["payload"].get("text", ""))}


def _designer_notes(card: Mapping[str, Any]) -> list[str]:
    """Return the designer's notes."""
    return [str(flag) for flag in card.get("designed", {}).get("flags", ())]


def _missing_credentials(case: CreationCase, card: Mapping[str, Any]) -> list[Mapping[str, str]]:
    hosts = {credential["name"]: credential["host"] for credential in card.get("credentials", ())}
    return [{"name": name, "host": hosts.get(name, "")} for name in case_credentials_missing(case)]


def _interval_words(low: float, high: float) -> str:
    values = {"low": localized_number(low, 2), "high": localized_number(high, 2)}
    return gettext("95 %% between %(low)s and %(high)s") % values


def _results_view(results: Mapping[str, Any] | None) -> ResultsView | None:
    if not results or "total" not in results:
        return None
    interval: Mapping[str, float] = results.get("spread", {})
    complete = {"low", "high"} <= set(interval)
    rows = [
        {**row, "kind_label": gettext(TEST_KIND_LABELS.get(str(row.get("kind")), str(row.get("kind", ""))))}
        for row in results.get("cases", ())
    ]
    return ResultsView(
        passed=int(results.get("passed", 0)),
        total=int(results["total"]),
        confidence=localized_number(float(results.get("confidence", 0.0)), 2),
        interval=_interval_words(interval["low"], interval["high"]) if complete else "",
        backend=str(results.get("backend", "")),
        guarantees=", ".join(str(guarantee) for guarantee in results.get("guarantees", ())),
        outside=int(results.get("outside_sandbox", 0)),
        mock=bool(results.get("mock")),
        failures=[str(failure) for failure in results.get("failures", ())],
        rows=rows,
    )
