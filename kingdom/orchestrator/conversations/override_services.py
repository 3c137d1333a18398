"""Writes of route overrides: another specialist answers a message, and the user may take that back."""

import uuid

from django.db import transaction
from django.db.models import Q

from kingdom.accounts.access import access_transaction
from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import Conflict, LostRace
from kingdom.orchestrator.conversations.change_events import conversation_announce
from kingdom.orchestrator.conversations.selectors import route_of
from kingdom.orchestrator.conversations.services import TASK_NAME, PostedMessage
from kingdom.orchestrator.conversations.specialist_choice import chosen_route_create, specialist_selectable
from kingdom.orchestrator.models import ROUTING_TEXT, Conversation, RouteRecord
from kingdom.routing.embeddings.erasure import override_texts, user_feedback_erase
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.fair_queue import admission_take
from kingdom.sessions.services import session_note, session_open
from kingdom.specialists.evidence.feedback import override_correction_record

CHOICE_RESET = {"override": "", "unavailable": "", "canary": ""}  # of a receipt that another choice continues
UNDO_NOTE = "override_undone"  # kind of the event in the log of the route's session
_UNDONE = "This override was taken back already."


def route_override(*, user_id: int, route_id: uuid.UUID, specialist: str) -> tuple[PostedMessage, RouteRecord]:
    """Answer a routed message again with another specialist (id or role), in a new session.

    Returns the posted message and the overridden route. Raises NotFound for a route or specialist that the user
    cannot see, Conflict when the route was overridden before or the specialist is not active.
    """
    route = route_of(user_id=user_id, route_id=route_id)
    chosen = specialist_selectable(user_id, specialist)
    with transaction.atomic():
        admission_take(user_id=user_id)
        changed = RouteRecord.objects.filter(pk=route.pk, overridden_to=None).update(
            overridden_to=chosen, overridden_at=utc_now()
        )
        if changed != 1:
            raise LostRace("This route was overridden already. Override the newer one.")
        session = session_open(
            user_id=user_id,
            conversation_id=route.message.conversation_id,
            input_text=route.session.input_text,  # of a part, only the part
            task_name=TASK_NAME,
        )
        receipt = {**route.receipt, **CHOICE_RESET, "chosen": chosen.role, "reason": "You selected this specialist."}
        chosen_route_create(session=session, message=route.message, chosen=chosen, by="user", receipt=receipt)
        override_correction_record(session_id=route.session_id, corrected=True)
        Conversation.objects.filter(pk=route.message.conversation_id).update(updated_at=utc_now())
        session_enqueue(session)
        conversation_announce(user_id=user_id, conversation_id=route.message.conversation_id, session_id=session.pk)
    return PostedMessage(message=route.message, session_id=session.pk, fresh=True), route


@access_transaction()
def override_undo(*, user_id: int, route_id: uuid.UUID) -> RouteRecord:
    """Take back the override that decided or replaced a route: routing forgets it, the answers stay.

    All routes that it decided are marked; the overridden one can be overridden anew. Returns the route. Raises NotFound
    for a route that the user cannot see, Conflict without an override, LostRace when it was taken back before.
    """
    route = route_of(user_id=user_id, route_id=route_id)
    _undo_check(route)
    digest = str(route.receipt.get("override") or "") if route.by == "king" and route.overridden_to_id is None else ""
    digest = digest or stripped_text_digest(route.text)
    texts = [route.text, *override_texts(user_id=user_id, digest=digest)]
    mine = RouteRecord.objects.filter(message__conversation__user_id=user_id).annotate(routed_text=ROUTING_TEXT)
    said = Q(routed_text__in=texts) | Q(session__input_text__in=texts)
    decided = mine.filter(Q(receipt__override=digest) | Q(said, by="user"))
    changed = decided.filter(override_undone_at=None).update(override_undone_at=utc_now())
    reopened = mine.filter(said).exclude(overridden_to=None)
    sessions = list(reopened.values_list("session_id", flat=True))
    if not changed + reopened.update(overridden_to=None, overridden_at=None):
        raise LostRace(_UNDONE)
    for session_id in sessions:
        override_correction_record(session_id=session_id, corrected=False)
    user_feedback_erase(user_id=user_id, texts=texts)
    session_note(session_id=route.session_id, kind=UNDO_NOTE, payload={"routes": changed})
    conversation_announce(user_id=user_id, conversation_id=route.message.conversation_id)
    route.refresh_from_db()
    return route


def _undo_check(route: RouteRecord) -> None:
    """Raise Conflict for a route without an override, LostRace for one whose override was taken back."""
    if route.override_undone_at is not None and route.overridden_to_id is None:  # a newer override is not meant
        raise LostRace(_UNDONE)
    if route.override_undone_at is None and not route.may_undo_override:
        raise Conflict("No override decided this route.")
