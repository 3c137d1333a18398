"""Gemini's embeddings through the real client, against the local server."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kingdom.adapters.embeddings import gemini
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.adapters.embeddings.gemini import GeminiEmbedder
from kingdom.adapters.models.config import ModelConfig
from kingdom.core.errors import ModelNotConfigured, ModelUnavailable
from tests.gemini_server import ModelServer, gemini_protocol
from tests.gemini_server.answers import Seen
from tests.gemini_server.fixtures import gemini_server

__all__ = ["gemini_server"]


@pytest.fixture
def embedder(gemini_server: ModelServer) -> Iterator[GeminiEmbedder]:
    with closing(
        GeminiEmbedder(ModelConfig(provider="gemini", api_key=gemini_server.key, base_url=gemini_server.url))
    ) as made:
        yield made


def test_each_text_has_its_own_unit_vector(embedder: GeminiEmbedder, gemini_server: ModelServer) -> None:
    found = embedder.embed(["convert kilograms to pounds", "kilograms to pounds", ""])
    assert found.shape == (3, embedder.dimensions)
    assert found.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-5)
    assert found[0] @ found[1] > 0.8
    asked = gemini_server.requests[0].body["requests"]
    assert [one["taskType"] for one in asked] == [gemini.TASK] * 3
    assert [one["outputDimensionality"] for one in asked] == [gemini.DIMENSIONS] * 3


def test_messages_and_examples_share_one_task(embedder: GeminiEmbedder) -> None:
    np.testing.assert_array_equal(embedder.embed(["a text"], "query"), embedder.embed(["a text"], "document"))


def test_many_texts_go_in_batches_of_a_hundred(embedder: GeminiEmbedder, gemini_server: ModelServer) -> None:
    texts = [f"text number {number}" for number in range(205)]
    found = embedder.embed(texts)
    assert found.shape == (205, embedder.dimensions)
    assert [len(seen.body["requests"]) for seen in gemini_server.requests] == [100, 100, 5]
    np.testing.assert_allclose(found[150], embedder.embed([texts[150]])[0], atol=1e-6)
    assert embedder.embed([]).shape == (0, embedder.dimensions)


def test_each_call_says_what_is_billed(gemini_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[tuple[str, int, bool]] = []
    config = ModelConfig(provider="gemini", api_key=gemini_server.key, base_url=gemini_server.url)
    made = GeminiEmbedder(config, lambda model, usage: used.append((model, usage.prompt_tokens, usage.estimated)))
    with closing(made):
        made.embed(["12345678"] * 101 + [""])  # the service counts none
        answer = gemini_protocol.embed_batch

        def counted(seen: Seen) -> tuple[int, dict[str, Any]]:
            code, body = answer(seen)
            return code, {**body, "usageMetadata": {"promptTokenCount": 7}}

        monkeypatch.setitem(gemini_protocol.DIRECT, "batchEmbedContents", counted)
        made.embed(["12345678"])
    model = gemini.EMBEDDING_MODEL
    assert used == [(model, 200, True), (model, 3, True), (model, 7, False)]


def test_a_bad_key_is_said_without_the_key(gemini_server: ModelServer) -> None:
    wrong = GeminiEmbedder(ModelConfig(provider="gemini", api_key="wrong-key-123", base_url=gemini_server.url))
    with closing(wrong), pytest.raises(ModelNotConfigured) as raised:
        wrong.embed(["hi"])
    assert "wrong-key-123" not in raised.value.message


def test_nobody_there_is_unavailable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gemini, "_RETRY", None)
    lost = GeminiEmbedder(ModelConfig(provider="gemini", api_key="k", base_url="http://127.0.0.1:9/"))
    with closing(lost), pytest.raises(ModelUnavailable):
        lost.embed(["hi"])


def test_no_key_is_no_embedder() -> None:
    with pytest.raises(ModelNotConfigured):
        build_embedder("gemini", Path("nowhere"))
