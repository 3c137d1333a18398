"""Fit the calibration of an embedding space and activate it."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta

import numpy as np
from django.db import transaction

from kingdom.core.background.jobs import advisory_lock
from kingdom.core.clock import utc_now
from kingdom.core.errors import LostRace
from kingdom.routing.calibration.calibration_fit import FittedCalibration, NegativeFeedback, fit_calibration
from kingdom.routing.calibration.fit_inputs import FitInputs, fit_counts, fit_inputs
from kingdom.routing.embeddings.similarity import Examples, Flags
from kingdom.routing.models import AgentEmbedding, RouterCalibration, RoutingChange

METHOD = "2"  # version of the fit; a new value makes every stored calibration outdated
CHANGED_SHARE = 0.05  # share of the stored texts whose change causes an immediate refit
KEPT_CALIBRATIONS = 5  # inactive calibrations kept per space, so that receipts can be explained


@transaction.atomic
def calibration_refit(*, space: str, seed: int = 0) -> RouterCalibration | None:
    """Fit the calibration of a space from its stored examples, activate it and return it.

    Returns the active calibration when its inputs are unchanged or it is pinned, and None when there are no inputs. An
    advisory lock allows one fit per space at a time. Raises LostRace when a switch replaced the active calibration in
    between.
    """
    _calibration_lock(space)
    active = RouterCalibration.objects.filter(encoder=space, active=True).first()
    if active is not None and active.pinned:
        return active
    inputs = fit_inputs(space)
    digest = inputs_digest(inputs, seed)
    if active is not None and active.inputs_digest == digest:
        return active
    fitted = _fit(inputs, seed) if inputs.ids else None
    if active is not None:
        unpinned = RouterCalibration.objects.filter(pk=active.pk, active=True, pinned=False)
        if unpinned.update(active=False) != 1:
            raise LostRace("Another calibration was activated during this fit. Try again.")
    if fitted is None:
        return None
    return _calibration_store(space, inputs, fitted, digest, active=True)


@transaction.atomic
def calibration_fit(*, space: str, seed: int = 0) -> RouterCalibration | None:
    """Fit the calibration of a space from the present inputs without activating it, for a replay or a later switch.

    Returns the stored calibration of the same inputs, possibly the active one, if there is one; None when there are no
    inputs.
    """
    _calibration_lock(space)
    inputs = fit_inputs(space)
    digest = inputs_digest(inputs, seed)
    known = RouterCalibration.objects.filter(encoder=space, inputs_digest=digest).order_by("-active", "-pk").first()
    if known is not None:
        return known
    fitted = _fit(inputs, seed) if inputs.ids else None
    return _calibration_store(space, inputs, fitted, digest, active=False) if fitted is not None else None


def _calibration_lock(space: str) -> None:
    advisory_lock(f"calibration:{space}")


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
    """Refit the calibration of a space if a refit is due; return the active calibration.

    A refit is due after a change of the set of specialists or of 5 % of the texts, and after one day. If the active
    calibration is pinned, the fit is stored without activation.
    """
    active = RouterCalibration.objects.filter(encoder=space, active=True).first()
    if active is not None and not _is_due(active, fit_counts(space)):
        return active
    if active is not None and active.pinned:
        calibration_fit(space=space)
        return active
    return calibration_refit(space=space)


def _is_due(active: RouterCalibration, counts: Mapping[str, int]) -> bool:
    before = {name: int(count) for name, count in active.parameters["counts"].items()}
    if set(before) != set(counts):
        return True
    changed = sum(abs(counts[name] - before[name]) for name in counts)
    old = utc_now() - active.created_at > timedelta(days=1)
    return changed >= CHANGED_SHARE * max(1, sum(before.values())) or old


def inputs_digest(inputs: FitInputs, seed: int) -> str:
    """Return the SHA-256 digest of all inputs of a fit."""
    digest = hashlib.sha256(f"{METHOD}|{seed}".encode())
    for owner, kind, text in zip(inputs.owners, inputs.kinds, inputs.digests, strict=True):
        digest.update(f"|{inputs.ids[owner]}{kind}{text}".encode())
    for text in inputs.negative_digests:
        digest.update(f"|negative example{text}".encode())
    return digest.hexdigest()


def _fit(inputs: FitInputs, seed: int) -> FittedCalibration | None:
    kinds = np.array(inputs.kinds)
    negative = kinds == AgentEmbedding.Kind.NEGATIVE
    keep = ~negative & _first_of_each(inputs)
    examples = Examples.of(inputs.vectors[keep], inputs.owners[keep], kinds[keep] != AgentEmbedding.Kind.PURPOSE)
    feedback = NegativeFeedback(inputs.vectors[negative], inputs.owners[negative]) if negative.any() else None
    return fit_calibration(examples, inputs.negative_vectors, feedback, seed)


def _first_of_each(inputs: FitInputs) -> Flags:
    """Return a mask of each specialist's distinct positive texts: a duplicate would find its copy when left out."""
    seen: set[tuple[int, str]] = set()
    marks = np.zeros(len(inputs.owners), dtype=np.bool_)
    for row, (owner, kind, text) in enumerate(zip(inputs.owners.tolist(), inputs.kinds, inputs.digests, strict=True)):
        if kind != AgentEmbedding.Kind.NEGATIVE and (owner, text) not in seen:
            seen.add((owner, text))
            marks[row] = True
    return marks


def _parameters(inputs: FitInputs, fitted: FittedCalibration) -> dict[str, object]:
    return {
        "plain": fitted.plain.as_json(),
        "full": fitted.full.as_json() if fitted.full else None,
        "specialists": list(inputs.ids),
        "counts": inputs.counts(),
        "shifts": [float(value) for value in fitted.shifts],
    }


def _classifier_bytes(fitted: FittedCalibration) -> bytes | None:
    if fitted.classifier is None:
        return None
    return np.column_stack([fitted.classifier.weights, fitted.classifier.bias]).astype("<f4").tobytes()
