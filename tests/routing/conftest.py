"""A registry with real vectors: four shared specialists, a bank and a fitted gate."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import AgentSpec
from kingdom.providers import embedders
from kingdom.routing.calibration import cache
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings import negative_examples
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.models import NegativeExample
from kingdom.routing.space_build import active_space_record
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.routing.topics import EXAMPLES, NOBODY

Make = Callable[..., Specialist]


class Remembering(MiniLmEmbedder):
    """The real encoder; a text that several tests use is encoded once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._known: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, super().embed(new, purpose), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else super().embed([])


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    """One encoder for a test run; its graph is built once."""
    return Remembering(settings.KINGDOM.resolved_data / "models")


@pytest.fixture(autouse=True)
def _no_gate_of_another_test() -> None:
    cache._cache.clear()


@pytest.fixture
def make(encoder: Embedder) -> Make:
    """Enter a specialist and embed its texts."""

    def enter(role: str, purpose: str, examples: Sequence[str], *, owner: User | None = None) -> Specialist:
        spec = AgentSpec(role=role, identity=Identity.WRITER, purpose=purpose, examples=tuple(examples), engine="model")
        shared = owner is None
        specialist = specialist_register(
            spec=spec,
            owner=owner,
            status=Specialist.Status.VERIFIED if shared else Specialist.Status.UNVERIFIED,
            scope=Specialist.Scope.GLOBAL if shared else Specialist.Scope.USER,
            builtin=shared,
        )
        specialist_embed(specialist_id=specialist.pk, embedder=encoder)
        return specialist

    return enter


@pytest.fixture
def registry(db: None, make: Make, encoder: Embedder) -> dict[str, Specialist]:
    """Four shared specialists with a fitted gate, by role."""
    made = {role: make(role, purpose, examples) for role, (purpose, examples) in EXAMPLES.items()}
    negative_examples_add(space=encoder.space, texts=NOBODY, vectors=encoder.embed(NOBODY))
    calibration_refit(space=encoder.space)
    return made


@pytest.fixture
def spaces(
    registry: dict[str, Specialist], encoder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Specialist]:
    """The registry, with MiniLM's space in service and all embedders to be had; the bank is the small one."""
    monkeypatch.setattr(
        embedders, "build_embedder", lambda kind, *rest: encoder if kind == "minilm" else build_embedder(kind, *rest)
    )
    embedders.cached_embedder.cache_clear()
    monkeypatch.setattr(negative_examples, "FILE", tmp_path / "bank.jsonl")
    negative_examples.FILE.write_text("".join(json.dumps({"text": text}) + "\n" for text in NOBODY))
    NegativeExample.objects.update(source="shipped")
    active_space_record(encoder=encoder.space)
    return registry
