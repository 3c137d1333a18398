"""The Guardian before the King: a message that is blocked is answered with why, and nothing else runs."""

import asyncio
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import connection, transaction

from kingdom.contracts.verdicts import GuardianVerdict
from kingdom.core.db_retry import in_database
from kingdom.ministers.services import content_review
from kingdom.orchestrator.models import Message
from kingdom.providers.language_models import language_model_or_none
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.wrappers.threadsafe_model import ThreadsafeModel
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.services import session_conclude, session_note

GUARDIAN_NOTE = "guardian"


async def message_screen(context: RuntimeContext, session: Session, message: Message) -> bool:
    """Say whether a session may go on. When not, it is over: its answer says what was found and why. Safe to run again."""
    # not on the run's own thread: the lease is renewed there, and a judge is slow
    verdict = await asyncio.to_thread(_review_message, context, message, asyncio.get_running_loop())
    if verdict.verdict == "APPROVED":
        return True
    await in_database(_conclude_blocked, session.pk, verdict)
    return False


def _review_message(context: RuntimeContext, message: Message, loop: asyncio.AbstractEventLoop) -> GuardianVerdict:
    model = language_model_or_none()
    try:
        return content_review(
            kind="request",
            item={"text": message.content},
            subject=f"message:{message.pk}",
            model=ThreadsafeModel(model, context, loop) if model is not None else None,
            call=context.call,
        )
    finally:
        connection.close()  # this thread's own


def _conclude_blocked(session_id: uuid.UUID, verdict: GuardianVerdict) -> None:
    text, output = blocked_reply(verdict)
    with transaction.atomic():
        if not SessionEvent.objects.filter(session_id=session_id, kind=GUARDIAN_NOTE).exists():
            session_note(session_id=session_id, kind=GUARDIAN_NOTE, payload=output["guardian"])
        session_conclude(session_id=session_id, answer=text, output=output)


def blocked_reply(verdict: GuardianVerdict) -> tuple[str, dict[str, Mapping[str, Any]]]:
    """Return the answer to a blocked message, and its form ``{"guardian": {verdict, risk_level, reason, rules, needs_human, …}}``."""
    rules = sorted({finding.rule_id for finding in verdict.findings if finding.severity != "info"})
    told = {
        **verdict.model_dump(mode="json", include={"verdict", "risk_level", "reason", "needs_human", "policy_version"}),
        "rules": rules,
    }
    if verdict.needs_human:
        what = "The Guardian is not sure about this message, so it went to nobody and nothing was run."
        then = "An administrator can let it pass under Guardian reviews; then send it again. Or say it in other words."
    else:
        what = "The Guardian stopped this message: it went to nobody and nothing was run."
        then = (
            "If that is a mistake, say it in other words, or ask an administrator to look at it under Guardian reviews."
        )
    named = f" (rules: {', '.join(f'`{rule}`' for rule in rules)})" if rules else ""
    return f"{what} {verdict.reason}{named}\n\n{then}", {"guardian": told}
