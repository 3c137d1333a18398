"""What a proposal of other rules is made from: the finding, the failed tests, and those failed messages that its receiver may see.

A message is its sender's. Only the receiver's own are ever shown, to them and to the model, and become tests: a specialist that is
everybody's is never improved with what other people wrote to it.
"""

from collections.abc import Iterator
from uuid import UUID

from kingdom.accounts.models import User
from kingdom.council.proposals.evolution_schema import MAX_FAILED_MESSAGES, MAX_INPUT_LENGTH, FailedMessage
from kingdom.council.rules.prompt_quoting import mask_named_secrets
from kingdom.sessions.models import Session
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import latest_test_run, version_tests
from kingdom.tools.files.secret_scan import redact_secrets

MAX_FAILED_TESTS = 8


def failed_messages(finding: AuditFinding, receiver: User) -> tuple[FailedMessage, ...]:
    """Return the receiver's own messages behind a finding that went wrong, the newest first, at most five, each once.

    Left out is what cannot be repeated as it was: messages that lean on an earlier one or on files, that name a secret, or are very long.
    """
    rows = Execution.objects.filter(
        pk__in=list(_execution_ids(finding)), counts_as_success=False, session__user=receiver
    ).select_related("session")
    found: dict[str, FailedMessage] = {}
    for row in rows.order_by("-created_at"):
        session = row.session
        if session is None or session.input_text in found or not _is_repeatable(session):
            continue
        found[session.input_text] = FailedMessage(
            session.input_text, session.answer or session.error_message, _failure_reason(row, session)
        )
        if len(found) == MAX_FAILED_MESSAGES:
            break
    return tuple(found.values())


def failed_tests_text(version: SpecialistVersion) -> str:
    """Return the tests that failed in the newest run of them, as lines of text; of those held out nothing."""
    run = latest_test_run(version)
    tests = version_tests(version)
    wrong = [one for one in (run.results.get("cases", []) if run else []) if not one.get("success")]
    shown = [
        (tests[one["number"]], one)
        for one in wrong
        if one.get("number", len(tests)) < len(tests) and not one.get("held_out")
    ]
    return "\n".join(
        f"- {test.input}\n  it gave: {one.get('answer', '')}\n  wrong: {one.get('reason', '')}"
        for test, one in shown[:MAX_FAILED_TESTS]
    )


def _execution_ids(finding: AuditFinding) -> Iterator[UUID]:
    for named in finding.evidence:
        try:
            yield UUID(str(named))
        except ValueError:
            continue  # a test or a review, not an execution


def _is_repeatable(session: Session) -> bool:
    first = session.events.order_by("seq").first()
    said = first.payload if first is not None else {}
    text = session.input_text
    alone = not said.get("history") and not said.get("files")
    open_words = mask_named_secrets(redact_secrets(text)) == text
    return bool(alone and open_words and text.strip() and len(text) <= MAX_INPUT_LENGTH)


def _failure_reason(row: Execution, session: Session) -> str:
    if row.error_code:
        return f"it ended without an answer ({row.error_code.replace('_', ' ')})"
    if row.feedback == Execution.Feedback.BAD:
        return "its user called the answer wrong"
    return "it refused" if session.status_tag == "NULL" else "the answer did not hold what it must"
