"""Evolution: the language model proposes better rules for a finding of the Auditor, and the reviewer decides.

The result is an ordinary creation case: judged, confirmed, trained, compared and confirmed again.
"""

import json
import uuid
from datetime import timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from pydantic import ValidationError

from kingdom.accounts.models import User
from kingdom.approvals.notifications.services import notification_create
from kingdom.contracts.call_context import CallContext
from kingdom.core.background.jobs import JobQueue, Lease, advisory_lock
from kingdom.core.clock import monotonic
from kingdom.core.errors import Conflict, KingdomError, LostRace, ModelNotConfigured, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import Evolution
from kingdom.council.prompts import load_prompt
from kingdom.council.proposals.evolution_inputs import failed_messages, failed_tests_text
from kingdom.council.proposals.evolution_schema import (
    FailedMessage,
    RuleProposal,
    evolution_schema,
    evolved_spec,
    evolved_tests,
    parse_evolution,
)
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.selectors import is_revision_open
from kingdom.council.stages.base import StageContext
from kingdom.council.stages.structured_output import structured_output_request
from kingdom.providers.language_models import is_model_configured, language_model_or_none
from kingdom.runtime.context import RuntimeContext
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.status.version_release import may_change_shared_specialists

EVOLUTION_TASK = "kingdom.council.tasks.evolution_run"
# findings that other rules may resolve; the Auditor asks about the first ones by itself
AUTOMATIC_CODES = frozenset({"drift", "below_bar", "error_cluster", "calibration", "safety_failure"})
FINDING_CODES = AUTOMATIC_CODES | {"declines"}
TIMEOUT_S = 300.0
MAX_EVOLUTION_ATTEMPTS = 4
RETRY_DELAY_S = 600.0  # seconds before the next attempt after a temporary error
DAY = timedelta(hours=24)
PROMPT_NAME = "evolver"
_OPEN_STATES = (Evolution.State.QUEUED, Evolution.State.WORKING)
evolution_jobs = JobQueue(Evolution, states=_OPEN_STATES, task=EVOLUTION_TASK, lease_s=600.0)  # the model has 300 s
MAX_FINDINGS = 500  # open findings, the oldest first


def evolution_request(*, finding_id: uuid.UUID, asked_by: User | None) -> Evolution:
    """Start a search for better rules for a finding, or return the open one. ``asked_by`` None is the Auditor.

    Raises NotFound, ModelNotConfigured, Conflict when rules cannot resolve the finding or nobody may review them, and
    LostRace when the open one ended at this moment.
    """
    finding = (
        AuditFinding.objects.filter(pk=finding_id)
        .select_related("specialist__current_version", "specialist__created_by")
        .first()
    )
    if finding is None:
        raise NotFound("There is no such finding.")
    base = _finding_base_version(finding)
    if not is_model_configured():
        raise ModelNotConfigured
    receiver = revision_reviewer(base.specialist, asked_by)
    try:
        with transaction.atomic():
            made = Evolution.objects.create(
                finding=finding, base=base, user=receiver, asked_by=asked_by, automatic=asked_by is None
            )
            evolution_jobs.enqueue(made)
    except IntegrityError:
        under_way = Evolution.objects.filter(finding=finding, state__in=_OPEN_STATES).first()
        if under_way is None:
            raise LostRace from None
        return under_way
    return made


def evolution_request_by_user(finding_id: uuid.UUID, user: User) -> str:
    """Start a search on a person's request; return the text to show them. Raises as ``evolution_request``."""
    made = evolution_request(finding_id=finding_id, asked_by=user)
    return f"The language model looks for better rules now. What it proposes is offered to {made.user.get_username()}."


def revision_reviewer(specialist: Specialist, asked_by: User | None, *, without: int | None = None) -> User:
    """Return the reviewer of a new version: the owner of an unverified specialist, else an admin who is not its owner.

    Of several admins, the one who asked comes first, then the one who approved the specialist, then the last to sign
    in. ``without`` is a user who must not be chosen. Raises Conflict when there is none.
    """
    owner = specialist.created_by
    if specialist.status == Specialist.Status.UNVERIFIED and owner is not None:
        if not owner.is_active:
            raise Conflict(
                f"The owner of {specialist.role}, who decides on a new version, has been deactivated. Fork it instead."
            )
        return owner
    first = [asked_by.pk if asked_by is not None else None, specialist.admin_approved_by_id]
    reviewers = _admin_reviewers(specialist.created_by_id, without)
    if not reviewers:
        raise Conflict(f"No admin other than its owner may decide on a new version of {specialist.role}. Add one.")
    return min(reviewers, key=lambda user: first.index(user.pk) if user.pk in first else len(first))


