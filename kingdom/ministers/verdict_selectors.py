"""The Guardian's newest verdict on each item of a stored spec, whatever it was reviewed for."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple
from uuid import UUID

from kingdom.ministers.guardian.review import ReviewKind, content_digest
from kingdom.ministers.guardian.review_items import stored_spec_items
from kingdom.ministers.models import GuardianReview

SpecVerdictStatus = Literal["approved", "overturned", "needs_human", "blocked", "not_reviewed"]


class SpecVerdict(NamedTuple):
    """The verdict on one item of a spec; ``needs_human`` is blocked until a person decides."""

    kind: ReviewKind
    status: SpecVerdictStatus
    reason: str
    review_id: UUID | None = None


def spec_verdicts(stored: Mapping[str, Any]) -> tuple[SpecVerdict, ...]:
    """Return the Guardian's verdicts on a spec (as a version stores it) and on its code, in one query.

    An overturned verdict stays overturned after later reviews that block.
    """
    (verdicts,) = verdicts_of_specs([stored])
    return verdicts


def verdicts_of_specs(stored: Sequence[Mapping[str, Any]]) -> list[tuple[SpecVerdict, ...]]:
    """Return ``spec_verdicts`` of each spec, in their order and in one query."""
    kinds = [{content_digest(kind, item): kind for kind, item in stored_spec_items(spec)} for spec in stored]
    reviews: dict[str, list[GuardianReview]] = {digest: [] for one in kinds for digest in one}
    for row in GuardianReview.objects.filter(content_sha256__in=list(reviews)).order_by("-created_at"):
        reviews[row.content_sha256].append(row)
    return [tuple(_spec_verdict(kind, reviews[digest]) for digest, kind in one.items()) for one in kinds]


def _spec_verdict(kind: ReviewKind, newest_first: list[GuardianReview]) -> SpecVerdict:
    if not newest_first:
        return SpecVerdict(kind, "not_reviewed", "The Guardian has not reviewed it.")
    newest = newest_first[0]
    if newest.verdict == "APPROVED":
        return SpecVerdict(kind, "approved", newest.reason, newest.pk)
    overturned = next((row for row in newest_first if row.overturned_at is not None), None)
    if overturned is not None:
        return SpecVerdict(kind, "overturned", overturned.overturn_reason, overturned.pk)
    return SpecVerdict(kind, "needs_human" if newest.needs_human else "blocked", newest.reason, newest.pk)
