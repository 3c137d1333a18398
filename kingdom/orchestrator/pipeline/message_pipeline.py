"""From a stored message to its answer: route it, bind its session to the chosen version, run the session."""

import asyncio
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.db import transaction

from kingdom.cognition.message_reading.attached_files import with_unread_files
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.routes import Route
from kingdom.core.background.jobs import Lease
from kingdom.core.database import in_database, release_connection
from kingdom.core.errors import LostRace, NotFound
from kingdom.core.sql_parts import insert_part
from kingdom.core.tracing import span
from kingdom.council.proposals.creation_offer import creation_offer
from kingdom.orchestrator.conversations.selectors import message_of, message_to_route, previous_route, turns_before
from kingdom.orchestrator.king.request_context import EarlierTurns
from kingdom.orchestrator.king.router import route_message
from kingdom.orchestrator.message_rules.context_window import history_trim
from kingdom.orchestrator.message_rules.emergencies import emergency_of
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.orchestrator.parts.part_routing import RoutedPart, message_parts
from kingdom.orchestrator.parts.selectors import part_files, part_of, sibling_routes
from kingdom.orchestrator.parts.services import ROUTE_NOTE, part_of_stopped_run_cancel, parts_open, route_record_of
from kingdom.orchestrator.pipeline.answered_questions import BY_REPLY, AnsweredQuestion, answered_question, reply_route
from kingdom.orchestrator.pipeline.case_handoff import BY_COUNCIL
from kingdom.orchestrator.pipeline.file_intake import message_files
from kingdom.orchestrator.pipeline.guardian_check import message_screen
from kingdom.orchestrator.pipeline.offer_rules import route_without_offer
from kingdom.orchestrator.pipeline.reading_probe import are_read, is_read_whole, route_by_reading
from kingdom.orchestrator.pipeline.route_learning import route_override_learn
from kingdom.orchestrator.pipeline.session_binding import Unstored, message_session_bind
from kingdom.orchestrator.pipeline.session_replies import PreparedMessage, reply_of_unavailable, reply_without_version
from kingdom.orchestrator.pipeline.talk_probe import route_by_talk
from kingdom.providers.language_models import is_model_configured, language_model_or_none
from kingdom.providers.model_metering import calls_for
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel
from kingdom.runtime.wrappers.threadsafe_model import ThreadsafeModel
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events.event_log import LogEntry, log_append, session_lock
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.selectors import LARGE_VERSION_FIELDS
from kingdom.sessions.services import session_conclude
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import builtin_version, version_to_run

ANALYSIS_TURN_TOKENS = 1_500  # of the turns before a message that its analysis sees
_UNROUTED = ("general", "create")


def message_answer(*, session_id: uuid.UUID, lease: Lease | None = None) -> None:
    """Answer the message of a session. Idempotent: one worker holds the lease, and each step checks if it was done."""
    session_run(session_id=session_id, prepare=session_prepare, lease=lease)


async def session_prepare(context: RuntimeContext, session: Session) -> Session | None:
    """Route a session and bind it to the chosen version, or conclude it with an answer of the King.

    Return the bound session with all that its run reads, None where that is to be read again.

    The session of a message that is several requests waits for a session of each. Propagates the errors of routing; the
    runner then fails the session with their message.
    """
    with calls_for(user_id=session.user_id, session_id=str(session.pk)):
        return await _prepare(context, session)


async def _prepare(context: RuntimeContext, session: Session) -> Session | None:
    message, record = await in_database(_load, session)
    if record is not None and await in_database(part_of_stopped_run_cancel, session.pk):
        return None
    if not await message_screen(context, session, message):
        return None
    files = await asyncio.to_thread(_files, session, message)
    answered = await in_database(answered_question, message) if record is None or record.by == BY_REPLY else None
    route, parts = (None, ()) if record is not None else await _choose(context, session, message, answered)
    if route is not None and parts:
        await in_database(partial(parts_open, run=session, message=message, route=route, parts=parts))
        return None
    return await _answer_or_bind(session, PreparedMessage.of(session, message, answered, files), record, route)


async def _choose(
    context: RuntimeContext, session: Session, message: Message, answered: AnsweredQuestion | None
) -> tuple[Route, Sequence[RoutedPart]]:
    if answered is not None:
        return await in_database(reply_route, answered), ()
    with span("route message") as traced:
        # a slow analysis on the event loop's thread would block the renewal of the lease
        route, parts = await asyncio.to_thread(_route_by_king, session, message, context, asyncio.get_running_loop())
        traced.set_attributes({"kingdom.route.kind": route.kind, "kingdom.route.parts": len(parts)})
    return route, parts


