"""Sandbox limit overrides: by an admin only, within the caps, for one specialist."""

from dataclasses import replace
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from kingdom.accounts.models import User
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec, SpecLimits, effective_limits
from kingdom.runtime.sandbox_worker import SandboxWorker
from kingdom.sessions.engine.capabilities import sandbox_limit_override
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import SandboxLimitOverride, Session
from tests.factories.capabilities import FakeSandbox, graph
from tests.factories.cognition import handler_spec
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db
URL = "/admin/kingdom_sessions/sandboxlimitoverride/"


def test_a_spec_can_only_lower_limits() -> None:
    lower, higher = (
        SpecLimits(memory_mb=64, timeout_s=5, processes=10),
        SpecLimits(memory_mb=4096, timeout_s=600, processes=200),
    )
    assert effective_limits(handler_spec(limits=lower)) == replace(
        SandboxLimits(), memory_mb=64, timeout_s=5, processes=10
    )
    assert effective_limits(handler_spec(limits=higher)) == SandboxLimits()
    raised = replace(SandboxLimits(), memory_mb=512, cpu=1.0)
    assert effective_limits(handler_spec(limits=higher), raised) == raised
    assert effective_limits(handler_spec(limits=lower), raised) == replace(
        raised, memory_mb=64, timeout_s=5, processes=10
    )


@pytest.mark.parametrize(
    "wrong",
    [{"memory_mb": 1025}, {"cpu": 2.1}, {"processes": 201}, {"timeout_s": 301}, {"tmp_mb": 257}, {"memory_mb": 1}],
)
def test_limits_stay_within_the_caps(open_handler: OpenSession, wrong: dict[str, Any]) -> None:
    version = open_handler().version
    assert version is not None
    with pytest.raises(ValidationError, match="must be between"):
        SandboxLimitOverride(specialist=version.specialist, reason="more", **wrong).full_clean()


@pytest.mark.django_db(transaction=True)
def test_an_override_reaches_the_sandbox(open_handler: OpenSession) -> None:
    session = open_handler()
    assert session.version is not None
    SandboxLimitOverride.objects.create(
        specialist=session.version.specialist, memory_mb=512, reason="It reads large tables."
    )
    seen: list[SandboxLimits] = []

    def answer(_program: Program, _payload: object, limits: SandboxLimits) -> SandboxOutcome:
        seen.append(limits)
        return SandboxOutcome(status="ok", value={"answer": "Done.", "output": {"n": 1}, "confidence": 1.0})

    def graphs(one: Session, spec: AgentSpec) -> Any:  # noqa: ANN401 - a capability graph
        return graph(worker=SandboxWorker(FakeSandbox(answer), spec, max_limits=sandbox_limit_override(one)))

    session_run(session_id=session.pk, graphs=graphs)
    session.refresh_from_db()
    assert (session.state, seen) == ("completed", [replace(SandboxLimits(), memory_mb=512)])


def test_only_permitted_staff_change_overrides(open_handler: OpenSession, alice: User, carol: User) -> None:
    session = open_handler()
    assert session.version is not None
    form = {"specialist": str(session.version.specialist_id), "timeout_s": "60", "reason": "A slow host."}
    client = Client()
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"{URL}add/", form).status_code == 302, "to the login"
    assert not SandboxLimitOverride.objects.exists()

    dora = User.objects.create_user("dora", is_staff=True)
    client.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"{URL}add/", form).status_code == 403, "staff without the right"
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(f"{URL}add/", {**form, "memory_mb": "9999"}).status_code == 200, "the form says why"
    assert client.post(f"{URL}add/", form).status_code == 302
    made = SandboxLimitOverride.objects.get()
    assert (made.timeout_s, made.memory_mb, made.set_by) == (60.0, None, carol)
    assert made.limits() == replace(SandboxLimits(), timeout_s=60.0)
