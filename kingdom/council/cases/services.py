"""Commands of a case's owner: confirm, edit, provide credentials, use mock mode, reject, reopen."""

import uuid
from collections.abc import Mapping

from django.db import transaction
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.core.errors import BadInput, Conflict, Gone, IllegalTransition, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.case_credentials import case_credential_store
from kingdom.council.cases.approval_handlers import OWNER_CHANNELS, pending_approval_id
from kingdom.council.cases.confirmation import case_confirmation_request
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.opening import check_case_limits, check_revision_current
from kingdom.council.cases.transitions import UNCONFIRMED_FIELDS, case_enqueue, case_transition
from kingdom.council.cases.verdicts import missing_verdicts
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.council.selectors import case_get, case_spec, proposal_kept_until
from kingdom.sessions.budgets.services import budget_check


class ProposalChanged(Conflict):
    """The proposal is not the one you saw. Read it again, then decide."""

    code = "proposal_changed"


def case_confirm(*, user_id: int, case_id: uuid.UUID, digest: str, mock: bool = False, channel: str) -> CreationCase:
    """Confirm, as the owner, exactly the proposal with this digest.

    With ``mock`` it trains on mock replies, without keys. Raises NotFound, ProposalChanged, Gone when it has
    expired, Conflict when it was answered before, BadInput for ``mock`` where the specialist calls no host. No error
    changes anything.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    approval_id = pending_approval_id(case, state_machine.AWAITING_CONFIRMATION)
    if digest != case.digest:
        raise ProposalChanged
    if mock:
        _check_mock_possible(case)
    with transaction.atomic():
        access_lock(user_id=user_id, exclusive=True)
        # lock order: the user before the approval, the approval before the case
        question = Approval.objects.select_for_update().filter(pk=approval_id).first()
        if question is None or question.subject.get("digest") != digest:
            raise ProposalChanged
        # a new version that was compared in mock mode stays in it: it is not trained again
        CreationCase.objects.filter(
            pk=case_id, approval_id=approval_id, state=state_machine.AWAITING_CONFIRMATION
        ).update(mock=mock or case.mock)
        _submit_decision(question, user_id, "confirm", channel)
    case.refresh_from_db()
    return case


@transaction.atomic
def case_confirm_again(
    *, user_id: int, case_id: uuid.UUID, digest: str, mock: bool = False, channel: str
) -> CreationCase:
    """Confirm the kept proposal of an expired case: it is asked about again and answered at once, without a new design.

    Raises as ``case_reopen`` and ``case_confirm``, and Gone for a proposal that is no longer kept; then nothing is
    changed.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    if case.state == state_machine.EXPIRED and proposal_kept_until(case) is None:
        raise Gone("This proposal is no longer kept. Open it again: it is designed and judged anew.")
    case_reopen(user_id=user_id, case_id=case_id)
    return case_confirm(user_id=user_id, case_id=case_id, digest=digest, mock=mock, channel=channel)


def _check_mock_possible(case: CreationCase) -> None:
    spec = case_spec(case)
    if spec is None or not (spec.egress_hosts or spec.credentials):
        raise BadInput("It calls no host, so there is nothing to make up.")


def case_edit(*, user_id: int, case_id: uuid.UUID, change_request: str, channel: str) -> CreationCase:
    """Ask for changes. The designer applies them and all stages run again.

    Raises NotFound, Gone and Conflict as ``case_confirm``, and BadInput for the case of a new version.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    if case.revises is not None:
        is_own = case.revises.created_by_id == user_id
        otherwise = "edit the specialist again" if is_own else "fork the specialist and change your own"
        raise BadInput(f"A new version of a specialist cannot be edited. Reject it, then {otherwise}.")
    _answer_approval(case, state_machine.AWAITING_CONFIRMATION, "edit", channel, note=change_request)
    return case


def case_reject(*, user_id: int, case_id: uuid.UUID, channel: str, reason: str = "") -> CreationCase:
    """Reject a proposal, or stop a case that a worker has.

    Raises NotFound, IllegalTransition when it has ended, and Conflict when its work became a question meanwhile.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    if case.state in state_machine.WAITING_STATES:
        _answer_approval(
            case,
            case.state,
            "reject" if case.state == state_machine.AWAITING_CONFIRMATION else "abort",
            channel,
            note=reason,
        )
        return case
    with access_transaction():
        case = case_lock(case_id)
        if case.state in state_machine.WAITING_STATES:
            raise Conflict("It has changed meanwhile. Look at it again.")
        case_transition(
            case=case,
            to=state_machine.REJECTED,
            reason=reason or sentence("You stopped it."),
            fields=UNCONFIRMED_FIELDS,
        )
    return case


