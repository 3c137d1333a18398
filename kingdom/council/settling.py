"""What follows from a stage's word: the move, and what goes with it, in the transaction that stores the word."""

import uuid
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings

from kingdom.approvals.notice_services import notice_create
from kingdom.approvals.services import Terms, approval_request
from kingdom.core.errors import Conflict
from kingdom.council.models import Case, StageVerdict
from kingdom.council.moving import case_move
from kingdom.council.queue import case_enqueue
from kingdom.council.reports import card, question_of
from kingdom.council.rules import moves
from kingdom.council.rules.comparing import scores_of, scores_words
from kingdom.council.signals import case_completed
from kingdom.council.verdicts import Task, given_of, proposal_fields, spec_of, suite_of, unjudged
from kingdom.specialists.dispatch import specialist_embed_later
from kingdom.specialists.draft_services import draft_release
from kingdom.specialists.models import Specialist, SpecialistVersion
from kingdom.specialists.revision_services import Revision, revision_release

NOTICE = "creation"
UNCONFIRMED: dict[str, Any] = {"confirmed_digest": "", "confirmed_at": None, "confirmed_channel": "", "mock": False}


class Words(NamedTuple):
    """How a case ended well: the reason of its move, and what its owner is told."""

    reason: str
    told: str


def case_settle(*, case: Case, task: Task, row: StageVerdict) -> None:
    """Move a locked case on by a stage's word. A word that the stage can not have is no word: the case fails."""
    verdict = StageVerdict.Verdict
    design = task.step.stage == "design"
    match row.verdict:
        case verdict.PASSED if design and row.spec is None:
            case_fail(case=case, code="no_proposal", message="The designer made no proposal.")
        case verdict.PASSED:
            _passed(case, task, row)
        case verdict.REPAIR if not design:
            _repair(case, row)
        case verdict.OFFER if design:
            _end(case, row, {"offered": row.details})
        case verdict.REJECTED | verdict.BLOCKED:
            results = {"training_results": row.details} if task.step.stage == "train" else {}
            _end(case, row, results)
        case _:
            case_fail(case=case, code="no_verdict", message=f"The stage {task.step.stage} gave no verdict that it can have.")


def case_fail(*, case: Case, code: str, message: str) -> None:
    """Move a locked case to failed and tell its owner, who may open it again."""
    case_move(case=case, to=moves.FAILED, reason=message, fields={"error_code": code[:60], **UNCONFIRMED})
    _tell_end(case, f"{_name(case)} could not be made: {message}")


def proposal_put(case: Case, fields: dict[str, Any] | None = None) -> None:
    """Ask the locked case's owner for their yes to what is there now. While a stage's yes is missing, nobody is asked: the case fails."""
    for name, value in (fields or {}).items():
        setattr(case, name, value)
    missing = unjudged(case)
    if missing or not case.test_suite:
        case_fail(case=case, code="unjudged", message=f"There is no verdict of: {', '.join(missing) or 'tests'}. Open the case again.")
        return
    approval = approval_request(user_id=case.user_id, kind="creation", subject=question_of(case), terms=_terms(case))
    waits = {"approval_id": approval.pk, "expires_at": approval.expires_at, "error_code": "", **UNCONFIRMED, "mock": case.mock}
    case_move(case=case, to=moves.CONFIRMATION, reason=_asked(case), fields={**(fields or {}), **waits})


def _asked(case: Case) -> str:
    """Return what the question comes to in a sentence: what it may do, or how it does beside what it would replace."""
    shown = card(case)
    scores = (shown["revises"] or {}).get("scores")
    if not scores:
        return str(shown["power"])
    words = scores_words(scores)
    return f"Version {scores['version']}: {words['before']}. This one: {words['after']}."


def _terms(case: Case) -> Terms:
    """Return how a proposal is answered. What is offered to somebody who did not ask for it waits longer, and is taken as it is or not."""
    if case.revises_id is None:
        return Terms(life=timedelta(minutes=settings.KINGDOM.case_minutes))
    return Terms(life=timedelta(hours=settings.KINGDOM.offer_hours), choices=("confirm", "reject"))


def tell(case: Case, text: str) -> None:
    """Tell the case's owner."""
    notice_create(user_id=case.user_id, kind=NOTICE, text=text, link=f"/creations/{case.pk}/")


def _passed(case: Case, task: Task, row: StageVerdict) -> None:
    fields = proposal_fields(row, case)
    if task.step.onward == moves.CONFIRMATION:
        proposal_put(case, fields)
    elif task.step.onward == moves.COMPLETED and case.revises_id is not None:
        _revise(case, row)
    elif task.step.onward == moves.COMPLETED:
        _complete(case, row)
    else:
        case_move(case=case, to=task.step.onward, reason=row.reason, fields={**fields, "findings": []})
        case_enqueue(case)


