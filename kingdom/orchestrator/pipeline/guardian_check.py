"""Guardian check of a message before routing. A blocked message gets the reason as its answer; nothing else runs."""

import asyncio
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from kingdom.contracts.verdicts import GuardianVerdict
from kingdom.core.database import in_database, release_connection
from kingdom.ministers.services import content_review
from kingdom.orchestrator.message_rules.emergencies import emergency_of
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.replies.emergency_replies import emergency_reply
from kingdom.providers.language_models import language_model_or_none
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.wrappers.threadsafe_model import ThreadsafeModel
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.services import session_conclude, session_note

GUARDIAN_NOTE = "guardian"


async def message_screen(context: RuntimeContext, session: Session, message: Message) -> bool:
    """Return whether the message is approved; else conclude its session with the reason. Idempotent."""
    # a slow judge on the event loop's thread would block the renewal of the lease
    verdict = await asyncio.to_thread(_review_message, context, message, asyncio.get_running_loop())
    if verdict.verdict == "APPROVED":
        return True
    await in_database(_conclude_blocked, session.pk, verdict, message.content)
    return False


def _review_message(context: RuntimeContext, message: Message, loop: asyncio.AbstractEventLoop) -> GuardianVerdict:
    model = language_model_or_none()
    try:
        return content_review(
            kind="request",
            item={"text": "\n\n".join([*(question for question, _ in message.earlier_turns), message.content])},
            subject=f"message:{message.pk}",
            model=ThreadsafeModel(model, context, loop) if model is not None else None,
            call=context.call,
        )
    finally:
        release_connection()


def _conclude_blocked(session_id: uuid.UUID, verdict: GuardianVerdict, message: str) -> None:
    text, output = blocked_reply(verdict)
    emergency = emergency_of(message)
    if emergency is not None:
        text = f"{emergency_reply(emergency)[0]}\n\n{text}"
    with transaction.atomic():
        if not SessionEvent.objects.filter(session_id=session_id, kind=GUARDIAN_NOTE).exists():
            session_note(session_id=session_id, kind=GUARDIAN_NOTE, payload=output["guardian"])
        session_conclude(session_id=session_id, answer=text, output=output)


def blocked_reply(verdict: GuardianVerdict) -> tuple[str, dict[str, Mapping[str, Any]]]:
    """Return the text and the output of the answer to a blocked message.

    The output is ``{"guardian": {verdict, risk_level, reason, rules, needs_human, policy_version}}``.
    """
    rules = sorted({finding.rule_id for finding in verdict.findings if finding.severity != "info"})
    output = {
        **verdict.model_dump(mode="json", include={"verdict", "risk_level", "reason", "needs_human", "policy_version"}),
        "rules": rules,
    }
    if verdict.needs_human:
        result = "The Guardian could not decide about this message. It was not processed."
        advice = "An administrator can approve it under Guardian reviews; then send it again. Or rephrase it."
    else:
        result = "The Guardian blocked this message. It was not processed."
        advice = "If that is a mistake, rephrase it, or ask an administrator to check it under Guardian reviews."
    rule_list = f" (rules: {', '.join(f'`{rule}`' for rule in rules)})" if rules else ""
    return f"{result} {verdict.reason}{rule_list}\n\n{advice}", {"guardian": output}
