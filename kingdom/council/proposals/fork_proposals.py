"""Offering a fork back: its present version, as a new version of what it was forked from, to who decides on that. Nobody has to take it."""

import uuid
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadInput, Busy, Conflict, NotAllowed, NotFound
from kingdom.council.cases.proposal_notifications import FORK_PROPOSAL_KIND
from kingdom.council.cases.services import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.council.proposals.evolution import revision_reviewer
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary

MAX_WHY_LENGTH = 1_000  # characters
_DECIDED_STATES = frozenset(
    {state_machine.REJECTED, state_machine.COMPLETED}
)  # answered: the same is not offered again


@transaction.atomic
def fork_proposal_open(*, user_id: int, specialist_id: uuid.UUID, why: str) -> CreationCase:
    """Offer the caller's fork back and return the case, which is the receiver's: the owner's of an unverified original, else an admin's.

    Raises NotFound for what the caller does not see, NotAllowed for another's, BadInput without a word why, Conflict for what is no fork,
    differs in nothing, was refused before, or cannot have a new version (``revision_check``).
    """
    fork, version = _own_fork(user_id, specialist_id)
    if not why.strip() or len(why) > MAX_WHY_LENGTH:
        raise BadInput(f"Say in at most {MAX_WHY_LENGTH:,} characters why it is better: they read it who decide.")
    source = fork.forked_from
    if source is None:
        raise Conflict(f"{fork.role} is no fork, or what it was forked from is gone.")
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
    # the offerer's words are on the card, and nothing reads them as a wish of the receiver's: no address in them is fetched
    request = f"A new version of {original.role}, offered by the owner of its fork {fork.role}."
    try:
        return case_open(
            user_id=receiver.pk, opening=CaseOpening(request=request, supplied_proposal=proposal, revises=original.pk)
        )
    except BudgetExceeded as error:  # how much of it somebody else used is theirs to know
        raise Busy(
            f"Who decides on {original.role} can take nothing more on today. Offer it again tomorrow."
        ) from error


def fork_proposals_of(fork: Specialist) -> QuerySet[CreationCase]:
    """Return the cases that offers of a fork became, newest first."""
    return CreationCase.objects.filter(
        supplied_proposal__origin__kind=FORK_PROPOSAL_KIND, supplied_proposal__origin__fork=str(fork.pk)
    ).order_by("-created_at")


def fork_proposals_list(*, user_id: int, specialist_id: uuid.UUID) -> QuerySet[CreationCase]:
    """Return the offers of the caller's own specialist. Raises as ``offer_back``."""
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
    """Return the fork's spec under the original's name. Raises Conflict when nothing is left that differs."""
    spec = version_spec(version).model_copy(update={"role": original.role})
    if original.current_version is not None and spec == version_spec(original.current_version):
        raise Conflict(f"It does not differ from {original.role} as it is now.")
    return spec


def _proposed_tests(version: SpecialistVersion, original: Specialist) -> tuple[TestCase, ...]:
    """Return the fork's tests and, where both answer in the same form, those that only the original has: nothing gets worse unseen."""
    own, current = version_tests(version), original.current_version
    if current is None or version.spec.get("output_schema") != current.spec.get("output_schema"):
        return own
    there = {" ".join(test.input.casefold().split()) for test in own}
    return (*own, *(test for test in version_tests(current) if " ".join(test.input.casefold().split()) not in there))


def _fork_origin(fork: Specialist, version: SpecialistVersion, source: SpecialistVersion, why: str) -> dict[str, Any]:
    """Return where it comes from: who offers it, why, and the fork's own evidence of this moment."""
    evidence = promotion_evidence_summary(fork)
    suite = evidence["suite"]
    record = f"{evidence['successes']} of {evidence['executions']} executions succeeded"
    ran = (
        f", {suite['passed']} of {suite['total']} tests passed in their newest run"
        if suite
        else ", its tests were not run since"
    )
    owner = fork.created_by.get_username() if fork.created_by is not None else ""
    kept = ("executions", "successes", "success_rate", "success_interval", "confidence")
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
        "evidence": {name: evidence[name] for name in kept}
        | {
            "mock_trained": version.mock_trained,
            "suite": {"passed": suite["passed"], "total": suite["total"]} if suite else None,
        },
    }
    made: dict[str, Any] = to_jsonb(origin)
    return made
