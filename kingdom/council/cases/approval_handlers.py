"""Apply a person's answer to a creation case, in the transaction that stores the answer.

Both questions of the Council are approvals in the inbox: an answer there and one on the case's page are the same.
"""

import uuid
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalTerms, approval_request
from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadInput, Gone, NotAllowed
from kingdom.core.text.sentences import sentence
from kingdom.council.case_credentials import case_credentials_rebind, case_draft_register
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.notifications import REJECTED_WITHOUT_REASON, notify_owner
from kingdom.council.cases.transitions import UNCONFIRMED_FIELDS, case_enqueue, case_transition
from kingdom.council.cases.verdicts import missing_verdicts
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.guardian_verdicts import fired_rules_text
from kingdom.council.selectors import case_credentials_missing, case_credentials_ready, case_spec
from kingdom.ministers.guardian.review import ReviewOptions, review_item
from kingdom.ministers.selectors import overturned_review, rule_modes


def input_block_reason(text: str) -> str:
    """Return why the Guardian's rules block a change request, "" when they do not.

    This is an early check without the judge. The design stage asks the whole Guardian in any case.
    """
    verdict = review_item("request", {"text": text}, judge=False, options=ReviewOptions(rule_modes=rule_modes()))
    if (
        verdict.verdict == "APPROVED"
        or overturned_review(kind="request", content_sha256=verdict.content_sha256) is not None
    ):
        return ""
    reason = f"{verdict.reason}{fired_rules_text([verdict])}"
    return sentence("The Guardian stopped this: %(sentence)s", sentence=reason)


EXPIRY_REASON = sentence("The question expired before you answered. The proposal is kept.")
_CLOSURE_CHANGED = sentence(
    "What it may do is shown differently now than when you were asked. Open it again and read it."
)
OWNER_CHANNELS = frozenset({"web", "api"})  # channels of a signed-in person or their own token
_OWNER_ONLY = (
    "Only its owner can answer this, by their own sign-in or token: not a model, a tool, an admin, or another channel."
)


def case_approval_apply(approval: Approval) -> bool:
    """Apply a closed approval to its case; return whether it belongs to one.

    Raises the error that keeps the answer from counting.
    """
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
    """Expire a locked case that waited for an answer, and notify its owner."""
    case_transition(case=case, to=state_machine.EXPIRED, reason=EXPIRY_REASON, fields=UNCONFIRMED_FIELDS)
    days = settings.KINGDOM.proposal_retention_days
    text = sentence(
        "The question about %(name)s has expired. The proposal is kept for %(days)s days: one click confirms it, "
        "without a new design.",
        name=case.role,
        days=f"{days:g}",
    )
    notify_owner(case, text)


def _is_owners_answer(case: CreationCase, approval: Approval) -> bool:
    return approval.decided_by_id == case.user_id and approval.channel in OWNER_CHANNELS


def _apply_answer(case: CreationCase, approval: Approval) -> None:
    own = _is_owners_answer(case, approval)
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
            case_training_start(case, reason=sentence("The user chose to train on mock replies."), mock=True)
        case _:
            case_transition(case=case, to=state_machine.REJECTED, reason=_rejection_reason(approval, own=own))


def _rejection_reason(approval: Approval, *, own: bool) -> str:
    return approval.note or REJECTED_WITHOUT_REASON if own else sentence("Rejected by an admin.")


def _apply_confirmation(case: CreationCase, approval: Approval) -> None:
    """Store the owner's confirmation of exactly this proposal. The approval keeps what they were shown."""
    if approval.subject.get("digest") != case.digest or missing_verdicts(case):
        raise BadInput("The proposal is not the one that you confirmed. Read it again.")
    spec = case_spec(case)
    if spec is None:
        raise BadInput("There is no proposal to confirm.")
    closure = capability_closure(spec)
    if approval.subject.get("closure") != closure.digest():
        case_transition(case=case, to=state_machine.EXPIRED, reason=_CLOSURE_CHANGED, fields=UNCONFIRMED_FIELDS)
        return
    confirmation = {
        "confirmed_digest": case.digest,
        "confirmed_capabilities": closure.to_json(),
        "confirmed_at": timezone.now(),
        "confirmed_channel": approval.channel,
    }
    if spec.egress_hosts or spec.credentials:
        _grant_hosts(case, spec, approval)
    if not case.mock and case_credentials_missing(case):
        _request_credentials(case, confirmation)
        return
    case_training_start(case, reason=sentence("Approved."), mock=case.mock, fields=confirmation)


def _grant_hosts(case: CreationCase, spec: AgentSpec, approval: Approval) -> None:
    specialist_id = case_draft_register(case, spec)
    host_consent_grant(user_id=case.user_id, specialist_id=specialist_id, hosts=spec.egress_hosts, approval=approval)
    case_credentials_rebind(case, spec, specialist_id)


def case_training_start(case: CreationCase, *, reason: str, mock: bool, fields: dict[str, Any] | None = None) -> None:
    """Send a locked, confirmed case to training."""
    references = {} if mock else case_credentials_ready(case)
    more = {**(fields or {}), "mock": mock, "provided_resources": references, "training_results": None}
    case_transition(case=case, to=state_machine.TRAINING, reason=reason, fields=more)
    case_enqueue(case)


def _apply_credentials(case: CreationCase) -> None:
    missing = case_credentials_missing(case)
    if missing:
        raise BadInput(f"Not stored yet: {', '.join(missing)}. Store them on the page of this case.")
    case_training_start(case, reason=sentence("You gave the credentials."), mock=False)


def _apply_edit(case: CreationCase, change_request: str) -> None:
    """Send the case back to the designer with the change request; all later stages run again."""
    text = f"{case.change_request}\n{change_request}".strip()
    block = input_block_reason(text)
    if block:
        raise BadInput(f"{block} Nothing was changed: say in other words what shall be different.")
    fresh = {"change_request": text, "round": 0, "findings": [], "offered": None, **UNCONFIRMED_FIELDS}
    case_transition(case=case, to=state_machine.DESIGNING, reason=sentence("You asked for changes."), fields=fresh)
    case_enqueue(case)


def _request_credentials(case: CreationCase, confirmation: dict[str, Any]) -> None:
    spec = case_spec(case)
    hosts = {credential.name: credential.host for credential in spec.credentials} if spec is not None else {}
    missing = {name: hosts[name] for name in case_credentials_missing(case)}
    subject = {"case": str(case.pk), "digest": case.digest, "specialist": case.role, "missing": missing}
    life = timedelta(minutes=settings.KINGDOM.creation_ttl_minutes)
    approval = approval_request(user_id=case.user_id, kind="resources", subject=subject, terms=ApprovalTerms(life=life))
    fields = {**confirmation, "approval_id": approval.pk, "expires_at": approval.expires_at}
    needs = ", ".join(f"{name} for {host}" for name, host in missing.items())
    case_transition(
        case=case,
        to=state_machine.AWAITING_RESOURCES,
        reason=sentence("It needs %(needs)s.", needs=needs),
        fields=fields,
    )


def pending_approval_id(case: CreationCase, state: str) -> uuid.UUID:
    """Return the id of the approval that a case waits for in ``state``.

    Raises Gone when it expired, IllegalTransition otherwise.
    """
    if case.state == state_machine.EXPIRED:
        raise Gone("This question has expired. The proposal is kept: confirm it again, or open it again to read it.")
    if case.state != state or case.approval_id is None:
        state_machine.check_awaited_state(case.state, state)
        raise Gone("This question was deleted. Open the case again.")
    return case.approval_id
