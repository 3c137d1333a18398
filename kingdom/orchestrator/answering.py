"""From a stored message to its answer: route it, bind its session to the chosen version, run the session."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import connection, transaction

from kingdom.cognition.inputs import Turn as Said
from kingdom.contracts.routes import Route, RouteReceipt
from kingdom.core.errors import LostRace, NotFound
from kingdom.council.offering import creation_offer
from kingdom.orchestrator.answers import no_model, nobody_yet, which_one
from kingdom.orchestrator.creation_services import COUNCIL
from kingdom.orchestrator.history import Turn, trim
from kingdom.orchestrator.king import route_message
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.orchestrator.naming import files_meant
from kingdom.orchestrator.screening import screened
from kingdom.orchestrator.selectors import able_without_model, message_of, previous_route, turns_before
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.model_on_loop import ModelOnLoop
from kingdom.sessions.capabilities import reasoning_model
from kingdom.sessions.database import in_database
from kingdom.sessions.log import event_append, session_lock
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.running import session_run
from kingdom.sessions.services import session_bind, session_conclude, session_note
from kingdom.specialists.embedding_services import bank_learn, route_feedback
from kingdom.specialists.models import Specialist, SpecialistVersion
from kingdom.specialists.selectors import builtin_version
from kingdom.tools.file_services import files_of

ROUTE_NOTE = "route"
HISTORY_NOTE = "history"


def message_answer(*, session_id: uuid.UUID) -> None:
    """Answer the message of a session. Idempotent: the lease lets one worker in, and each step looks first whether it was done before."""
    session_run(session_id=session_id, prepare=prepare)


async def prepare(context: RuntimeContext, session: Session) -> None:
    """Route a session and bind it to the chosen version, or end it with an offer, a question back or what is missing.

    Raises what the King raises; the run then ends the session with that error's sentence.
    """
    message, record = await in_database(_found, session)
    if not await screened(context, session, message):
        return
    # not on the run's own thread: the lease is renewed there, and a slow analysis must not keep that waiting
    route = None if record else await asyncio.to_thread(_ask_king, session, message, context, asyncio.get_running_loop())
    kind = record.kind if record else route.kind if route else ""
    offer = await asyncio.to_thread(_ask_council, message) if kind == "create" else {}
    await in_database(_settle, session, message, route, offer)


def _found(session: Session) -> tuple[Message, RouteRecord | None]:
    return message_of(session=session), _record_of(session)


def _record_of(session: Session) -> RouteRecord | None:
    return RouteRecord.objects.filter(session=session).select_related("specialist", "version", "overridden_to").first()


def _ask_king(session: Session, message: Message, context: RuntimeContext, loop: asyncio.AbstractEventLoop) -> Route:
    model = reasoning_model()
    try:
        return route_message(
            user_id=session.user_id,
            text=message.content,
            previous=previous_route(message=message),
            model=ModelOnLoop(model, context, loop) if model is not None else None,
        )
    finally:
        connection.close()  # this thread's own


def _ask_council(message: Message) -> dict[str, Any]:
    try:
        return creation_offer(message.content, message_id=message.pk, conversation_id=message.conversation_id)
    finally:
        connection.close()  # this thread's own


def _settle(session: Session, message: Message, route: Route | None, offer: Mapping[str, Any]) -> None:
    record = _recorded(session, message, route)
    version = _version_for(record)
    if version is None:
        answer = _king_says(session, record, offer)
    elif version.spec["engine"] == "model" and reasoning_model() is None:
        role = "" if record.kind == "general" else record.role
        recipe = str(record.receipt.get("recipe", ""))  # routes of earlier versions have none
        answer = no_model(able_without_model(user_id=session.user_id), role, recipe)
    else:
        _bind(session, message, version)
        return
    session_conclude(session_id=session.pk, answer=answer[0], output=answer[1])


def _recorded(session: Session, message: Message, route: Route | None) -> RouteRecord:
    """Return the session's route, storing it when it is new, and see to it that the log has it once."""
    with transaction.atomic():
        locked = session_lock(session.pk)
        record = _record_of(session)
        if record is None and route is not None:
            record = _record(session, message, route)
        if record is None:
            raise LostRace
        if not SessionEvent.objects.filter(session=session, kind=ROUTE_NOTE).exists():
            event_append(locked, ROUTE_NOTE, record.public)
    if record.by in ("user", COUNCIL):
        _learn(record)
    return record


def _record(session: Session, message: Message, route: Route) -> RouteRecord:
    return RouteRecord.objects.create(
        id=session.pk,  # a route has its session's id, so that its address is known before the King has spoken
        message=message,
        session=session,
        kind=route.kind,
        role=route.role,
        specialist_id=route.specialist_id or None,
        version_id=route.version_id or None,
        confidence=route.confidence,
        scope=route.scope or "",
        receipt=route.receipt.model_dump(mode="json"),
    )


def _version_for(record: RouteRecord) -> SpecialistVersion | None:
    """Return who works: None for an offer or a question back. Raises NotFound when the version has been deleted since."""
    if record.kind == "general":
        return builtin_version("general")
    if record.kind != "specialist":
        return None
    if record.version is None:
        raise NotFound(f"{record.role} was deleted before it could answer. Send the message again.")
    return record.version


def _king_says(session: Session, record: RouteRecord, offer: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    if record.kind == "ask":
        receipt = RouteReceipt.model_validate(record.receipt)
        ids = [one.specialist_id for one in receipt.candidates[:2]]
        purposes = {str(one.pk): str(one.spec_snapshot["purpose"]) for one in Specialist.objects.filter(pk__in=ids)}
        return which_one(receipt, purposes)
    return nobody_yet(offer, able_without_model(user_id=session.user_id))


def _learn(record: RouteRecord) -> None:
    """Store the message as an example of what its user chose or had made, and against what was wrong. The encoder lives in the workers."""
    if record.kind == "general":
        bank_learn(text=record.message.content, user_id=record.session.user_id)
    wrong = RouteRecord.objects.filter(message=record.message, overridden_to=record.specialist_id).exclude(pk=record.pk).last()
    route_feedback(
        user_id=record.session.user_id,
        text=record.message.content,
        right_id=record.specialist_id if record.kind == "specialist" else None,
        wrong_id=wrong.specialist_id if wrong is not None else None,
    )


def _bind(session: Session, message: Message, version: SpecialistVersion) -> None:
    trimmed = trim(turns_before(message=message), budget=settings.KINGDOM.history_tokens)
    there = [entry.path for entry in files_of(workspace_id=str(message.conversation_id))]
    said = [said for turn in trimmed.turns for said in _said(turn, there)]
    with transaction.atomic():
        if trimmed.cut:
            session_note(session_id=session.pk, kind=HISTORY_NOTE, payload={"turns_kept": len(trimmed.turns), "turns_cut": trimmed.cut})
        session_bind(session_id=session.pk, version_id=version.pk, history=said, files=files_meant(message.content, message.files, there))


def _said(turn: Turn, there: Sequence[str]) -> tuple[Said, Said]:
    files = files_meant(turn.question, turn.files, there)
    return Said(role="user", text=turn.question, files=files), Said(role="model", text=turn.answer)
