"""Apply a stage's verdict to its case, in the transaction that stores the verdict."""

import uuid
from typing import Any, NamedTuple

from django.conf import settings

from kingdom.contracts.capabilities.closure import CapabilityClosure, capability_closure
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.confirmation import case_confirmation_request
from kingdom.council.cases.notifications import case_label, notify_owner, notify_owner_of_end
from kingdom.council.cases.transitions import UNCONFIRMED_FIELDS, case_enqueue, case_fail, case_transition
from kingdom.council.cases.verdicts import StageAttempt, missing_verdicts, verdict_case_fields
from kingdom.council.engine.try_outs import examples_try
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules import state_machine
from kingdom.council.rules.score_diff import score_comparison
from kingdom.council.selectors import case_spec, case_tests
from kingdom.council.signals import case_completed
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.drafts import draft_release
from kingdom.specialists.status.version_release import VersionRelease, version_release_apply

_REVISION_REASON = sentence("Its owner approved a new version in a creation.")
_NOT_CONFIRMED = sentence("What was trained is not what you confirmed, so it was not registered. Open the case again.")


class CompletionText(NamedTuple):
    """The texts of a completed case: the reason of its last transition and the owner's notification."""

    reason: str
    notification: str


def case_verdict_apply(*, case: CreationCase, task: StageAttempt, row: StageVerdict) -> None:
    """Move a locked case on by a verdict. A verdict that the stage may not give fails the case."""
    verdict = StageVerdict.Verdict
    design = task.stage.name == "design"
    match row.verdict:
        case verdict.PASSED if design and row.spec is None:
            case_fail(case=case, code="no_proposal", message=sentence("The designer made no proposal."))
        case verdict.PASSED:
            _apply_passed(case, task, row)
        case verdict.REPAIR if not design:
            _send_to_repair(case, row)
        case verdict.OFFER if design:
            _end_rejected(case, row, {"offered": row.details})
        case verdict.REJECTED | verdict.BLOCKED:
            results = {"training_results": row.details} if task.stage.name == "train" else {}
            _end_rejected(case, row, results)
        case _:
            case_fail(
                case=case,
                code="no_verdict",
                message=sentence("The stage %(stage)s gave a verdict that it may not give.", stage=task.stage.name),
            )


def _apply_passed(case: CreationCase, task: StageAttempt, row: StageVerdict) -> None:
    fields = verdict_case_fields(row, case)
    if task.stage.next_state == state_machine.AWAITING_CONFIRMATION:
        case_confirmation_request(case, fields)
        examples_try(case)
    elif task.stage.next_state == state_machine.COMPLETED and case.revises_id is not None:
        _release_revision(case, row)
    elif task.stage.next_state == state_machine.COMPLETED:
        _release_specialist(case, row)
    else:
        case_transition(case=case, to=task.stage.next_state, reason=row.reason, fields={**fields, "findings": []})
        case_enqueue(case)


def _send_to_repair(case: CreationCase, row: StageVerdict) -> None:
    if case.round >= state_machine.MAX_REPAIRS:
        _end_rejected(case, row, {"training_results": row.details} if row.stage == "train" else {})
        return
    fields = {"round": case.round + 1, "findings": row.findings or [row.reason], **UNCONFIRMED_FIELDS}
    if row.stage == "train":
        fields["training_results"] = row.details
    case_transition(case=case, to=state_machine.DESIGNING, reason=row.reason, fields=fields)
    case_enqueue(case)


def _end_rejected(case: CreationCase, row: StageVerdict, fields: dict[str, Any]) -> None:
    case_transition(case=case, to=state_machine.REJECTED, reason=row.reason, fields=fields)
    text = sentence("%(label)s was not made: %(sentence)s", label=case_label(case), sentence=row.reason)
    notify_owner_of_end(case, text)


