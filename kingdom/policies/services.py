"""Writes of policies: draft, activate, deactivate, delete what was never activated; store the shipped ones."""

import json
import uuid
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import Conflict, LostRace, NotAllowed
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.policies.compilation import policy_compile
from kingdom.policies.evaluation.dry_run import dry_run, without_details
from kingdom.policies.models import Pattern
from kingdom.policies.rules.pattern_definition import check_pattern, pattern_from_json
from kingdom.policies.selectors import may_activate, pattern_visible, unused_drafts

_SHIPPED_FILE = settings.BASE_DIR / "config" / "cortex_patterns.json"
PURGE_BATCH = 500  # drafts deleted by one transaction


def policy_write(*, user_id: int, text: str, as_staff: bool = True) -> Pattern:
    """Store the draft of a rule in plain words with its dry run. Nothing acts before staff activate it.

    A policy of staff with the right to activate covers everybody, any other one, and one written with a token without
    the scope of staff's rights (``as_staff`` False), only its author's runs. Raises Conflict when the user has as many
    drafts as allowed, NotUnderstood, ModelBadAnswer, and what the model raises.
    """
    _room_check(user_id)  # before a model is asked
    pattern = policy_compile(text, user_id=user_id)
    covers = None if as_staff and may_activate(user_id) else user_id
    report = dry_run(pattern, user_id=covers)
    pk = uuid.uuid4()
    with access_transaction():
        advisory_lock(f"policy_drafts:{user_id}")  # two requests at once may not both be the last one allowed
        _room_check(user_id)
        return Pattern.objects.create(
            **{**asdict(pattern), "key": f"{pattern.key[:60]}_{pk.hex[:8]}"},
            id=pk,
            text=text,
            author_id=user_id,
            covers_id=covers,
            dry_run=without_details(report),
        )


def _room_check(user_id: int) -> None:
    """Raise Conflict when a user has as many drafts as allowed."""
    most = settings.KINGDOM.policy_drafts_per_user
    if unused_drafts().filter(author_id=user_id).count() >= most:
        raise Conflict(
            f"{most} of your policies wait for activation, which is as many as one user may have. Delete one first."
        )


def policy_activate(*, actor_id: int, pattern_id: uuid.UUID) -> Pattern:
    """Let a policy act from now on. Raises NotFound, NotAllowed, LostRace when it is active, BadCondition."""
    return _move(actor_id, pattern_id, (Pattern.State.DRAFT, Pattern.State.INACTIVE), Pattern.State.ACTIVE)


def policy_deactivate(*, actor_id: int, pattern_id: uuid.UUID) -> Pattern:
    """Let a policy act no more; what it stopped stays stopped. Raises NotFound, NotAllowed, LostRace."""
    return _move(actor_id, pattern_id, (Pattern.State.ACTIVE,), Pattern.State.INACTIVE)


@access_transaction()
def _move(actor_id: int, pattern_id: uuid.UUID, sources: tuple[Pattern.State, ...], target: Pattern.State) -> Pattern:
    pattern = pattern_visible(user_id=actor_id, pattern_id=pattern_id)
    if not may_activate(actor_id):
        raise NotAllowed("Only staff with the permission “Can activate and deactivate policies” do this. Ask them to.")
    if target == Pattern.State.ACTIVE:
        check_pattern(pattern.definition)
    changed: Mapping[str, Any] = {
        "state": target,
        "decided_by_id": actor_id,
        "decided_at": timezone.now(),
        **({"error_count": 0, "last_error": ""} if target == Pattern.State.ACTIVE else {}),
    }
    if Pattern.objects.filter(pk=pattern.pk, state__in=sources).update(**changed) != 1:
        raise LostRace(f"This policy is {pattern.state}.")
    pattern.refresh_from_db()
    return pattern


@access_transaction()
def policy_draft_delete(*, actor_id: int, pattern_id: uuid.UUID, as_staff: bool = True) -> None:
    """Delete a draft that was never activated: its author, or staff with the right to activate.

    Raises NotFound, NotAllowed, and LostRace for a policy that is active or was so once.
    """
    pattern = pattern_visible(user_id=actor_id, pattern_id=pattern_id, as_staff=as_staff)
    is_author = pattern.author_id == actor_id
    if not is_author and not (as_staff and may_activate(actor_id)):
        raise NotAllowed("Only its author deletes a draft, or staff who may activate it.")
    draft = unused_drafts().select_for_update().filter(pk=pattern.pk).first()
    if draft is None:
        raise LostRace("Only a draft that was never activated can be deleted. Staff can deactivate this policy.")
    _draft_delete(draft, by="author" if is_author else "staff")


def policy_drafts_purge(*, clock: Clock = utc_now) -> int:
    """Delete drafts that nobody has activated in the days of the setting, and return their number.

    In batches of their own transactions; safe to kill and repeat.
    """
    oldest, total = clock() - timedelta(days=settings.KINGDOM.policy_draft_days), 0
    while count := _purge_batch(oldest):
        total += count
    return total


@transaction.atomic
def _purge_batch(oldest: datetime) -> int:
    old = unused_drafts().filter(created_at__lt=oldest).order_by("created_at")
    drafts = list(old.select_for_update(skip_locked=True)[:PURGE_BATCH])
    for draft in drafts:
        _draft_delete(draft, by="retention")
    return len(drafts)


def _draft_delete(draft: Pattern, *, by: str) -> None:
    """Delete a locked draft, with the event of it."""
    fields = {"policy": str(draft.pk), "by": by}
    draft.delete()
    events_store(EventRun(user_id=draft.author_id), NewEvent("PolicyDraftDeleted", fields))


def shipped_patterns_store(**_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Store each shipped pattern that is not there yet, after the migrations; what an admin changes of them stays."""
    for row in json.loads(_SHIPPED_FILE.read_text(encoding="utf-8")):
        columns = asdict(pattern_from_json(row))
        state = Pattern.State.ACTIVE if row["enabled"] else Pattern.State.INACTIVE
        Pattern.objects.get_or_create(key=columns.pop("key"), defaults={**columns, "state": state})
