"""Permission gates of stored sessions."""

from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.tools.registry.tool_context import ToolEnvironment
from tests.factories.capabilities import FakeSandbox
from tests.factories.tools import AGENT, Kit, MakeKit, session_for
from tests.rules.cognition_cases import model_spec


@pytest.fixture
def make_kit(alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> MakeKit:
    """Make the gate of a session of Alice, or of another user."""
    config = settings.KINGDOM
    settings.KINGDOM = config.model_copy(update={"data": tmp_path})

    def make(agent_id: str = AGENT, user: User = alice, spec: AgentSpec | None = None, **fields: Any) -> Kit:  # noqa: ANN401
        session = session_for(user)
        sandbox = FakeSandbox(lambda *_: SandboxOutcome(status="ok", stdout="4\n", ms=1.0))
        fields = {"workspace_id": str(session.pk), "sandbox": sandbox, **fields}
        environment = ToolEnvironment(spec=spec or model_spec(), **fields)
        return Kit(session, environment, agent_id)

    return make


@pytest.fixture
def kit(make_kit: MakeKit) -> Kit:
    """Alice's gate with a rule that allows every tool."""
    kit = make_kit()
    kit.allow("*")
    return kit
