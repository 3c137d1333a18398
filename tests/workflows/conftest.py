"""Fixtures of the tests of workflows."""

import pytest

from tests.factories.workflows import create_agents, create_worker


@pytest.fixture(autouse=True)
def workers(db: None) -> None:
    """Store the specialists that the nodes are run by."""
    create_worker()
    create_agents()


@pytest.fixture
def with_model(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the kernel believe that a language model is set: the sessions of these tests end by hand."""
    monkeypatch.setattr("kingdom.workflows.kernel.availability.is_model_configured", lambda: True)
