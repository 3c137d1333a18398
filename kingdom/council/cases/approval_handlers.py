"""What follows from a person's answer to a case's question, in the transaction that stores the answer.

The Council's two questions live in the one inbox: a yes there and a yes on the case's own page are the same yes.
"""

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalTerms, approval_request, host_consent_create
from kingdom.core.errors import BadInput, Gone, NotAllowed
from kingdom.council.cases.dispatch import case_enqueue
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.stage_results import UNCONFIRMED_FIELDS, notify_owner
from kingdom.council.cases.transitions import case_transition
from kingdom.council.cases.verdicts import missing_verdicts
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.guardian_verdicts import fired_rules_text
from kingdom.council.selectors import case_credentials_missing, case_credentials_ready, case_spec
from kingdom.ministers.guardian.review import ReviewOptions, review_item
from kingdom.ministers.selectors import overturned_review, rule_modes


def input_block_reason(text: str) -> str:
    """Return why the Guardian's rules stop what a user asks for, "" when they do not.

    This is a courtesy at the door, without the judge. The designer's stage asks the whole Guardian, whatever was said here.
    """
    verdict = review_item("request", {"text": text}, judge=False, options=ReviewOptions(rule_modes=rule_modes()))
    if (
        verdict.verdict == "APPROVED"
        or overturned_review(kind="request", content_sha256=verdict.content_sha256) is not None
    ):
        return ""
    return f"The Guardian stopped this: {verdict.reason}{fired_rules_text([verdict])}"


OWNER_CHANNELS = frozenset({"web", "api"})  # where a signed-in person, or their own token, speaks for themselves
_OWNER_ONLY = (
    "Only its owner can answer this, by their own sign-in or token: not a model, a tool, an admin, or another door."
)


def case_approval_apply(approval: Approval) -> bool:
    """Move the case that a closed question was about; returns whether it was one of ours. Raises what keeps the answer from counting."""
    if approval.kind not in (Approval.Kind.CREATION, Approval.Kind.RESOURCES) or approval.session_id is not None:
        return False
    try:
        case = case_lock(uuid.UUID(str(approval.subject.get("case", ""))))
    except ValueError:
        return False
    if case.approval_id != approval.pk or case.state not in state_machine.WAITING_STATES:
        return False
    if approval.state == Approval.State.EXPIRED:
        case_expire(case)
        return True
    _apply_answer(case, approval)
    return True


def case_expire(case: CreationCase) -> None:
    case_transition(case=case, to=state_machine.EXPIRED, reason="Nobody answered in time.", fields=UNCONFIRMED_FIELDS)
    notify_owner(
        case,
        f"The proposal {case.role} has expired, since nobody answered. Open it again when you want it: nothing is lost.",
    )


def _apply_answer(case: CreationCase, approval: Approval) -> None:
    own = approval.decided_by_id == case.user_id and approval.channel in OWNER_CHANNELS
    if not own and approval.choice not in ("reject", "abort"):
        raise NotAllowed(_OWNER_ONLY)
    match approval.choice:
        case "confirm":
            _apply_confirmation(case, approval)
        case "edit":
            _apply_edit(case, approval.note)
        case "provided":
            _apply_credentials(case)
        case "mock":
            case_training_start(case, reason="The user chose to train on made-up answers.", mock=True)
        case _:
            case_transition(
                case=case,
                to=state_machine.REJECTED,
                reason=approval.note or "You said no." if own else "An admin said no.",
            )


def _apply_confirmation(case: CreationCase, approval: Approval) -> None:
    """Keep the yes: to exactly this proposal, by exactly this person. What they were shown is in the question they answered."""
    if approval.subject.get("digest") != case.digest or missing_verdicts(case):
        raise BadInput("What you said yes to is not what there is now. Read it again.")
    spec = case_spec(case)
    if spec is None:
        raise BadInput("There is no proposal to say yes to.")
    yes = {"confirmed_digest": case.digest, "confirmed_at": timezone.now(), "confirmed_channel": approval.channel}
    host_consent_create(user_id=case.user_id, spec_digest=spec.digest(), hosts=spec.egress_hosts, approval=approval)
    if case.mock or not case_credentials_missing(case):
        for name, value in yes.items():
            setattr(case, name, value)
        case_training_start(case, reason="You said yes.", mock=case.mock, fields=yes)
    else:
        _request_credentials(case, yes)


def case_training_start(case: CreationCase, *, reason: str, mock: bool, fields: dict[str, Any] | None = None) -> None:
    """Send a locked, confirmed case to training."""
    references = {} if mock else case_credentials_ready(case)
    more = {**(fields or {}), "mock": mock, "provided_resources": references, "training_results": None}
    case_transition(case=case, to=state_machine.TRAINING, reason=reason, fields=more)
    case_enqueue(case)


def _apply_credentials(case: CreationCase) -> None:
    missing = case_credentials_missing(case)
    if missing:
        raise BadInput(
            f"Not stored yet: {', '.join(missing)}. Store them with the case, or under Credentials for {case.role}."
        )
    case_training_start(case, reason="You gave the credentials.", mock=False)


def _apply_edit(case: CreationCase, change_request: str) -> None:
    """Let the designer work your change_request in; everything after it is judged again."""
    said = f"{case.change_request}\n{change_request}".strip()
    fault = input_block_reason(said)
    if fault:
        raise BadInput(f"{fault} Nothing was changed: say in other words what shall be different.")
    fresh = {"change_request": said, "round": 0, "findings": [], "offered": None, **UNCONFIRMED_FIELDS}
    case_transition(case=case, to=state_machine.DESIGNING, reason="You asked for changes.", fields=fresh)
    case_enqueue(case)


def _request_credentials(case: CreationCase, yes: dict[str, Any]) -> None:
    spec = case_spec(case)
    wanted = {one.name: one.host for one in spec.credentials} if spec is not None else {}
    missing = {name: wanted[name] for name in case_credentials_missing(case)}
    subject = {"case": str(case.pk), "digest": case.digest, "specialist": case.role, "missing": missing}
    life = timedelta(minutes=settings.KINGDOM.creation_ttl_minutes)
    asked = approval_request(user_id=case.user_id, kind="resources", subject=subject, terms=ApprovalTerms(life=life))
    fields = {**yes, "approval_id": asked.pk, "expires_at": asked.expires_at}
    named = ", ".join(f"{name} for {host}" for name, host in missing.items())
    case_transition(case=case, to=state_machine.AWAITING_RESOURCES, reason=f"It needs {named}.", fields=fields)


def pending_approval_id(case: CreationCase, state: str) -> uuid.UUID:
    """Return the id of the question that a case waits with in a state. Raises Gone for an expired case, IllegalTransition for another state."""
    if case.state == state_machine.EXPIRED:
        raise Gone("This proposal has expired. Open it again; nothing is lost.")
    if case.state != state or case.approval_id is None:
        state_machine.check_awaited_state(case.state, state)
        raise Gone("This question is gone. Open the case again.")
    return case.approval_id
