"""What a session did to the world, from the kernel's receipts alone: requests to the outside and calls of tools."""

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
    "started": "under way",
}
_SUCCESS_OUTCOMES = frozenset({"done", "answered"})


@dataclass(frozen=True, kw_only=True)
class ActivityEntryView:
    """One thing that was done, or refused. ``look`` is a CSS class, ``facts`` are further lines, ``data`` the arguments as JSON."""

    at: datetime
    what: str
    end: str
    look: str
    facts: Sequence[str]
    data: str = ""


@dataclass(frozen=True, kw_only=True)
class ActivityView:
    """Everything one session did, and the line it is folded behind."""

    summary: str
    rows: Sequence[ActivityEntryView]


def activity_of_sessions(session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ActivityView]:
    """Return what each of these sessions did; one that did nothing is left out. Two queries."""
    requests: dict[uuid.UUID, list[ActivityEntryView]] = {}
    calls: dict[uuid.UUID, list[ActivityEntryView]] = {}
    for sent in egress_of_sessions(session_ids=session_ids):
        requests.setdefault(sent.session_id, []).append(_request_view(sent))
    for receipt in receipts_of_sessions(session_ids=session_ids):
        calls.setdefault(receipt.session_id, []).append(_call_view(receipt))
    return {one: _merge(requests.get(one, []), calls.get(one, [])) for one in {*requests, *calls}}


def _merge(requests: list[ActivityEntryView], calls: list[ActivityEntryView]) -> ActivityView:
    counts = [_count_label(len(requests), "request"), _count_label(len(calls), "tool call")]
    return ActivityView(
        summary=", ".join(filter(None, counts)), rows=sorted([*requests, *calls], key=lambda one: one.at)
    )


def _count_label(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}" if number else ""


def _request_view(sent: EgressReceipt) -> ActivityEntryView:
    outcome = str(sent.outcome)
    keys = [f"with your key {name}" for name in sent.credentials]
    sizes = f"{sent.sent_bytes:,} bytes sent, {sent.received_bytes:,} received" if outcome == "answered" else ""
    masked = (
        f"the host's answer held a key {sent.masked} time{'s' if sent.masked != 1 else ''}; it was masked"
        if sent.masked
        else ""
    )
    body = f"body SHA-256 {sent.body_hash[:12]}…" if sent.body_hash else ""
    status = f" {sent.status}" if outcome == "answered" and sent.status else ""
    return ActivityEntryView(
        at=sent.created_at,
        what=f"{sent.method} {sent.url or sent.host}".strip() or "a request",
        end=f"{_OUTCOME_LABELS[outcome]}{status}{_duration(sent.ms)}",
        look="good" if outcome in _SUCCESS_OUTCOMES else "bad",
        facts=[one for one in (*keys, sent.message, sizes, masked, body) if one],
    )


def _call_view(receipt: ToolReceipt) -> ActivityEntryView:
    outcome = str(receipt.outcome)
    why = receipt.reason.replace("_", " ")
    ms = (receipt.finished_at - receipt.started_at).total_seconds() * 1000
    return ActivityEntryView(
        at=receipt.started_at,
        what=receipt.tool,
        end=f"{_OUTCOME_LABELS[outcome]}{f': {why}' if why else ''}{_duration(ms)}",
        look="good" if outcome in _SUCCESS_OUTCOMES else "bad",
        facts=[f"by {receipt.agent_id}", f"receipt {receipt.seq}, {receipt.hash[:12]}…"],
        data=json.dumps(receipt.args, indent=2, ensure_ascii=False) if receipt.args else "",
    )


def _duration(ms: float | None) -> str:
    return f", {ms:,.0f} ms" if ms is not None else ""
