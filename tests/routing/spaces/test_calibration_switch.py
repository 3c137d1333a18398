"""Switches, pins and undos of calibrations."""

import pytest

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.routing.calibration.services import calibration_fit, calibration_refit, calibration_refresh
from kingdom.routing.models import EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.spaces.activation import calibration_switch, calibration_unpin, routing_change_undo
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests.factories.routing import Make, receipts

SPACE_CHANGE, GATE_CHANGE = RoutingChange.Subject.SPACE, RoutingChange.Subject.CALIBRATION
State = EmbeddingSpace.State


def test_a_gate_is_fitted_beside_the_one_that_serves(
    spaces: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    before, routes = RouterCalibration.objects.get(active=True), receipts(alice)
    assert calibration_fit(space=encoder.space) == before, "the inputs are unchanged"
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    candidate = calibration_fit(space=encoder.space)
    assert candidate is not None
    assert (candidate.active, RouterCalibration.objects.get(active=True)) == (False, before)
    assert calibration_fit(space=encoder.space) == candidate, "the same fit is stored once"
    changed = calibration_switch(calibration_id=candidate.pk, expected=before.pk)
    assert {one["receipt"]["gate"] for one in receipts(alice)} == {f"{encoder.space}:{candidate.pk}"}
    with pytest.raises(Conflict, match="is active already"):
        calibration_switch(calibration_id=candidate.pk)
    routing_change_undo(subject=GATE_CHANGE, expected=changed.pk)
    Specialist.objects.filter(role="poem_writer").delete()
    assert receipts(alice) == routes


def test_what_a_person_chose_is_not_refitted_by_itself(
    spaces: dict[str, Specialist], make: Make, encoder: Embedder
) -> None:
    first = RouterCalibration.objects.get(active=True)
    make("poem_writer", "Writes poems.", ["a poem about rain", "a sonnet please", "write a haiku"])
    second = calibration_fit(space=encoder.space)
    assert second is not None
    calibration_switch(calibration_id=second.pk)
    routing_change_undo(subject=GATE_CHANGE)
    make("song_writer", "Writes songs.", ["a song about rain", "a ballad please", "write a tune"])
    assert calibration_refresh(space=encoder.space) == calibration_refit(space=encoder.space) == first
    third = RouterCalibration.objects.filter(active=False).latest("pk")
    assert third != second, "it is stored without activation"
    calibration_unpin(calibration_id=first.pk)
    with pytest.raises(Conflict, match="not pinned"):
        calibration_unpin(calibration_id=first.pk)
    assert calibration_refresh(space=encoder.space) not in (None, first)


def test_where_the_undoing_leads_is_kept(
    spaces: dict[str, Specialist], encoder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = RouterCalibration.objects.get(active=True)
    monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", "other")
    second = calibration_fit(space=encoder.space)
    assert second is not None
    calibration_switch(calibration_id=second.pk)
    for number in range(8):
        monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", f"test {number}")
        calibration_fit(space=encoder.space)
    assert routing_change_undo(subject=GATE_CHANGE).after == str(first.pk)
    with pytest.raises(NotFound):
        calibration_switch(calibration_id=10**9)
    with pytest.raises(LostRace):
        calibration_switch(calibration_id=second.pk, expected=second.pk)
