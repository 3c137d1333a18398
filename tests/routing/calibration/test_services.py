"""Calibration of a space: fitted from shared texts only, once per set of inputs, replaced atomically."""

from datetime import timedelta

import numpy as np
import pytest

from kingdom.accounts.models import User
from kingdom.core.background.task_queue import WorkerStopping, worker_stopping
from kingdom.core.clock import utc_now
from kingdom.core.errors import LostRace
from kingdom.routing.calibration import services
from kingdom.routing.calibration.cache import calibration_current, calibration_load
from kingdom.routing.calibration.fit_inputs import NEGATIVE_EXAMPLES, fit_counts, fit_inputs
from kingdom.routing.calibration.fit_lock import fit_lock
from kingdom.routing.calibration.services import KEPT_CALIBRATIONS, calibration_refit, calibration_refresh
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.models import AgentEmbedding, NegativeExample, RouterCalibration
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests import factories
from tests.factories.routing import Make

POEMS = ("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])


def active(space: str) -> RouterCalibration:
    return RouterCalibration.objects.get(encoder=space, active=True)


def test_a_second_fit_of_the_same_texts_is_none(registry: dict[str, Specialist], encoder: Embedder) -> None:
    before = active(encoder.space)
    assert calibration_refit(space=encoder.space) == before
    assert RouterCalibration.objects.count() == 1


def test_new_texts_make_a_new_gate_and_the_old_one_rests(
    registry: dict[str, Specialist], make: Make, encoder: Embedder
) -> None:
    before = active(encoder.space)
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    after = calibration_refit(space=encoder.space)
    assert after is not None
    assert after.pk != before.pk
    assert active(encoder.space) == after
    assert len(after.parameters["specialists"]) == len(registry) + 1


def test_what_is_private_never_reaches_the_gate(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    with fit_inputs(encoder.space) as before:
        pass
    own = make("iban_checker", "Checks IBANs.", ["is this IBAN right", "check these IBANs"], owner=alice)
    route_feedback_record(
        user_id=alice.pk, text="mine", right_id=registry["translator"].pk, wrong_id=own.pk, embedder=encoder
    )
    with fit_inputs(encoder.space) as after:
        pass
    assert after.ids == before.ids
    assert after.digest == before.digest
    assert after.counts == before.counts


def test_a_suspended_specialist_leaves_the_gate(registry: dict[str, Specialist], encoder: Embedder) -> None:
    Specialist.objects.filter(pk=registry["translator"].pk).update(status=Specialist.Status.SUSPENDED)
    fitted = calibration_refresh(space=encoder.space)
    assert fitted is not None
    assert str(registry["translator"].pk) not in fitted.parameters["specialists"]


def test_without_specialists_there_is_no_gate(registry: dict[str, Specialist], encoder: Embedder) -> None:
    AgentEmbedding.objects.all().delete()
    assert calibration_refit(space=encoder.space) is None
    assert not RouterCalibration.objects.filter(active=True).exists()


def test_a_little_change_waits_for_the_night(registry: dict[str, Specialist], encoder: Embedder) -> None:
    before = active(encoder.space)
    AgentEmbedding.objects.filter(specialist=registry["translator"], kind="example").order_by("pk")[0].delete()
    assert calibration_refresh(space=encoder.space) == before
    RouterCalibration.objects.filter(pk=before.pk).update(created_at=utc_now() - timedelta(days=2))
    later = calibration_refresh(space=encoder.space)
    assert later is not None
    assert later.pk != before.pk


def test_five_percent_more_or_less_is_fitted_at_once(registry: dict[str, Specialist], encoder: Embedder) -> None:
    before = active(encoder.space)
    for row in AgentEmbedding.objects.filter(specialist=registry["translator"], kind="example").order_by("pk")[:4]:
        row.delete()
    after = calibration_refresh(space=encoder.space)
    assert after is not None
    assert after.pk != before.pk


def test_counting_agrees_with_reading(registry: dict[str, Specialist], encoder: Embedder) -> None:
    with fit_inputs(encoder.space) as inputs:
        assert fit_counts(encoder.space) == inputs.counts


def test_vectors_are_read_as_they_are_stored(registry: dict[str, Specialist], encoder: Embedder) -> None:
    rows = AgentEmbedding.objects.filter(encoder=encoder.space).exclude(kind="centroid")
    stored = list(rows.order_by("specialist_id", "kind", "text_digest"))
    vectors = np.stack([row.vector.to_numpy() for row in stored]).astype(np.float32)
    negatives = NegativeExample.objects.filter(encoder=encoder.space).order_by("text_digest")
    with fit_inputs(encoder.space) as inputs:
        examples = inputs.examples
        assert [inputs.ids[owner] for owner in examples.owners] == [str(row.specialist_id) for row in stored]
        assert examples.calibrates.tolist() == [row.kind != "purpose" for row in stored]
        assert examples.read(0, len(stored)).tolist() == vectors.tolist()
        assert examples.read(3, 7).tolist() == vectors[3:7].tolist()
        assert examples.take(np.array([5, 2])).tolist() == vectors[[5, 2]].tolist()
        expected = np.stack([row.vector.to_numpy() for row in negatives]).astype(np.float32)
        assert inputs.negative_vectors.tolist() == expected.tolist()


def test_shared_corrections_are_no_examples(registry: dict[str, Specialist], encoder: Embedder) -> None:
    translator = registry["translator"]
    vector = encoder.embed(["not for you"])[0]
    fields = {"encoder": encoder.space, "text": "not for you", "text_digest": "d", "vector": vector}
    AgentEmbedding.objects.create(specialist=translator, kind="negative", **fields)
    lonely = factories.create_global_specialist("lonely")
    AgentEmbedding.objects.create(specialist=lonely, kind="negative", **fields)
    with fit_inputs(encoder.space) as inputs:
        assert str(lonely.pk) not in inputs.ids, "it has no text to be found by"
        assert inputs.feedback_owners.tolist() == [inputs.ids.index(str(translator.pk))]
        assert inputs.feedback_vectors.shape == (1, encoder.dimensions)
        assert len(inputs.examples.owners) == sum(inputs.counts.values()) - 1 - inputs.counts[NEGATIVE_EXAMPLES]


def test_a_copied_text_is_fitted_once(registry: dict[str, Specialist], encoder: Embedder) -> None:
    row = AgentEmbedding.objects.filter(specialist=registry["translator"], kind="example").first()
    assert row is not None
    with fit_inputs(encoder.space) as before:
        pass
    AgentEmbedding.objects.create(
        specialist=row.specialist,
        encoder=row.encoder,
        kind="generated",
        text=row.text,
        text_digest=row.text_digest,
        vector=row.vector,
    )
    with fit_inputs(encoder.space) as after:
        pass
    assert sum(after.counts.values()) == sum(before.counts.values()) + 1
    assert len(after.examples.owners) == len(before.examples.owners)


def test_a_stored_gate_loads_as_it_was_fitted(registry: dict[str, Specialist], encoder: Embedder) -> None:
    loaded = calibration_load(active(encoder.space))
    assert loaded.classifier is not None
    assert loaded.classifier.weights.shape == (len(registry), encoder.dimensions)
    assert set(loaded.shifts) == set(loaded.classifier_rows) == {str(one.pk) for one in registry.values()}
    assert 0 < loaded.threshold_low <= loaded.threshold < 1


def test_a_process_notices_a_switch(registry: dict[str, Specialist], make: Make, encoder: Embedder) -> None:
    first = calibration_current(encoder.space, active(encoder.space).pk)
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    calibration_refit(space=encoder.space)
    second = calibration_current(encoder.space, active(encoder.space).pk)
    assert first is not None
    assert second is not None
    assert first.name != second.name
    assert calibration_current(encoder.space, None) is None


def test_old_gates_are_cleared_away(
    registry: dict[str, Specialist], encoder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(KEPT_CALIBRATIONS + 3):
        monkeypatch.setattr(services, "METHOD", f"test {number}")
        calibration_refit(space=encoder.space)
    assert RouterCalibration.objects.filter(active=False).count() == KEPT_CALIBRATIONS


def test_a_refresh_does_not_wait_for_another_fit(
    registry: dict[str, Specialist], make: Make, encoder: Embedder
) -> None:
    before = active(encoder.space)
    make(*POEMS)
    with fit_lock(encoder.space) as held:
        assert held
        assert calibration_refresh(space=encoder.space) == before
    after = calibration_refresh(space=encoder.space)
    assert after is not None
    assert after.pk != before.pk


def test_fits_of_two_spaces_run_side_by_side(registry: dict[str, Specialist], make: Make, encoder: Embedder) -> None:
    make(*POEMS)
    with fit_lock("another"):
        after = calibration_refresh(space=encoder.space)
    assert after is not None
    assert len(after.parameters["specialists"]) == len(registry) + 1


def test_in_a_large_registry_one_specialist_more_is_no_reason(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "LARGE_TEXTS", 10)
    monkeypatch.setattr(services, "CHANGED_SHARE", 0.9)
    before = active(encoder.space)
    make(*POEMS)
    Specialist.objects.filter(pk=registry["translator"].pk).update(status=Specialist.Status.SUSPENDED)
    assert calibration_refresh(space=encoder.space) == before
    monkeypatch.setattr(services, "CHANGED_SHARE", 0.05)
    after = calibration_refresh(space=encoder.space)
    assert after is not None
    assert after.pk != before.pk


def test_a_fit_ends_with_its_worker_and_starts_again(
    registry: dict[str, Specialist], make: Make, encoder: Embedder
) -> None:
    before = active(encoder.space)
    make(*POEMS)
    worker_stopping.set()
    try:
        with pytest.raises(WorkerStopping):
            calibration_refresh(space=encoder.space)
    finally:
        worker_stopping.clear()
    assert active(encoder.space) == before
    after = calibration_refresh(space=encoder.space)
    assert after is not None
    assert after.pk != before.pk


def test_a_switch_during_a_fit_wins(registry: dict[str, Specialist], make: Make, encoder: Embedder) -> None:
    before = active(encoder.space)
    make(*POEMS)

    def switch() -> None:
        RouterCalibration.objects.filter(pk=before.pk).update(pinned=True)

    with pytest.raises(LostRace):
        calibration_refit(space=encoder.space, on_block=switch)
    assert active(encoder.space) == before
    RouterCalibration.objects.all().delete()

    def first() -> None:
        RouterCalibration.objects.create(encoder=encoder.space, parameters={}, inputs_digest="x", active=True)

    with pytest.raises(LostRace):
        calibration_refit(space=encoder.space, on_block=first)
    assert active(encoder.space).inputs_digest == "x"