def _repair(case: Case, row: StageVerdict) -> None:
    if case.round >= moves.MOST_REPAIRS:
        _end(case, row, {"training_results": row.details} if row.stage == "train" else {})
        return
    again = {"round": case.round + 1, "findings": row.findings or [row.reason], **UNCONFIRMED}
    if row.stage == "train":
        again["training_results"] = row.details
    case_move(case=case, to=moves.DESIGNING, reason=row.reason, fields=again)
    case_enqueue(case)


def _end(case: Case, row: StageVerdict, fields: dict[str, Any]) -> None:
    case_move(case=case, to=moves.REJECTED, reason=row.reason, fields=fields)
    _tell_end(case, f"{_name(case)} was not made: {row.reason}")


def _complete(case: Case, row: StageVerdict) -> None:
    """Release the trained draft, if it is to the letter what was judged and confirmed. Raises Conflict when its role is taken by now."""
    version = _trained_version(case, row)
    if version is None:
        raise Conflict("What was trained is not what you confirmed, so it was not registered. Open the case again.")
    specialist = draft_release(specialist=version.specialist, forked_from_id=case.fork_of_id)
    _made(case, row, version, Words(f"Ready. {_whose()}", f"{specialist.role} is ready. {_whose()}"))


def _revise(case: Case, row: StageVerdict) -> None:
    """Ask a second time with the figures beside those of the version to be replaced; on that yes, and no other, register it.

    Raises Conflict, LostRace, NotAllowed when what was trained, or what it was to replace, is not what it was.
    """
    spec = spec_of(case)
    if spec is None or case.revises_id is None or case.base_id is None or row.result_digest != case.digest or unjudged(case):
        raise Conflict("What was trained is not what you confirmed, so it was not registered. Open the case again.")
    if case.compared != row.inputs_digest:
        proposal_put(case, {"compared": row.inputs_digest, "training_results": row.details})
        return
    revision = Revision(
        specialist_id=case.revises_id,
        base_id=case.base_id,
        spec=spec,
        tests=suite_of(case),
        mock=case.mock,
        actor=case.user,
        reason=given.reason if (given := given_of(case)) is not None else case.request,
        evidence={"case": str(case.pk), "scores": scores_of(row.details)},
    )
    version = revision_release(revision=revision)
    standing = _standing(version.specialist)
    _made(
        case,
        row,
        version,
        Words(f"Version {version.number} is ready. {standing}", f"Version {version.number} of {case.role} is ready. {standing}"),
    )


def _standing(specialist: Specialist) -> str:
    if specialist.status == Specialist.Status.VERIFIED:
        return "It gets a share of the messages until enough went well; the version before answers the rest."
    return f"It is unverified, and its record begins anew (0 of {settings.KINGDOM.promotion_executions} runs)."


def _made(case: Case, row: StageVerdict, version: SpecialistVersion, said: Words) -> None:
    """Complete a case with what is registered now, and tell its owner."""
    made = {
        "version_id": version.pk,
        "specialist_id": version.specialist_id,
        "training_results": row.details,
        "backend": str(row.details.get("backend", ""))[:40],
    }
    case_move(case=case, to=moves.COMPLETED, reason=said.reason, fields=made)
    specialist_embed_later(specialist_id=version.specialist_id)  # the gate is fitted again where that is due
    tell(case, said.told)
    case_completed.send(sender=Case, case=case)


def _whose() -> str:
    return f"Only you can use it until an admin verifies it (0 of {settings.KINGDOM.promotion_executions} runs)."


def _trained_version(case: Case, row: StageVerdict) -> SpecialistVersion | None:
    spec, named = spec_of(case), str(row.details.get("version_id", ""))
    try:
        version = SpecialistVersion.objects.select_related("specialist").filter(pk=uuid.UUID(named)).first()
    except ValueError:
        return None
    if spec is None or version is None or case.confirmed_digest != case.digest:
        return None
    same = version.digest == spec.digest() and version.tests == case.test_suite
    return version if same and version.specialist.created_by_id == case.user_id and not unjudged(case) else None


def _tell_end(case: Case, text: str) -> None:
    """Tell the owner, unless it is a new version that was never offered to them: they asked for nothing and miss nothing."""
    if case.revises_id is None or case.approval_id is not None:
        tell(case, text)


def _name(case: Case) -> str:
    if case.revises_id is not None:
        return f"The new version of {case.role or 'a specialist'}"
    return case.role or "The specialist you asked for"