async def _answer_or_bind(
    session: Session, prepared: PreparedMessage, record: RouteRecord | None, route: Route | None
) -> Session | None:
    if prepared.answered is not None:
        prepared = replace(prepared, files=await asyncio.to_thread(message_files, prepared.answered.about))
    kind, receipt = _kind_and_receipt(record, route)
    may_offer = prepared.message.offers_creation and prepared.text.strip()
    if may_offer and _offers(kind, str(receipt.get("recipe", ""))):
        prepared = replace(prepared, offer=await asyncio.to_thread(_offer_by_council, prepared, receipt))
    if record is not None and record.by in ("user", BY_COUNCIL):
        await in_database(route_override_learn, record)
    return await in_database(_bind_or_conclude, session, prepared, record, route)


def _kind_and_receipt(record: RouteRecord | None, route: Route | None) -> tuple[str, dict[str, Any]]:
    if record is not None:
        return record.kind, record.receipt
    return (route.kind, route.receipt.model_dump(mode="json")) if route is not None else ("", {})


def _offers(kind: str, recipe: str) -> bool:
    """Return whether to ask the Council for an offer: for a wish; without a model also where a recipe fits."""
    return kind == "create" or (kind == "general" and bool(recipe) and not is_model_configured())


def _load(session: Session) -> tuple[Message, RouteRecord | None]:
    own = message_to_route(session=session)
    return (own, None) if own is not None else (message_of(session=session), _route_record_get(session))


def _files(session: Session, message: Message) -> tuple[AttachedFile, ...]:
    """Return the files of a session's message, or of its part of one; those of a whole message are described in it."""
    try:
        part = part_of(session) if message.session_id != session.pk else None  # a part's session is opened later
        if part is not None:
            return message_files(message, part.text, part_files(message, session))
        files = message_files(message)
        lines = "\n".join(file.routing_line for file in files)
        if lines and not message.file_lines:
            Message.objects.filter(pk=message.pk).update(file_lines=lines)
            message.file_lines = lines
        return files
    finally:
        release_connection()


def _route_record_get(session: Session) -> RouteRecord | None:
    records = RouteRecord.objects.filter(session=session).select_related("version__specialist__sandbox_limits")
    return records.defer(*LARGE_VERSION_FIELDS).first()


def _route_by_king(
    session: Session, message: Message, context: RuntimeContext, loop: asyncio.AbstractEventLoop
) -> tuple[Route, Sequence[RoutedPart]]:
    """Return the route of the whole message, and its parts if it is several requests."""
    model = language_model_or_none()
    try:
        threadsafe = ThreadsafeModel(model, context, loop) if model is not None else None
        previous = _previous_route(session.user_id, message)
        earlier = _earlier_turns(message, with_turns=model is not None)
        routed = partial(route_message, user_id=session.user_id, previous=previous, earlier=earlier)
        route = routed(text=message.routing_text, model=threadsafe)
        parts = _split(session, message, route, threadsafe)
        if parts and model is None and _stays_whole(session, message, route, parts):
            parts = ()
        route, parts = _within_offers(message, route, parts)
        if not parts and model is None:
            route = _second_look(session, message, route, previous, partial(routed, model=None))
        return route, parts
    finally:
        release_connection()


def _second_look(
    session: Session, message: Message, route: Route, previous: RouteRecord | None, routed: Callable[..., Route]
) -> Route:
    """Return the route of a message that no language model analyzes: by its words alone, or by who can read it."""
    if message.file_lines:
        if route.kind not in _UNROUTED or not message.content.strip():
            return route
        # a file that the message is hardly about must not keep it from the specialist that fits it best
        without_files = routed(text=message.content)
        best = next((candidate.specialist_id for candidate in route.receipt.candidates), "")
        return without_files if without_files.specialist_id == best != "" else route
    if growth_request_of(message.content) is not None:
        return route
    now, text, user_id = session.created_at.isoformat(timespec="seconds"), message.content, session.user_id
    turns = partial(turns_before, message=message)
    next_turn = route_by_talk(route, text, previous, turns, user_id=user_id, now=now)
    return next_turn if next_turn is not route else route_by_reading(route, text, user_id=user_id, now=now)


def _stays_whole(session: Session, message: Message, route: Route, parts: Sequence[RoutedPart]) -> bool:
    """Return whether the specialist of one part reads the whole message, or parts that share data are not all read."""
    if message.file_lines:
        return len({part.route.specialist_id for part in parts if part.is_certain}) == 1
    now, text, user_id = session.created_at.isoformat(timespec="seconds"), message.content, session.user_id
    if any(part.is_about_kingdom for part in parts):
        return False  # no handler reads a question about Kingdom
    if not are_read(parts, text, user_id=user_id, now=now):
        return True
    return is_read_whole(route.receipt.candidates, parts, text, user_id=user_id, now=now)


def _earlier_turns(message: Message, *, with_turns: bool) -> EarlierTurns:
    """Return the newest turns before a message that fit the analysis; none where no model reads them."""
    if not with_turns:
        return EarlierTurns(message.pk)
    trimmed = history_trim(turns_before(message=message), budget=ANALYSIS_TURN_TOKENS)
    return EarlierTurns(message.pk, tuple((turn.question, turn.answer) for turn in trimmed.turns), trimmed.cut)


