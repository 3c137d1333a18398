"""Answers of the King to a session that no specialist runs: what to say, and what it depends on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.cognition.message_reading.message_language import Language, message_language
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.routes import RouteReceipt
from kingdom.core.stored_sentences import sentence_for
from kingdom.orchestrator.conversations.selectors import roles_without_model, usable_specialists
from kingdom.orchestrator.king.routing_rules import SERVES_WISH, standalone_example
from kingdom.orchestrator.message_rules.emergencies import emergency_of
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.orchestrator.pipeline.answered_questions import AnsweredQuestion, wish_language
from kingdom.orchestrator.replies.ability_replies import missing_abilities_reply
from kingdom.orchestrator.replies.emergency_replies import emergency_reply
from kingdom.orchestrator.replies.king_replies import (
    creation_offer_reply,
    declined_offer_reply,
    existing_specialist_reply,
    file_alone_reply,
    near_tie_reply,
    no_model_reply,
    no_offer_reply,
    schedule_instead_reply,
)
from kingdom.orchestrator.replies.small_talk_replies import small_talk_reply
from kingdom.orchestrator.replies.unavailable_replies import CanaryProgress, unavailable_reply
from kingdom.orchestrator.small_talk.recognition import ABOUT_KINGDOM, small_talk_of
from kingdom.providers.language_models import is_model_configured
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary
from kingdom.specialists.status.availability import Unavailability, specialist_unavailability


@dataclass(frozen=True)
class PreparedMessage:
    """A message, the question of the King that it answers, the request, its files, and the Council's offer (or empty).

    The request is the text of the message, of its part, or of the message before for the answer to a question.
    """

    message: Message
    answered: AnsweredQuestion | None
    text: str
    files: tuple[AttachedFile, ...] = ()
    offer: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, session: Session, message: Message, answered: AnsweredQuestion | None, files: tuple[AttachedFile, ...]
    ) -> "PreparedMessage":
        """Return the message of a session, without an offer yet."""
        return cls(message, answered, answered.text if answered is not None else session.input_text, files)

    @property
    def subject(self) -> Message:
        """The message that is to be served: the one before for the answer to a question."""
        return self.answered.about if self.answered is not None else self.message

    @property
    def is_file_alone(self) -> bool:
        """Whether the request has files and no words."""
        return bool(self.files) and not self.text.strip()


def reply_without_version(
    session: Session, record: RouteRecord, prepared: PreparedMessage, version: SpecialistVersion | None
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer of the King himself; None where a version shall answer."""
    if prepared.answered is not None and prepared.answered.reply.kind == "no":
        return declined_offer_reply(prepared.answered.language)
    answer = (
        _emergency_reply(record) or _small_talk_reply(session, record) or _missing_abilities_reply(record, prepared)
    )
    if answer is not None or (version is not None and not prepared.offer):
        return answer
    return _king_reply(session, record, prepared)


def _emergency_reply(record: RouteRecord) -> tuple[str, dict[str, Any]] | None:
    """Return the King's answer to an emergency, with or without a model; None where the user chose who answers."""
    emergency = emergency_of(record.text) if record.kind == "general" and record.by == "king" else None
    return emergency_reply(emergency) if emergency is not None else None


def _missing_abilities_reply(record: RouteRecord, prepared: PreparedMessage) -> tuple[str, dict[str, Any]] | None:
    """Return the answer to a message that the general agent would get and could not serve; None for any other."""
    missing = record.receipt.get("missing_abilities") or ()
    if not missing or record.kind != "general" or record.by != "king" or prepared.offer:
        return None
    return missing_abilities_reply(missing, message_language(prepared.text), prepared.text)


