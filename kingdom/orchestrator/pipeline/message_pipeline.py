"""From a stored message to its answer: route it, bind its session to the chosen version, run the session."""

import asyncio
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from kingdom.cognition.attached_files import with_unread_files
from kingdom.cognition.message_language import Language, message_language
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.routes import Route, RouteReceipt
from kingdom.core.database import in_database, release_connection
from kingdom.core.errors import LostRace, NotFound
from kingdom.core.jobs import Lease
from kingdom.council.proposals.creation_offer import creation_offer
from kingdom.orchestrator.conversations.selectors import (
    message_of,
    previous_route,
    roles_without_model,
    usable_specialists,
)
from kingdom.orchestrator.king.growth_requests import growth_request_of
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.king.routing_rules import SERVES_WISH, standalone_example
from kingdom.orchestrator.king.small_talk import small_talk_of
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.orchestrator.pipeline.answered_questions import (
    BY_REPLY,
    AnsweredQuestion,
    answered_question,
    reply_route,
    wish_language,
)
from kingdom.orchestrator.pipeline.case_handoff import BY_COUNCIL
from kingdom.orchestrator.pipeline.file_intake import message_files
from kingdom.orchestrator.pipeline.guardian_check import message_screen
from kingdom.orchestrator.pipeline.king_replies import (
    creation_offer_reply,
    declined_offer_reply,
    existing_specialist_reply,
    near_tie_reply,
    no_model_reply,
)
from kingdom.orchestrator.pipeline.route_learning import route_override_learn
from kingdom.orchestrator.pipeline.session_binding import message_session_bind
from kingdom.orchestrator.pipeline.small_talk_replies import small_talk_reply
from kingdom.orchestrator.pipeline.unavailable_replies import unavailable_reply
from kingdom.providers.language_models import is_model_configured, language_model_or_none
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel
from kingdom.runtime.wrappers.threadsafe_model import ThreadsafeModel
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events.event_log import event_append, session_lock
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.services import session_conclude
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import builtin_version
from kingdom.specialists.status.availability import specialist_unavailability

_UNROUTED = ("general", "create")
ROUTE_NOTE = "route"


def message_answer(*, session_id: uuid.UUID, lease: Lease | None = None) -> None:
    """Answer the message of a session. Idempotent: one worker holds the lease, and each step checks if it was done."""
    session_run(session_id=session_id, prepare=session_prepare, lease=lease)


async def session_prepare(context: RuntimeContext, session: Session) -> None:
    """Route a session and bind it to the chosen version, or conclude it with an answer of the King.

    Propagates the errors of routing; the runner then fails the session with their message.
    """
    message, record, files = await in_database(_load, session)
    if not await message_screen(context, session, message):
        return
    answered = await in_database(answered_question, message) if record is None or record.by == BY_REPLY else None
    route = None if record is not None else await _route_or_reply(session, message, answered, context)
    files = files if answered is None else await in_database(message_files, answered.about)
    kind, recipe = (record.kind, record.receipt.get("recipe", "")) if record else _kind_and_recipe(route)
    offers = bool(message.content.strip()) and _offers(kind, recipe)
    offer = await asyncio.to_thread(_offer_by_council, message, answered, recipe) if offers else {}
    await in_database(_bind_or_conclude, session, PreparedMessage(message, answered, offer, files), route)


async def _route_or_reply(
    session: Session, message: Message, answered: AnsweredQuestion | None, context: RuntimeContext
) -> Route:
    if answered is not None:
        return await in_database(reply_route, answered)
    # a slow analysis on the event loop's thread would block the renewal of the lease
    return await asyncio.to_thread(_route_by_king, session, message, context, asyncio.get_running_loop())


@dataclass(frozen=True)
class PreparedMessage:
    """A message, the question of the King that it answers, the Council's offer for it (or empty), and its files."""

    message: Message
    answered: AnsweredQuestion | None
    offer: Mapping[str, Any]
    files: tuple[AttachedFile, ...] = ()

    @property
    def subject(self) -> Message:
        """The message that is to be served: the one before for the answer to a question."""
        return self.answered.about if self.answered is not None else self.message


