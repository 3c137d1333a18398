"""Calibration of a space: fitted from shared texts only, once per set of inputs, replaced atomically."""

from datetime import timedelta

import pytest

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.routing.calibration import services
from kingdom.routing.calibration.cache import calibration_current, calibration_load
from kingdom.routing.calibration.fit_inputs import fit_counts, fit_inputs
from kingdom.routing.calibration.services import KEPT_CALIBRATIONS, calibration_refit, calibration_refresh
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.models import AgentEmbedding, RouterCalibration
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests.factories.routing import Make


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
    before = fit_inputs(encoder.space)
    own = make("iban_checker", "Checks IBANs.", ["is this IBAN right", "check these IBANs"], owner=alice)
    route_feedback_record(
        user_id=alice.pk, text="mine", right_id=registry["translator"].pk, wrong_id=own.pk, embedder=encoder
    )
    after = fit_inputs(encoder.space)
    assert after.ids == before.ids
    assert after.digests == before.digests
    assert after.negative_digests == before.negative_digests


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
    assert fit_counts(encoder.space) == fit_inputs(encoder.space).counts()


def test_a_copied_text_is_fitted_once(registry: dict[str, Specialist], encoder: Embedder) -> None:
    row = AgentEmbedding.objects.filter(specialist=registry["translator"], kind="example").first()
    assert row is not None
    before = fit_inputs(encoder.space)
    AgentEmbedding.objects.create(
        specialist=row.specialist,
        encoder=row.encoder,
        kind="generated",
        text=row.text,
        text_digest=row.text_digest,
        vector=row.vector,
    )
    after = fit_inputs(encoder.space)
    assert len(after.digests) == len(before.digests) + 1
    assert services._first_of_each(after).sum() == services._first_of_each(before).sum()


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
