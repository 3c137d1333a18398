"""Embeddings one at a time: who comes meanwhile waits two seconds at most, and on no thread of the pages."""

import asyncio
import json
import threading
from collections.abc import Sequence

import pytest

from kingdom.core.errors import BadInput, Busy
from kingdom.doors.openai import embeddings
from kingdom.doors.openai.embeddings import EMBEDDING_MODEL, embeddings_create

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


class SlowEmbedder:
    """Embeds once it may."""

    dimensions, space = 2, "slow"

    def __init__(self) -> None:
        self.begun, self.may_end = threading.Event(), threading.Event()

    def embed(self, texts: Sequence[str], _: str) -> list[list[float]]:
        self.begun.set()
        assert self.may_end.wait(20)
        return [[1.0, 0.0] for _ in texts]


def body(*texts: str) -> bytes:
    return json.dumps({"model": EMBEDDING_MODEL, "input": list(texts)}).encode()


async def test_a_busy_embedder_is_said_at_once_and_works_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    embedder = SlowEmbedder()
    monkeypatch.setattr(embeddings, "active_embedder", lambda: embedder)
    monkeypatch.setattr(embeddings, "MAX_WAIT_S", 0.1)
    first = asyncio.create_task(embeddings_create(body("a")))
    await asyncio.to_thread(embedder.begun.wait, 20)
    try:
        async with asyncio.timeout(15):
            for refused in await asyncio.gather(
                *(embeddings_create(body("b")) for _ in range(40)), return_exceptions=True
            ):
                assert isinstance(refused, Busy)
    finally:
        embedder.may_end.set()
    assert len((await first)["data"]) == len((await embeddings_create(body("c")))["data"]) == 1


async def test_the_texts_of_a_request_are_bounded_together() -> None:
    with pytest.raises(BadInput, match="200,000 characters together"):
        await embeddings_create(body(*["a" * 20_000] * 11))
