"""Executions as independent observations: their user, the fingerprint of their message, and whether they succeeded."""

import re
from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db.models import Case, Count, F, IntegerField, OrderBy, Q, QuerySet, TextField, Value, When, Window
from django.db.models.functions import Cast, Coalesce, Concat, RowNumber
from django.utils.crypto import salted_hmac

from kingdom.core.observations import MAX_USER_SHARE, weighted_counts
from kingdom.core.statistics import smoothed_rate
from kingdom.ministers.guardian.text.deobfuscation import latin_look_alikes
from kingdom.ministers.guardian.text.normalization import normalize_text
from kingdom.specialists.models.execution import UNCOUNTED, Execution

MAX_MEASURED = 500  # newest executions that a confidence is measured from
MAX_READ = 1_000  # newest executions of which those are taken while somebody waits
MAX_FINGERPRINTED = 100_000  # characters: the longest message
_INVISIBLE = re.compile("[\u115f\u1160\u17b4\u17b5\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3164\uffa0]+")  # and marks
_ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")  # of rows: a session named in a brief
# Not the texts: a canary reads these at each execution.
_OBSERVED_FIELDS = (
    *("created_at", "counts_as_success", "outcome", "confidence", "error_code"),
    *("user_id", "message_fingerprint", "version_id", "session_id"),
)


class ObservedExecution(NamedTuple):
    """One execution of ``user`` ("" for none) on ``message`` (its fingerprint, "" for none)."""

    user: str
    message: str
    success: bool


class MessageCounts(NamedTuple):
    """The distinct messages of a version that count, those of them that succeeded, and how many users wrote them.

    All accounts that were deleted count as one user.
    """

    executions: int
    successes: int
    users: int


def message_fingerprint(text: str, *, user_id: int) -> str:
    """Return 32 hexadecimal digits that near-identical messages of one user share.

    Case, punctuation, accents, invisible characters, letters that look like Latin ones, the order of words, their
    repetition and ids (UUIDs) do not count; figures do. It is keyed with the secret of the installation: the message
    cannot be found by trying.
    """
    folded = _INVISIBLE.sub("", latin_look_alikes(normalize_text(text[:MAX_FINGERPRINTED])))
    words = "".join(letter if letter.isalnum() else " " for letter in _ID.sub(" ", folded)).split()
    bare = " ".join(sorted(set(words))) or folded.strip()
    return salted_hmac("kingdom.execution", f"{user_id}\0{bare}", algorithm="sha256").hexdigest()[:32]


def observed_executions(newest_first: Iterable[Execution]) -> list[ObservedExecution]:
    """Return executions as observations, oldest first."""
    rows = [
        ObservedExecution(str(row.user_id or ""), row.message_fingerprint, row.counts_as_success)
        for row in newest_first
    ]
    return rows[::-1]


def _message() -> Case:
    """Return what distinguishes the messages of one user: the fingerprint, or without one the execution itself."""
    by_itself = Cast(F("pk"), TextField())
    return Case(
        When(message_fingerprint="", then=by_itself), default=F("message_fingerprint"), output_field=TextField()
    )


def counted_executions(rows: QuerySet[Execution]) -> QuerySet[Execution]:
    """Return those that count: served, failed and corrected ones, not declined, asked back or abandoned ones."""
    return rows.exclude(outcome__in=UNCOUNTED)


def independent_executions(rows: QuerySet[Execution]) -> QuerySet[Execution]:
    """Return one execution of each message of each user; one without a fingerprint counts by itself.

    One that counts represents its message, where there is one; of several that count the newest failure, so that
    repeating a message until it succeeds does not make its failure a success; else the newest.
    """
    uncounted_last = Case(When(outcome__in=UNCOUNTED, then=1), default=0, output_field=IntegerField())
    first: list[Case | OrderBy] = [uncounted_last, F("counts_as_success").asc(), F("created_at").desc()]
    order = Window(RowNumber(), partition_by=[F("user_id"), _message()], order_by=first)
    return rows.annotate(order=order).filter(order=1)


