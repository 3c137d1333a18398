"""Activity of a session from its recorded receipts: requests to hosts and tool calls."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop, ngettext

from kingdom.core.stored_sentences import in_language
from kingdom.core.web.language import localized_number
from kingdom.sessions.models import EgressReceipt
from kingdom.sessions.selectors import egress_of_sessions
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.selectors import receipts_of_sessions

_OUTCOME_LABELS: Mapping[str, str] = {
    "done": gettext_noop("done"),
    "answered": gettext_noop("answered"),
    "refused": gettext_noop("refused"),
    "failed": gettext_noop("failed"),
    "interrupted": gettext_noop("interrupted"),
    "unknown": gettext_noop("outcome not known"),
    "started": gettext_noop("running"),
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
    counts = [
        ngettext("%(count)s request", "%(count)s requests", len(requests)) % {"count": len(requests)}
        if requests
        else "",
        ngettext("%(count)s tool call", "%(count)s tool calls", len(calls)) % {"count": len(calls)} if calls else "",
    ]
    entries = sorted([*requests, *calls], key=lambda entry: entry.at)
    return ActivityView(summary=", ".join(filter(None, counts)), entries=entries)


def _request_view(request: EgressReceipt) -> ActivityEntryView:
    outcome = str(request.outcome)
    status = f" {request.status}" if outcome == "answered" and request.status else ""
    return ActivityEntryView(
        at=request.created_at,
        action=f"{request.method} {request.url or request.host}".strip() or gettext("a request"),
        outcome=f"{gettext(_OUTCOME_LABELS[outcome])}{status}{_duration(request.ms)}",
        css_class=_css_class(outcome),
        details=_request_details(request),
    )


def _request_details(request: EgressReceipt) -> list[str]:
    details = [gettext("with your key %(name)s") % {"name": name} for name in request.credentials]
    if request.message:
        details.append(in_language(request.message))
    if request.outcome == "answered":
        sizes = {"sent": localized_number(request.sent_bytes), "received": localized_number(request.received_bytes)}
        details.append(gettext("%(sent)s bytes sent, %(received)s received") % sizes)
    if request.masked:
        masked = ngettext(
            "the response contained a key %(count)s time; it was masked",
            "the response contained a key %(count)s times; it was masked",
            request.masked,
        )
        details.append(masked % {"count": request.masked})
    if request.body_hash:
        details.append(gettext("body SHA-256 %(digest)s…") % {"digest": request.body_hash[:12]})
    return details


def _call_view(receipt: ToolReceipt) -> ActivityEntryView:
    outcome = str(receipt.outcome)
    reason = f": {gettext(receipt.reason.replace('_', ' '))}" if receipt.reason else ""
    ms = (receipt.finished_at - receipt.started_at).total_seconds() * 1000
    return ActivityEntryView(
        at=receipt.started_at,
        action=receipt.tool,
        outcome=f"{gettext(_OUTCOME_LABELS[outcome])}{reason}{_duration(ms)}",
        css_class=_css_class(outcome),
        details=[
            gettext("by %(agent)s") % {"agent": receipt.agent_id},
            gettext("receipt %(seq)s, %(digest)s…") % {"seq": receipt.seq, "digest": receipt.hash[:12]},
        ],
        arguments=json.dumps(receipt.args, indent=2, ensure_ascii=False) if receipt.args else "",
    )


def _css_class(outcome: str) -> str:
    return "good" if outcome in _SUCCESS_OUTCOMES else "bad"


def _duration(ms: float | None) -> str:
    return f", {localized_number(ms)} ms" if ms is not None else ""
