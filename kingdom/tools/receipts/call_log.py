"""The calls that a handler's code has begun: what a run that begins again, and a person who decides about one of them, must know."""

import uuid
from collections.abc import Mapping
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.tools.models import ToolCall


def calls_in_progress(*, session_id: uuid.UUID) -> list[ToolCall]:
    """Return the calls that a session has begun and whose effect is not in the log yet, in the order they began."""
    return list(ToolCall.objects.filter(session_id=session_id).order_by("started_at", "pk"))


def call_with_unknown_outcome(*, session_id: uuid.UUID) -> ToolCall | None:
    """Return the call of a session that must not simply be done again and whose outcome nobody knows, None when there is none."""
    return (
        ToolCall.objects.filter(session_id=session_id, repeatable=False, result__isnull=True)
        .order_by("started_at")
        .last()
    )


def call_result_set(*, call: ToolCall, result: Mapping[str, Any]) -> bool:
    """Give a call whose outcome nobody knows the result that a person decided on; returns False when it has one by now."""
    return ToolCall.objects.filter(pk=call.pk, result__isnull=True).update(result=to_jsonb(result)) == 1
