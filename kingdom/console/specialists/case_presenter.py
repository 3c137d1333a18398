"""Cases of the Council as the pages show them: how far one is, its card, and how its training went. Facts from the Council's own report."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_detail
from kingdom.council.rules import state_machine
from kingdom.council.selectors import case_credentials_missing, case_list

_STEPS: Sequence[tuple[str, str, str]] = (
    (state_machine.DESIGNING, "designing", "designed"),
    (state_machine.REVIEWING, "reviewing", "reviewed"),
    (state_machine.VALIDATING, "validating", "validated"),
    (state_machine.GENERATING_TESTS, "writing tests", "tests"),
    (state_machine.AWAITING_CONFIRMATION, "your word", "confirmed"),
    (state_machine.AWAITING_RESOURCES, "your keys", "keys"),
    (state_machine.TRAINING, "training", "trained"),
)
_STEP_INDEX: Mapping[str, int] = {state: place for place, (state, _, _) in enumerate(_STEPS)}
_STATE_LABELS: Mapping[str, str] = {
    state_machine.AWAITING_CONFIRMATION: "waits for your word",
    state_machine.AWAITING_RESOURCES: "waits for your keys",
    state_machine.COMPLETED: "ready",
    state_machine.REJECTED: "not made",
    state_machine.EXPIRED: "expired",
    state_machine.FAILED: "stopped by a fault",
}
_TEST_KIND_LABELS: Mapping[str, str] = {
    "normal": "ordinary",
    "paraphrase": "in other words",
    "edge": "edge case",
    "out_of_scope": "not for it",
    "injection": "hidden instruction",
    "tool_failure": "service away",
}


@dataclass(frozen=True, kw_only=True)
class StepView:
    """One step of the pipeline. ``look`` is ``done``, ``now``, ``bad`` or ``later``."""

    label: str
    look: str


@dataclass(frozen=True, kw_only=True)
class ResultsView:
    """How a training went. ``failures`` are sentences for the user; ``rows`` are all tests, of held-out ones only how they went."""

    passed: int
    total: int
    confidence: str
    spread: str
    backend: str
    guarantees: str
    mock: bool
    failures: Sequence[str]
    rows: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class CaseView:
    """One case. ``card`` is the Council's card as the API shows it, empty of powers before there is a proposal."""

    id: str
    name: str
    state: str
    state_words: str
    look: str
    request: str
    change_request: str
    reason: str
    steps: Sequence[StepView]
    card: Mapping[str, Any]
    designed: Sequence[str]
    kinds: str
    missing: Sequence[Mapping[str, str]]
    offered: Mapping[str, Any] | None
    results: ResultsView | None
    events: Sequence[Mapping[str, Any]]
    round: int
    digest: str
    last_seq: int
    created_at: Any
    expires_at: Any
    conversation_id: str
    specialist_id: str
    runs: int
    runs_needed: int
    waits_for_yes: bool
    waits_for_keys: bool
    working: bool
    over: bool
    can_mock: bool
    can_reopen: bool


def case_view(case: CreationCase) -> CaseView:
    """Return a case for a page. A few queries."""
    told = case_detail(case)
    card: Mapping[str, Any] = told["card"]
    state = str(case.state)
    return CaseView(
        id=str(case.pk),
        name=case.role or "A new specialist",
        state=state,
        state_words=state_label(state),
        look=state_css_class(state),
        request=case.request,
        change_request=case.change_request,
        reason=case.reason,
        steps=_steps(case, told),
        card=card,
        designed=_designer_notes(card),
        kinds=_test_kinds(card),
        missing=_missing_credentials(case, card) if state == state_machine.AWAITING_RESOURCES else [],
        offered=case.offered,
        results=_results_view(told["training_results"]),
        events=[_event_row(one) for one in told["events"]],
        round=case.round,
        digest=case.digest,
        last_seq=case.last_seq,
        created_at=case.created_at,
        expires_at=case.expires_at if state in state_machine.WAITING_STATES else None,
        conversation_id=str(case.conversation_id or ""),
        specialist_id=str(case.specialist_id or ""),
        runs=case.specialist.execution_count if case.specialist is not None else 0,
        runs_needed=settings.KINGDOM.promotion_executions,
        waits_for_yes=state == state_machine.AWAITING_CONFIRMATION,
        waits_for_keys=state == state_machine.AWAITING_RESOURCES,
        working=state in state_machine.WORKING_STATES,
        over=state in state_machine.FINAL_STATES,
        can_mock=bool(card.get("hosts") or card.get("credentials")),
        can_reopen=state in (state_machine.EXPIRED, state_machine.FAILED),
    )


def cases_by_message(*, user_id: int, message_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, CaseView]:
    """Return the newest case of each of these messages that has one."""
    if not message_ids:
        return {}
    found = case_list(user_id=user_id).filter(message_id__in=message_ids).order_by("created_at", "pk")
    newest = {case.message_id: case for case in found if case.message_id is not None}
    return {message_id: case_view(case) for message_id, case in newest.items()}


