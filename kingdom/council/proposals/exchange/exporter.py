"""Export of one version of a specialist as one signed file.

Only fields that are listed by name leave the installation.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings

from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.clock import utc_now
from kingdom.core.errors import Conflict, NotFound, TooLarge
from kingdom.core.statistics import wilson_interval
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.proposals.exchange.format import (
    FILE_SUFFIX,
    FORMAT,
    MAX_FILE_BYTES,
    EvidenceClaim,
    ExchangeDocument,
    ExportStamp,
    FileSignature,
    Lineage,
    OriginalSigner,
    SenderClaims,
    SourceVersion,
    TestRunClaim,
    VerdictClaim,
    file_digests,
    file_encode,
    key_fingerprint,
    oversized_list,
    signed_bytes,
)
from kingdom.council.rules import state_machine
from kingdom.council.rules.pipeline import PIPELINES
from kingdom.council.stages.test_suite_schema import assign_held_out
from kingdom.credentials.vault.factory import get_signers
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.selectors import latest_test_run, version_spec, version_tests
from kingdom.specialists.status.promotion_evidence import version_performance
from kingdom.tools.files.secret_scan import find_secret

IMPORT_ORIGIN, EVOLUTION_ORIGIN = "import", "evolution"  # kinds of origin of a supplied proposal
VIEW_VERSIONS_PERMISSION = "specialists.view_specialistversion"
# Exported details of each stage: figures and the product's own names. Sentences are not exported, since they may quote
# people.
_CLAIMED_FIGURES: Mapping[str, tuple[str, ...]] = {
    "design": ("recipe",),
    "review": ("risk_level",),
    "validate": (),
    "tests": ("total", "held_out"),
    "train": ("confidence", "passed", "total", "gate", "mock"),
}


class ExportedFile(NamedTuple):
    """The file's name and content."""

    name: str
    content: bytes


def specialist_export(*, user_id: int, specialist_id: UUID, number: int | None = None) -> ExportedFile:
    """Return a version of a specialist as a signed file; without ``number`` the current one.

    The owner may export any version; other users the current one of a shared specialist; staff who may view versions
    any version. Raises NotFound for an absent or another user's version alike, and as ``version_export``.
    """
    return version_export(_exportable_version(User.objects.get(pk=user_id), specialist_id, number))


def version_export(version: SpecialistVersion) -> ExportedFile:
    """Return a version as a signed file, without a permission check.

    Its tests are ``exported_tests``. Raises Conflict when a part looks like a secret, TooLarge.
    """
    spec, tests = version_spec(version), exported_tests(version)
    if spec.digest() != version.digest:
        raise Conflict(f"The stored {spec.role} does not match its digest. Ask your admin to restore it from a backup.")
    if excess := oversized_list(spec):
        raise TooLarge(f"{spec.role} has {excess} in a file.")
    _check_secrets(spec, tests)
    document = _exchange_document(version, spec, tests, left_out=len(version.tests) - len(tests)).model_dump(
        mode="json", exclude_unset=True
    )
    signer = get_signers()[0]
    public = signer.public_key
    value = signer.sign(signed_bytes(document))
    content = file_encode(
        document, FileSignature(algorithm="ed25519", key_id=key_fingerprint(public), public_key=public, value=value)
    )
    if len(content) > MAX_FILE_BYTES:
        raise TooLarge(
            f"{spec.role} would take {len(content):,} bytes; a specialist's file has at most {MAX_FILE_BYTES:,}."
        )
    return ExportedFile(f"{spec.role}-v{version.number}{FILE_SUFFIX}", content)


def exported_tests(version: SpecialistVersion) -> tuple[TestCase, ...]:
    """Return the tests of a version for its file, some of them marked as held out for the installation that imports it.

    Left out are those that are held out here, which who reads the file could answer by heart, and those that an
    evolution made from users' messages.
    """
    spec = version_spec(version)
    return assign_held_out(
        _known_tests(version, _without_user_messages(version_tests(version))), spec, key=spec.digest()
    )


