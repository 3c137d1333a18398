"""Executions as independent observations: their user, the fingerprint of their message, and whether they succeeded."""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Case, F, IntegerField, OrderBy, QuerySet, TextField, When, Window
from django.db.models.functions import Cast, RowNumber
from django.utils.crypto import salted_hmac

from kingdom.core.observations import weighted_counts
from kingdom.core.statistics import smoothed_rate
from kingdom.specialists.models.execution import UNCOUNTED, Execution

MAX_MEASURED = 500  # newest executions that a confidence is measured from
MAX_FINGERPRINTED = 100_000  # characters: the longest message


class ObservedExecution(NamedTuple):
    """One execution of ``user`` ("" for none) on ``message`` (its fingerprint, "" for none)."""

    user: str
    message: str
    success: bool


def message_fingerprint(text: str, *, user_id: int) -> str:
    """Return 32 hexadecimal digits that near-identical messages of one user share.

    Case, punctuation, the order of words and their repetition do not count; figures do. It is keyed with the
    secret of the installation: the message cannot be found by trying.
    """
    folded = unicodedata.normalize("NFKC", text[:MAX_FINGERPRINTED]).casefold()
    words = "".join(letter if letter.isalnum() else " " for letter in folded).split()
    bare = " ".join(sorted(set(words))) or folded.strip()
    return salted_hmac("kingdom.execution", f"{user_id}\0{bare}", algorithm="sha256").hexdigest()[:32]


def observed_executions(newest_first: Iterable[Execution]) -> list[ObservedExecution]:
    """Return executions as observations, oldest first."""
    rows = [
        ObservedExecution(str(row.user_id or ""), row.message_fingerprint, row.counts_as_success)
        for row in newest_first
    ]
    return rows[::-1]


def counted_executions(rows: QuerySet[Execution]) -> QuerySet[Execution]:
    """Return those that count: served, failed and corrected ones, not declined, asked back or abandoned ones."""
    return rows.exclude(outcome__in=UNCOUNTED)


def independent_executions(rows: QuerySet[Execution], *, counted_first: bool = False) -> QuerySet[Execution]:
    """Return the newest execution of each message of each user; one without a fingerprint counts by itself.

    With ``counted_first`` the newest one that counts represents its message, where there is one.
    """
    by_itself = Cast(F("pk"), TextField())
    message = Case(
        When(message_fingerprint="", then=by_itself), default=F("message_fingerprint"), output_field=TextField()
    )
    newest: list[Case | OrderBy] = [F("created_at").desc()]
    if counted_first:
        newest.insert(0, Case(When(outcome__in=UNCOUNTED, then=1), default=0, output_field=IntegerField()))
    order = Window(RowNumber(), partition_by=[F("user_id"), message], order_by=newest)
    return rows.annotate(order=order).filter(order=1)


def measured_confidence(rows: QuerySet[Execution]) -> float | None:
    """Return the probability of success that the newest outcomes bear out, None without one that counts.

    Laplace's rule over distinct messages, in which no user weighs more than a third once there are three. What a
    specialist states about itself does not enter it.
    """
    # Distinct before the bound: one message repeated five hundred times would leave no room for others.
    newest = independent_executions(counted_executions(rows)).order_by("-created_at")[:MAX_MEASURED]
    distinct = observed_executions(newest)
    return smoothed_rate(*weighted_counts(distinct)) if distinct else None