def state_label(state: str) -> str:
    """Return a case's state for people."""
    return _STATE_LABELS.get(state, state_machine.state_label(state))


def state_css_class(state: str) -> str:
    """Return the CSS class of a state."""
    if state == state_machine.COMPLETED:
        return "good"
    return "bad" if state in state_machine.FINAL_STATES else "now"


def _steps(case: CreationCase, told: Mapping[str, Any]) -> list[StepView]:
    events: Sequence[Mapping[str, Any]] = told["events"]
    at = str(case.state)
    if at in state_machine.FINAL_STATES and at != state_machine.COMPLETED:
        at = next(
            (str(one["old_state"]) for one in reversed(events) if one["kind"] == "moved" and one["new_state"] == at), ""
        )
    here = len(_STEPS) if at == state_machine.COMPLETED else _STEP_INDEX.get(at, 0)
    over = case.state in state_machine.FINAL_STATES and case.state != state_machine.COMPLETED
    asked = any(one["new_state"] == state_machine.AWAITING_RESOURCES for one in events)
    shown = []
    for place, (state, doing, done) in enumerate(_STEPS):
        if state == state_machine.AWAITING_RESOURCES and not asked:
            continue
        look = "done" if place < here else "later" if place > here else "bad" if over else "now"
        shown.append(StepView(label=_step_label(state, doing, done, look, told), look=look))
    return shown


def _step_label(state: str, doing: str, done: str, look: str, told: Mapping[str, Any]) -> str:
    """Return a step in a few words, with its figure where there is one."""
    card = told["card"]
    if look == "later":
        return doing
    if state == state_machine.REVIEWING and look == "done" and card.get("risk_level"):
        return f"{done}: {card['risk_level']} risk"
    if state == state_machine.GENERATING_TESTS and look == "done":
        return f"{done} {told['tests']['total']}"
    if state == state_machine.TRAINING:
        return _training_label(doing, done, look, told)
    return done if look == "done" else doing


def _training_label(doing: str, done: str, look: str, told: Mapping[str, Any]) -> str:
    results = told["training_results"]
    if look != "now" and results:
        return f"{done if look == 'done' else doing}: {results.get('passed', 0)} of {results.get('total', 0)}"
    begun = max((one["seq"] for one in told["events"] if one["new_state"] == state_machine.TRAINING), default=0)
    news = [one["payload"] for one in told["events"] if one["kind"] == "training" and one["seq"] > begun]
    return f"{doing} {news[-1].get('done', 0)} of {news[-1].get('total', 0)}" if news else doing


def _event_row(one: Mapping[str, Any]) -> Mapping[str, str]:
    what = state_label(str(one["new_state"])) if one["new_state"] else str(one["kind"]).replace("_", " ")
    return {"what": what, "why": str(one["reason"] or one["payload"].get("text", "")), "at": str(one["created_at"])}


def _designer_notes(card: Mapping[str, Any]) -> list[str]:
    """Return what the designer says of the proposal, in sentences: notes, then why nobody there serves."""
    designed: Mapping[str, Any] = card.get("designed", {})
    flags = [str(one) for one in designed.get("flags", ())]
    near = [
        f"{one.get('role', '')}: {one.get('why_not', '')}"
        for one in designed.get("nearest", ())
        if isinstance(one, Mapping)
    ]
    return [*flags, *near]


def _test_kinds(card: Mapping[str, Any]) -> str:
    kinds: Mapping[str, int] = card.get("tests", {}).get("kinds", {})
    return ", ".join(f"{number} {_TEST_KIND_LABELS.get(kind, kind)}" for kind, number in kinds.items())


def _missing_credentials(case: CreationCase, card: Mapping[str, Any]) -> list[Mapping[str, str]]:
    hosts = {one["name"]: one["host"] for one in card.get("credentials", ())}
    return [{"name": name, "host": hosts.get(name, "")} for name in case_credentials_missing(case)]


def _results_view(results: Mapping[str, Any] | None) -> ResultsView | None:
    if not results or "total" not in results:
        return None
    spread: Mapping[str, float] = results.get("spread", {})
    rows = [
        {**one, "kind_words": _TEST_KIND_LABELS.get(str(one.get("kind")), one.get("kind"))}
        for one in results.get("cases", ())
    ]
    return ResultsView(
        passed=int(results.get("passed", 0)),
        total=int(results["total"]),
        confidence=f"{float(results.get('confidence', 0.0)):.2f}",
        spread=f"95 % between {spread['low']:.2f} and {spread['high']:.2f}" if {"low", "high"} <= set(spread) else "",
        backend=str(results.get("backend", "")),
        guarantees=", ".join(str(one) for one in results.get("guarantees", ())),
        mock=bool(results.get("mock")),
        failures=[str(one) for one in results.get("failures", ())],
        rows=rows,
    )