def _admin_reviewers(*excluded: int | None) -> list[User]:
    staff = User.objects.filter(is_active=True, is_staff=True).exclude(pk__in=[pk or 0 for pk in excluded])
    newest_first = staff.order_by(F("last_login").desc(nulls_last=True), "pk")
    return [user for user in newest_first if may_change_shared_specialists(user)]


def evolution_run(*, evolution_id: uuid.UUID) -> bool:
    """Run one search until it ends; return whether this worker got it.

    Safe to call at any time, from any number of workers, and to kill. Nothing changes until the case is opened, in one
    transaction with the search's result.
    """
    lease = evolution_jobs.take(evolution_id, state=Evolution.State.WORKING)
    if lease is None:
        return False
    with evolution_jobs.interruptible(lease):
        _search(lease)
    return True


def _search(lease: Lease) -> None:
    evolution = Evolution.objects.select_related("finding", "base__specialist", "user").get(pk=lease.job_id)
    try:
        if lease.attempts > MAX_EVOLUTION_ATTEMPTS:
            raise Conflict("The language model, or the worker that asked it, was away too often. Ask again later.")
        _propose(evolution, lease)
    except KingdomError as error:
        _record_failure(evolution, lease, error)


@transaction.atomic
def evolutions_propose() -> int:
    """Start searches for new findings within the daily limit; return their number.

    An advisory lock admits one at a time; safe to run twice.
    """
    most = settings.KINGDOM.evolution_per_day
    if not most or not is_model_configured():
        return 0
    advisory_lock("evolutions_propose")
    room = most - Evolution.objects.filter(automatic=True, created_at__gt=timezone.now() - DAY).count()
    wanted = AuditFinding.objects.filter(
        state=AuditFinding.State.OPEN, code__in=AUTOMATIC_CODES, evolutions__isnull=True, specialist__isnull=False
    )
    asked = 0
    for finding in wanted.order_by("created_at")[:MAX_FINDINGS]:
        if asked >= room:
            break
        try:
            evolution_request(finding_id=finding.pk, asked_by=None)
        except KingdomError:  # rules cannot resolve it, or nobody may review them: a person may still act on it
            continue
        asked += 1
    return asked


def evolutions_reap() -> int:
    """Send every search again that no worker has; return their number."""
    return evolution_jobs.reap()


def _finding_base_version(finding: AuditFinding) -> SpecialistVersion:
    """Return the version of a finding, if it is the current one and other rules may resolve the finding.

    Raises Conflict.
    """
    specialist = finding.specialist
    if specialist is None or finding.code not in FINDING_CODES:
        raise Conflict("This finding is not about how a specialist works.")
    base = specialist.current_version
    if base is None or finding.version_id != base.pk:
        raise Conflict(f"{specialist.role} has a newer version. The finding is about an older one.")
    _check_revisable(specialist)
    if base.spec.get("engine") != "model":
        raise Conflict(
            f"{specialist.role} works by code, which does not read its rules. Fork it, and have the code changed."
        )
    return base


def _check_revisable(specialist: Specialist) -> None:
    if specialist.builtin or specialist.status == Specialist.Status.DEPRECATED:
        why = "comes with the product" if specialist.builtin else "is deprecated"
        raise Conflict(f"{specialist.role} {why}, so that no new version of it is made. Fork it instead.")
    if is_revision_open(specialist):
        raise Conflict(f"A new version of {specialist.role} is under way already. Decide on that one first.")