def specialist_by_role(*, role: str, user_id: int | None = None) -> Specialist:
    """Return a specialist by its role, for commands on the server.

    With ``user_id`` the user's own one, else one that they see. Without it the shared one, else the only one of that
    role. Raises NotFound; Conflict when several users have one of that role.
    """
    candidates = Specialist.objects.filter(role=role)
    if user_id is not None:
        visible = candidates.filter(created_by_id=user_id).first() or candidates.visible_to(user_id).first()
        if visible is None:
            raise NotFound(f"That user sees no specialist called {role}.")
        return visible
    shared = candidates.filter(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL).first()
    if shared is not None:
        return shared
    first, *more = candidates[:2] or [None]
    if first is None:
        raise NotFound(f"There is no specialist called {role}.")
    if more:
        raise Conflict(f"Several users have a specialist called {role}. Say whose with --user NAME.")
    return first


def _exportable_version(user: User, specialist_id: UUID, number: int | None) -> SpecialistVersion:
    staff = user.is_active and user.is_staff and user.has_perm(VIEW_VERSIONS_PERMISSION)
    visible = Specialist.objects.all() if staff else Specialist.objects.visible_to(user.pk).filter(routable=True)
    specialist = visible.filter(pk=specialist_id).select_related("current_version").first()
    if specialist is None:
        raise NotFound("There is no such specialist.")
    version = version_by_number(specialist, number)
    # a user who shares it sees only what everybody uses, not the owner's earlier versions
    if version.pk != specialist.current_version_id and not (staff or specialist.created_by_id == user.pk):
        raise _version_not_found(specialist, number)
    return version


def version_by_number(specialist: Specialist, number: int | None = None) -> SpecialistVersion:
    """Return a version by its number, the current one for None. Raises NotFound."""
    version = specialist.current_version if number is None else specialist.versions.filter(number=number).first()
    if version is None:
        raise _version_not_found(specialist, number)
    return version


def _version_not_found(specialist: Specialist, number: int | None) -> NotFound:
    return NotFound(f"{specialist.role} has no version{f' {number}' if number is not None else ''} that you may see.")


def _check_secrets(spec: AgentSpec, tests: Sequence[TestCase]) -> None:
    parts: list[tuple[str, Any]] = [(f"its {name}", value) for name, value in spec.model_dump(mode="json").items()]
    parts += [(f"test {number}", test.model_dump(mode="json")) for number, test in enumerate(tests, 1)]
    for where, value in parts:
        try:
            secret = find_secret({"": value})
        except ValueError:
            raise TooLarge(f"{where} of {spec.role} is nested too deeply for a file.") from None
        if secret:
            raise Conflict(
                f"{spec.role} was not exported: {where} holds what looks like {secret}. Make a version without it."
            )


