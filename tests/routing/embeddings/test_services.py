"""Embeddings follow specs, shipped negative examples follow their file, and spaces are independent."""

import json
from pathlib import Path

import numpy as np
import pytest
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import HashingEmbedder
from kingdom.core.errors import BadConfiguration
from kingdom.routing.embeddings.negative_examples import negative_examples_load, negative_examples_read
from kingdom.routing.embeddings.services import route_feedback_record, space_rebuild, specialist_embed
from kingdom.routing.embeddings.similarity import unit_rows
from kingdom.routing.models import AgentEmbedding, NegativeExample
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import version_add
from tests import factories
from tests.factories.routing import Make


def texts_of(specialist: Specialist, space: str) -> set[tuple[str, str]]:
    rows = AgentEmbedding.objects.filter(specialist=specialist, encoder=space).exclude(kind="centroid")
    return set(rows.values_list("kind", "text"))


def test_purpose_and_examples_are_embedded_once(
    make: Make, encoder: Embedder, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    specialist = make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please"], owner=alice)
    expected = {
        ("purpose", "poem writer: Writes poems."),
        ("example", "a poem about rain"),
        ("example", "a sonnet please"),
    }
    assert texts_of(specialist, encoder.space) == expected
    with django_assert_num_queries(3):
        assert specialist_embed(specialist_id=specialist.pk, embedder=encoder) == 0
    assert texts_of(specialist, encoder.space) == expected


def test_the_centroid_is_the_unit_mean(make: Make, encoder: Embedder, alice: User) -> None:
    specialist = make("poem_writer", "Writes poems.", ["a poem about rain"], owner=alice)
    rows = AgentEmbedding.objects.filter(specialist=specialist)
    vectors = [row.vector.to_numpy().astype(np.float64) for row in rows.exclude(kind="centroid")]
    centroid = rows.get(kind="centroid").vector.to_numpy()
    np.testing.assert_allclose(
        centroid.astype(np.float64), unit_rows(np.stack(vectors).mean(axis=0, keepdims=True))[0], atol=2e-3
    )


def test_a_new_version_takes_its_texts_along_and_old_ones_go(make: Make, encoder: Embedder, alice: User) -> None:
    specialist = make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please"], owner=alice)
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=specialist.pk, wrong_id=None, embedder=encoder)
    before = AgentEmbedding.objects.get(specialist=specialist, kind="centroid").vector.to_numpy().tolist()
    spec = factories.agent_spec("poem_writer", purpose="Writes poems.", examples=["a poem about rain", "a haiku"])
    version_add(specialist=specialist, spec=spec)
    assert specialist_embed(specialist_id=specialist.pk, embedder=encoder) == 1
    assert {text for _, text in texts_of(specialist, encoder.space)} == {
        "poem writer: Writes poems.",
        "a poem about rain",
        "a haiku",
        "rhyme this",
    }
    assert AgentEmbedding.objects.get(specialist=specialist, kind="centroid").vector.to_numpy().tolist() != before


def test_a_specialist_that_is_gone_has_no_texts(db: None, encoder: Embedder) -> None:
    assert specialist_embed(specialist_id="00000000-0000-0000-0000-000000000000", embedder=encoder) == 0


def test_a_second_space_is_built_beside_the_first(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    route_feedback_record(
        user_id=alice.pk, text="rhyme this", right_id=registry["translator"].pk, wrong_id=None, embedder=encoder
    )
    first = AgentEmbedding.objects.filter(encoder=encoder.space).count()
    other = HashingEmbedder()
    counts = space_rebuild(embedder=other)
    assert counts["specialists"] == len(registry)
    assert counts["choices"] == 1
    assert AgentEmbedding.objects.filter(encoder=encoder.space).count() == first
    assert AgentEmbedding.objects.filter(encoder=other.space).count() == first
    again = space_rebuild(embedder=other)
    assert (again["texts"], again["choices"], again["negative_examples"]) == (0, 0, 0)


def test_the_bank_follows_its_file(db: None, encoder: Embedder, tmp_path: Path) -> None:
    file = tmp_path / "bank.jsonl"
    file.write_text(
        "".join(json.dumps({"text": text}) + "\n" for text in ("tell me a joke", "sing a song", "tell me a joke"))
    )
    assert negative_examples_load(embedder=encoder, path=file) == 2
    file.write_text(json.dumps({"text": "sing a song"}) + "\n" + json.dumps({"text": "flip a coin"}) + "\n")
    assert negative_examples_load(embedder=encoder, path=file) == 1
    assert set(NegativeExample.objects.values_list("text", flat=True)) == {"sing a song", "flip a coin"}


def test_a_broken_bank_names_its_line(tmp_path: Path) -> None:
    (tmp_path / "bank.jsonl").write_text('{"text": "fine"}\n{"said": "not"}\n')
    with pytest.raises(BadConfiguration, match="line 2"):
        negative_examples_read(tmp_path / "bank.jsonl")


def test_the_shipped_bank_is_large_enough_and_has_no_copies() -> None:
    texts = negative_examples_read()
    assert 200 <= len(texts) <= 1000
    assert len({text.lower() for text in texts}) == len(texts)


class _Wide:
    space = "wide"
    dimensions = 768

    def embed(self, texts: list[str], purpose: str = "query") -> Matrix:
        raise AssertionError("not reached")


def test_an_embedder_of_another_length_is_refused(db: None) -> None:
    with pytest.raises(BadConfiguration, match="768 dimensions"):
        space_rebuild(embedder=_Wide())  # type: ignore[arg-type] # only the dimension is read