def _propose(evolution: Evolution, lease: Lease) -> None:
    """Ask the model, then open the case; raise Conflict when there is no proposal."""
    failed = failed_messages(evolution.finding, evolution.user)
    evolved = _ask_model(evolution, failed)
    if not evolved.rules:
        raise Conflict(sentence("Nothing was proposed: %(reason)s", reason=evolved.why))
    try:
        proposal = _supplied_proposal(evolution, evolved, failed)
    except ValidationError as error:
        raise Conflict(sentence("Nothing was proposed: the rules that the model wrote cannot be used.")) from error
    with transaction.atomic():
        if not evolution_jobs.held(lease).select_for_update().exists():
            return  # another worker has taken the search
        specialist = Specialist.objects.select_for_update().get(pk=evolution.base.specialist_id)
        if specialist.current_version_id != evolution.base_id:
            raise LostRace(sentence("%(name)s has got another version meanwhile.", name=specialist.role))
        request = f"A new version of {specialist.role}. {evolution.finding.message}"
        case = case_open(
            user_id=evolution.user_id,
            opening=CaseOpening(request=request, supplied_proposal=proposal, revises=specialist.pk),
        )
        evolution_jobs.finish(
            lease, state=Evolution.State.PROPOSED, case=case, reason=evolved.why, finished_at=timezone.now()
        )


def _ask_model(evolution: Evolution, failed: tuple[FailedMessage, ...]) -> RuleProposal:
    base, finding = evolution.base, evolution.finding
    spec = version_spec(base)
    call = CallContext(trace_id=evolution.pk.hex, user_id=str(evolution.user_id), deadline=monotonic() + TIMEOUT_S)
    context = StageContext(
        runtime=RuntimeContext(call=call),
        model=language_model_or_none(),
        progress=lambda _kind, _said: None,
        cancelled=lambda: False,
    )
    data = {
        "what the Auditor found": f"{finding.message}\n{json.dumps(finding.figures)}",
        "the specialist": json.dumps(
            spec.model_dump(mode="json", include={"role", "purpose", "examples", "output_schema"}), ensure_ascii=False
        ),
        "present rules": "\n".join(f"- {rule}" for rule in spec.dna_rules) or "none",
        "failed tests": failed_tests_text(base),
    }
    for number, message in enumerate(failed, 1):
        data[f"failed message {number}"] = f"{message.text}\n\nit gave: {message.answer}\nwrong: {message.how}"
    return structured_output_request(
        context,
        load_prompt(PROMPT_NAME),
        data,
        evolution_schema(len(failed)),
        lambda value: parse_evolution(value, spec.dna_rules, len(failed)),
    )


def _supplied_proposal(
    evolution: Evolution, evolved: RuleProposal, failed: tuple[FailedMessage, ...]
) -> SuppliedProposal:
    """Return the proposal: the spec with the new rules, and the tests with the failed messages added."""
    base = evolution.base
    tests = version_tests(base)
    more = evolved_tests(tests, failed, evolved.right)
    added = len(more) - len(tests)
    own = (
        f" {added} of your own messages became tests of it: they stay with it, and its forks show them."
        if added
        else ""
    )
    reason = f"The Auditor found: {evolution.finding.message} Proposed are other rules: {evolved.why}"
    origin = {
        "kind": "evolution",
        "words": f"{reason}{own}",
        "reason": reason,
        "finding": str(evolution.finding_id),
        "cases_added": added,
        "prompt": load_prompt(PROMPT_NAME).label,
    }
    return SuppliedProposal(spec=evolved_spec(version_spec(base), evolved.rules), tests=more, origin=origin)


def _record_failure(evolution: Evolution, lease: Lease, error: KingdomError) -> None:
    """Store why there is no proposal; after a temporary error the search is sent again."""
    if not error.permanent and lease.attempts <= MAX_EVOLUTION_ATTEMPTS:
        evolution_jobs.renew(lease, reason=error.message)
        evolution_jobs.release(lease, wait_s=RETRY_DELAY_S)
        return
    with transaction.atomic():
        ended = evolution_jobs.finish(
            lease, state=Evolution.State.NONE, reason=error.message, finished_at=timezone.now()
        )
        if ended and evolution.asked_by_id is not None:
            text = sentence(
                "No change of %(name)s is proposed. %(sentence)s",
                name=evolution.base.specialist.role,
                sentence=error.message,
            )
            link = f"/admin/specialists/auditfinding/{evolution.finding_id}/change/"
            notification_create(user_id=evolution.asked_by_id, kind="evolution", text=text, link=link)
