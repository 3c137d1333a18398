"""Asking the ministers, and keeping what they said."""

from collections.abc import Mapping
from typing import Any

from kingdom.contracts.calls import CallContext
from kingdom.contracts.verdicts import GuardianVerdict
from kingdom.ministers.guardian.review import Kind, review
from kingdom.runtime.ports import LanguageModel


def content_review(
    *,
    kind: Kind,
    item: Mapping[str, Any],
    subject: str,
    model: LanguageModel | None,
    call: CallContext,
    reviewed: frozenset[str] = frozenset(),
) -> GuardianVerdict:
    """Return the Guardian's verdict on an item (``spec``: ``AgentSpec.model_dump(mode="json")``), and keep it under ``subject``.

    ``subject`` names what is judged, e.g. ``"case:<uuid>"``. ``model`` is the judge, None when none is configured: then only content
    whose ``reviewed_digest`` is in ``reviewed`` (the shipped recipes) is approved, the rest waits for a person. Blocking, for a thread
    outside any transaction; asking twice for the same is harmless. Raises nothing that the judge does: no answer is BLOCKED.
    """
    return review(kind, item, judge=True, reviewed=reviewed)
