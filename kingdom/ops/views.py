"""``/healthz`` and ``/livez`` for supervisors, load balancers and monitoring. Public: no secrets and no versions."""

import time

from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kingdom.ops.health_probes import database_answer_check, storage_state
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive, migrations_pending
from kingdom.providers.sandboxes import sandbox

_RECHECK_S = 60.0
_migrated_until = 0.0


@never_cache
@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Answer 200 when this process can serve, else 503, with the state of the other processes.

    ``disk`` is the data folder's: ok, low (served, but an operator must act), full or unwritable. ``database`` is
    read-only when it answers and takes no write.
    """
    parts = {"database": "fail", "migrations": "unknown", "disk": "unknown", "worker": "unknown", "beat": "unknown"}
    try:
        database_answer_check()
        parts["migrations"] = "ok" if _is_migrated() else "pending"
        storage = storage_state()
        parts["database"] = "ok" if storage.database_writable else "read-only"
        parts["disk"] = storage.disk
        parts |= {
            kind: _process_state(parts["migrations"], kind) for kind in (Heartbeat.Kind.WORKER, Heartbeat.Kind.BEAT)
        }
    except DatabaseError:
        pass  # the response says so; the database's own logger has logged it
    serves = parts["database"] == parts["migrations"] == "ok" and parts["disk"] in ("ok", "low")
    parts["sandbox"] = sandbox().name
    return JsonResponse({"status": "ok" if serves else "unavailable", **parts}, status=200 if serves else 503)


@never_cache
@require_safe
def livez(_request: HttpRequest) -> JsonResponse:
    """Answer 200 while this process answers at all: it asks no other part, and a restart mends only this one."""
    return JsonResponse({"status": "ok"})


def _process_state(migrations: str, kind: str) -> str:
    return "ok" if migrations == "ok" and heartbeats_alive(kind=kind) else "silent"


def _is_migrated() -> bool:
    # Reading the migrations takes 50 ms; once all are applied, only a newer release (a new process) adds some.
    global _migrated_until
    if time.monotonic() < _migrated_until:
        Heartbeat.objects.exists()  # the database must answer anyway
        return True
    if migrations_pending():
        return False
    _migrated_until = time.monotonic() + _RECHECK_S
    return True
