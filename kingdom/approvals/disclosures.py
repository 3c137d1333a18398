"""Disclosures: staff read one user's words in one row, with a reason, for an hour, recorded and told to the user."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import structlog
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.approvals.models import DisclosureEvent
from kingdom.approvals.notifications.services import notification_create
from kingdom.core.errors import BadInput, NotAllowed, NotFound
from kingdom.core.field_classes import hidden_fields, owner_id
from kingdom.core.text.sentences import sentence

PERMISSION = "approvals.disclose_words"
LIFE = timedelta(hours=1)
MIN_REASON, MAX_REASON = 10, 500  # characters
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Disclosed:
    """What an open disclosure shows: each of the user's fields by name, and until when."""

    fields: dict[str, Any]
    event: DisclosureEvent


def disclosable_row(label: str, object_id: str) -> models.Model:
    """Return the row of a model such as ``orchestrator.message``. Raises NotFound when there is none with an owner."""
    try:
        model = apps.get_model(label)
        row: models.Model | None = model._default_manager.filter(pk=object_id).first()
    except (LookupError, ValueError, ValidationError):
        row = None
    if row is None or owner_id(row) is None or not hidden_fields(type(row), ("owner",)):
        raise NotFound("There is no such row with words of a user.")
    return row


@access_transaction()
def disclosure_open(*, actor_id: int, label: str, object_id: str, reason: str) -> DisclosureEvent:
    """Open the words of one row to one member of staff for an hour, and notify their owner with the reason.

    Raises NotAllowed without the permission, BadInput for a reason under 10 or over 500 characters, NotFound.
    """
    actor = _require_permission(actor_id)
    row, reason = disclosable_row(label, object_id), reason.strip()
    if not MIN_REASON <= len(reason) <= MAX_REASON:
        raise BadInput(f"Give a reason of {MIN_REASON} to {MAX_REASON} characters. The user reads it.")
    event = DisclosureEvent(
        actor_ref=actor.pk,
        actor_name=actor.get_username(),
        owner_ref=owner_id(row) or 0,
        model=row._meta.label_lower,
        object_id=str(row.pk),
        reason=reason,
        expires_at=timezone.now() + LIFE,
    )
    _record(event, DisclosureEvent.Kind.OPENED, event.pk)
    text = sentence(
        "%(name)s (staff) opened your words in one %(kind)s, of %(day)s, until %(time)s UTC. The reason: %(reason)s",
        name=event.actor_name,
        kind=row._meta.verbose_name_raw,
        day=_day_of(row),
        time=f"{event.expires_at:%H:%M}",
        reason=reason,
    )
    notification_create(user_id=event.owner_ref, kind="disclosure", text=text)
    return event


@access_transaction()
def disclosure_read(*, actor_id: int, label: str, object_id: str) -> Disclosed | None:
    """Return the words of a row and record that they were shown; None without an open disclosure.

    Raises NotAllowed without the permission, NotFound.
    """
    _require_permission(actor_id)
    row = disclosable_row(label, object_id)
    opened = open_disclosure(actor_id=actor_id, label=label, object_id=object_id)
    if opened is None:
        return None
    copied = ("actor_ref", "actor_name", "owner_ref", "model", "object_id", "reason", "expires_at")
    shown = DisclosureEvent(**{name: getattr(opened, name) for name in copied})
    _record(shown, DisclosureEvent.Kind.SHOWN, opened.pk)
    return Disclosed(fields={name: getattr(row, name) for name in hidden_fields(type(row), ("owner",))}, event=opened)


def open_disclosure(*, actor_id: int, label: str, object_id: object) -> DisclosureEvent | None:
    """Return the actor's open disclosure of a row, or None."""
    opened = DisclosureEvent.objects.filter(kind=DisclosureEvent.Kind.OPENED, actor_ref=actor_id, model=label.lower())
    return opened.filter(object_id=str(object_id), expires_at__gt=timezone.now()).order_by("-expires_at").first()


def may_act_on(*, actor_id: int, row: models.Model) -> bool:
    """Return whether someone may decide on a row's words: its owner, or staff who have read them just now."""
    owner = owner_id(row)
    if owner in (None, actor_id):
        return True
    return open_disclosure(actor_id=actor_id, label=row._meta.label_lower, object_id=row.pk) is not None


def _record(event: DisclosureEvent, kind: DisclosureEvent.Kind, disclosure_id: Any) -> None:  # noqa: ANN401 - a UUID
    event.kind, event.disclosure_id = kind, disclosure_id
    event.save(force_insert=True)
    _log.warning(
        f"disclosure_{kind}", actor_id=event.actor_ref, owner_id=event.owner_ref, row=f"{event.model} {event.object_id}"
    )


def _require_permission(actor_id: int) -> Any:  # noqa: ANN401 - the user model is a setting
    actor = get_user_model().objects.filter(pk=actor_id, is_active=True, is_staff=True).first()
    if actor is None or not actor.has_perm(PERMISSION):
        raise NotAllowed("You may not read users' words. Ask an admin for the permission to disclose them.")
    return actor


def _day_of(row: models.Model) -> str:
    created = getattr(row, "created_at", None)
    return f"{created:%Y-%m-%d}" if created else "an unknown day"