def _without_user_messages(tests: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the tests without those that an evolution made from users' messages, also in forks of that version."""
    user_messages: set[str] = set()
    evolved = CreationCase.objects.filter(supplied_proposal__origin__kind=EVOLUTION_ORIGIN)
    for proposed, base in evolved.values_list("supplied_proposal__tests", "base__tests"):
        known = {canonical_json(test) for test in base or ()}
        user_messages |= {canonical_json(test) for test in proposed or ()} - known
    return tuple(test for test in tests if canonical_json(test.model_dump(mode="json")) not in user_messages)


def _known_tests(version: SpecialistVersion, tests: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the tests that its owner may see, and held-out ones that came in a file: whoever read it knows them."""
    origin = {"supplied_proposal__origin__kind": IMPORT_ORIGIN}
    imports = CreationCase.objects.filter(version__specialist=version.specialist_id, **origin)
    received = {
        canonical_json(test)
        for file_tests in imports.values_list("supplied_proposal__tests", flat=True)
        for test in file_tests or ()
    }
    return tuple(
        test for test in tests if not test.held_out or canonical_json(test.model_dump(mode="json")) in received
    )


def _exchange_document(
    version: SpecialistVersion, spec: AgentSpec, tests: Sequence[TestCase], *, left_out: int
) -> ExchangeDocument:
    case = (
        CreationCase.objects.filter(version=version, state=state_machine.COMPLETED)
        .select_related("fork_of__specialist")
        .order_by("finished_at")
        .last()
    )
    spec_json = spec.model_dump(mode="json")
    tests_json = [test.model_dump(mode="json") for test in tests]
    return ExchangeDocument.model_validate(
        {
            "format": FORMAT,
            "made": ExportStamp(
                at=_utc_timestamp(utc_now()), by=f"kingdom {settings.SPECTACULAR_SETTINGS['VERSION']}"
            ).model_dump(),
            "spec": spec_json,
            "tests": tests_json,
            "digests": file_digests(spec_json, tests_json).model_dump(),
            "lineage": _lineage(version, case).model_dump(),
            "claims": {**_sender_claims(version, case).model_dump(), "tests_left_out": left_out},
        }
    )


def _lineage(version: SpecialistVersion, case: CreationCase | None) -> Lineage:
    specialist = version.specialist
    fork = specialist.forked_from or (case.fork_of if case is not None else None)
    source = (
        SourceVersion(role=fork.specialist.role, version=fork.number, digest=fork.digest) if fork is not None else None
    )
    import_case = (
        CreationCase.objects.filter(specialist=specialist, supplied_proposal__origin__kind=IMPORT_ORIGIN)
        .order_by("finished_at")
        .first()
    )
    proposal = import_case.supplied_proposal if import_case is not None else None
    origin = proposal["origin"] if proposal else None
    signer = OriginalSigner(key_id=origin["signer"]["key_id"], spec=origin["spec"]) if origin is not None else None
    return Lineage(
        role=specialist.role, version=version.number, digest=version.digest, forked_from=source, imported_from=signer
    )


def _sender_claims(version: SpecialistVersion, case: CreationCase | None) -> SenderClaims:
    record, suite = version_performance(version), latest_test_run(version)
    evidence = EvidenceClaim(
        executions=record["executions"],
        successes=record["successes"],
        success_interval=tuple(wilson_interval(record["successes"], record["executions"])),
        confidence=record["confidence"],
        suite=_test_run_claim(suite) if suite is not None else None,
    )
    # a status change concerns the version that was current
    status = (
        version.specialist.status
        if version.specialist.current_version_id == version.pk
        else Specialist.Status.UNVERIFIED
    )
    verdicts = () if case is None else _verdict_claims(case, version.digest)
    return SenderClaims.model_validate(
        {"status": str(status), "mock_trained": version.mock_trained, "evidence": evidence, "verdicts": verdicts}
    )


def _test_run_claim(run: TestRun) -> TestRunClaim | None:
    at = run.finished_at
    return (
        None if at is None else TestRunClaim(passed=run.passed, total=run.total, mock=run.mock, at=_utc_timestamp(at))
    )


def _verdict_claims(case: CreationCase, digest: str) -> tuple[VerdictClaim, ...]:
    """Return the newest pass of each stage on this spec, in the pipeline's order."""
    passed = StageVerdict.objects.filter(case=case, verdict=StageVerdict.Verdict.PASSED, spec_digest=digest).order_by(
        "created_at"
    )
    newest = {row.stage: row for row in passed}
    rows = [newest[stage.name] for stage in PIPELINES[case.pipeline] if stage.name in newest]
    claims = [
        {"stage": row.stage, "at": _utc_timestamp(row.created_at), "figures": _claimed_figures(row)} for row in rows
    ]
    return tuple(VerdictClaim.model_validate(claim) for claim in claims)


def _claimed_figures(row: StageVerdict) -> dict[str, Any]:
    figures = {name: row.details[name] for name in _CLAIMED_FIGURES[row.stage] if row.details.get(name) is not None}
    reviews = row.details.get("guardian", {}) if row.stage == "review" else {}
    policies = {str(review["policy_version"]) for review in reviews.values()}
    return {**figures, "policy": "+".join(sorted(policies))[:80]} if policies else figures


def _utc_timestamp(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")
