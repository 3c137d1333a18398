"""The Guardian's newest word on exactly what a spec holds, wherever that content was judged."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple
from uuid import UUID

from kingdom.ministers.guardian.review import ReviewKind, content_digest
from kingdom.ministers.guardian.review_items import stored_spec_items
from kingdom.ministers.models import GuardianReview

SpecVerdictStatus = Literal["approved", "overturned", "waits", "blocked", "unjudged"]


class SpecVerdict(NamedTuple):
    """The word on one item of a spec: ``waits`` is blocked until a person decides, ``unjudged`` that nobody has said anything."""

    kind: ReviewKind
    word: SpecVerdictStatus
    reason: str
    review_id: UUID | None = None


def spec_verdicts(stored: Mapping[str, Any]) -> tuple[SpecVerdict, ...]:
    """Return the Guardian's word on a spec (as a version stores it) and on its code, in one read. What a person let pass stays so."""
    wanted = {content_digest(kind, item): kind for kind, item in stored_spec_items(stored)}
    rows: dict[str, list[GuardianReview]] = {sha: [] for sha in wanted}
    for row in GuardianReview.objects.filter(content_sha256__in=list(wanted)).order_by("-created_at"):
        rows[row.content_sha256].append(row)
    return tuple(_spec_verdict(kind, rows[sha]) for sha, kind in wanted.items())


def _spec_verdict(kind: ReviewKind, newest_first: list[GuardianReview]) -> SpecVerdict:
    if not newest_first:
        return SpecVerdict(kind, "unjudged", "The Guardian has not judged it.")
    newest = newest_first[0]
    if newest.verdict == "APPROVED":
        return SpecVerdict(kind, "approved", newest.reason, newest.pk)
    passed = next((row for row in newest_first if row.overturned_at is not None), None)
    if passed is not None:
        return SpecVerdict(kind, "overturned", passed.overturn_reason, passed.pk)
    return SpecVerdict(kind, "waits" if newest.needs_human else "blocked", newest.reason, newest.pk)
