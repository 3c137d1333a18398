"""The inputs of a rule proposal: the failed tests, and the failed messages that the reviewer may see.

A message belongs to its sender. Only the reviewer's own messages are shown to them and to the model, and become tests.
A shared specialist never learns from other people's messages.
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
    """Return the reviewer's own failed messages behind a finding, newest first, at most five, each once.

    Messages that cannot be repeated are left out: those that depend on an earlier one or on files, name a secret, or
    are very long.
    """
    rows = Execution.objects.filter(
        pk__in=list(_execution_ids(finding)), counts_as_success=False, session__user=receiver
    ).select_related("session")
    messages: dict[str, FailedMessage] = {}
    for row in rows.order_by("-created_at"):
        session = row.session
        if session is None or session.input_text in messages or not _is_repeatable(session):
            continue
        messages[session.input_text] = FailedMessage(
            session.input_text, session.answer or session.error_message, _failure_reason(row, session)
        )
        if len(messages) == MAX_FAILED_MESSAGES:
            break
    return tuple(messages.values())


def failed_tests_text(version: SpecialistVersion) -> str:
    """Return the failures of the newest test run as lines of text, without held-out tests."""
    run = latest_test_run(version)
    tests = version_tests(version)
    failed = [row for row in (run.results.get("cases", []) if run else []) if not row.get("success")]
    visible = [
        (tests[row["number"]], row)
        for row in failed
        if row.get("number", len(tests)) < len(tests) and not row.get("held_out")
    ]
    return "\n".join(
        f"- {test.input}\n  it gave: {row.get('answer', '')}\n  wrong: {row.get('reason', '')}"
        for test, row in visible[:MAX_FAILED_TESTS]
    )


def _execution_ids(finding: AuditFinding) -> Iterator[UUID]:
    for reference in finding.evidence:
        try:
            yield UUID(str(reference))
        except ValueError:
            continue  # a test or a review, not an execution


def _is_repeatable(session: Session) -> bool:
    first = session.events.order_by("seq").first()
    payload = first.payload if first is not None else {}
    text = session.input_text
    is_standalone = not payload.get("history") and not payload.get("files")
    has_secret = mask_named_secrets(redact_secrets(text)) != text
    return bool(is_standalone and not has_secret and text.strip() and len(text) <= MAX_INPUT_LENGTH)


def _failure_reason(row: Execution, session: Session) -> str:
    if row.error_code:
        return f"it ended without an answer ({row.error_code.replace('_', ' ')})"
    if row.feedback == Execution.Feedback.BAD:
        return "its user called the answer wrong"
    return "it refused" if session.status_tag == "NULL" else "the answer did not hold what it must"
