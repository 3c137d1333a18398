"""What follows from a stage's word: the move, and what goes with it, in the transaction that stores the word."""

import uuid
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings

from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.requests.services import ApprovalTerms, approval_request
from kingdom.core.errors import Conflict
from kingdom.council.cases.dispatch import case_enqueue
from kingdom.council.cases.transitions import case_transition
from kingdom.council.cases.verdicts import StageAttempt, missing_verdicts, verdict_case_fields
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.presenters import approval_subject, case_card
from kingdom.council.rules import state_machine
from kingdom.council.rules.score_diff import score_comparison, score_labels
from kingdom.council.selectors import case_spec, case_supplied_proposal, case_tests
from kingdom.council.signals import case_completed
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.drafts import draft_release
from kingdom.specialists.status.version_release import VersionRelease, version_release_apply

CASE_NOTIFICATION = "creation"
UNCONFIRMED_FIELDS: dict[str, Any] = {
    "confirmed_digest": "",
    "confirmed_at": None,
    "confirmed_channel": "",
    "mock": False,
}


class CompletionText(NamedTuple):
    """How a case ended well: the reason of its move, and what its owner is told."""

    reason: str
    notification: str


def case_verdict_apply(*, case: CreationCase, task: StageAttempt, row: StageVerdict) -> None:
    """Move a locked case on by a stage's word. A word that the stage can not have is no word: the case fails."""
    verdict = StageVerdict.Verdict
    design = task.step.stage == "design"
    match row.verdict:
        case verdict.PASSED if design and row.spec is None:
            case_fail(case=case, code="no_proposal", message="The designer made no proposal.")
        case verdict.PASSED:
            _apply_passed(case, task, row)
        case verdict.REPAIR if not design:
            _send_to_repair(case, row)
        case verdict.OFFER if design:
            _end_rejected(case, row, {"offered": row.details})
        case verdict.REJECTED | verdict.BLOCKED:
            results = {"training_results": row.details} if task.step.stage == "train" else {}
            _end_rejected(case, row, results)
        case _:
            case_fail(
                case=case, code="no_verdict", message=f"The stage {task.step.stage} gave no verdict that it can have."
            )


def case_fail(*, case: CreationCase, code: str, message: str) -> None:
    """Move a locked case to failed and tell its owner, who may open it again."""
    case_transition(
        case=case, to=state_machine.FAILED, reason=message, fields={"error_code": code[:60], **UNCONFIRMED_FIELDS}
    )
    _notify_owner_of_end(case, f"{_case_label(case)} could not be made: {message}")


def case_confirmation_request(case: CreationCase, fields: dict[str, Any] | None = None) -> None:
    """Ask the locked case's owner for their yes to what is there now. While a stage's yes is missing, nobody is asked: the case fails."""
    for name, value in (fields or {}).items():
        setattr(case, name, value)
    missing = missing_verdicts(case)
    if missing or not case.test_suite:
        case_fail(
            case=case,
            code="unjudged",
            message=f"There is no verdict of: {', '.join(missing) or 'tests'}. Open the case again.",
        )
        return
    approval = approval_request(
        user_id=case.user_id, kind="creation", subject=approval_subject(case), terms=_approval_terms(case)
    )
    waits = {
        "approval_id": approval.pk,
        "expires_at": approval.expires_at,
        "error_code": "",
        **UNCONFIRMED_FIELDS,
        "mock": case.mock,
    }
    case_transition(
        case=case,
        to=state_machine.AWAITING_CONFIRMATION,
        reason=_confirmation_reason(case),
        fields={**(fields or {}), **waits},
    )


def _confirmation_reason(case: CreationCase) -> str:
    """Return what the question comes to in a sentence: what it may do, or how it does beside what it would replace."""
    shown = case_card(case)
    scores = (shown["revises"] or {}).get("scores")
    if not scores:
        return str(shown["power"])
    words = score_labels(scores)
    return f"Version {scores['version']}: {words['before']}. This one: {words['after']}."


def _approval_terms(case: CreationCase) -> ApprovalTerms:
    """Return how a proposal is answered. What is offered to somebody who did not ask for it waits longer, and is taken as it is or not."""
    if case.revises_id is None:
        return ApprovalTerms(life=timedelta(minutes=settings.KINGDOM.creation_ttl_minutes))
    return ApprovalTerms(life=timedelta(hours=settings.KINGDOM.proposal_ttl_hours), choices=("confirm", "reject"))


def notify_owner(case: CreationCase, text: str) -> None:
    """Tell the case's owner."""
    notification_create(user_id=case.user_id, kind=CASE_NOTIFICATION, text=text, link=f"/creations/{case.pk}/")


def _apply_passed(case: CreationCase, task: StageAttempt, row: StageVerdict) -> None:
    fields = verdict_case_fields(row, case)
    if task.step.next_state == state_machine.AWAITING_CONFIRMATION:
        case_confirmation_request(case, fields)
    elif task.step.next_state == state_machine.COMPLETED and case.revises_id is not None:
        _release_revision(case, row)
    elif task.step.next_state == state_machine.COMPLETED:
        _release_specialist(case, row)
    else:
        case_transition(case=case, to=task.step.next_state, reason=row.reason, fields={**fields, "findings": []})
        case_enqueue(case)


