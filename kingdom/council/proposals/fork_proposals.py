"""Fork proposals: a fork's current version, proposed as a new version of its original to the original's reviewer."""

import uuid
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadInput, Busy, Conflict, NotAllowed, NotFound
from kingdom.council.cases.notifications import FORK_PROPOSAL_KIND
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.council.proposals.evolution import revision_reviewer
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.stages.test_suite_schema import normalized_input
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary

MAX_WHY_LENGTH = 1_000  # characters
_DECIDED_STATES = frozenset({state_machine.REJECTED, state_machine.COMPLETED})  # not proposed a second time


@transaction.atomic
def fork_proposal_open(*, user_id: int, specialist_id: uuid.UUID, why: str) -> CreationCase:
    """Propose the caller's fork and return the case, which belongs to the reviewer (``revision_reviewer``).

    Raises NotFound for a specialist that the caller does not see, NotAllowed for another user's, BadInput without a
    reason, Conflict when it is no fork, differs in nothing, was refused before, or cannot have a new version
    (``version_release_check``).
    """
    fork, version = _own_fork(user_id, specialist_id)
    if not why.strip() or len(why) > MAX_WHY_LENGTH:
        raise BadInput(f"Say in at most {MAX_WHY_LENGTH:,} characters why it is better: the reviewer reads it.")
    source = fork.forked_from
    if source is None:
        raise Conflict(f"{fork.role} is no fork, or what it was forked from was deleted.")
    original = Specialist.objects.select_related("current_version", "created_by").get(pk=source.specialist_id)
    receiver = revision_reviewer(original, None, without=user_id if original.created_by_id != user_id else None)
    if (
        fork_proposals_of(fork)
        .filter(supplied_proposal__origin__version=str(version.pk), state__in=_DECIDED_STATES)
        .exists()
    ):
        raise Conflict(f"This version of {fork.role} was offered before, and answered. Offer a newer one.")
    proposal = SuppliedProposal(
        spec=_proposed_spec(version, original),
        tests=_proposed_tests(version, original),
        origin=_fork_origin(fork, version, source, why.strip()),
    )
    # The proposer's reason is not part of the request: it is not the reviewer's text, and no address in it may be
    # fetched.
    request = f"A new version of {original.role}, offered by the owner of its fork {fork.role}."
    try:
        return case_open(
            user_id=receiver.pk, opening=CaseOpening(request=request, supplied_proposal=proposal, revises=original.pk)
        )
    except BudgetExceeded as error:  # the reviewer's usage must not show
        raise Busy(
            f"The reviewer of {original.role} can take no more proposals today. Offer it again tomorrow."
        ) from error


def fork_proposals_of(fork: Specialist) -> QuerySet[CreationCase]:
    """Return the cases of a fork's proposals, newest first."""
    return CreationCase.objects.filter(
        supplied_proposal__origin__kind=FORK_PROPOSAL_KIND, supplied_proposal__origin__fork=str(fork.pk)
    ).order_by("-created_at")


def fork_proposals_list(*, user_id: int, specialist_id: uuid.UUID) -> QuerySet[CreationCase]:
    """Return the proposals of the caller's own fork. Raises NotFound, NotAllowed."""
    return fork_proposals_of(_own_fork(user_id, specialist_id)[0])


def _own_fork(user_id: int, specialist_id: uuid.UUID) -> tuple[Specialist, SpecialistVersion]:
    seen = Specialist.objects.visible_to(user_id).select_related("forked_from", "current_version")
    fork = seen.filter(pk=specialist_id).first()
    if fork is None or fork.current_version is None:
        raise NotFound("There is no such specialist.")
    if fork.created_by_id != user_id:
        raise NotAllowed(f"Only its owner can offer {fork.role} back.")
    return fork, fork.current_version


def _proposed_spec(version: SpecialistVersion, original: Specialist) -> AgentSpec:
    """Return the fork's spec under the original's role. Raises Conflict when nothing differs."""
    spec = version_spec(version).model_copy(update={"role": original.role})
    if original.current_version is not None and spec == version_spec(original.current_version):
        raise Conflict(f"It does not differ from {original.role} as it is now.")
    return spec


def _proposed_tests(version: SpecialistVersion, original: Specialist) -> tuple[TestCase, ...]:
    """Return the fork's tests and, when both have the same output schema, those that only the original has.

    So the new version is also measured on what the original did well.
    """
    own, current = version_tests(version), original.current_version
    if current is None or version.spec.get("output_schema") != current.spec.get("output_schema"):
        return own
    inputs = {normalized_input(test.input) for test in own}
    return (*own, *(test for test in version_tests(current) if normalized_input(test.input) not in inputs))


def _fork_origin(fork: Specialist, version: SpecialistVersion, source: SpecialistVersion, why: str) -> dict[str, Any]:
    """Return the origin of the proposal: its proposer, the reason, and the fork's evidence at this moment."""
    evidence = promotion_evidence_summary(fork)
    test_run = evidence["test_run"]
    record = f"{evidence['successes']} of {evidence['executions']} executions succeeded"
    ran = (
        f", {test_run['passed']} of {test_run['total']} tests passed in their newest run"
        if test_run
        else ", its tests were not run since"
    )
    owner = fork.created_by.get_username() if fork.created_by is not None else ""
    figures = ("executions", "successes", "success_rate", "success_interval", "confidence")
    offered = f"{owner} offers version {version.number} of {fork.role}, a fork of version {source.number}"
    origin = {
        "kind": FORK_PROPOSAL_KIND,
        "words": f"{offered}: {why} Its own record: {record}{ran}.",
        "user": fork.created_by_id,
        "fork": str(fork.pk),
        "fork_role": fork.role,
        "version": str(version.pk),
        "version_number": version.number,
        "forked_from": str(source.pk),
        "why": why,
        "evidence": {name: evidence[name] for name in figures}
        | {
            "mock_trained": version.mock_trained,
            "suite": {"passed": test_run["passed"], "total": test_run["total"]} if test_run else None,
        },
    }
    stored: dict[str, Any] = to_jsonb(origin)
    return stored
