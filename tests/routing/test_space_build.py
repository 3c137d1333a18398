"""Builds of embedding spaces: beside the active one, resumed after a crash, taken over, kept up to date."""

import time
from collections.abc import Sequence
from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import SPACE, HashingEmbedder
from kingdom.core.errors import Conflict
from kingdom.routing import space_build
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings import services
from kingdom.routing.models import AgentEmbedding, EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.space_build import space_build_execute, specialist_refresh
from kingdom.routing.spaces.activation import space_switch_refusal
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.selectors import maintained_space_kinds, texts_missing
from kingdom.routing.spaces.services import SPACE_BUILD_TASK, space_jobs, space_request, space_stop, spaces_reap
from kingdom.runtime.ports import Embedder, Matrix
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import version_add
from tests import factories
from tests.factories import expire_leases, training
from tests.factories.routing import Make, receipts

SPACE_CHANGE, GATE_CHANGE = RoutingChange.Subject.SPACE, RoutingChange.Subject.CALIBRATION
State = EmbeddingSpace.State


class InterruptedEmbedder(HashingEmbedder):
    """An embedder that raises KeyboardInterrupt after a number of batches."""

    def __init__(self, batches: int) -> None:
        self.left = batches

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        if self.left == 0:
            raise KeyboardInterrupt
        self.left -= 1
        return super().embed(texts, purpose)


