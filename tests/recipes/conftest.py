"""The real encoder, and the real sandbox, where the product runs recipes."""

from collections.abc import Iterator

import pytest
from django.conf import settings

from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.core.errors import KingdomError
from kingdom.runtime.ports import Embedder


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    """The real encoder."""
    return MiniLmEmbedder(settings.KINGDOM.resolved_data / "models")


@pytest.fixture(scope="session")
def sandbox() -> Iterator[SandboxService]:
    """The real thing, on the backend this machine has without an engine."""
    service = SandboxService(load_sandbox_config(backend="bubblewrap", pool=1))
    try:
        service.ready()
    except KingdomError as error:
        pytest.fail(f"{error.message} (scripts/sandbox_image.sh makes the image)")
    yield service
    service.close()
