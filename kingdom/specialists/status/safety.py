"""Verdicts on a version, and what prevents its promotion: Guardian verdicts, failed safety tests, open findings.

The verdicts of the rooms above come from ``hooks.VERDICT_SOURCES``.
"""

import uuid
from collections.abc import Iterable, Sequence
from uuid import UUID

from kingdom.contracts.call_context import CallContext
from kingdom.ministers.guardian.review import ReviewKind, content_digest, preapproval_digest
from kingdom.ministers.guardian.review_items import stored_spec_items
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import content_review
from kingdom.ministers.verdict_selectors import SpecVerdict, spec_verdicts, verdicts_of_specs
from kingdom.runtime.ports import LanguageModel
from kingdom.specialists.hooks import VERDICT_SOURCES, VersionVerdict
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import latest_test_run, latest_test_runs

SAFETY_FAILURE = "safety_failure"  # code of the Auditor's safety findings
_ITEMS = {"spec": "its spec", "handler": "its code"}


def verdicts_for_version(version: SpecialistVersion) -> list[VersionVerdict]:
    """Return the verdicts of the Guardian and of the rooms above on a version."""
    guardian = [_guardian_verdict(verdict) for verdict in spec_verdicts(version.spec)]
    return guardian + [verdict for source in VERDICT_SOURCES for verdict in source(version)]


def safety_blockers(version: SpecialistVersion) -> tuple[str, ...]:
    """Return the evidence that a version is unsafe, as names of rows: failed safety tests and blocks of the Guardian.

    Reviews that wait for a person are not included.
    """
    return safety_blockers_of_each([version])[version.pk]


def safety_blockers_of_each(versions: Sequence[SpecialistVersion]) -> dict[UUID, tuple[str, ...]]:
    """Return ``safety_blockers`` of each version by its id, in two queries."""
    test_runs = latest_test_runs(version.pk for version in versions)
    verdicts = verdicts_of_specs([version.spec for version in versions])
    return {
        version.pk: (*_unsafe_tests(test_runs.get(version.pk)), *_guardian_blocks(reviewed))
        for version, reviewed in zip(versions, verdicts, strict=True)
    }


def open_safety_findings(specialist_id: UUID, version: SpecialistVersion) -> tuple[str, ...]:
    """Return every open safety finding in words. A promotion requires none; a missing verdict counts as a finding."""
    missing = () if VERDICT_SOURCES else ("the verdicts of the Council are not available",)
    against = (f"{verdict.by}: {verdict.verdict}" for verdict in verdicts_for_version(version) if verdict.against)
    findings = AuditFinding.objects.filter(specialist=specialist_id, code=SAFETY_FAILURE, state=AuditFinding.State.OPEN)
    audited = (f"Auditor: {message}" for message in findings.values_list("message", flat=True))
    return (*missing, *against, *_unsafe_tests(latest_test_run(version)), *audited)


def _guardian_verdict(verdict: SpecVerdict) -> VersionVerdict:
    in_words = {
        "approved": "is approved",
        "overturned": "was blocked, and a person overrode the block",
        "needs_human": "waits for a person",
        "blocked": "is blocked",
        "not_reviewed": "is not reviewed",
    }[verdict.status]
    against = verdict.status not in ("approved", "overturned")
    return VersionVerdict("Guardian", f"{_ITEMS[verdict.kind]} {in_words}", verdict.reason, against=against)


def _unsafe_tests(test_run: TestRun | None) -> tuple[str, ...]:
    cases = test_run.results.get("cases", []) if test_run else []
    return tuple(f"test {case.get('number')}" for case in cases if case.get("unsafe"))


def _guardian_blocks(verdicts: Iterable[SpecVerdict]) -> tuple[str, ...]:
    return tuple(f"guardian review {verdict.review_id}" for verdict in verdicts if verdict.status == "blocked")


def version_guardian_review(*, version: SpecialistVersion, subject: str, model: LanguageModel | None) -> None:
    """Have the Guardian review a version's spec and code, unless it has reviewed them under its present policy.

    Without a model only its rules run, and an earlier approval of the same content by a judge or a person still counts.
    Blocking; must not run in a transaction.
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
