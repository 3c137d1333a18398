"""``doctor --cluster``: who differs from whom, by fingerprints that tell no secret."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models.functions import Now
from pydantic import SecretStr
from pytest_django import Settings

from kingdom.ops.cluster_checks import run_cluster_checks
from kingdom.ops.doctor import CheckResult
from kingdom.ops.heartbeats.code_profile import code_profile
from kingdom.ops.heartbeats.process_profile import process_profile
from kingdom.ops.models import Heartbeat
from kingdom.tools.mcp.servers import declarations_write, mcp_servers

pytestmark = pytest.mark.django_db


def beat(name: str, **profile: str) -> None:
    """Record a process of another machine. A beat has neither keys nor shared settings."""
    kind = name.partition("@")[0]
    own = code_profile() if kind == "beat" else process_profile()
    at = {"kind": kind, "started_at": Now(), "seen_at": Now()}
    Heartbeat.objects.create(name=name, details={"profile": {**own, **profile}}, **at)


def checks() -> dict[str, CheckResult]:
    return {result.name: result for result in run_cluster_checks()}


def test_equal_processes_of_two_machines_are_ok() -> None:
    for name in ("web@a:1", "worker@a:2", "beat@a:3"):
        beat(name, machine="a")
    beat("worker@b:1", machine="b")
    found = checks()
    assert {result.state for result in found.values()} == {"ok"}
    assert found["processes"].detail == "4 on 2 machines: beat@a:3, web@a:1, worker@a:2, worker@b:1"
    assert {"code", "packages", "secret key", "vault key", "signing key"} <= set(found)


def test_who_differs_is_named_with_what_to_do() -> None:
    for name in ("web@a:1", "beat@a:3"):
        beat(name)
    beat("worker@b:1", **{"vault key": "other", "code": "older", "setting KINGDOM_CURRENCY": "EUR"})
    found = checks()
    assert found["vault key"].state == "fail"
    assert "other: worker@b:1" in found["vault key"].detail
    assert "KINGDOM_VAULT_KEYS" in found["vault key"].advice
    assert found["code"].state == "warn"
    currency = found["setting KINGDOM_CURRENCY"]
    assert currency.state == "warn"
    assert currency.detail == "EUR: worker@b:1; not set: this shell, web@a:1"
    with pytest.raises(SystemExit):
        call_command("doctor", "--cluster", stdout=io.StringIO())


def test_machines_that_accepted_other_declarations_are_named(settings: Settings, tmp_path: Path) -> None:
    configured = {"data": tmp_path, "mcp_servers": "crm=https://crm.example/mcp"}
    settings.KINGDOM = settings.KINGDOM.model_copy(update=configured)
    server = mcp_servers()[0]
    digests = []
    for accepted in ([{"name": "find"}], [{"name": "find", "description": "Other words."}], [{"name": "find"}]):
        declarations_write(server, accepted)
        process_profile.cache_clear()
        digests.append(process_profile()["mcp tools"])
    try:
        assert digests[0] == digests[2] != digests[1]
        beat("web@a:1")
        beat("worker@b:1", **{"mcp tools": digests[1]})
        beat("beat@a:3")
        found = checks()["mcp tools"]
        assert (found.state, f"{digests[1]}: worker@b:1" in found.detail) == ("warn", True)
        assert "manage.py mcp_tools" in found.advice
    finally:
        process_profile.cache_clear()


def test_a_part_that_does_not_run_is_a_failure() -> None:
    beat("web@a:1")
    found = checks()["processes"]
    assert found.state == "fail"
    assert found.advice == "None of these runs: worker, beat."


def test_a_profile_tells_no_secret(settings: Settings) -> None:
    words = "a-password-of-an-operator"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"model_key": SecretStr(words), "currency": "EUR"})
    process_profile.cache_clear()
    try:
        profile = process_profile()
    finally:
        process_profile.cache_clear()
    assert profile["setting KINGDOM_CURRENCY"] == "EUR"
    assert len(profile["setting KINGDOM_MODEL_KEY"]) == 8
    told = json.dumps(profile)
    assert words not in told
    assert settings.SECRET_KEY not in told
