"""The real encoder, and the real sandbox, where the product runs recipes."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.runtime.ports import Embedder
from tests.factories.sandboxd import bubblewrap_service


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    """The real encoder."""
    return MiniLmEmbedder(settings.KINGDOM.resolved_data / "models")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[SandboxService]:
    """The real thing, on the backend this machine has without an engine."""
    with bubblewrap_service() as service:
        yield service