def _kind_and_recipe(route: Route | None) -> tuple[str, str]:
    return (route.kind, route.receipt.recipe) if route is not None else ("", "")


def _offers(kind: str, recipe: str) -> bool:
    """Return whether to ask the Council for an offer: for a wish; without a model also where a recipe fits."""
    return kind == "create" or (kind == "general" and bool(recipe) and not is_model_configured())


def _load(session: Session) -> tuple[Message, RouteRecord | None, tuple[AttachedFile, ...]]:
    message = message_of(session=session)
    files = message_files(message)
    lines = "\n".join(file.routing_line for file in files)
    if lines and not message.file_lines:
        Message.objects.filter(pk=message.pk).update(file_lines=lines)
        message.file_lines = lines
    return message, _route_record_get(session), files


def _route_record_get(session: Session) -> RouteRecord | None:
    return RouteRecord.objects.filter(session=session).select_related("version__specialist").first()


def _route_by_king(
    session: Session, message: Message, context: RuntimeContext, loop: asyncio.AbstractEventLoop
) -> Route:
    model = language_model_or_none()
    try:
        threadsafe = ThreadsafeModel(model, context, loop) if model is not None else None
        route = _route(session, message.routing_text, message, threadsafe)
        if model is None and route.kind in _UNROUTED and message.content.strip() and message.file_lines:
            # a file that the message is hardly about must not keep it from its specialist
            without_files = _route(session, message.content, message, None)
            return without_files if without_files.kind == "specialist" else route
        return route
    finally:
        release_connection()


def _route(session: Session, text: str, message: Message, model: LanguageModel | None) -> Route:
    return route_message(user_id=session.user_id, text=text, previous=previous_route(message=message), model=model)


def _offer_by_council(message: Message, answered: AnsweredQuestion | None, recipe: str) -> dict[str, Any]:
    subject = answered.about if answered is not None else message
    wish = growth_request_of(subject.content)
    how_often = f"\n{message.content}" if answered is not None and answered.reply.kind == "frequency" else ""
    try:
        return creation_offer(
            subject.content + how_often,
            task=wish.task if wish is not None else "",
            recipe=recipe,
            message_id=subject.pk,
            conversation_id=subject.conversation_id,
        )
    finally:
        release_connection()


def _bind_or_conclude(session: Session, prepared: PreparedMessage, route: Route | None) -> None:
    record = _route_record_ensure(session, prepared.message, route, by=BY_REPLY if prepared.answered else "king")
    version = _version_to_run(record)
    answer = _reply_without_version(session, record, prepared, version)
    if answer is None and version is not None:
        answer = _unavailable_reply(session, record, version)
    if answer is not None:
        files = prepared.files if record.kind != "ask" else ()
        text = with_unread_files(answer[0], prepared.message.content, files)
        session_conclude(session_id=session.pk, answer=text, output=answer[1])
    elif version is not None:
        message_session_bind(session, prepared.subject, version, prepared.files)


