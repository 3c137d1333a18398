"""A message that answers the King's question before it: which question, about which message, and the route it leads to.

The King asks three things: whether to make a specialist (an offer), which of two specialists shall answer (a near tie),
and, by an answer that nobody serves a message, how often it is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from kingdom.cognition.message_reading.message_language import Language, message_language
from kingdom.contracts.routes import Route, RouteCandidate, RouteKind, RouteReceipt
from kingdom.orchestrator.conversations.selectors import newest_routes
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.orchestrator.message_rules.question_replies import Question, QuestionReply, question_reply_of
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.orchestrator.parts.selectors import part_routes
from kingdom.specialists.models.specialist import Specialist

BY_REPLY = "reply"  # ``RouteRecord.by`` of these routes
_REASONS: Mapping[str, str] = {
    "yes": "Your answer to the offer before.",
    "no": "Your answer to the offer before.",
    "frequency": "You said how often you need what you asked for before.",
    "choice": "You chose between the two specialists.",
}


@dataclass(frozen=True)
class AnsweredQuestion:
    """A reply, the route whose answer asked, and the message that the question was about."""

    reply: QuestionReply
    asked: RouteRecord
    about: Message

    @property
    def text(self) -> str:
        """What the question was about: the message, or the part of it that the King answered."""
        return self.asked.session.input_text if self.about.pk == self.asked.message_id else self.about.content

    @property
    def language(self) -> Language:
        """The language in which the King goes on: that of the message before, of the reply for a rejection."""
        return self.reply.language if self.reply.kind == "no" else wish_language(self.text)


def wish_language(text: str) -> Language:
    """Return the language of a message: that of the wish in it, else the one with the most function words."""
    wish = growth_request_of(text)
    return wish.language if wish is not None else message_language(text)


def answered_question(message: Message) -> AnsweredQuestion | None:
    """Return the question of the King that a message answers, None when it answers none."""
    last = next(iter(newest_routes(message=message)), None)
    asked = _asking_part(last) if last is not None else None
    question = _question_of(asked) if asked is not None else None
    if asked is None or question is None:
        return None
    reply = question_reply_of(message.content, question, _roles(asked))
    about = _message_about(asked) if reply is not None else None
    return AnsweredQuestion(reply, asked, about) if reply is not None and about is not None else None


def _asking_part(last: RouteRecord) -> RouteRecord:
    """Return the last route, or of a message of several requests the route of the only part that asked."""
    if not hasattr(last.session, "part"):
        return last
    parts = part_routes(last).select_related("message", "session")
    asking = [route for route in parts if _question_of(route) is not None]
    return asking[0] if len(asking) == 1 else last


def _question_of(asked: RouteRecord) -> Question | None:
    output = asked.session.output if asked.session.version_id is None else None
    if not isinstance(output, dict):
        return None
    if asked.kind == "ask":
        return "choice" if asked.overridden_to_id is None else None
    if output.get("offer") == "create_specialist":
        return "offer" if output.get("available") else "unserved"
    return "unserved" if output.get("needs") == "language_model" and asked.kind == "general" else None


def _roles(asked: RouteRecord) -> Sequence[str]:
    output: Any = asked.session.output
    return [str(choice["role"]) for choice in output.get("choices", ())] if asked.kind == "ask" else ()


def _message_about(asked: RouteRecord) -> Message | None:
    """Return the message that an answer was about: the one it offered to serve, else the one it answered."""
    output: Any = asked.session.output
    named = (output.get("body") or {}).get("message")
    if not named or named == str(asked.message_id):
        return asked.message
    return Message.objects.filter(pk=UUID(named), conversation_id=asked.message.conversation_id).first()


def reply_route(answered: AnsweredQuestion) -> Route:
    """Return the route of a message that answers a question: the offer again, the chosen specialist, or nobody.

    A chosen specialist that was deleted, or that the user may no longer see, has no id and no version.
    """
    before = RouteReceipt.model_validate(answered.asked.receipt)
    update = {"reason": _REASONS[answered.reply.kind], "follow_up_of": str(answered.asked.pk)}
    if answered.reply.kind == "choice":
        chosen = before.candidates[answered.reply.position]
        receipt = before.model_copy(update={**update, "chosen": chosen.role, "scope": chosen.scope})
        return _chosen_route(chosen, receipt, answered.asked.session.user_id)
    kind: RouteKind = "general" if answered.reply.kind == "no" else "create"
    return Route(kind=kind, confidence=1.0, receipt=before.model_copy(update={**update, "chosen": kind, "scope": ""}))


def _chosen_route(chosen: RouteCandidate, receipt: RouteReceipt, user_id: int) -> Route:
    # the receipt is of then: the specialist may have been withdrawn from this user since
    specialist = Specialist.objects.visible_to(user_id).filter(pk=chosen.specialist_id).first()
    version_id = specialist.current_version_id if specialist is not None else None
    return Route(
        kind="specialist",
        confidence=1.0,
        role=chosen.role,
        specialist_id=chosen.specialist_id if specialist is not None else "",
        version_id=str(version_id or ""),
        scope=chosen.scope,
        receipt=receipt,
    )
