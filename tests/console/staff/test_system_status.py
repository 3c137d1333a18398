"""Status page: staff only, with a state for every part."""

from pathlib import Path

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.console.staff.system_status import sandbox_status
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.ops.doctor import check_sandbox
from kingdom.providers import sandboxes
from tests.factories.capabilities import FakeSandbox
from tests.factories.sandboxd import Sandboxd


def test_the_page_is_for_staff(as_alice: Client) -> None:
    assert as_alice.get("/status/").status_code == 403


def test_staff_see_every_part(client: Client, carol: User) -> None:
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    html = client.get("/status/").content.decode()
    for part in ("database", "migrations", "worker", "beat", "language model", sandbox_status()["name"]):
        assert part in html


@pytest.mark.sandbox
def test_staff_see_why_the_stronger_sandbox_does_not_serve(
    client: Client, carol: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the status page and in doctor, as soon as the weaker backend serves; and sandboxd has logged it."""
    daemon = Sandboxd(tmp_path, "bubblewrap", {"DOCKER_HOST": f"unix://{tmp_path}/none"}, choice="auto")
    monkeypatch.setattr(sandboxes, "_client", lambda _user_key: SandboxClient(daemon.path))
    try:
        client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
        html = client.get("/status/").content.decode()
        result = check_sandbox()
    finally:
        daemon.close()
    assert "<strong>docker</strong> is stronger and is not used: No Docker engine: no engine socket" in html
    assert result.state == "ok", "without an engine there is nothing to repair"
    assert "docker is not used: No Docker engine" in result.detail
    assert "not docker: No Docker engine" in (tmp_path / "log").read_text()


def test_doctor_warns_of_an_engine_that_fails_its_self_test(monkeypatch: pytest.MonkeyPatch) -> None:
    weaker = FakeSandbox(lambda *_: SandboxOutcome(status="ok", value=42, backend="bubblewrap"))
    monkeypatch.setattr("kingdom.ops.doctor.sandbox", lambda: weaker)
    failed = {"docker": "its self-test failed: no_vsock (0)"}
    monkeypatch.setattr("kingdom.ops.doctor.passed_over_backends", lambda: failed)
    result = check_sandbox()
    assert (result.state, result.advice != "") == ("warn", True)
    assert "docker is not used: its self-test failed: no_vsock (0)" in result.detail
