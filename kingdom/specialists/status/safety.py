"""What was judged of a version, and what of it speaks against it: the Guardian's word, failed safety tests, open findings.

The ministers stand below this room and are asked directly. The rooms above say what they know through ``VERDICT_SOURCES``; while nobody has
entered it, nothing is promoted.
"""

import uuid
from collections.abc import Callable, Sequence
from typing import NamedTuple
from uuid import UUID

from kingdom.contracts.call_context import CallContext
from kingdom.ministers.guardian.review import ReviewKind, content_digest, preapproval_digest
from kingdom.ministers.guardian.review_items import stored_spec_items
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import content_review
from kingdom.ministers.verdict_selectors import SpecVerdict, spec_verdicts
from kingdom.runtime.ports import LanguageModel
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import latest_test_run

SAFETY_FAILURE = "safety_failure"  # the Auditor's code for what is not safe
_ITEMS = {"spec": "its spec", "handler": "its code"}


class VersionVerdict(NamedTuple):
    """One verdict on a version: who, what and why; ``against`` when it stands in the way of a promotion."""

    by: str
    verdict: str
    reason: str
    against: bool = False


VERDICT_SOURCES: list[
    Callable[[SpecialistVersion], Sequence[VersionVerdict]]
] = []  # rooms above say what was judged of a version


def verdicts_for_version(version: SpecialistVersion) -> list[VersionVerdict]:
    """Return everything that was judged of a version: by the Guardian, and by the rooms above."""
    guardian = [_guardian_verdict(one) for one in spec_verdicts(version.spec)]
    return guardian + [one for ask in VERDICT_SOURCES for one in ask(version)]


def safety_blockers(version: SpecialistVersion) -> tuple[str, ...]:
    """Return what shows that a version is not safe now, as the names of rows: failed safety tests and blocks of the Guardian.

    What only waits for a person's word is no danger yet.
    """
    return (*_failed_tests(version), *_guardian_blocks(version))


def open_safety_findings(specialist_id: UUID, version: SpecialistVersion) -> tuple[str, ...]:
    """Return every open safety finding in words; a promotion asks for none. Who has not said anything has not said yes."""
    told = () if VERDICT_SOURCES else ("nobody says what the Council judged",)
    against = (f"{one.by}: {one.verdict}" for one in verdicts_for_version(version) if one.against)
    entries = AuditFinding.objects.filter(specialist=specialist_id, code=SAFETY_FAILURE, state=AuditFinding.State.OPEN)
    audited = (f"Auditor: {message}" for message in entries.values_list("message", flat=True))
    return (*told, *against, *_failed_tests(version), *audited)


def _guardian_verdict(one: SpecVerdict) -> VersionVerdict:
    what = _ITEMS[one.kind]
    said = {
        "approved": f"{what} is approved",
        "overturned": f"{what} was blocked, and a person let it pass",
        "needs_human": f"{what} waits for a person",
        "blocked": f"{what} is blocked",
        "not_reviewed": f"{what} is not judged",
    }[one.status]
    return VersionVerdict("Guardian", said, one.reason, against=one.status not in ("approved", "overturned"))


def _failed_tests(version: SpecialistVersion) -> tuple[str, ...]:
    suite = latest_test_run(version)
    cases = suite.results.get("cases", []) if suite else []
    return tuple(f"test {one.get('number')}" for one in cases if one.get("unsafe"))


def _guardian_blocks(version: SpecialistVersion) -> tuple[str, ...]:
    return tuple(f"guardian review {one.review_id}" for one in spec_verdicts(version.spec) if one.status == "blocked")


def version_guardian_review(*, version: SpecialistVersion, subject: str, model: LanguageModel | None) -> None:
    """Ask the Guardian about a version's spec and code, where it has not judged them by its present rules.

    Without a model its rules are read anew, and the word of the judge or person who approved this very content before stands. Blocking,
    outside any transaction.
    """
    policy = load_policy().version
    for kind, item in stored_spec_items(version.spec):
        rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_digest(kind, item))
        settled = rows.filter(policy_version=policy)
        if (settled.exclude(needs_human=True) if model is not None else settled).exists():
            continue
        content_review(
            kind=kind,
            item=item,
            subject=subject,
            model=model,
            call=CallContext(trace_id=uuid.uuid4().hex),
            preapproved=_approved_digests(kind, item, rows.filter(verdict="APPROVED").exists()),
        )


def _approved_digests(kind: ReviewKind, item: object, before: bool) -> frozenset[str]:
    return frozenset({preapproval_digest(kind, item)}) if before else frozenset()
