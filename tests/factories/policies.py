"""Policies of tests."""

import uuid
from datetime import timedelta
from typing import Any

from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.events.models import DomainEvent
from kingdom.policies.models import Pattern


def active_pattern(action: str, trigger: str = "ToolRequested", condition: str = "*", **more: Any) -> Pattern:  # noqa: ANN401 - columns
    """Store an active pattern."""
    key = f"{action.lower()}_{uuid.uuid4().hex[:8]}"
    values = {"name": f"{action} on {trigger}", "reason": "So says a test.", "state": Pattern.State.ACTIVE, **more}
    return Pattern.objects.create(key=key, trigger_event=trigger, condition=condition, action=action, **values)


def past_event(name: str, user: User | None = None, minutes_ago: float = 0, **more: Any) -> DomainEvent:  # noqa: ANN401 - columns
    """Store an event of some minutes ago; ``fields`` are its fields."""
    at = timezone.now() - timedelta(minutes=minutes_ago)
    return DomainEvent.objects.create(name=name, user=user, created_at=at, **more)