@sensitive_variables()
def case_credentials_provide(
    *, user_id: int, case_id: uuid.UUID, values: Mapping[str, SecretStr], channel: str
) -> CreationCase:
    """Store credentials in the vault, by the names on the card; when none is missing the training starts.

    No value is kept with the case, its events or the log. Raises NotFound, IllegalTransition, Gone, BadInput for a name
    that the card does not list or an invalid value.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    pending_approval_id(case, state_machine.AWAITING_RESOURCES)
    spec = case_spec(case)
    expected = {credential.name for credential in spec.credentials} if spec is not None else set()
    if not values or set(values) - expected:
        raise BadInput(f"It needs {', '.join(sorted(expected))}, by these names.")
    for name, value in values.items():
        case_credential_store(case, name, value)
    _answer_approval(case, state_machine.AWAITING_RESOURCES, "provided", channel)
    return case


def case_use_mock(*, user_id: int, case_id: uuid.UUID, channel: str) -> CreationCase:
    """Train on mock replies instead of giving credentials. Raises as ``case_credentials_provide``."""
    case = case_get(user_id=user_id, case_id=case_id)
    _answer_approval(case, state_machine.AWAITING_RESOURCES, "mock", channel)
    return case


@transaction.atomic
def case_reopen(*, user_id: int, case_id: uuid.UUID) -> CreationCase:
    """Reopen an expired or failed case: with its judged proposal while it is kept, else from the design on.

    Raises NotFound, IllegalTransition, Busy over the limit of open cases, BudgetSpent when today's budget is used up,
    AccessEnded.
    """
    case_get(user_id=user_id, case_id=case_id)
    # lock order: the user before the case; rows that name the user may be stored meanwhile by who holds the case
    access_lock(user_id=user_id, exclusive=True)
    case = case_lock(case_id)
    if not case.request:
        raise IllegalTransition(
            "The conversation it came from was deleted, and what was asked with it. Ask anew.", state=case.state
        )
    if case.state not in (state_machine.EXPIRED, state_machine.FAILED):
        raise IllegalTransition(
            f"This case is {state_machine.state_label(case.state)}: there is nothing to open again.", state=case.state
        )
    budget_check(user_id=user_id)
    if case.revises_id is None:
        check_case_limits(user_id, today=False)
    check_revision_current(case)
    is_kept = case.state != state_machine.EXPIRED or proposal_kept_until(case) is not None
    if is_kept and not missing_verdicts(case):
        # without scores this is the first question again: its answer must not count as the second
        case_confirmation_request(case, {"compared_training_digest": ""} if case.training_results is None else None)
        return case
    again: dict[str, object] = {
        "spec_proposal": None,
        "test_suite": [],
        "digest": "",
        "round": 0,
        "findings": [],
        "error_code": "",
    }
    case_transition(case=case, to=state_machine.DESIGNING, reason=sentence("You opened it again."), fields=again)
    case_enqueue(case)
    return case


def _answer_approval(case: CreationCase, state: str, choice: str, channel: str, note: str = "") -> None:
    question = Approval.objects.filter(pk=pending_approval_id(case, state)).first()
    if question is None:
        raise NotFound("This question was deleted. Open the case again.")
    _submit_decision(question, case.user_id, choice, channel, note)
    case.refresh_from_db()


def _submit_decision(question: Approval, user_id: int, choice: str, channel: str, note: str = "") -> None:
    """Decide the approval; the case changes in the same transaction."""
    if channel not in OWNER_CHANNELS:
        raise BadInput(f"A case is answered over one of: {', '.join(sorted(OWNER_CHANNELS))}.")
    decision = ApprovalDecision(choice=choice, args_hash=question.args_hash, note=note, channel=channel)
    approval_decide(approval_id=question.pk, actor_id=user_id, decision=decision)