def _release_specialist(case: CreationCase, row: StageVerdict) -> None:
    """Release the trained draft if it is exactly what was judged and confirmed.

    Raises Conflict when its role was taken.
    """
    version = _trained_version(case, row)
    if version is None:
        raise Conflict(_NOT_CONFIRMED)
    specialist = draft_release(specialist=version.specialist, forked_from_id=case.fork_of_id)
    runs = settings.KINGDOM.promotion_executions
    _complete_case(
        case,
        row,
        version,
        CompletionText(
            sentence("Ready. Only you can use it until an admin verifies it (0 of %(count)s runs).", count=runs),
            sentence(
                "%(name)s is ready. Only you can use it until an admin verifies it (0 of %(count)s runs).",
                name=specialist.role,
                count=runs,
            ),
        ),
    )


def _release_revision(case: CreationCase, row: StageVerdict) -> None:
    """Ask for the second confirmation with both scores; after it release the new version.

    Raises Conflict, LostRace, NotAllowed when the trained version or its base has changed.
    """
    spec = case_spec(case)
    if (
        spec is None
        or case.revises_id is None
        or case.base_id is None
        or row.result_digest != case.digest
        or not _is_closure_confirmed(case, capability_closure(spec))
        or missing_verdicts(case)
    ):
        raise Conflict(_NOT_CONFIRMED)
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
        reason=_REVISION_REASON,
        evidence={"case": str(case.pk), "scores": score_comparison(row.details)},
    )
    version = version_release_apply(revision=revision)
    status = _revision_status_text(version.specialist)
    values = {"number": version.number, "name": case.role, "sentence": status}
    text = CompletionText(
        sentence("Version %(number)s is ready. %(sentence)s", **values),
        sentence("Version %(number)s of %(name)s is ready. %(sentence)s", **values),
    )
    _complete_case(case, row, version, text)


def _revision_status_text(specialist: Specialist) -> str:
    if specialist.status == Specialist.Status.VERIFIED:
        return sentence("It gets a share of the messages until enough succeed; the previous version answers the rest.")
    return sentence(
        "It is unverified, and its record begins anew (0 of %(count)s runs).",
        count=settings.KINGDOM.promotion_executions,
    )


def _complete_case(case: CreationCase, row: StageVerdict, version: SpecialistVersion, text: CompletionText) -> None:
    """Complete a case with its released version and notify its owner."""
    fields = {
        "version_id": version.pk,
        "specialist_id": version.specialist_id,
        "training_results": row.details,
        "backend": str(row.details.get("backend", ""))[:40],
    }
    case_transition(case=case, to=state_machine.COMPLETED, reason=text.reason, fields=fields)
    notify_owner(case, text.notification)
    case_completed.send(sender=CreationCase, case=case)


def _is_closure_confirmed(case: CreationCase, closure: CapabilityClosure) -> bool:
    """Return whether the card that the owner confirmed showed all of a closure."""
    return CapabilityClosure.from_json(case.confirmed_capabilities).covers(closure)


def _trained_version(case: CreationCase, row: StageVerdict) -> SpecialistVersion | None:
    spec, version_id = case_spec(case), str(row.details.get("version_id", ""))
    try:
        version = SpecialistVersion.objects.select_related("specialist").filter(pk=uuid.UUID(version_id)).first()
    except ValueError:
        return None
    if spec is None or version is None or case.confirmed_digest != case.digest:
        return None
    is_own = version.specialist.created_by_id == case.user_id
    return version if is_own and _is_as_confirmed(case, version, spec) and not missing_verdicts(case) else None


def _is_as_confirmed(case: CreationCase, version: SpecialistVersion, spec: AgentSpec) -> bool:
    """Return whether a version is the spec and the tests of its case, and may do what its owner confirmed."""
    closures = (CapabilityClosure.from_json(version.capabilities), capability_closure(spec))
    same = version.digest == spec.digest() and version.tests == case.test_suite
    return same and all(_is_closure_confirmed(case, closure) for closure in closures)
