"""``/metrics``: what Prometheus reads, who may read it, and that alerts and dashboard name metrics that exist."""

import json
import re
import time
from datetime import timedelta
from pathlib import Path

import pytest
import yaml
from django.db.models.functions import Now
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.adapters.sandbox_certificates import certificates_make
from kingdom.ops import services
from kingdom.ops.models import Heartbeat
from kingdom.providers.models import ProviderCircuit
from kingdom.sessions.models import Session
from tests.factories import create_user
from tests.factories.sessions import finish_session
from tests.plugins.product import ROOT

pytestmark = pytest.mark.django_db
MONITORING = ROOT / "config" / "monitoring"
_NAME = re.compile(r"\b(?:kingdom|http)_[a-z_]+")


def _scrape(user: User) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    token = token_create(user=user, name="prometheus")[1]
    answer = Client().get("/metrics", headers={"authorization": f"Bearer {token}"})
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"].startswith("text/plain")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def _value(samples: dict[tuple[str, frozenset[tuple[str, str]]], float], name: str, **labels: str) -> float:
    return samples[name, frozenset(labels.items())]


def test_the_state_of_the_installation_is_read() -> None:
    user = create_user("ann")
    finish_session(user)
    waiting = finish_session(user)
    Session.objects.filter(pk=waiting.pk).update(
        state="running", created_at=Now() - timedelta(seconds=90), finished_at=None, answer=""
    )
    ProviderCircuit.objects.create(name="gemini", state={"state": "open", "failures": 5, "since": 1.0})
    ProviderCircuit.objects.create(name="host:a.org", state={"state": "open", "failures": 5, "since": 1.0})
    services.heartbeat_record(kind=Heartbeat.Kind.WORKER)
    samples = _scrape(create_user("root", staff=True))
    assert _value(samples, "kingdom_sessions_running", held="nobody") == 1
    assert 90 <= _value(samples, "kingdom_sessions_oldest_waiting_seconds") < 200
    assert _value(samples, "kingdom_sessions_recent", state="completed", error="") == 1
    assert _value(samples, "kingdom_circuit_state", provider="gemini", state="open") == 1
    assert _value(samples, "kingdom_circuit_state", provider="gemini", state="closed") == 0
    assert "host:" not in str(samples)
    assert any(name == "kingdom_heartbeat_age_seconds" and value < 60 for (name, _), value in samples.items())
    assert _value(samples, "kingdom_disk_free_bytes") < _value(samples, "kingdom_disk_size_bytes")


def test_the_end_of_certificates_is_told(settings: Settings, tmp_path: Path) -> None:
    root = create_user("root", staff=True)
    name = "kingdom_certificate_expires_timestamp_seconds"
    assert not [sample for sample, _ in _scrape(root) if sample == name], "without sandboxes elsewhere"
    certificates_make(tmp_path, hosts=["boxes.example.org"], days=30)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"sandbox_tls": str(tmp_path)})
    days = (_value(_scrape(root), name, certificate="client.pem") - time.time()) / 86_400
    assert 29.9 < days < 30.1
    (tmp_path / "ca.pem").write_text("-----BEGIN CERTIFICATE-----")
    assert _value(_scrape(root), name, certificate="ca.pem") == 0


def test_requests_are_counted_by_route_and_never_by_a_clients_words() -> None:
    root = create_user("root", staff=True)
    Client().get("/no-such-page-f00/")
    Client().generic("F00", "/healthz")
    samples = _scrape(root)
    routes = {dict(labels).get("http_route") for name, labels in samples if name.endswith("_duration_seconds_count")}
    assert {"(none)", "healthz"} <= routes
    assert not any("f00" in str(labels).casefold() for _, labels in samples)


@pytest.mark.parametrize(("who", "status"), [("anonymous", 401), ("user", 403)])
def test_only_staff_may_read_them(who: str, status: int) -> None:
    client = Client()
    if who == "user":
        client.force_login(create_user("ann"))
    assert client.get("/metrics").status_code == status


def _named_metrics(path: Path) -> set[str]:
    if path.suffix == ".yaml":
        rules = [rule for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]]
        assert all({"summary", "action"} <= rule["annotations"].keys() for rule in rules)
        queries = [rule["expr"] for rule in rules]
    else:
        panels = json.loads(path.read_text())["panels"]
        queries = [target["expr"] for panel in panels for target in panel["targets"]]
    return {name for query in queries for name in _NAME.findall(query) if name != "http_route"}


@pytest.mark.parametrize("name", ["alerts.yaml", "dashboard.json"])
def test_alerts_and_dashboard_name_metrics_that_exist(name: str, settings: Settings, tmp_path: Path) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"sandbox_tls": str(tmp_path)})
    services.heartbeat_record(kind=Heartbeat.Kind.WORKER)
    ProviderCircuit.objects.create(name="gemini", state={})
    finish_session(create_user("ann"))
    existing = {sample for sample, _ in _scrape(create_user("root", staff=True))}
    named = _named_metrics(MONITORING / name)
    assert len(named) > 5
    assert named <= existing
