"""Fixtures that open sessions. They need a fixture ``alice``."""

import pytest

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from tests.factories.cognition import handler_spec, model_spec
from tests.factories.sessions import OpenSession, store_version


@pytest.fixture(autouse=True)
def no_declared_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare no tools, so that a tool request goes to the test's own tool port without a question."""
    monkeypatch.setattr("kingdom.sessions.events.state_rebuild.declarations", lambda _agent_id: ())
    monkeypatch.setattr("kingdom.sessions.services.tool_snapshot_store", lambda *_: "")


@pytest.fixture
def open_model(alice: User) -> OpenSession:
    """Return a function that opens a session of a language-model specialist."""

    def make(**changes: object) -> Session:
        version = store_version(model_spec(**changes))
        return session_open(user_id=alice.pk, input_text="How many?", version_id=version.pk)

    return make


@pytest.fixture
def open_handler(alice: User) -> OpenSession:
    """Return a function that opens a session of a handler specialist."""

    def make(**changes: object) -> Session:
        version = store_version(handler_spec(**changes))
        return session_open(user_id=alice.pk, input_text="How many?", version_id=version.pk)

    return make