def _reply_without_version(
    session: Session, record: RouteRecord, prepared: PreparedMessage, version: SpecialistVersion | None
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer of the King himself; None where a version shall answer."""
    if prepared.answered is not None and prepared.answered.reply.kind == "no":
        return declined_offer_reply(prepared.answered.language)
    answer = _small_talk_reply(session, record)
    if answer is not None or (version is not None and not prepared.offer):
        return answer
    return _king_reply(session, record, prepared)


def _unavailable_reply(
    session: Session, record: RouteRecord, version: SpecialistVersion
) -> tuple[str, dict[str, Any]] | None:
    """Return the answer that says why the chosen specialist cannot run now and who can change it; None when it can.

    The state of now counts, not that of the route. Where a specialist was chosen by hand, or for a follow-up, a missing
    credential is left to its code: not every answer needs it.
    """
    user_id, staff, with_model = session.user_id, session.user.is_staff, is_model_configured()
    found = specialist_unavailability(version.specialist, user_id=user_id, with_model=with_model)
    routed = str(record.receipt.get("unavailable", ""))
    if found is not None and found.code == "credentials" and routed != "credentials":
        found = None
    able = [] if with_model else roles_without_model(user_id=user_id)
    if record.kind == "general":
        return no_model_reply(able, staff=staff) if found is not None else None
    if found is None and routed != "canary":
        return None
    code, detail = found if found is not None else (routed, "")
    language = message_language(record.message.content)
    return unavailable_reply(code, record.role, detail, able, language=language, staff=staff)


def _small_talk_reply(session: Session, record: RouteRecord) -> tuple[str, dict[str, Any]] | None:
    """Return the King's answer to small talk; with a model only to what Kingdom can do, which the registry knows."""
    talk = small_talk_of(record.message.routing_text) if record.kind == "general" else None
    with_model = is_model_configured()
    if talk is None or (with_model and (talk.topic != "capabilities" or record.by == "user")):
        return None
    usable = usable_specialists(user_id=session.user_id, with_model=with_model)
    return small_talk_reply(talk, usable, with_model=with_model, staff=session.user.is_staff)


def _route_record_ensure(session: Session, message: Message, route: Route | None, *, by: str = "king") -> RouteRecord:
    """Return the session's route record; store it and append it to the event log once."""
    with transaction.atomic():
        locked = session_lock(session.pk)
        record = _route_record_get(session)
        if record is None and route is not None:
            record = _route_record_create(session, message, route, by)
        if record is None:
            raise LostRace
        if not SessionEvent.objects.filter(session=session, kind=ROUTE_NOTE).exists():
            event_append(locked, ROUTE_NOTE, record.public)
    if record.by in ("user", BY_COUNCIL):
        route_override_learn(record)
    return record


def _route_record_create(session: Session, message: Message, route: Route, by: str) -> RouteRecord:
    return RouteRecord.objects.create(
        id=session.pk,  # a route shares its session's id: its URL is known before the message is routed
        message=message,
        session=session,
        kind=route.kind,
        role=route.role,
        specialist_id=route.specialist_id or None,
        version_id=route.version_id or None,
        confidence=route.confidence,
        scope=route.scope or "",
        receipt=route.receipt.model_dump(mode="json"),
        by=by,
    )


def _version_to_run(record: RouteRecord) -> SpecialistVersion | None:
    """Return the version to run; None for an offer or a near tie. Raises NotFound when it was deleted meanwhile."""
    if record.kind == "general":
        return builtin_version("general")
    if record.kind != "specialist":
        return None
    if record.version is None:
        raise NotFound(f"{record.role} was deleted before it could answer. Send the message again.")
    return record.version


def _king_reply(session: Session, record: RouteRecord, prepared: PreparedMessage) -> tuple[str, dict[str, Any]]:
    receipt = RouteReceipt.model_validate(record.receipt)
    if record.kind == "ask":
        ids = [candidate.specialist_id for candidate in receipt.candidates[:2]]
        rows = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_snapshot__purpose")
        return near_tie_reply(receipt, {str(pk): str(purpose) for pk, purpose in rows})
    answered = prepared.answered
    existing = _existing_specialist(receipt) if answered is None and not prepared.offer.get("role") else None
    if existing is not None:
        return _existing_reply(existing, wish_language(prepared.message.content))
    return creation_offer_reply(
        prepared.offer,
        roles_without_model(user_id=session.user_id),
        staff=session.user.is_staff,
        language=answered.language if answered is not None else wish_language(prepared.message.content),
        accepted=answered is not None and answered.reply.kind == "yes",
    )


def _existing_reply(existing: Specialist, language: Language) -> tuple[str, dict[str, Any]]:
    spec = existing.spec_snapshot
    example = standalone_example(spec.get("examples") or ())
    return existing_specialist_reply(existing.role, str(spec.get("purpose", "")), example, language)


def _existing_specialist(receipt: RouteReceipt) -> Specialist | None:
    """Return the specialist that routing would choose for what the message wishes, None when none would be."""
    best = next((candidate for candidate in receipt.candidates if candidate.why_not == SERVES_WISH), None)
    return Specialist.objects.filter(pk=best.specialist_id).first() if best is not None else None