def _within_offers(message: Message, route: Route, parts: Sequence[RoutedPart]) -> tuple[Route, Sequence[RoutedPart]]:
    """Return the routes of a message and its parts as far as its sender may be offered a new specialist."""
    if message.offers_creation:
        return route, parts
    reduced = [replace(part, route=route_without_offer(part.route, part.text)) for part in parts]
    return route_without_offer(route, message.content), reduced


def _split(session: Session, message: Message, route: Route, model: LanguageModel | None) -> Sequence[RoutedPart]:
    """Return the parts of a message. A wish for a specialist, and what the user sent elsewhere before, stay whole."""
    if route.receipt.override or growth_request_of(message.content) is not None:
        return ()
    if emergency_of(message.content) is not None:
        return ()
    now = session.created_at.isoformat(timespec="seconds")
    reader = partial(route_by_reading, user_id=session.user_id, now=now)
    return message_parts(user_id=session.user_id, text=message.content, model=model, reader=reader)


def _previous_route(user_id: int, message: Message) -> RouteRecord | None:
    """Return the route before; of the parts of the message before, that of the one that this message fits best."""
    previous = previous_route(message=message)
    siblings = sibling_routes(previous) if previous is not None else ()
    if len(siblings) < 2:
        return previous
    routed = partial(route_message, user_id=user_id, text=message.content, model=None)
    return max(siblings, key=lambda sibling: routed(previous=sibling).confidence)


def _offer_by_council(prepared: PreparedMessage, receipt: dict[str, Any]) -> dict[str, Any]:
    wish = growth_request_of(prepared.text)
    answered = prepared.answered
    is_frequency = answered is not None and answered.reply.kind == "frequency"
    how_often = f"\n{prepared.message.content}" if is_frequency else ""
    try:
        return creation_offer(
            prepared.text + how_often,
            task=wish.task if wish is not None else "",
            recipe=str(receipt.get("recipe", "")),
            required=RequiredAbilities.of(receipt.get("required_abilities", ())),
            message_id=prepared.subject.pk,
            conversation_id=prepared.subject.conversation_id,
        )
    finally:
        release_connection()


@transaction.atomic
def _bind_or_conclude(
    session: Session, prepared: PreparedMessage, stored: RouteRecord | None, route: Route | None
) -> Session | None:
    """Store the route, and bind or conclude the session. Raises LeaseLost: another worker may store one as well."""
    locked = session_lock(session.pk, session.lease_owner)
    record, unstored = _route_record_ensure(session, prepared, stored, route)
    version = _version_to_run(record)
    answer = _reply_of_king(session, record, prepared, version)
    if answer is None and version is not None:
        bound = message_session_bind(locked, prepared.subject, prepared.text, version, prepared.files, unstored)
        bound.version = version
        return bound if version is record.version else None  # of the general agent not all is read
    if unstored.entries:
        log_append(locked, unstored.entries, parts=unstored.parts)
    if answer is not None:
        asks = record.kind == "ask" or prepared.is_file_alone
        text = with_unread_files(answer[0], prepared.text, () if asks else prepared.files)
        session_conclude(session_id=session.pk, answer=text, output=answer[1])
    return None


def _reply_of_king(
    session: Session, record: RouteRecord, prepared: PreparedMessage, version: SpecialistVersion | None
) -> tuple[str, dict[str, Any]] | None:
    answer = reply_without_version(session, record, prepared, version)
    if answer is not None or version is None:
        return answer
    return reply_of_unavailable(session, record, prepared, version)


def _route_record_ensure(
    session: Session, prepared: PreparedMessage, stored: RouteRecord | None, route: Route | None
) -> tuple[RouteRecord, Unstored]:
    """Return the session's route record, and what of it and its row in the log is not stored yet."""
    if stored is None and route is not None:
        record = route_record_of(session, prepared.message, route, BY_REPLY if prepared.answered else "king")
        record.version = version_to_run(record.version_id)
        return record, Unstored([LogEntry(ROUTE_NOTE, record.public)], [insert_part("route", record)])
    if stored is None:
        raise LostRace
    is_noted = SessionEvent.objects.filter(session=session, kind=ROUTE_NOTE).exists()
    return stored, Unstored() if is_noted else Unstored([LogEntry(ROUTE_NOTE, stored.public)])


def _version_to_run(record: RouteRecord) -> SpecialistVersion | None:
    """Return the version to run; None for an offer or a near tie. Raises NotFound when it was deleted meanwhile."""
    if record.kind == "general":
        return builtin_version("general")
    if record.kind != "specialist":
        return None
    if record.version is None:
        raise NotFound(f"{record.role} was deleted before it could answer. Send the message again.")
    return record.version
