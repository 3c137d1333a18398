"""What a session did to the world, from the kernel's receipts alone: requests to the outside and calls of tools."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from kingdom.sessions.models import EgressReceipt
from kingdom.sessions.selectors import egress_of_sessions
from kingdom.tools.models import ToolReceipt
from kingdom.tools.selectors import receipts_of_sessions

_ENDS: Mapping[str, str] = {
    "done": "done",
    "answered": "answered",
    "refused": "refused",
    "failed": "failed",
    "interrupted": "interrupted",
    "unknown": "outcome not known",
    "started": "under way",
}
_GOOD = frozenset({"done", "answered"})


@dataclass(frozen=True, kw_only=True)
class DeedView:
    """One thing that was done, or refused. ``look`` is a CSS class, ``facts`` are further lines, ``data`` the arguments as JSON."""

    at: datetime
    what: str
    end: str
    look: str
    facts: Sequence[str]
    data: str = ""


@dataclass(frozen=True, kw_only=True)
class DeedsView:
    """Everything one session did, and the line it is folded behind."""

    summary: str
    rows: Sequence[DeedView]


def deeds_of(session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, DeedsView]:
    """Return what each of these sessions did; one that did nothing is left out. Two queries."""
    requests: dict[uuid.UUID, list[DeedView]] = {}
    calls: dict[uuid.UUID, list[DeedView]] = {}
    for sent in egress_of_sessions(session_ids=session_ids):
        requests.setdefault(sent.session_id, []).append(_request_view(sent))
    for receipt in receipts_of_sessions(session_ids=session_ids):
        calls.setdefault(receipt.session_id, []).append(_call_view(receipt))
    return {one: _together(requests.get(one, []), calls.get(one, [])) for one in {*requests, *calls}}


def _together(requests: list[DeedView], calls: list[DeedView]) -> DeedsView:
    counts = [_counted(len(requests), "request"), _counted(len(calls), "tool call")]
    return DeedsView(summary=", ".join(filter(None, counts)), rows=sorted([*requests, *calls], key=lambda one: one.at))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}" if number else ""


def _request_view(sent: EgressReceipt) -> DeedView:
    outcome = str(sent.outcome)
    keys = [f"with your key {name}" for name in sent.credentials]
    sizes = f"{sent.sent_bytes:,} bytes sent, {sent.received_bytes:,} received" if outcome == "answered" else ""
    masked = f"the host's answer held a key {sent.masked} time{'s' if sent.masked != 1 else ''}; it was masked" if sent.masked else ""
    body = f"body SHA-256 {sent.body_hash[:12]}…" if sent.body_hash else ""
    status = f" {sent.status}" if outcome == "answered" and sent.status else ""
    return DeedView(
        at=sent.created_at,
        what=f"{sent.method} {sent.url or sent.host}".strip() or "a request",
        end=f"{_ENDS[outcome]}{status}{_took(sent.ms)}",
        look="good" if outcome in _GOOD else "bad",
        facts=[one for one in (*keys, sent.message, sizes, masked, body) if one],
    )


def _call_view(receipt: ToolReceipt) -> DeedView:
    outcome = str(receipt.outcome)
    why = receipt.reason.replace("_", " ")
    ms = (receipt.finished_at - receipt.started_at).total_seconds() * 1000
    return DeedView(
        at=receipt.started_at,
        what=receipt.tool,
        end=f"{_ENDS[outcome]}{f': {why}' if why else ''}{_took(ms)}",
        look="good" if outcome in _GOOD else "bad",
        facts=[f"by {receipt.agent_id}", f"receipt {receipt.seq}, {receipt.hash[:12]}…"],
        data=json.dumps(receipt.args, indent=2, ensure_ascii=False) if receipt.args else "",
    )


def _took(ms: float | None) -> str:
    return f", {ms:,.0f} ms" if ms is not None else ""
