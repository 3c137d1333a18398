"""The measurements of ``benchmarks.registry``; imported when Django is set up."""

import statistics
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.support.measuring import time_ms
from benchmarks.support.registry_seed import SPACE, WIDTH, SeededRegistry
from kingdom.routing.candidates import candidates_near
from kingdom.sessions.services import session_open
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.models.audit import AuditReport
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary
from kingdom.specialists.status.services import StatusDecision, status_change_create

PROBE_PAGE = "/admin/auth/group/"
EXECUTIONS_PAGE = "/admin/specialists/execution/"
Work = Callable[[], object]


def figures(cast: SeededRegistry, rows: int, times: int) -> dict[str, Any]:
    """Return all figures, each measured ``times`` times."""
    import_module("kingdom.asgi")  # freezes the heap, as in the web process
    client = Client()
    client.force_login(cast.admin, backend="django.contrib.auth.backends.ModelBackend")
    probe = _summarize(_page_request(client, PROBE_PAGE), times)
    unit = probe["p50"]
    pages = {
        name: _summarize(_page_request(client, path), times, unit) for name, path in _page_paths(cast, rows).items()
    }
    work = {name: _summarize(done, min(times, most), unit) for name, (done, most) in _operations(cast).items()}
    return {"hours": cast.hours, "probe": probe, "pages": pages, "work": work}


def _page_paths(cast: SeededRegistry, rows: int) -> dict[str, str]:
    return {
        "dashboard": "/admin/",
        "telemetry": EXECUTIONS_PAGE,
        "telemetry_deep": f"{EXECUTIONS_PAGE}?p={rows // 200}",
        "telemetry_filtered": f"{EXECUTIONS_PAGE}?outcome__exact=failed&routed=override",
        "telemetry_searched": f"{EXECUTIONS_PAGE}?q=bench_77",
        "telemetry_searched_for_nothing": f"{EXECUTIONS_PAGE}?q=nobody",
        "specialists": "/admin/specialists/specialist/",
        "specialists_searched": "/admin/specialists/specialist/?q=bench_19",
        "review": f"/admin/specialists/specialist/{cast.subject.pk}/review/",
        "search": "/admin/search/?q=bench_19",
        "usage": "/usage/",
        "specialists_for_users": "/specialists/",
    }


def _operations(cast: SeededRegistry) -> dict[str, tuple[Work, int]]:
    """Return the operations measured beside the pages, each with its greatest number of repetitions."""
    return {
        "evidence": (lambda: promotion_evidence_summary(cast.subject), 100),
        "decision": (lambda: _change_status(cast), 100),
        "route": (_find_candidates, 100),
        "record": (lambda: _record_execution(cast), 100),
        "audit": (_run_audit, 3),
    }


def _page_request(client: Client, path: str) -> Work:
    def fetch() -> None:
        answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")

    return fetch


def _change_status(cast: SeededRegistry) -> None:
    """Suspend the subject and roll back: the next measurement must find it as it was."""
    kind = StatusChange.Kind.SUSPEND
    with transaction.atomic():
        status_change_create(
            decision=StatusDecision(specialist_id=cast.subject.pk, kind=kind, reason="A measurement.", actor=cast.admin)
        )
        transaction.set_rollback(True)


_random = np.random.default_rng(11)


def _find_candidates() -> None:
    query = _random.normal(size=WIDTH)
    if not candidates_near(vector=query / np.linalg.norm(query), space=SPACE, user_id=0).found:
        raise RuntimeError("no candidate found")


def _record_execution(cast: SeededRegistry) -> None:
    """Record one more execution and roll back."""
    with transaction.atomic():
        session = session_open(user_id=cast.admin.pk, input_text="One more", version_id=cast.subject.current_version_id)
        execution_record(session=session)
        transaction.set_rollback(True)


def _run_audit() -> None:
    """Audit every specialist and roll back."""
    with transaction.atomic():
        AuditReport.objects.filter(slot__gte=timezone.now() - timedelta(hours=2)).delete()
        report = performance_audit()
        if report is None or report.looked_at < Specialist.objects.filter(role__startswith="bench_").count():
            raise RuntimeError("the audit left specialists out")
        transaction.set_rollback(True)


def _summarize(work: Work, times: int, unit: float | None = None) -> dict[str, float]:
    work()  # warms plans, templates and caches, as in a server that has served before
    with CaptureQueriesContext(connection) as queries:
        work()
    statements = len(queries)  # read now: the next request clears them
    took = sorted(time_ms(work) for _ in range(times))
    middle = statistics.median(took)
    found = {
        "p50": round(middle, 1),
        "p95": round(took[min(len(took) - 1, int(len(took) * 0.95))], 1),
        "statements": statements,
    }
    return found if unit is None else {**found, "by_probe": round(middle / unit, 1)}
