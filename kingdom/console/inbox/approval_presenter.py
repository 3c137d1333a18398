"""Questions to a person as the pages show them: the server's text, the choices in words, what each would mean."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approvals_of

_CHOICE_LABELS: Mapping[str, str] = {
    "once": "Once",
    "session": "For this session",
    "always": "Always",
    "deny": "No",
    "allow": "Allow",
    "confirm": "Create",
    "reject": "No",
    "provided": "It is stored, go on",
    "mock": "Try without a key",
    "abort": "Stop",
    "retry": "Try again",
    "edit": "Change and try again",
    "skip": "Go on without it",
    "done": "Mark as done",
}
_KIND_CHOICE_LABELS: Mapping[tuple[str, str], str] = {("creation", "edit"): "Change"}
_REJECTING_CHOICES = frozenset({"deny", "reject", "abort"})
_KIND_LABELS: Mapping[str, str] = {
    "tool": "Permission",
    "creation": "New specialist",
    "resources": "Something is missing",
    "quality": "Quality",
    "safety": "Safety",
    "unknown_outcome": "Outcome not known",
}
_CHANNEL_LABELS: Mapping[str, str] = {"web": "on this site", "api": "by the API", "admin": "by an admin"}
_CLOSED_TEXTS: Mapping[str, str] = {
    "expired": "Nobody answered in time, so it was a no.",
    "cancelled": "This is not asked any more: what it was about is over.",
}


@dataclass(frozen=True, kw_only=True)
class ChoiceView:
    """One button. ``look`` is a CSS class: the plain yes, another yes, or a no."""

    value: str
    label: str
    look: str


@dataclass(frozen=True, kw_only=True)
class LineView:
    """One line of the server's text. ``nested`` ones belong to the call above them."""

    text: str
    nested: bool


@dataclass(frozen=True, kw_only=True)
class ApprovalView:
    """One question. ``request`` is the server's text by lines, without its headline; ``rules`` are what "always" would save, in words."""

    id: str
    kind: str
    title: str
    request: Sequence[LineView]
    choices: Sequence[ChoiceView]
    rules: Sequence[str]
    note_label: str
    store_link: str
    case_link: str
    state: str
    ended: str
    note: str
    asked_at: datetime
    expires_at: datetime
    conversation_id: uuid.UUID | None
    args_hash: str


def approval_view(approval: Approval) -> ApprovalView:
    """Return a question for a page."""
    session = approval.session
    return ApprovalView(
        id=str(approval.pk),
        kind=_KIND_LABELS[approval.kind],
        title=approval.title,
        request=[_line_view(one) for one in approval.text.removeprefix(approval.title).strip("\n").split("\n")],
        choices=[_choice_view(approval, one, place) for place, one in enumerate(approval.choices)],
        rules=[str(one.get("text", "")) for one in approval.rule_preview] if "always" in approval.choices else [],
        note_label=_note_label(approval),
        store_link=_store_link(approval),
        case_link=_case_link(approval),
        state=str(approval.state),
        ended=_outcome_text(approval),
        note=approval.note,
        asked_at=approval.created_at,
        expires_at=approval.expires_at,
        conversation_id=session.conversation_id if session is not None else None,
        args_hash=approval.args_hash,
    )


def pending_approvals(*, user_id: int, session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, ApprovalView]:
    """Return the open question of each of these sessions that has one. One query."""
    if not session_ids:
        return {}
    found = approvals_of(user_id=user_id, state=Approval.State.PENDING).filter(session_id__in=session_ids)
    return {one.session_id: approval_view(one) for one in found if one.session_id is not None}


def choice_label(kind: str, choice: str) -> str:
    """Return a choice in words."""
    return _KIND_CHOICE_LABELS.get((kind, choice)) or _CHOICE_LABELS.get(choice, choice)


def _choice_view(approval: Approval, choice: str, place: int) -> ChoiceView:
    label = choice_label(approval.kind, choice)
    if choice == "always":
        label = f"Always{_always_scope(approval.rule_preview)}"
    return ChoiceView(
        value=choice, label=label, look="no" if choice in _REJECTING_CHOICES else "yes" if place == 0 else "also"
    )


def _line_view(line: str) -> LineView:
    return LineView(text=line.strip(), nested=line.startswith(" "))


def _always_scope(rules: Sequence[Mapping[str, Any]]) -> str:
    """Return what "always" is about, in the words of its button; the rules themselves stand beside it."""
    keys = {key for one in rules for key in one.get("shape", {})}
    if len(rules) != 1:
        return ""
    return " for this host and method" if "host" in keys else " for these files" if "path" in keys else ""


def _note_label(approval: Approval) -> str:
    if "edit" in approval.choices:
        return "What to change"
    return "A note for the agent (it is told with your no)" if approval.kind == "tool" else "A note, for the record"


def _store_link(approval: Approval) -> str:
    """Return where the missing credential can be stored; empty when nothing is missing."""
    names = {"specialist": approval.subject.get("specialist", ""), "name": approval.subject.get("name", "")}
    if approval.kind != "resources" or not all(isinstance(one, str) and one for one in names.values()):
        return ""
    return f"{reverse('credentials-page')}?{urlencode(names)}#store"


def _case_link(approval: Approval) -> str:
    """Return where the whole card of a case of the Council is; empty for other questions."""
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
