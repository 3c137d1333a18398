"""The vector index is built by one process at a time, beside readers, and again after a killed build."""

from collections.abc import Iterator

import numpy as np
import psycopg
import pytest
from django.db import IntegrityError, connection

from kingdom.core.deployment.server_connection import server_parameters
from kingdom.routing.embeddings.services import centroid_set, embeddings_add
from kingdom.routing.embeddings.similarity import unit_rows
from kingdom.routing.spaces import vector_index
from kingdom.routing.spaces.vector_index import index_name, space_index_drop, space_index_ensure
from kingdom.specialists.models.specialist import Specialist
from tests import factories

SPACE = "indexed"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def rows() -> Iterator[None]:
    """Store forty texts of two specialists; remove the index afterwards."""
    chance = np.random.default_rng(1)
    for role in ("reader", "writer"):
        texts = {("example", f"{role} {number}"): "" for number in range(20)}
        vectors = unit_rows(chance.normal(size=(20, 384)))
        specialist = factories.create_global_specialist(role)
        embeddings_add(specialist_id=specialist.pk, space=SPACE, texts=texts, vectors=vectors)
    yield
    space_index_drop(space=SPACE)


def state(name: str = "") -> bool | None:
    """Return whether an index is valid, None without one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass(%s)", [name or index_name(SPACE)]
        )
        row = cursor.fetchone()
    return None if row is None else bool(row[0])


def test_one_process_builds_and_others_do_not_wait() -> None:
    with psycopg.connect(**server_parameters(), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [f"index:{index_name(SPACE)}"])
        assert not space_index_ensure(space=SPACE, exact_rows=10)
        assert state() is None
    assert space_index_ensure(space=SPACE, exact_rows=10)
    assert state()


def test_an_unfinished_index_of_another_process_is_left_alone() -> None:
    leave_invalid_index()
    with psycopg.connect(**server_parameters(), autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [f"index:{index_name(SPACE)}"])
        assert not space_index_ensure(space=SPACE, exact_rows=10)
        assert state() is False


def test_what_a_killed_build_left_is_replaced() -> None:
    leave_invalid_index()
    assert space_index_ensure(space=SPACE, exact_rows=10)
    assert state()


def leave_invalid_index() -> None:
    """Let a build fail half-way, as one that is killed."""
    statement = f"CREATE UNIQUE INDEX CONCURRENTLY {index_name(SPACE)} ON agent_embeddings (encoder)"
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute(statement)
    assert state() is False


def test_the_centroids_of_many_specialists_have_an_index_of_their_own() -> None:
    space_index_ensure(space=SPACE, exact_rows=10)
    name = vector_index.VectorIndex(SPACE, centroids=True).name
    assert state(name) is None, "two specialists are compared one by one"
    for specialist in Specialist.objects.filter(role__in=("reader", "writer")):
        centroid_set(specialist_id=specialist.pk, space=SPACE)
    assert space_index_ensure(space=SPACE, exact_rows=1)
    assert state(name)
    space_index_drop(space=SPACE)
    assert (state(name), state()) == (None, None)


@pytest.mark.parametrize(("texts", "memory"), [(5_001, 256), (400_000, 572), (1_000_000, 1_430), (9_000_000, 1_536)])
def test_the_memory_of_a_build_grows_with_its_rows_to_a_limit(texts: int, memory: int) -> None:
    assert vector_index._build_memory(texts) == f"{memory}MB"
