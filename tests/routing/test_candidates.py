"""Candidates of a message: one query, correct numbers, and no specialists of other users."""

import numpy as np
import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.candidates import NEAREST_SPECIALISTS, CandidateSet, candidates_near
from kingdom.routing.embeddings import similarity
from kingdom.routing.embeddings.negative_examples import negative_examples_add
from kingdom.routing.embeddings.services import centroid_set, embeddings_add, purpose_line, specialist_embed
from kingdom.routing.embeddings.similarity import Examples, unit_rows
from kingdom.routing.models import AgentEmbedding
from kingdom.routing.spaces.vector_index import VectorIndex, space_drop, space_index_drop, space_index_ensure
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests import factories
from tests.factories.routing import Make
from tests.factories.topics import EXAMPLES, NOBODY
from tests.factories.vectors import blend_scores

SECRET = (
    "account_checker",
    "Checks the checksums of IBANs.",
    ["is this IBAN right: GB82 WEST 1234 5698 7654 32", "check these bank account numbers"],
)
ASKED = "is DE89 3704 0044 0532 0130 00 a valid IBAN"


def near(encoder: Embedder, text: str, user: User) -> CandidateSet:
    return candidates_near(vector=encoder.embed([text])[0], space=encoder.space, user_id=user.pk)


def roles(found: CandidateSet) -> set[str]:
    return {one.role for one in found.found}