def test_a_space_is_built_while_the_other_serves(
    spaces: dict[str, Specialist],
    sent: list[tuple[str, list[int]]],
    alice: User,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    before, heard = receipts(alice), []
    with django_capture_on_commit_callbacks(execute=True):
        space = space_request(kind="hashing", user=alice)
    assert sent == [(SPACE_BUILD_TASK, [space.pk])]
    assert "not complete: queued" in space_switch_refusal("hashing")

    def hear(done: int, total: int) -> None:
        heard.append((done, total, EmbeddingSpace.objects.get(pk=space.pk).progress, receipts(alice) == before))

    assert space_build_execute(space_id=space.pk, on_progress=hear)
    assert not space_build_execute(space_id=space.pk), "it is complete"
    space.refresh_from_db()
    assert (space.state, space.encoder, space.done, space.total) == (State.READY, SPACE, heard[-1][1], heard[-1][1])
    assert [done for done, *_ in heard] == sorted(done for done, *_ in heard)
    assert heard[0][2] == f"{heard[0][0]} of {heard[0][1]} texts"
    assert all(same for *_, same in heard)
    assert texts_missing(now=active_embedder().space, then=SPACE) == 0
    assert space_switch_refusal("hashing") == ""


def test_a_draft_in_the_active_space_is_not_lacking_in_a_complete_one(
    two_spaces: dict[str, Specialist], alice: User
) -> None:
    draft = training.draft_of(alice)
    assert services.specialist_embed(specialist_id=draft.specialist_id) > 0
    assert space_switch_refusal("hashing") == "", "no build embeds a draft"


def test_a_build_that_is_killed_goes_on_where_it_was(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    space = space_request(kind="hashing")
    monkeypatch.setattr(space_build, "cached_embedder", lambda _kind: InterruptedEmbedder(2))
    with pytest.raises(KeyboardInterrupt):
        space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    half = AgentEmbedding.objects.filter(encoder=SPACE).count()
    assert (space.state, 0 < space.done < space.total, half > 0) == (State.BUILDING, True, True)
    assert not space_build_execute(space_id=space.pk), "its lease has not expired"
    assert spaces_reap() == 0
    expire_leases(EmbeddingSpace)
    assert spaces_reap() == 1
    kept = InterruptedEmbedder(100)
    monkeypatch.setattr(space_build, "cached_embedder", lambda _kind: kept)
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert (space.state, space.done) == (State.READY, space.total)
    assert kept.left == 100 - (len(spaces) - 2) - 1, "all but two stored specialists are embedded"


def test_who_was_taken_over_stops(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> None:
    space = space_request(kind="hashing")

    def taken(_done: int, _total: int) -> None:
        expire_leases(EmbeddingSpace)
        space_jobs.take(space.pk)

    assert space_build_execute(space_id=space.pk, on_progress=taken)
    space.refresh_from_db()
    assert space.state == State.BUILDING, "the other worker completes it"
    space_stop(kind="hashing")
    space.refresh_from_db()
    assert (space.state, space.error) == (State.FAILED, "Stopped by operator.")
    with pytest.raises(Conflict, match="is not being built"):
        space_stop(kind="hashing")
    assert space_request(kind="hashing").state == State.QUEUED
    assert space_build_execute(space_id=space.pk)


@pytest.mark.django_db(transaction=True)
def test_a_long_fit_keeps_its_lease(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    space = space_request(kind="hashing")
    monkeypatch.setattr(space_jobs, "_lease_s", 1.0)
    taken = []

    def fit_slowly(**options: Any) -> RouterCalibration | None:  # noqa: ANN401 - those of the fit
        time.sleep(2.5)
        taken.append(space_jobs.take(space.pk))
        return calibration_refit(**options)

    monkeypatch.setattr(space_build, "calibration_refit", fit_slowly)
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert (taken, space.state) == ([None], State.READY)


@pytest.mark.django_db(transaction=True)
def test_a_fit_ends_when_its_build_is_stopped(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    space = space_request(kind="hashing")
    monkeypatch.setattr(space_jobs, "_lease_s", 1.0)

    def stop_and_fit(**options: Any) -> RouterCalibration | None:  # noqa: ANN401 - those of the fit
        space_stop(kind="hashing")
        time.sleep(1.5)
        return calibration_refit(**options)

    monkeypatch.setattr(space_build, "calibration_refit", stop_and_fit)
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert (space.state, space.error) == (State.FAILED, "Stopped by operator.")
    assert not RouterCalibration.objects.filter(encoder=SPACE).exists()


def test_a_build_without_its_key_says_so(spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]]) -> None:
    space = space_request(kind="gemini")
    assert space_build_execute(space_id=space.pk)
    space.refresh_from_db()
    assert space.state == State.FAILED
    assert "GEMINI_API_KEY" in space.error
    assert "GEMINI_API_KEY" in space_switch_refusal("gemini")


def test_who_is_new_or_changed_meanwhile_is_in_both(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], make: Make, encoder: Embedder, alice: User
) -> None:
    space = space_request(kind="hashing")
    born: list[Specialist] = []

    def hear(_done: int, _total: int) -> None:
        if not born:  # during the build, as its task would
            born.append(make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please"], owner=alice))
            assert maintained_space_kinds() == ["minilm", "hashing"]
            specialist_refresh(specialist_id=born[0].pk)

    assert space_build_execute(space_id=space.pk, on_progress=hear)
    assert AgentEmbedding.objects.filter(specialist=born[0], encoder=SPACE).count() == 4
    assert space_switch_refusal("hashing") == ""
    version_add(
        specialist=born[0],
        spec=factories.agent_spec("poem_writer", purpose="Writes poems.", examples=["a haiku on snow"]),
    )
    specialist_refresh(specialist_id=born[0].pk)
    for one in (encoder.space, SPACE):
        rows = AgentEmbedding.objects.filter(specialist=born[0], encoder=one).exclude(kind="centroid")
        assert set(rows.values_list("text", flat=True)) == {"poem writer: Writes poems.", "a haiku on snow"}


def test_a_version_that_was_overtaken_leaves_no_text(make: Make, encoder: Embedder, alice: User, db: None) -> None:
    """A second version is embedded while the first is being embedded; the first must not restore its texts."""
    specialist = make("poem_writer", "Writes poems.", ["a poem about rain"], owner=alice)
    AgentEmbedding.objects.all().delete()

    class Slow(HashingEmbedder):
        def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
            if specialist.versions.count() == 1:
                version_add(
                    specialist=specialist,
                    spec=factories.agent_spec("poem_writer", purpose="Writes poems.", examples=["a haiku"]),
                )
                services.specialist_embed(specialist_id=specialist.pk, embedder=HashingEmbedder())
            return super().embed(texts, purpose)

    services.specialist_embed(specialist_id=specialist.pk, embedder=Slow())
    rows = AgentEmbedding.objects.exclude(kind="centroid")
    assert set(rows.values_list("text", flat=True)) == {"poem writer: Writes poems.", "a haiku"}
