"""Fixtures of the pipeline's tests: Alice, her conversation, a specialist, and a King who says what a test wants."""

from pathlib import Path

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.orchestrator.models import Conversation
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_user
from tests.factories.king import King

CODE = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"


@pytest.fixture
def alice(transactional_db: None) -> User:
    """She asks."""
    return create_user("alice")


@pytest.fixture
def data_folder(tmp_path: Path, settings: Settings) -> Path:
    """Files of this test only."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return tmp_path


@pytest.fixture
def talk(alice: User) -> Conversation:
    """Her conversation."""
    return Conversation.objects.create(user=alice)


@pytest.fixture
def converter() -> Specialist:
    """A handler specialist."""
    return create_global_specialist("unit_converter", engine="handler", handler_code=CODE)


@pytest.fixture
def king(monkeypatch: pytest.MonkeyPatch) -> King:
    """The King's verdicts are the test's; what is done with them is the product's."""
    return King(monkeypatch)