def test_one_statement_brings_everything(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    vector = encoder.embed(["convert 3 kg to pounds"])[0]
    with django_assert_num_queries(1):
        found = candidates_near(vector=vector, space=encoder.space, user_id=alice.pk)
    assert roles(found) == set(EXAMPLES)
    assert found.calibration_id is not None
    assert found.negative_similarity > 0


def test_a_whole_route_is_two_statements_at_first_and_then_one(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    route_message(user_id=alice.pk, text="convert 3 kg to pounds", embedder=encoder, model=None)
    with django_assert_num_queries(1):
        route_message(user_id=alice.pk, text="convert 4 kg to pounds", embedder=encoder, model=None)


def test_the_database_counts_as_the_formulas_do(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    vector = encoder.embed(["how many pounds are 3 kilos"])[0]
    found = {one.role: one for one in near(encoder, "how many pounds are 3 kilos", alice).found}
    texts = {role: [purpose_line(role, purpose), *examples] for role, (purpose, examples) in EXAMPLES.items()}
    rows = [(place, text) for place, role in enumerate(texts) for text in texts[role]]
    vectors = encoder.embed([text for _, text in rows])
    examples = Examples.of(vectors, np.array([place for place, _ in rows]), np.ones(len(rows), dtype=np.bool_))
    expected = blend_scores(vector[None], examples)[0]
    for place, role in enumerate(texts):
        one = found[role]
        # half floats hold about three digits
        assert similarity.blend(np.array(one.best), np.array(one.centre)) == pytest.approx(expected[place], abs=2e-3)
        assert one.purpose == pytest.approx(float(vector @ encoder.embed([texts[role][0]])[0]), abs=2e-3)
        assert one.nearest in texts[role]
    bank = similarity.negative_example_scores(vector[None], encoder.embed(NOBODY))[0]
    assert near(encoder, "how many pounds are 3 kilos", alice).negative_similarity == pytest.approx(bank, abs=2e-3)


def test_an_unverified_specialist_exists_for_its_owner_alone(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User, carol: User
) -> None:
    make(*SECRET, owner=alice)
    assert "account_checker" in roles(near(encoder, ASKED, alice))
    for other in (bob, carol):
        assert "account_checker" not in roles(near(encoder, ASKED, other))
        route = route_message(user_id=other.pk, text=ASKED, embedder=encoder, model=None)
        assert "account" not in route.model_dump_json().lower().replace(ASKED.lower(), "")


def test_it_stays_hidden_even_when_its_id_is_suggested(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    hidden = make(*SECRET, owner=alice)
    found = candidates_near(
        vector=encoder.embed([ASKED])[0], space=encoder.space, user_id=bob.pk, suggested=[str(hidden.pk)]
    )
    assert "account_checker" not in roles(found)


def test_a_wrong_shared_mark_leaks_nothing(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    hidden = make(*SECRET, owner=alice)
    AgentEmbedding.objects.filter(specialist=hidden).update(shared=True)
    assert "account_checker" not in roles(near(encoder, ASKED, bob))


@pytest.mark.parametrize("status", [Specialist.Status.SUSPENDED, Specialist.Status.DEPRECATED])
def test_suspended_and_deprecated_ones_are_not_routed_to(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, status: Specialist.Status
) -> None:
    own = make(*SECRET, owner=alice)
    Specialist.objects.filter(pk__in=[own.pk, registry["translator"].pk]).update(status=status)
    found = near(encoder, ASKED, alice)
    own_suspended = {own.role} if status == Specialist.Status.SUSPENDED else set()
    assert roles(found) == (set(EXAMPLES) - {"translator"}) | own_suspended, "its owner reads that it is suspended"
    route = route_message(user_id=alice.pk, text=ASKED, embedder=encoder, model=None)
    assert route.role != own.role or route.receipt.unavailable == "suspended"


def test_what_is_not_routable_is_no_candidate(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    Specialist.objects.filter(pk=registry["translator"].pk).update(routable=False)
    assert "translator" not in roles(near(encoder, "translate this", alice))


def test_rows_follow_what_becomes_of_their_specialist(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    own = make(*SECRET, owner=alice)
    rows = AgentEmbedding.objects.filter(specialist=own)
    assert not rows.filter(shared=True).exists()
    Specialist.objects.filter(pk=own.pk).update(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL)
    assert not rows.filter(shared=False).exists()
    Specialist.objects.filter(pk=own.pk).update(status=Specialist.Status.SUSPENDED)
    assert not rows.filter(shared=True).exists()


def test_another_space_is_never_compared(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    found = candidates_near(vector=encoder.embed(["convert 3 kg to pounds"])[0], space="another", user_id=alice.pk)
    assert found.found == []
    assert (found.negative_similarity, found.calibration_id) == (0.0, None)


def test_many_own_specialists_are_all_candidates(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    for number in range(20):
        specialist = factories.create_own_specialist(alice, f"own_{number}")
        specialist_embed(specialist_id=specialist.pk, embedder=encoder)
    assert {f"own_{number}" for number in range(20)} <= roles(near(encoder, "convert 3 kg to pounds", alice))


def test_the_index_finds_what_the_exact_scan_finds(alice: User) -> None:
    """Recall of the vector index on clustered vectors."""
    space, chance = "recall", np.random.default_rng(5)
    centres = unit_rows(chance.normal(size=(150, 384)))
    texts, vectors = {}, []
    ids = []
    for place, centre in enumerate(centres):
        specialist = factories.create_global_specialist(f"role_{place}")
        ids.append(specialist.pk)
        near_by = unit_rows(centre + chance.normal(size=(20, 384)) * 0.6 / np.sqrt(384))
        texts = {("example", stripped_text_digest(f"{place}-{number}")): "" for number in range(20)}
        embeddings_add(specialist_id=specialist.pk, space=space, texts=texts, vectors=near_by)
        centroid_set(specialist_id=specialist.pk, space=space)
        vectors.append(near_by)
    negative_examples_add(space=space, texts=["x"], vectors=unit_rows(chance.normal(size=(1, 384))))
    asked = unit_rows(centres[:50] + chance.normal(size=(50, 384)) * 1.2 / np.sqrt(384))
    exact = [_ids(candidates_near(vector=one, space=space, user_id=alice.pk)) for one in asked]
    assert space_index_ensure(space=space, exact_rows=100)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_sort = off")
    indexed = [_ids(candidates_near(vector=one, space=space, user_id=alice.pk)) for one in asked]
    assert _scans(VectorIndex(space)) > 0
    assert _scans(VectorIndex(space, centroids=True)) > 0
    first = np.mean([one[0] == other[0] for one, other in zip(exact, indexed, strict=True)])
    recall = np.mean([len(set(one[:5]) & set(other)) / 5 for one, other in zip(exact, indexed, strict=True)])
    assert first == 1.0
    assert recall >= 0.97
    truth = [str(ids[int(np.argmax([(rows @ one).max() for rows in vectors]))]) for one in asked]
    assert [one[0] for one in exact] == truth


def _ids(found: CandidateSet) -> list[str]:
    ordered = [one.specialist_id for one in sorted(found.found, key=lambda one: -one.best)]
    assert len(ordered) <= NEAREST_SPECIALISTS + 10
    return ordered


def _scans(index: VectorIndex) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_get_xact_numscans(to_regclass(%s))", [index.name])
        row = cursor.fetchone()
    return int(row[0]) if row else 0


def test_a_space_is_scanned_exactly_until_an_index_pays(registry: dict[str, Specialist], encoder: Embedder) -> None:
    assert not space_index_ensure(space=encoder.space)
    assert space_index_ensure(space=encoder.space, exact_rows=10)
    assert space_index_ensure(space=encoder.space, exact_rows=10)
    space_index_drop(space=encoder.space)
    assert not space_index_ensure(space=encoder.space)


def test_dropping_a_space_leaves_the_others(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    embeddings_add(
        specialist_id=registry["translator"].pk,
        space="old",
        texts={("example", "d"): "text"},
        vectors=unit_rows(np.ones((1, 384), dtype=np.float32)),
    )
    assert space_drop(space="old") == 1
    assert roles(near(encoder, "translate this", alice)) == set(EXAMPLES)
