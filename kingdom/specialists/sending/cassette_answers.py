"""What tests answered on a recording: it goes when the recording is deleted."""

import uuid
from collections.abc import Sequence

from django.db.models import F, JSONField, Q, Value
from django.db.models.expressions import CombinedExpression
from django.utils import timezone

from kingdom.sessions.models import Session
from kingdom.specialists.models.test_run import TestRun, TrainingResult
from kingdom.specialists.signals import cassettes_deleted

_OPEN = (TestRun.State.QUEUED, TestRun.State.RUNNING)


def cassette_answers_delete(cassette_ids: Sequence[uuid.UUID]) -> None:
    """Delete the trial sessions, results and answers of tests that ran on recordings; stop those that still run.

    The counts of a test run stay. Call it in the transaction that deletes the recordings.
    """
    results = TrainingResult.objects.filter(cassette__in=cassette_ids)
    stored = list(results.exclude(session=None).values_list("session", flat=True))
    results.delete()
    of_recordings = Q(cassette__in=cassette_ids) | Q(pk__in=stored)  # those before 0012 name no recording
    Session.objects.filter(of_recordings, purpose=Session.Purpose.TRIAL).delete()
    runs = TestRun.objects.filter(cassette__in=cassette_ids)
    runs.filter(state__in=_OPEN).update(state=TestRun.State.CANCELLED, finished_at=timezone.now())
    without_cases = CombinedExpression(F("results"), "-", Value("cases"), output_field=JSONField())
    runs.update(results=without_cases)
    cassettes_deleted.send(sender=TestRun, cassette_ids=cassette_ids)
