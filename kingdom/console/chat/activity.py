"""Activity of a session from its recorded receipts: requests to hosts and tool calls."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kingdom.sessions.models import EgressReceipt
from kingdom.sessions.selectors import egress_of_sessions
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.selectors import receipts_of_sessions

_OUTCOME_LABELS: Mapping[str, str] = {
    "done": "done",
    "answered": "answered",
    "refused": "refused",
    "failed": "failed",
    "interrupted": "interrupted",
    "unknown": "outcome not known",
    "started": "running",
}
_SUCCESS_OUTCOMES = frozenset({"done", "answered"})


@dataclass(frozen=True, kw_only=True)
class ActivityEntryView:
    """One request or tool call, done or refused. ``details`` are further lines, ``arguments`` JSON."""

    at: datetime
    action: str
    outcome: str
    css_class: str
    details: Sequence[str]
    arguments: str = ""


@dataclass(frozen=True, kw_only=True)
class ActivityView:
    """The entries of one session by time, and their summary."""

    summary: str
    entries: Sequence[ActivityEntryView]


def activity_of_sessions(session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ActivityView]:
    """Return the activity of each session that has any. Two queries."""
    requests: dict[uuid.UUID, list[ActivityEntryView]] = {}
    calls: dict[uuid.UUID, list[ActivityEntryView]] = {}
    for request in egress_of_sessions(session_ids=session_ids):
        requests.setdefault(request.session_id, []).append(_request_view(request))
    for call in receipts_of_sessions(session_ids=session_ids):
        calls.setdefault(call.session_id, []).append(_call_view(call))
    return {pk: _merge(requests.get(pk, []), calls.get(pk, [])) for pk in {*requests, *calls}}


def _merge(requests: list[ActivityEntryView], calls: list[ActivityEntryView]) -> ActivityView:
    counts = [_count(len(requests), "request"), _count(len(calls), "tool call")]
    entries = sorted([*requests, *calls], key=lambda entry: entry.at)
    return ActivityView(summary=", ".join(filter(None, counts)), entries=entries)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{_plural(number)}" if number else ""


def _plural(number: int) -> str:
    return "" if number == 1 else "s"


def _request_view(request: EgressReceipt) -> ActivityEntryView:
    outcome = str(request.outcome)
    status = f" {request.status}" if outcome == "answered" and request.status else ""
    return ActivityEntryView(
        at=request.created_at,
        action=f"{request.method} {request.url or request.host}".strip() or "a request",
        outcome=f"{_OUTCOME_LABELS[outcome]}{status}{_duration(request.ms)}",
        css_class=_css_class(outcome),
        details=_request_details(request),
    )


def _request_details(request: EgressReceipt) -> list[str]:
    details = [f"with your key {name}" for name in request.credentials]
    if request.message:
        details.append(request.message)
    if request.outcome == "answered":
        details.append(f"{request.sent_bytes:,} bytes sent, {request.received_bytes:,} received")
    if request.masked:
        details.append(f"the response contained a key {request.masked} time{_plural(request.masked)}; it was masked")
    if request.body_hash:
        details.append(f"body SHA-256 {request.body_hash[:12]}…")
    return details


def _call_view(receipt: ToolReceipt) -> ActivityEntryView:
    outcome = str(receipt.outcome)
    reason = f": {receipt.reason.replace('_', ' ')}" if receipt.reason else ""
    ms = (receipt.finished_at - receipt.started_at).total_seconds() * 1000
    return ActivityEntryView(
        at=receipt.started_at,
        action=receipt.tool,
        outcome=f"{_OUTCOME_LABELS[outcome]}{reason}{_duration(ms)}",
        css_class=_css_class(outcome),
        details=[f"by {receipt.agent_id}", f"receipt {receipt.seq}, {receipt.hash[:12]}…"],
        arguments=json.dumps(receipt.args, indent=2, ensure_ascii=False) if receipt.args else "",
    )


def _css_class(outcome: str) -> str:
    return "good" if outcome in _SUCCESS_OUTCOMES else "bad"


def _duration(ms: float | None) -> str:
    return f", {ms:,.0f} ms" if ms is not None else ""
