"""Users, versions and open sessions."""

import uuid
from collections.abc import Callable

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from tests.rules.cognition_cases import handler_spec, model_spec

Open = Callable[..., Session]


@pytest.fixture(autouse=True)
def no_declared_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests are about the loop: a tool that a model asks for goes straight to the test's own tool port."""
    monkeypatch.setattr("kingdom.sessions.events.state_rebuild.declarations", lambda _agent_id: ())
    monkeypatch.setattr("kingdom.sessions.services.tool_snapshot_store", lambda _agent_id: "")


def version_of(spec: AgentSpec) -> SpecialistVersion:
    """Store a specialist with one version."""
    snapshot = spec.model_dump(mode="json")
    specialist = Specialist.objects.create(role=spec.role, spec_snapshot=snapshot, status="verified", scope="global")
    version = SpecialistVersion.objects.create(specialist=specialist, number=1, digest=spec.digest(), spec=snapshot)
    specialist.current_version = version
    specialist.save()
    return version


@pytest.fixture
def alice(db: None) -> User:
    """She owns the sessions."""
    return User.objects.create_user(username=f"alice-{uuid.uuid4().hex[:8]}")


@pytest.fixture
def open_model(alice: User) -> Open:
    """Open a session on a language-model specialist."""

    def make(**changes: object) -> Session:
        return session_open(user_id=alice.pk, input_text="How many?", version_id=version_of(model_spec(**changes)).pk)

    return make


@pytest.fixture
def open_handler(alice: User) -> Open:
    """Open a session on a handler specialist."""

    def make(**changes: object) -> Session:
        return session_open(user_id=alice.pk, input_text="How many?", version_id=version_of(handler_spec(**changes)).pk)

    return make
