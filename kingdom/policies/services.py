"""Writes of policies: draft, activate, deactivate."""

import uuid
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.core.errors import LostRace, NotAllowed
from kingdom.policies.compilation import policy_compile
from kingdom.policies.evaluation.dry_run import dry_run, without_details
from kingdom.policies.models import Pattern
from kingdom.policies.rules.pattern_definition import check_pattern
from kingdom.policies.selectors import may_activate, pattern_visible


def policy_write(*, user_id: int, text: str, as_staff: bool = True) -> Pattern:
    """Store the draft of a rule in plain words with its dry run. Nothing acts before staff activate it.

    A policy of staff with the right to activate covers everybody, any other one, and one written with a token without
    the scope of staff's rights (``as_staff`` False), only its author's runs. Raises NotUnderstood, ModelBadAnswer, and
    what the model raises.
    """
    pattern = policy_compile(text, user_id=user_id)
    covers = None if as_staff and may_activate(user_id) else user_id
    report = dry_run(pattern, user_id=covers)
    pk = uuid.uuid4()
    with access_transaction():
        return Pattern.objects.create(
            **{**asdict(pattern), "key": f"{pattern.key[:60]}_{pk.hex[:8]}"},
            id=pk,
            text=text,
            author_id=user_id,
            covers_id=covers,
            dry_run=without_details(report),
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
