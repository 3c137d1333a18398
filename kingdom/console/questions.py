"""Questions to a person as the pages show them: the server's text, the choices in words, what each would mean."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from kingdom.approvals.models import Approval
from kingdom.approvals.selectors import approvals_of

_LABELS: Mapping[str, str] = {
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
_OF_KIND: Mapping[tuple[str, str], str] = {("creation", "edit"): "Change"}
_NO = frozenset({"deny", "reject", "abort"})
_KINDS: Mapping[str, str] = {
    "tool": "Permission",
    "creation": "New specialist",
    "resources": "Something is missing",
    "quality": "Quality",
    "safety": "Safety",
    "unknown_outcome": "Outcome not known",
}
_CHANNELS: Mapping[str, str] = {"web": "on this site", "api": "by the API", "admin": "by an admin"}
_OVER: Mapping[str, str] = {
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
class QuestionView:
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


def question_view(approval: Approval) -> QuestionView:
    """Return a question for a page."""
    session = approval.session
    return QuestionView(
        id=str(approval.pk),
        kind=_KINDS[approval.kind],
        title=approval.title,
        request=[_line_view(one) for one in approval.text.removeprefix(approval.title).strip("\n").split("\n")],
        choices=[_choice_view(approval, one, place) for place, one in enumerate(approval.choices)],
        rules=[str(one.get("text", "")) for one in approval.rule_preview] if "always" in approval.choices else [],
        note_label=_note_label(approval),
        store_link=_store_link(approval),
        case_link=_case_link(approval),
        state=str(approval.state),
        ended=_ended(approval),
        note=approval.note,
        asked_at=approval.created_at,
        expires_at=approval.expires_at,
        conversation_id=session.conversation_id if session is not None else None,
        args_hash=approval.args_hash,
    )


def questions_waiting(*, user_id: int, session_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, QuestionView]:
    """Return the open question of each of these sessions that has one. One query."""
    if not session_ids:
        return {}
    found = approvals_of(user_id=user_id, state=Approval.State.PENDING).filter(session_id__in=session_ids)
    return {one.session_id: question_view(one) for one in found if one.session_id is not None}


def label_of(kind: str, choice: str) -> str:
    """Return a choice in words."""
    return _OF_KIND.get((kind, choice)) or _LABELS.get(choice, choice)


def _choice_view(approval: Approval, choice: str, place: int) -> ChoiceView:
    label = label_of(approval.kind, choice)
    if choice == "always":
        label = f"Always{_for_what(approval.rule_preview)}"
    return ChoiceView(value=choice, label=label, look="no" if choice in _NO else "yes" if place == 0 else "also")


def _line_view(line: str) -> LineView:
    return LineView(text=line.strip(), nested=line.startswith(" "))


def _for_what(rules: Sequence[Mapping[str, Any]]) -> str:
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


def _ended(approval: Approval) -> str:
    if approval.state in _OVER:
        return _OVER[approval.state]
    if approval.state != Approval.State.DECIDED:
        return ""
    by = "You" if approval.decided_by_id == approval.user_id else "An admin"
    channel = _CHANNELS.get(approval.channel, approval.channel)
    return f"{by} answered “{label_of(approval.kind, approval.choice)}” {channel}."
