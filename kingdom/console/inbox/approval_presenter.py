"""View models of approvals: the request as text, the choices with their labels, the outcome."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, gettext_noop

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approvals_of
from kingdom.console.inbox.edit_diff import EditDiff, edit_diffs


class PauseFamily(NamedTuple):
    """A family of questions: the class of its colour, its icon, and what it means."""

    name: str
    icon: str
    meaning: str


_CHOICE_LABELS: Mapping[str, str] = {
    "once": gettext_noop("Once"),
    "session": gettext_noop("For this session"),
    "always": gettext_noop("Always"),
    "deny": gettext_noop("No"),
    "allow": gettext_noop("Allow"),
    "confirm": gettext_noop("Create"),
    "reject": gettext_noop("No"),
    "provided": gettext_noop("Stored, continue"),
    "mock": gettext_noop("Try without a key"),
    "abort": gettext_noop("Stop"),
    "retry": gettext_noop("Try again"),
    "edit": gettext_noop("Change and try again"),
    "skip": gettext_noop("Skip"),
    "done": gettext_noop("Mark as done"),
}
_KIND_CHOICE_LABELS: Mapping[tuple[str, str], str] = {
    ("creation", "edit"): gettext_noop("Change"),
    ("safety", "deny"): gettext_noop("Deny and go on"),
    ("safety", "abort"): gettext_noop("Abort"),
    ("quality", "retry"): gettext_noop("Run it again"),
    ("quality", "edit"): gettext_noop("Edit and run"),
    ("quality", "skip"): gettext_noop("Skip this step"),
    ("quality", "abort"): gettext_noop("Abort the workflow"),
}
_REJECTING_CHOICES = frozenset({"deny", "reject", "abort"})
_KIND_LABELS: Mapping[str, str] = {
    "tool": gettext_noop("Permission"),
    "creation": gettext_noop("New specialist"),
    "resources": gettext_noop("Missing credential"),
    "quality": gettext_noop("Quality pause"),
    "safety": gettext_noop("Safety pause"),
    "unknown_outcome": gettext_noop("Outcome not known"),
    "host": gettext_noop("Host"),
}
_QUALITY = PauseFamily("quality", "↻", gettext_noop("Nothing is lost. The step continues after you answer."))
_SAFETY = PauseFamily("safety", "⚠", gettext_noop("It stopped before it acted. Nothing happens until you allow it."))
_FAMILIES: Mapping[str, PauseFamily] = {
    "quality": _QUALITY,
    "unknown_outcome": _QUALITY._replace(
        meaning=gettext_noop("It is not known whether it took effect. Check, then choose how to continue.")
    ),
    "tool": _SAFETY,
    "host": _SAFETY,
    "safety": _SAFETY._replace(
        meaning=gettext_noop("It asked for more than its identity may have. None of it was done.")
    ),
}
_OTHER_FAMILY = PauseFamily("other", "✎", "")
_CHANNEL_LABELS: Mapping[str, str] = {
    "web": gettext_noop("on this site"),
    "api": gettext_noop("by the API"),
    "admin": gettext_noop("by an admin"),
}
_CLOSED_TEXTS: Mapping[str, str] = {
    "expired": gettext_noop("Expired without an answer; counted as rejected."),
    "cancelled": gettext_noop("Cancelled: no longer needed."),
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
    ``summary`` says what a proposed specialist is and may do; the request with its digests is then in a fold.
    """

    id: str
    kind: str
    family: PauseFamily
    title: str
    halt: HaltView | None
    prompt: str
    diffs: Sequence[EditDiff]
    summary: Sequence[str]
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


def kind_label(kind: str) -> str:
    """Return the words for a kind of question."""
    return gettext(_KIND_LABELS[kind])


def approval_view(approval: Approval) -> ApprovalView:
    """Return an approval for a page."""
    session = approval.session
    return ApprovalView(
        id=str(approval.pk),
        kind=kind_label(approval.kind),
        family=_FAMILIES.get(approval.kind, _OTHER_FAMILY),
        halt=_halt_view(approval),
        prompt=_subject_text(approval, "prompt") if approval.kind == "quality" else "",
        diffs=edit_diffs(approval.subject) if approval.kind == "tool" else [],
        title=approval.title,
        summary=_summary(approval),
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
    return gettext(_KIND_CHOICE_LABELS.get((kind, choice)) or _CHOICE_LABELS.get(choice, choice))


def _choice_view(approval: Approval, choice: str, index: int) -> ChoiceView:
    label = choice_label(approval.kind, choice)
    if choice == "always":
        label = _always_label(approval.rule_preview)
    css_class = "no" if choice in _REJECTING_CHOICES else "yes" if index == 0 else "also"
    return ChoiceView(value=choice, label=label, css_class=css_class)


def _line_view(line: str) -> LineView:
    return LineView(text=line.strip(), nested=line.startswith(" "))


def _always_label(rules: Sequence[Mapping[str, Any]]) -> str:
    """Return "always" with its scope for the button; the page shows the rules beside it."""
    keys = {key for rule in rules for key in rule.get("shape", {})}
    if len(rules) == 1 and "host" in keys:
        return gettext("Always for this host and method")
    return gettext("Always for these files") if len(rules) == 1 and "path" in keys else gettext("Always")


def _summary(approval: Approval) -> list[str]:
    names = ("purpose", "power", "tests") if approval.kind == "creation" else ()
    return list(filter(None, (_subject_text(approval, name) for name in names)))


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
        return gettext("The new input") if _subject_text(approval, "specialist") else gettext("The new prompt")
    if "edit" in approval.choices:
        return gettext("What to change")
    if approval.kind == "tool":
        return gettext("A note for the agent (sent with your rejection)")
    return gettext("A note for the record")


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
        return gettext(_CLOSED_TEXTS[approval.state])
    if approval.state != Approval.State.DECIDED:
        return ""
    channel = gettext(_CHANNEL_LABELS.get(approval.channel, approval.channel))
    values = {"choice": choice_label(approval.kind, approval.choice), "channel": channel}
    if approval.decided_by_id == approval.user_id:
        return gettext("You answered “%(choice)s” %(channel)s.") % values
    return gettext("An admin answered “%(choice)s” %(channel)s.") % values
