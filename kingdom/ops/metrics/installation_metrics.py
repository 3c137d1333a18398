"""Metrics of the whole installation, read from the database and the data folder at each scrape.

Every web process answers with the same values, so any of them may be scraped. Nothing here names a user.
"""

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q
from django.db.models.functions import Now
from prometheus_client import CollectorRegistry
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from kingdom.adapters.sandbox.tls import AUTHORITY, CLIENT
from kingdom.adapters.sandbox_certificates import certificate_end
from kingdom.approvals.models import Approval
from kingdom.credentials.models import UserCredential
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import is_pgmq_installed
from kingdom.providers.circuit_store import HOST_PREFIX
from kingdom.providers.models import ProviderCircuit
from kingdom.sessions.models import Session

RECENT = timedelta(minutes=15)
CIRCUIT_STATES = ("closed", "half_open", "open")


class InstallationCollector(Collector):
    """Reads all gauges at each scrape, by ten statements."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return the metric families. Raises DatabaseError."""
        now = _database_time()
        yield from _queue_metrics()
        yield from _session_metrics(now)
        pending = Approval.objects.filter(state=Approval.State.PENDING).count()
        yield GaugeMetricFamily("kingdom_approvals_pending", "Questions that wait for a person.", pending)
        yield _circuit_metrics()
        yield _heartbeat_metrics(now)
        yield from _credential_metrics(now)
        yield _certificate_metrics()
        yield from _disk_metrics()


def installation_registry() -> CollectorRegistry:
    """Return a registry that reads the installation at each scrape."""
    registry = CollectorRegistry()
    registry.register(InstallationCollector())
    return registry


def _database_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now


def _queue_metrics() -> Iterator[GaugeMetricFamily]:
    """Return length and age of the queues of pgmq; Redis and RabbitMQ have exporters of their own."""
    if not settings.CELERY_BROKER_URL.startswith("pgmq") or not is_pgmq_installed():
        return
    length = GaugeMetricFamily(
        "kingdom_queue_messages", "Messages in a queue, those in work included.", labels=["queue"]
    )
    age = GaugeMetricFamily("kingdom_queue_oldest_message_seconds", "Age of the oldest message.", labels=["queue"])
    with connection.cursor() as cursor:
        cursor.execute("SELECT queue_name, queue_length, oldest_msg_age_sec FROM pgmq.metrics_all()")
        for name, messages, oldest in cursor.fetchall():
            length.add_metric([name], messages)
            age.add_metric([name], oldest or 0)
    yield length
    yield age


def _session_metrics(now: datetime) -> Iterator[GaugeMetricFamily]:
    running = Session.objects.filter(state=Session.State.RUNNING)
    waiting = Q(lease_expires_at=None)
    found = running.aggregate(
        all=Count("pk"), waiting=Count("pk", filter=waiting), since=Min("created_at", filter=waiting)
    )
    work = GaugeMetricFamily("kingdom_sessions_running", "Sessions that are not over.", labels=["held"])
    work.add_metric(["worker"], found["all"] - found["waiting"])
    work.add_metric(["nobody"], found["waiting"])
    yield work
    oldest = _seconds(now, found["since"])
    yield GaugeMetricFamily(
        "kingdom_sessions_oldest_waiting_seconds", "Age of the oldest one without a worker.", oldest
    )
    recent = GaugeMetricFamily(
        "kingdom_sessions_recent", "Sessions of the last 15 minutes by state and error code.", labels=["state", "error"]
    )
    rows = Session.objects.filter(created_at__gt=Now() - RECENT).order_by().values_list("state", "error_code")
    for state, error, count in rows.annotate(count=Count("pk")):
        recent.add_metric([state, error], count)
    yield recent


def _circuit_metrics() -> GaugeMetricFamily:
    family = GaugeMetricFamily(
        "kingdom_circuit_state", "1 for the state of a provider's circuit breaker.", labels=["provider", "state"]
    )
    providers = ProviderCircuit.objects.exclude(name__startswith=HOST_PREFIX)  # users declare hosts, without a bound
    for circuit in providers.order_by("name"):
        for state in CIRCUIT_STATES:
            family.add_metric([circuit.name, state], float(circuit.state.get("state", "closed") == state))
    return family


def _heartbeat_metrics(now: datetime) -> GaugeMetricFamily:
    family = GaugeMetricFamily(
        "kingdom_heartbeat_age_seconds", "Since a process was last seen.", labels=["kind", "name"]
    )
    for beat in Heartbeat.objects.order_by("kind", "name"):
        family.add_metric([beat.kind, beat.name], _seconds(now, beat.seen_at))
    return family


def _credential_metrics(now: datetime) -> Iterator[GaugeMetricFamily]:
    valid = UserCredential.objects.filter(revoked_at=None)
    found = valid.aggregate(
        week=Count("pk", filter=Q(expires_at__gt=now, expires_at__lte=now + timedelta(days=7))),
        expired=Count("pk", filter=Q(expires_at__lte=now)),
    )
    family = GaugeMetricFamily(
        "kingdom_credentials_expiring", "Stored credentials by time to expiry.", labels=["within"]
    )
    family.add_metric(["expired"], found["expired"])
    family.add_metric(["7d"], found["week"])
    yield family


def _certificate_metrics() -> GaugeMetricFamily:
    """Return when the certificates for sandbox daemons of other machines end; one that cannot be read ended in 1970."""
    family = GaugeMetricFamily(
        "kingdom_certificate_expires_timestamp_seconds",
        "When a certificate for sandbox daemons ends; no value without such daemons.",
        labels=["certificate"],
    )
    folder = settings.KINGDOM.sandbox_tls
    for name in (AUTHORITY, CLIENT) if folder else ():
        family.add_metric([name], certificate_end(Path(folder) / name))
    return family


def _disk_metrics() -> Iterator[GaugeMetricFamily]:
    usage = shutil.disk_usage(settings.KINGDOM.resolved_data)
    yield GaugeMetricFamily("kingdom_disk_free_bytes", "Free space of the data folder's disk.", usage.free)
    yield GaugeMetricFamily("kingdom_disk_size_bytes", "Size of the data folder's disk.", usage.total)


def _seconds(now: datetime, since: datetime | None) -> float:
    return max(0.0, (now - since).total_seconds()) if since is not None else 0.0
