"""Fit the calibration of an embedding space and activate it."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta

import numpy as np
from django.db import transaction

from kingdom.core.background.task_queue import check_worker_stopping
from kingdom.core.clock import utc_now
from kingdom.core.database import release_connection
from kingdom.core.errors import LostRace
from kingdom.routing.calibration.calibration_fit import FittedCalibration, NegativeFeedback, fit_calibration
from kingdom.routing.calibration.fit_inputs import FitInputs, fit_counts, fit_inputs
from kingdom.routing.calibration.fit_lock import fit_lock
from kingdom.routing.calibration.observations import OnBlock, Reading
from kingdom.routing.models import RouterCalibration, RoutingChange

METHOD = "2"  # version of the fit; a new value makes every stored calibration outdated
CHANGED_SHARE = 0.05  # share of the stored texts whose change causes an immediate refit
LARGE_TEXTS = 20_000  # texts from which one new specialist among them is no reason for an immediate refit
DEFAULT_SEED = 0
KEPT_CALIBRATIONS = 5  # inactive calibrations kept per space, so that receipts can be explained


def calibration_refit(
    *, space: str, seed: int = DEFAULT_SEED, on_block: OnBlock = lambda: None
) -> RouterCalibration | None:
    """Fit the calibration of a space from its stored examples, activate it and return it.

    Returns the active calibration when its inputs are unchanged or it is pinned, and None when there are no inputs. One
    fit per space runs at a time; this waits for another one. ``on_block`` is called before each block of examples and
    may end the fit by an exception. Raises LostRace when a switch replaced the active calibration in between.
    """
    with fit_lock(space):
        return _refit(space, seed, on_block)


def _refit(space: str, seed: int, on_block: OnBlock) -> RouterCalibration | None:
    active = RouterCalibration.objects.filter(encoder=space, active=True).first()
    if active is not None and active.pinned:
        return active
    with fit_inputs(space) as inputs:
        digest = inputs_digest(inputs, seed)
        if active is not None and active.inputs_digest == digest:
            return active
        fitted = _fit(inputs, seed, on_block)
    return _calibration_replace(space, inputs, fitted, digest, active)


@transaction.atomic
def _calibration_replace(
    space: str, inputs: FitInputs, fitted: FittedCalibration | None, digest: str, before: RouterCalibration | None
) -> RouterCalibration | None:
    """Activate a fit instead of the calibration that was active when it began."""
    active = RouterCalibration.objects.filter(encoder=space, active=True)
    if before is not None:
        replaced = active.filter(pk=before.pk, pinned=False).update(active=False) == 1
    else:
        replaced = not active.exists()
    if not replaced:
        raise LostRace("Another calibration was activated during this fit. Try again.")
    return None if fitted is None else _calibration_store(space, inputs, fitted, digest, active=True)


def calibration_fit(
    *, space: str, seed: int = DEFAULT_SEED, on_block: OnBlock = lambda: None
) -> RouterCalibration | None:
    """Fit a calibration from the present inputs without activating it, for a replay or a later switch.

    Returns the stored calibration of the same inputs, possibly the active one, if there is one; None when there are no
    inputs. ``on_block`` as in ``calibration_refit``.
    """
    with fit_lock(space):
        return _fit_beside(space, seed, on_block)


def _fit_beside(space: str, seed: int, on_block: OnBlock) -> RouterCalibration | None:
    with fit_inputs(space) as inputs:
        digest = inputs_digest(inputs, seed)
        known = RouterCalibration.objects.filter(encoder=space, inputs_digest=digest).order_by("-active", "-pk").first()
        if known is not None:
            return known
        fitted = _fit(inputs, seed, on_block)
    return None if fitted is None else _calibration_store(space, inputs, fitted, digest, active=False)


@transaction.atomic
def _calibration_store(
    space: str, inputs: FitInputs, fitted: FittedCalibration, digest: str, *, active: bool
) -> RouterCalibration:
    """Store a fit and delete old calibrations, except the one that an undo of the last switch would restore."""
    calibration = RouterCalibration.objects.create(
        encoder=space,
        parameters=_parameters(inputs, fitted),
        classifier=_classifier_bytes(fitted),
        figures=dict(fitted.figures),
        inputs_digest=digest,
        active=active,
    )
    _old_calibrations_delete(space)
    return calibration


def _old_calibrations_delete(space: str) -> None:
    changes = RoutingChange.objects.filter(subject=RoutingChange.Subject.CALIBRATION, encoder=space)
    last = changes.order_by("-created_at").first()
    undo_target = [int(last.before)] if last is not None and last.before else []
    inactive = RouterCalibration.objects.filter(encoder=space, active=False).exclude(pk__in=undo_target)
    old = inactive.order_by("-pk").values_list("pk", flat=True)[KEPT_CALIBRATIONS:]
    RouterCalibration.objects.filter(pk__in=list(old)).delete()


def calibration_refresh(*, space: str) -> RouterCalibration | None:
    """Refit the calibration of a space if a refit is due and no other fit of it runs; return the active calibration.

    A refit is due after a change of the set of specialists or of 5 % of the texts, and after one day; with more than
    ``LARGE_TEXTS`` texts a specialist counts as its texts. If the active calibration is pinned, the fit is stored
    without activation. Ends with WorkerStopping when the worker stops: a later refresh starts the fit again.
    """
    active = RouterCalibration.objects.filter(encoder=space, active=True).first()
    if active is not None and not _is_due(active, fit_counts(space)):
        return active
    with fit_lock(space, wait=False) as held:
        if not held:  # each change of a specialist asks for a refresh: waiting, they would take all of a worker
            return active
        if active is not None and active.pinned:
            _fit_beside(space, DEFAULT_SEED, check_worker_stopping)
            return active
        return _refit(space, DEFAULT_SEED, check_worker_stopping)


def _is_due(active: RouterCalibration, counts: Mapping[str, int]) -> bool:
    before = {name: int(count) for name, count in active.parameters["counts"].items()}
    texts = sum(before.values())
    if set(before) != set(counts) and texts <= LARGE_TEXTS:
        return True
    changed = sum(abs(counts.get(name, 0) - before.get(name, 0)) for name in set(before) | set(counts))
    old = utc_now() - active.created_at > timedelta(days=1)
    return changed >= CHANGED_SHARE * max(1, texts) or old


def inputs_digest(inputs: FitInputs, seed: int) -> str:
    """Return the SHA-256 digest of all inputs of a fit."""
    return hashlib.sha256(f"{METHOD}|{seed}|{inputs.digest}".encode()).hexdigest()


def _fit(inputs: FitInputs, seed: int, on_block: OnBlock) -> FittedCalibration | None:
    if not inputs.ids:
        return None
    release_connection()  # a large fit takes minutes
    feedback = NegativeFeedback(inputs.feedback_vectors, inputs.feedback_owners)
    return fit_calibration(inputs.examples, inputs.negative_vectors, feedback, seed, reading=Reading(on_block))


def _parameters(inputs: FitInputs, fitted: FittedCalibration) -> dict[str, object]:
    return {
        "plain": fitted.plain.as_json(),
        "full": fitted.full.as_json() if fitted.full else None,
        "specialists": list(inputs.ids),
        "counts": inputs.counts,
        "shifts": [float(value) for value in fitted.shifts],
    }


def _classifier_bytes(fitted: FittedCalibration) -> bytes | None:
    if fitted.classifier is None:
        return None
    return np.column_stack([fitted.classifier.weights, fitted.classifier.bias]).astype("<f4").tobytes()