def independent_counts(version_ids: Iterable[UUID]) -> dict[UUID, MessageCounts]:
    """Return the counts of ``independent_executions`` that count, of each version; one query for all versions.

    A message with a failure that counts is a failure, so that two distinct counts suffice and no row is sorted out.
    """
    message = Concat(Cast(F("user_id"), TextField()), Value(":"), _message(), output_field=TextField())
    failed = Count(message, distinct=True, filter=Q(counts_as_success=False))
    rows = counted_executions(Execution.objects.filter(version__in=list(version_ids)))
    counts = {"messages": Count(message, distinct=True), "users": Count(Coalesce("user_id", 0), distinct=True)}
    sums = rows.order_by().values("version_id").annotate(failed=failed, **counts)
    return {
        version_id: MessageCounts(messages, messages - failures, users)
        for version_id, messages, failures, users in sums.values_list("version_id", "messages", "failed", "users")
    }


# Places are counted in two steps, as a window cannot hold another; %(rows)s is the text of a queryset, never a value.
_NEWEST_INDEPENDENT = """
WITH observed AS (%(rows)s),
first_of_messages AS (
    SELECT DISTINCT ON (version_id, user_id, coalesce(nullif(message_fingerprint, ''), id::text)) *
    FROM observed
    ORDER BY version_id, user_id, coalesce(nullif(message_fingerprint, ''), id::text),
        outcome = ANY(%%s), counts_as_success, created_at DESC
),
within_user AS (
    SELECT *, row_number() OVER (PARTITION BY version_id, user_id ORDER BY created_at DESC) > %%s AS beyond_share
    FROM first_of_messages
),
within_version AS (
    SELECT *, row_number() OVER (PARTITION BY version_id ORDER BY beyond_share, created_at DESC) AS place
    FROM within_user
)
SELECT * FROM within_version WHERE place <= %%s ORDER BY version_id, created_at DESC
"""


def newest_independent_of_each(rows: QuerySet[Execution], limit: int) -> dict[UUID, list[Execution]]:
    """Return the ``limit`` newest of ``independent_executions`` of each version, the newest first; one query.

    A user's share beyond a third is taken only where the others' rows leave room: however often one user writes, what
    others saw stays among them.
    """
    try:
        text, values = rows.order_by().values("id", *_OBSERVED_FIELDS).query.sql_with_params()
    except EmptyResultSet:  # a condition that no row can meet
        return {}
    statement = _NEWEST_INDEPENDENT % {"rows": text}
    found = Execution.objects.raw(statement, [*values, list(UNCOUNTED), limit * MAX_USER_SHARE, limit])
    return {version_id: list(chosen) for version_id, chosen in groupby(found, key=attrgetter("version_id"))}


def newest_independent(rows: QuerySet[Execution], limit: int) -> list[Execution]:
    """Return the ``limit`` newest of ``independent_executions`` of one version, the newest first."""
    return next(iter(newest_independent_of_each(rows, limit).values()), [])


def measured_confidence(rows: QuerySet[Execution]) -> float | None:
    """Return the probability of success that the newest outcomes bear out, None without one that counts.

    Laplace's rule over distinct messages, in which no user weighs more than a third once there are three. What a
    specialist states about itself does not enter it.
    """
    newest = newest_independent(counted_executions(rows), MAX_MEASURED)
    return confidence_from(newest) if newest else None


def confidence_from(newest_first: Iterable[Execution], *, prior: float | None = None) -> float:
    """Return the probability of success that independent executions bear out; the fewer, the nearer to ``prior``."""
    counts = weighted_counts(observed_executions(newest_first))
    return smoothed_rate(*counts) if prior is None else smoothed_rate(*counts, prior=prior)


def newest_counted(version_id: UUID) -> list[Execution]:
    """Return the newest independent executions of a version that count, out of its ``MAX_READ`` newest ones.

    For what is measured while somebody waits: its cost does not grow with the age of a version.
    """
    counted = counted_executions(Execution.objects.filter(version=version_id)).order_by("-created_at")
    window = list(counted.values_list("pk", flat=True)[:MAX_READ])
    return newest_independent(Execution.objects.filter(pk__in=window), MAX_MEASURED)
