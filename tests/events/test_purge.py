"""Old events are deleted in batches; the others stay."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kingdom.events import tasks
from kingdom.events.models import DomainEvent

pytestmark = pytest.mark.django_db


def test_old_events_are_deleted_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "PURGE_BATCH", 2)
    old = timezone.now() - timedelta(days=settings.KINGDOM.event_days, minutes=1)
    DomainEvent.objects.bulk_create(DomainEvent(name="AgentFailed", created_at=old) for _ in range(5))
    young = DomainEvent.objects.create(name="AgentFailed", created_at=timezone.now())
    with CaptureQueriesContext(connection) as captured:
        tasks.events_purge()
    deletes = [query["sql"] for query in captured if query["sql"].startswith('DELETE FROM "domain_events"')]
    assert len(deletes) == 3
    assert list(DomainEvent.objects.all()) == [young]
