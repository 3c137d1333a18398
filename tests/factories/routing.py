"""Fixtures of a registry with real vectors: four shared specialists, negative examples and a calibration.

A conftest or a test imports those that it needs.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.conf import settings

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.contracts.identity import Identity
from kingdom.contracts.routes import Route, RouteKind, RouteReceipt
from kingdom.contracts.spec import AgentSpec
from kingdom.council.recipes import matcher
from kingdom.orchestrator.king.router import route_message
from kingdom.providers import embedders
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings import negative_examples
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.models import NegativeExample
from kingdom.routing.space_build import active_space_record, space_build_execute
from kingdom.routing.spaces.services import space_request
from kingdom.runtime.ports import Embedder, LanguageModel, Matrix
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.topics import EXAMPLES, NOBODY

Make = Callable[..., Specialist]
HANDLER = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"


class CachingMiniLm(MiniLmEmbedder):
    """The real encoder with a cache of texts."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._cache: dict[str, Vectors] = {}

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in self._cache]
        self._cache.update(zip(new, super().embed(new, purpose), strict=True))
        return np.stack([self._cache[text] for text in texts]) if texts else super().embed([])


@pytest.fixture(scope="session")
def encoder() -> Embedder:
    """Return the encoder of the whole test run."""
    return CachingMiniLm(settings.KINGDOM.resolved_data / "models")


@pytest.fixture
def make(encoder: Embedder) -> Make:
    """Return a function that stores a specialist and embeds its texts."""

    def create(
        role: str, purpose: str, examples: Sequence[str], *, owner: User | None = None, **spec_fields: object
    ) -> Specialist:
        spec = AgentSpec(
            role=role,
            identity=Identity.WRITER,
            purpose=purpose,
            examples=tuple(examples),
            engine="handler",
            handler_code=HANDLER,
            **spec_fields,  # type: ignore[arg-type] # fields of a spec
        )
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

    return create


@pytest.fixture
def registry(db: None, make: Make, encoder: Embedder) -> dict[str, Specialist]:
    """Store four shared specialists with a calibration; return them by role."""
    specialists = {role: make(role, purpose, examples) for role, (purpose, examples) in EXAMPLES.items()}
    negative_examples_add(space=encoder.space, texts=NOBODY, vectors=encoder.embed(NOBODY))
    calibration_refit(space=encoder.space)
    return specialists


@pytest.fixture
def spaces(
    registry: dict[str, Specialist], encoder: Embedder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Specialist]:
    """Return the registry with MiniLM as the active space, all embedders available, and few negative examples."""
    monkeypatch.setattr(
        embedders, "build_embedder", lambda kind, *rest: encoder if kind == "minilm" else build_embedder(kind, *rest)
    )
    embedders.cached_embedder.cache_clear()
    monkeypatch.setattr(negative_examples, "FILE", tmp_path / "negative_examples.jsonl")
    monkeypatch.setattr(matcher, "_rankers", {})  # one fitted to these few would serve the process's later tests
    negative_examples.FILE.write_text("".join(json.dumps({"text": text}) + "\n" for text in NOBODY))
    NegativeExample.objects.update(source="shipped")
    active_space_record(encoder=encoder.space)
    return registry


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, list[int]]]:
    """Return the Celery tasks that are sent; none is delivered."""
    tasks: list[tuple[str, list[int]]] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda task, args: tasks.append((task, args)))
    return tasks


@pytest.fixture
def two_spaces(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> dict[str, Specialist]:
    """Return the registry with MiniLM as the active space and a complete hashing space."""
    assert space_build_execute(space_id=space_request(kind="hashing").pk)
    return spaces


def route(user: User, text: str) -> Route:
    """Return the route of a message without a language model."""
    return route_message(user_id=user.pk, text=text, model=None)


def receipts(user: User) -> list[dict[str, Any]]:
    """Return the routes of a message of each specialist and of an unclaimed one, without their times."""
    texts = [*(examples[0] for _, examples in EXAMPLES.values()), "write me a limerick"]
    routes = [route(user, text).public() for text in texts]
    for shown in routes:
        del shown["receipt"]["timings_ms"]
    return routes


def route_of_kind(kind: RouteKind, receipt: RouteReceipt) -> Route:
    """Return a route with this receipt; for ``specialist`` its first candidate is chosen."""
    chosen = receipt.candidates[0] if kind == "specialist" else None
    return Route(
        kind=kind, confidence=0.9, receipt=receipt,
        role=chosen.role if chosen else "", specialist_id=chosen.specialist_id if chosen else "",
        version_id=chosen.version_id if chosen else "", scope="global" if chosen else None,
    )  # fmt: skip


def ask(text: str, user: User, encoder: Embedder, model: LanguageModel | None = None, **more: Any) -> Route:  # noqa: ANN401 - passed on
    """Route a user's message."""
    return route_message(user_id=user.pk, text=text, embedder=encoder, model=model, **more)


def why_not(route: Route, role: str) -> str:
    """Return why a candidate did not get the message."""
    return next(candidate.why_not for candidate in route.receipt.candidates if candidate.role == role)
