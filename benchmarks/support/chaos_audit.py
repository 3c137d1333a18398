"""Audits a product's database after chaos: nothing lost, doubled, stuck, or failed for a reason outside the work."""

import json
import time
from typing import Any

from benchmarks.support.chaos_clients import Clients
from tests.plugins.product import Product

QUIET_S = 180.0  # for the jobs of the last minute to end and the queue to be empty
_COUNT = """
import json
from django.apps import apps
from django.db import connection
from django.db.models import Count
from kingdom.core.background.jobs import LeasedJob
from kingdom.orchestrator.models import Message
from kingdom.sessions.models import Session
from kingdom.specialists.models.test_run import TestRun

def counted(rows, *fields):
    return {" ".join(map(str, row[:-1])): row[-1] for row in rows.values_list(*fields).annotate(Count("pk")).order_by()}

users = Message.objects.filter(role="user")
stuck = {}
for model in apps.get_models():
    if issubclass(model, LeasedJob):
        held = model._default_manager.exclude(lease_owner="")
        stuck[model._meta.db_table] = held.count()
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*) FROM pgmq.q_kingdom")
    queued = cursor.fetchone()[0]
sessions = Session.objects.filter(purpose="task")
doubled = Message.objects.exclude(role="user").values("session").annotate(n=Count("pk")).filter(n__gt=1).count()
print(json.dumps({
    "messages": users.count(),
    "sessions": counted(sessions, "state"),
    "failed": counted(Session.objects.filter(purpose="task", state="failed"), "error_code"),
    "running": Session.objects.filter(state__in=("running",)).count(),
    "test_runs": counted(TestRun.objects.all(), "state"),
    "test_run_errors": list(TestRun.objects.filter(state="failed").values_list("error", flat=True)[:5]),
    "answers_doubled": doubled,
    "leases": {table: count for table, count in stuck.items() if count},
    "queued": queued,
}))
"""


def audit(product: Product, clients: Clients) -> dict[str, Any]:
    """Return what the database says, with a list of ``faults``."""
    end = time.monotonic() + QUIET_S
    while True:
        found: dict[str, Any] = json.loads(product.run_python(_COUNT))
        quiet = not found["leases"] and not found["queued"] and not found["running"]
        if quiet or time.monotonic() > end:
            break
        time.sleep(1)
    product.close_shell()
    accepted = len(clients.accepted())
    sent = accepted + sum(1 for asked in clients.asked if not asked.session and asked.conversation)
    return {**found, "faults": _faults(found, accepted, sent)}


def _faults(found: dict[str, Any], accepted: int, sent: int) -> list[str]:
    faults = []
    if not accepted <= found["messages"] <= sent:  # one may be stored whose answer did not arrive when the load ended
        faults.append(f"{accepted} messages were accepted and {found['messages']} are stored")
    if sum(found["sessions"].values()) != found["messages"]:
        faults.append(f"{found['messages']} messages have {sum(found['sessions'].values())} sessions")
    faults += [f"{count} sessions failed: {code}" for code, count in found["failed"].items()]
    faults += [f"a test run failed: {error}" for error in found["test_run_errors"]]
    if found["answers_doubled"]:
        faults.append(f"{found['answers_doubled']} sessions have two answers")
    faults += [f"{count} leases of {table} are held" for table, count in found["leases"].items()]
    if found["queued"]:
        faults.append(f"{found['queued']} messages are left in the queue")
    return faults
