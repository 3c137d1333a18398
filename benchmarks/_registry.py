"""The measurements of ``benchmarks.registry``; imported when Django is set up."""

import statistics
import time
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import numpy as np
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks._registry_seed import SPACE, WIDTH, Cast
from kingdom.sessions.services import session_open
from kingdom.specialists.audit_services import performance_audit
from kingdom.specialists.evidence_selectors import evidence_shown
from kingdom.specialists.models import AuditReport, Specialist
from kingdom.specialists.routing_selectors import candidates_near
from kingdom.specialists.standing_models import StatusChange
from kingdom.specialists.standing_services import Decision, standing_decide
from kingdom.specialists.telemetry_services import telemetry_record

PROBE = "/admin/auth/group/"
TELEMETRY = "/admin/specialists/tasktelemetry/"
Work = Callable[[], object]


def figures(cast: Cast, times: int) -> dict[str, Any]:
    """Return all figures, each measured ``times`` times."""
    import_module("kingdom.asgi")  # settles the heap, as in the web process
    client = Client()
    client.force_login(cast.admin, backend="django.contrib.auth.backends.ModelBackend")
    probe = _spread(_page(client, PROBE), times)
    unit = probe["p50"]
    pages = {name: _spread(_page(client, path), times, unit) for name, path in _pages(cast).items()}
    work = {name: _spread(done, min(times, most), unit) for name, (done, most) in _work(cast).items()}
    return {"hours": cast.hours, "probe": probe, "pages": pages, "work": work}


def _pages(cast: Cast) -> dict[str, str]:
    return {
        "dashboard": "/admin/",
        "telemetry": TELEMETRY,
        "telemetry_deep": f"{TELEMETRY}?p=5000",
        "telemetry_filtered": f"{TELEMETRY}?success__exact=0&routed=override",
        "telemetry_searched": f"{TELEMETRY}?q=bench_77",
        "telemetry_searched_for_nothing": f"{TELEMETRY}?q=nobody",
        "specialists": "/admin/specialists/specialist/",
        "specialists_searched": "/admin/specialists/specialist/?q=bench_19",
        "review": f"/admin/specialists/specialist/{cast.subject.pk}/review/",
        "search": "/admin/search/?q=bench_19",
        "usage": "/usage/",
        "specialists_for_users": "/specialists/",
    }


def _work(cast: Cast) -> dict[str, tuple[Work, int]]:
    """Return what is measured beside the pages, each with how often at most."""
    return {
        "evidence": (lambda: evidence_shown(cast.subject), 100),
        "decision": (lambda: _decided(cast), 100),
        "route": (_routed, 100),
        "record": (lambda: _recorded(cast), 100),
        "audit": (_audited, 3),
    }


def _page(client: Client, path: str) -> Work:
    def fetch() -> None:
        answer = client.get(path)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")

    return fetch


def _decided(cast: Cast) -> None:
    """Suspend the subject, and take it back: the next time must find it as it was."""
    kind = StatusChange.Kind.SUSPEND
    with transaction.atomic():
        standing_decide(decision=Decision(specialist_id=cast.subject.pk, kind=kind, reason="A measurement.", actor=cast.admin))
        transaction.set_rollback(True)


_chance = np.random.default_rng(11)


def _routed() -> None:
    asked = _chance.normal(size=WIDTH)
    if not candidates_near(vector=asked / np.linalg.norm(asked), space=SPACE, user_id=0).found:
        raise RuntimeError("nobody near")


def _recorded(cast: Cast) -> None:
    """Put one more execution on record, and take it back."""
    with transaction.atomic():
        session = session_open(user_id=cast.admin.pk, input_text="One more", version_id=cast.subject.current_version_id)
        telemetry_record(session=session)
        transaction.set_rollback(True)


def _audited() -> None:
    """Have every specialist judged, and take it back."""
    with transaction.atomic():
        AuditReport.objects.filter(slot__gte=timezone.now() - timedelta(hours=2)).delete()
        report = performance_audit()
        if report is None or report.looked_at < Specialist.objects.filter(role__startswith="bench_").count():
            raise RuntimeError("the round left some out")
        transaction.set_rollback(True)


def _spread(work: Work, times: int, unit: float | None = None) -> dict[str, float]:
    work()  # plans, templates and caches are warm in a server that has served before
    with CaptureQueriesContext(connection) as queries:
        work()
    statements = len(queries)  # now: the next request forgets them
    took = sorted(_timed(work) for _ in range(times))
    middle = statistics.median(took)
    found = {"p50": round(middle, 1), "p95": round(took[min(len(took) - 1, int(len(took) * 0.95))], 1), "statements": statements}
    return found if unit is None else {**found, "by_probe": round(middle / unit, 1)}


def _timed(work: Work) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000
