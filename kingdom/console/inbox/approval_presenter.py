"""View models of approvals: the request as text, the choices with their labels, the outcome."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approvals_of
from kingdom.console.inbox.edit_diff import EditDiff, edit_diffs


class PauseFamily(NamedTuple):
    """A family of questions: the class of its colour, its icon, and what it means."""

    name: str
    icon: str
    meaning: str


_CHOICE_LABELS: Mapping[str, str] = {
    "once": "Once",
    "session": "For this session",
    "always": "Always",
    "deny": "No",
    "allow": "Allow",
    "confirm": "Create",
    "reject": "No",
    "provided": "Stored, continue",
    "mock": "Try without a key",
    "abort": "Stop",
    "retry": "Try again",
    "edit": "Change and try again",
    "skip": "Skip",
    "done": "Mark as done",
}
_KIND_CHOICE_LABELS: Mapping[tuple[str, str], str] = {
    ("creation", "edit"): "Change",
    ("safety", "deny"): "Deny and go on",
    ("safety", "abort"): "Abort",
    ("quality", "retry"): "Run it again",
    ("quality", "edit"): "Edit and run",
    ("quality", "skip"): "Skip this step",
    ("quality", "abort"): "Abort the workflow",
}
_REJECTING_CHOICES = frozenset({"deny", "reject", "abort"})
_KIND_LABELS: Mapping[str, str] = {
    "tool": "Permission",
    "creation": "New specialist",
    "resources": "Missing credential",
    "quality": "Quality pause",
    "safety": "Safety pause",
    "unknown_outcome": "Outcome not known",
    "host": "Host",
}
_QUALITY = PauseFamily("quality", "↻", "Nothing is lost. The step continues after you answer.")
_SAFETY = PauseFamily("safety", "⚠", "It stopped before it acted. Nothing happens until you allow it.")
_FAMILIES: Mapping[str, PauseFamily] = {
    "quality": _QUALITY,
    "unknown_outcome": _QUALITY._replace(
        meaning="It is not known whether it took effect. Check, then choose how to continue."
    ),
    "tool": _SAFETY,
    "host": _SAFETY,
    "safety": _SAFETY._replace(meaning="It asked for more than its identity may have. None of it was done."),
}
_OTHER_FAMILY = PauseFamily("other", "✎", "")
_CHANNEL_LABELS: Mapping[str, str] = {"web": "on this site", "api": "by the API", "admin": "by an admin"}
_CLOSED_TEXTS: Mapping[str, str] = {
    "expired": "Expired without an answer; counted as rejected.",
    "cancelled": "Cancelled: no longer needed.",
}


@dataclass(frozen=True, kw_only=True)
class ChoiceView:
    """One button. ``css_class`` is ``yes`` (first approval), ``also`` (other approval) or ``no``."""

    value: str
    label: str
    css_class: str


@dataclass(frozen=True, kw_only=True)
class LineView:
    """One line of the request. A ``nested`` line belongs to the call above it."""

    text: str
    nested: bool


class HaltView(NamedTuple):
    """Why a step of a workflow waits, what would help, and the link to its place in the graph."""

    node: str
    reason: str
    hint: str
    link: str


@dataclass(frozen=True, kw_only=True)
class ApprovalView:
    """One approval. ``request`` is its text by lines without the title; ``rules`` describe what "always" would save.

    ``family`` tells safety pauses and quality pauses apart; ``prompt`` is the present one of a step to be edited.
    """

    id: str
    kind: str
    family: PauseFamily
    title: str
    halt: HaltView | None
    prompt: str
    diffs: Sequence[EditDiff]
    request: Sequence[LineView]
    choices: Sequence[ChoiceView]
    rules: Sequence[str]
    note_label: str
    store_link: str
    case_link: str
    state: str
    outcome: str
    note: str
    asked_at: datetime
    expires_at: datetime
    conversation_id: uuid.UUID | None
    args_hash: str


def approval_view(approval: Approval) -> ApprovalView:
    """Return an approval for a page."""
    session = approval.session
    return ApprovalView(
        id=str(approval.pk),
        kind=_KIND_LABELS[approval.kind],
        family=_FAMILIES.get(approval.kind, _OTHER_FAMILY),
        halt=_halt_view(approval),
        prompt=_subject_text(approval, "prompt") if approval.kind == "quality" else "",
        diffs=edit_diffs(approval.subject) if approval.kind == "tool" else [],
        title=approval.title,
        request=[_line_view(line) for line in approval.text.removeprefix(approval.title).strip("\n").split("\n")],
        choices=[_choice_view(approval, choice, index) for index, choice in enumerate(approval.choices)],
        rules=[str(rule.get("text", "")) for rule in approval.rule_preview] if "always" in approval.choices else [],
        note_label=_note_label(approval),
        store_link=_store_link(approval),
        case_link=_case_link(approval),
        state=str(approval.state),
        outcome=_outcome_text(approval),
        note=approval.note,
        asked_at=approval.created_at,
        expires_at=approval.expires_at,
        conversation_id=session.conversation_id if session is not None else None,
        args_hash=approval.args_hash,
    )


def pending_approvals(*, user_id: int, session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ApprovalView]:
    """Return the pending approval of each of these sessions that has one. One query."""
    if not session_ids:
        return {}
    pending = approvals_of(user_id=user_id, state=Approval.State.PENDING).filter(session_id__in=session_ids)
    return {approval.session_id: approval_view(approval) for approval in pending if approval.session_id is not None}


def choice_label(kind: str, choice: str) -> str:
    """Return the label of a choice."""
    return _KIND_CHOICE_LABELS.get((kind, choice)) or _CHOICE_LABELS.get(choice, choice)


def _choice_view(approval: Approval, choice: str, index: int) -> ChoiceView:
    label = choice_label(approval.kind, choice)
    if choice == "always":
        label = f"Always{_always_scope(approval.rule_preview)}"
    css_class = "no" if choice in _REJECTING_CHOICES else "yes" if index == 0 else "also"
    return ChoiceView(value=choice, label=label, css_class=css_class)


def _line_view(line: str) -> LineView:
    return LineView(text=line.strip(), nested=line.startswith(" "))


def _always_scope(rules: Sequence[Mapping[str, Any]]) -> str:
    """Return the scope of "always" for its button; the page shows the rules beside it."""
    keys = {key for rule in rules for key in rule.get("shape", {})}
    if len(rules) != 1:
        return ""
    return " for this host and method" if "host" in keys else " for these files" if "path" in keys else ""


def _subject_text(approval: Approval, name: str) -> str:
    value = approval.subject.get(name, "")
    return value if isinstance(value, str) else ""


def _halt_view(approval: Approval) -> HaltView | None:
    """Return the halted step of a workflow; None for other approvals."""
    workflow = _subject_text(approval, "workflow_id")
    if approval.kind != "quality" or not workflow:
        return None
    node, reason, hint = (_subject_text(approval, name) for name in ("node", "reason", "recovery_hint"))
    link = f"{reverse('workflows-page')}{workflow}/#node-{node}"
    return HaltView(node, reason, hint, link)


def _note_label(approval: Approval) -> str:
    if approval.kind == "quality":
        return "The new input" if _subject_text(approval, "specialist") else "The new prompt"
    if "edit" in approval.choices:
        return "What to change"
    return "A note for the agent (sent with your rejection)" if approval.kind == "tool" else "A note for the record"


def _store_link(approval: Approval) -> str:
    """Return the link to store the missing credential; empty when none is missing."""
    names = {"specialist_id": approval.subject.get("specialist_id", ""), "name": approval.subject.get("name", "")}
    if approval.kind != "resources" or not all(isinstance(name, str) and name for name in names.values()):
        return ""
    return f"{reverse('credentials-page')}?{urlencode(names)}#store"


def _case_link(approval: Approval) -> str:
    """Return the link to the full card of a creation; empty for other approvals."""
    try:
        case_id = uuid.UUID(str(approval.subject.get("case", "")))
    except ValueError:
        return ""
    return reverse("creation-page", kwargs={"case_id": case_id}) if approval.kind in ("creation", "resources") else ""


def _outcome_text(approval: Approval) -> str:
    if approval.state in _CLOSED_TEXTS:
        return _CLOSED_TEXTS[approval.state]
    if approval.state != Approval.State.DECIDED:
        return ""
    by = "You" if approval.decided_by_id == approval.user_id else "An admin"
    channel = _CHANNEL_LABELS.get(approval.channel, approval.channel)
    return f"{by} answered “{choice_label(approval.kind, approval.choice)}” {channel}."