def reply_of_unavailable(
    session: Session, record: RouteRecord, prepared: PreparedMessage, version: SpecialistVersion
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer to a request that its version cannot serve now, a question for a file alone; else None."""
    answer = _unavailable_reply(session, record, version)
    if answer is not None and prepared.is_file_alone:
        return file_alone_reply(prepared.files, roles_without_model(user_id=session.user_id))
    return answer


def _unavailable_reply(
    session: Session, record: RouteRecord, version: SpecialistVersion
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer that says why the chosen specialist cannot run now and who can change it; None when it can."""
    routed, with_model = str(record.receipt.get("unavailable", "")), is_model_configured()
    found = _unavailability_now(session, version, routed, with_model=with_model)
    if found is None and (routed != "canary" or record.kind == "general"):
        return None
    able, staff = [] if with_model else roles_without_model(user_id=session.user_id), session.user.is_staff
    language = message_language(session.input_text)
    if record.kind == "general":
        return no_model_reply(able, staff=staff, language=language)
    code, detail = found if found is not None else (routed, "")
    stated = (_canary_progress(version) if code == "canary" else None) or detail
    return unavailable_reply(code, record.role, stated, able, language=language, staff=staff)


def _canary_progress(version: SpecialistVersion) -> CanaryProgress | None:
    """Return how far the running canary of a version's specialist is; None when it has ended meanwhile."""
    canary = Canary.objects.filter(specialist=version.specialist_id, state=Canary.State.RUNNING).first()
    return CanaryProgress(canary.share, canary.executions, canary.required_executions) if canary is not None else None


def _unavailability_now(
    session: Session, version: SpecialistVersion, routed: str, *, with_model: bool
) -> Unavailability | None:
    """Return why a version cannot run now; ``routed`` is the reason in the receipt of its route, "" for none.

    The state of now counts, not that of the route. Where a specialist was chosen by hand, or for a follow-up, a missing
    credential is left to its code: not every answer needs it.
    """
    found = specialist_unavailability(version.specialist, user_id=session.user_id, with_model=with_model)
    return None if found is not None and found.code == "credentials" and routed != "credentials" else found


def _small_talk_reply(session: Session, record: RouteRecord) -> tuple[str, dict[str, Any]] | None:
    """Return the King's answer to small talk; with a model, which would invent it, to questions about Kingdom only."""
    talk = small_talk_of(record.text) if record.kind == "general" else None
    with_model = is_model_configured()
    if talk is None or (with_model and (talk.topic not in ABOUT_KINGDOM or record.by == "user")):
        return None
    usable = usable_specialists(user_id=session.user_id, with_model=with_model, language=talk.language)
    return small_talk_reply(talk, usable, with_model=with_model, staff=session.user.is_staff)


def _king_reply(session: Session, record: RouteRecord, prepared: PreparedMessage) -> tuple[str, dict[str, Any]]:
    receipt = RouteReceipt.model_validate(record.receipt)
    if record.kind == "ask":
        ids = [candidate.specialist_id for candidate in receipt.candidates[:2]]
        rows = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_without_code__purpose")
        return near_tie_reply(receipt, {str(pk): str(purpose) for pk, purpose in rows})
    answered = prepared.answered
    if (existing := _reply_about_existing(prepared, receipt)) is not None:
        return existing
    if not prepared.message.offers_creation:
        return no_offer_reply(wish_language(prepared.text))
    language = answered.language if answered is not None else wish_language(prepared.text)
    missing, offer = receipt.missing_abilities, _translated_offer(prepared.offer, language)
    return schedule_instead_reply(offer, missing, language, prepared.text) or creation_offer_reply(
        offer,
        roles_without_model(user_id=session.user_id),
        staff=session.user.is_staff,
        language=language,
        accepted=answered is not None and answered.reply.kind == "yes",
        missing=missing,
    )


def _translated_offer(offer: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Return an offer with its sentences in the language of the answer, where they have it."""
    stated: dict[str, Any] = {
        name: sentence_for(offer[name], language) for name in ("summary", "power") if offer.get(name)
    }
    tests: Mapping[str, Any] = offer.get("tests") or {}
    if tests.get("words"):
        stated["tests"] = {**tests, "words": sentence_for(tests["words"], language)}
    nearest = [{**recipe, "summary": sentence_for(recipe["summary"], language)} for recipe in offer.get("nearest", ())]
    return {**offer, **stated, **({"nearest": nearest} if nearest else {})}


def _reply_about_existing(prepared: PreparedMessage, receipt: RouteReceipt) -> tuple[str, dict[str, Any]] | None:
    if prepared.answered is not None or prepared.offer.get("role"):
        return None
    existing = _existing_specialist(receipt)
    return _existing_reply(existing, wish_language(prepared.text)) if existing is not None else None


def _existing_reply(existing: Specialist, language: Language) -> tuple[str, dict[str, Any]]:
    spec = existing.spec_snapshot
    example = standalone_example(spec.get("examples") or (), language)
    return existing_specialist_reply(existing.role, str(spec.get("purpose", "")), example, language)


def _existing_specialist(receipt: RouteReceipt) -> Specialist | None:
    """Return the specialist that routing would choose for what the message wishes, None when none would be."""
    best = next((candidate for candidate in receipt.candidates if candidate.why_not == SERVES_WISH), None)
    return Specialist.objects.filter(pk=best.specialist_id).first() if best is not None else None