def _send_to_repair(case: CreationCase, row: StageVerdict) -> None:
    if case.round >= state_machine.MAX_REPAIRS:
        _end_rejected(case, row, {"training_results": row.details} if row.stage == "train" else {})
        return
    again = {"round": case.round + 1, "findings": row.findings or [row.reason], **UNCONFIRMED_FIELDS}
    if row.stage == "train":
        again["training_results"] = row.details
    case_transition(case=case, to=state_machine.DESIGNING, reason=row.reason, fields=again)
    case_enqueue(case)


def _end_rejected(case: CreationCase, row: StageVerdict, fields: dict[str, Any]) -> None:
    case_transition(case=case, to=state_machine.REJECTED, reason=row.reason, fields=fields)
    _notify_owner_of_end(case, f"{_case_label(case)} was not made: {row.reason}")


def _release_specialist(case: CreationCase, row: StageVerdict) -> None:
    """Release the trained draft, if it is to the letter what was judged and confirmed. Raises Conflict when its role is taken by now."""
    version = _trained_version(case, row)
    if version is None:
        raise Conflict("What was trained is not what you confirmed, so it was not registered. Open the case again.")
    specialist = draft_release(specialist=version.specialist, forked_from_id=case.fork_of_id)
    _complete_case(
        case,
        row,
        version,
        CompletionText(f"Ready. {_private_use_text()}", f"{specialist.role} is ready. {_private_use_text()}"),
    )


def _release_revision(case: CreationCase, row: StageVerdict) -> None:
    """Ask a second time with the figures beside those of the version to be replaced; on that yes, and no other, register it.

    Raises Conflict, LostRace, NotAllowed when what was trained, or what it was to replace, is not what it was.
    """
    spec = case_spec(case)
    if (
        spec is None
        or case.revises_id is None
        or case.base_id is None
        or row.result_digest != case.digest
        or missing_verdicts(case)
    ):
        raise Conflict("What was trained is not what you confirmed, so it was not registered. Open the case again.")
    if case.compared_training_digest != row.inputs_digest:
        case_confirmation_request(
            case, {"compared_training_digest": row.inputs_digest, "training_results": row.details}
        )
        return
    revision = VersionRelease(
        specialist_id=case.revises_id,
        base_id=case.base_id,
        spec=spec,
        tests=case_tests(case),
        mock=case.mock,
        actor=case.user,
        reason=proposal.reason if (proposal := case_supplied_proposal(case)) is not None else case.request,
        evidence={"case": str(case.pk), "scores": score_comparison(row.details)},
    )
    version = version_release_apply(revision=revision)
    standing = _revision_status_text(version.specialist)
    _complete_case(
        case,
        row,
        version,
        CompletionText(
            f"Version {version.number} is ready. {standing}",
            f"Version {version.number} of {case.role} is ready. {standing}",
        ),
    )


def _revision_status_text(specialist: Specialist) -> str:
    if specialist.status == Specialist.Status.VERIFIED:
        return "It gets a share of the messages until enough went well; the version before answers the rest."
    return f"It is unverified, and its record begins anew (0 of {settings.KINGDOM.promotion_executions} runs)."


def _complete_case(case: CreationCase, row: StageVerdict, version: SpecialistVersion, text: CompletionText) -> None:
    """Complete a case with what is registered now, and tell its owner."""
    made = {
        "version_id": version.pk,
        "specialist_id": version.specialist_id,
        "training_results": row.details,
        "backend": str(row.details.get("backend", ""))[:40],
    }
    case_transition(case=case, to=state_machine.COMPLETED, reason=text.reason, fields=made)
    notify_owner(case, text.notification)
    case_completed.send(sender=CreationCase, case=case)


def _private_use_text() -> str:
    return f"Only you can use it until an admin verifies it (0 of {settings.KINGDOM.promotion_executions} runs)."


def _trained_version(case: CreationCase, row: StageVerdict) -> SpecialistVersion | None:
    spec, named = case_spec(case), str(row.details.get("version_id", ""))
    try:
        version = SpecialistVersion.objects.select_related("specialist").filter(pk=uuid.UUID(named)).first()
    except ValueError:
        return None
    if spec is None or version is None or case.confirmed_digest != case.digest:
        return None
    same = version.digest == spec.digest() and version.tests == case.test_suite
    return version if same and version.specialist.created_by_id == case.user_id and not missing_verdicts(case) else None


def _notify_owner_of_end(case: CreationCase, text: str) -> None:
    """Tell the owner, unless it is a new version that was never offered to them: they asked for nothing and miss nothing."""
    if case.revises_id is None or case.approval_id is not None:
        notify_owner(case, text)


def _case_label(case: CreationCase) -> str:
    if case.revises_id is not None:
        return f"The new version of {case.role or 'a specialist'}"
    return case.role or "The specialist you asked for"
