"""Calls that a handler's code has begun, for a run that is repeated and for a person who settles an unknown outcome."""

import uuid
from collections.abc import Mapping
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.tools.models import ToolCall


def calls_in_progress(*, session_id: uuid.UUID) -> list[ToolCall]:
    """Return the calls that a session has begun and whose effect is not in the log yet, oldest first."""
    return list(ToolCall.objects.filter(session_id=session_id).order_by("started_at", "pk"))


def call_with_unknown_outcome(*, session_id: uuid.UUID) -> ToolCall | None:
    """Return a session's call that is not repeatable and has no result, None without one."""
    return (
        ToolCall.objects.filter(session_id=session_id, repeatable=False, result__isnull=True)
        .order_by("started_at")
        .last()
    )


def call_result_set(*, call: ToolCall, result: Mapping[str, Any]) -> bool:
    """Store the result that a person chose for a call with an unknown outcome.

    Returns False when it has a result already.
    """
    return ToolCall.objects.filter(pk=call.pk, result__isnull=True).update(result=to_jsonb(result)) == 1
