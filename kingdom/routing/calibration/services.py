"""Fitting the gate of an embedding space and switching to it."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta

import numpy as np
from django.db import connection, transaction

from kingdom.core.clock import utc_now
from kingdom.core.errors import LostRace
from kingdom.routing.calibration.calibration_fit import FittedCalibration, NegativeFeedback, fit_calibration
from kingdom.routing.calibration.fit_inputs import FitInputs, fit_counts, fit_inputs
from kingdom.routing.embeddings.similarity import Examples, Flags
from kingdom.routing.models import AgentEmbedding, RouterCalibration, RoutingChange

METHOD = "1"  # of the fit: another number makes every stored gate old
CHANGED_SHARE = 0.05  # of the stored texts, from which a gate is fitted again at once
KEPT_CALIBRATIONS = 5  # gates a space keeps, so that receipts can be explained


@transaction.atomic
def calibration_refit(*, space: str, seed: int = 0) -> RouterCalibration | None:
    """Fit the gate of a space from its stored examples, make it the active one and return it.

    Returns the active gate untouched when nothing it was fitted from has changed, or a person has pinned it, and None when there is
    nothing to fit from. One fit a space at a time: a second caller waits and then finds the work done. Raises LostRace when the active
    gate changed in between all the same.
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
    if (
        active is not None
        and RouterCalibration.objects.filter(pk=active.pk, active=True, pinned=False).update(active=False) != 1
    ):
        raise LostRace("Another fit of this gate came first.")
    if fitted is None:
        return None
    return _calibration_store(space, inputs, fitted, digest, active=True)


@transaction.atomic
def calibration_fit(*, space: str, seed: int = 0) -> RouterCalibration | None:
    """Fit the gate of a space as it would be now, for a replay and perhaps a switch; the active one goes on serving.

    Returns the stored one when the same was fitted before, which may be the active one, and None when there is nothing to fit from.
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
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"gate:{space}"])


def _calibration_store(
    space: str, inputs: FitInputs, fitted: FittedCalibration, digest: str, *, active: bool
) -> RouterCalibration:
    """Store a fit, and clear old ones away; where the last switch leads back to is kept."""
    made = RouterCalibration.objects.create(
        encoder=space,
        parameters=_parameters(inputs, fitted),
        head=_classifier_bytes(fitted),
        figures=dict(fitted.figures),
        inputs_digest=digest,
        active=active,
    )
    last = RoutingChange.objects.filter(what=RoutingChange.What.GATE, encoder=space).order_by("-created_at").first()
    back = [int(last.before)] if last is not None and last.before else []
    old = (
        RouterCalibration.objects.filter(encoder=space, active=False)
        .exclude(pk__in=back)
        .order_by("-pk")
        .values_list("pk", flat=True)[KEPT_CALIBRATIONS:]
    )
    RouterCalibration.objects.filter(pk__in=list(old)).delete()
    return made


def calibration_refresh(*, space: str) -> RouterCalibration | None:
    """Refit the gate of a space when enough has changed since it was fitted, or a day has passed with any change; return the active one.

    Enough is another set of specialists, or 5 % more or fewer texts. For a pinned gate the fit is stored beside it, to be chosen.
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
    """Return the digest of everything a fit depends on."""
    digest = hashlib.sha256(f"{METHOD}|{seed}".encode())
    for owner, kind, text in zip(inputs.owners, inputs.kinds, inputs.digests, strict=True):
        digest.update(f"|{inputs.ids[owner]}{kind}{text}".encode())
    for text in inputs.bank_digests:
        digest.update(f"|bank{text}".encode())
    return digest.hexdigest()


def _fit(inputs: FitInputs, seed: int) -> FittedCalibration | None:
    kinds = np.array(inputs.kinds)
    negative = kinds == AgentEmbedding.Kind.NEGATIVE
    keep = ~negative & _first_of_each(inputs)
    examples = Examples.of(inputs.vectors[keep], inputs.owners[keep], kinds[keep] != AgentEmbedding.Kind.PURPOSE)
    negatives = NegativeFeedback(inputs.vectors[negative], inputs.owners[negative]) if negative.any() else None
    return fit_calibration(examples, inputs.bank, negatives, seed)


def _first_of_each(inputs: FitInputs) -> Flags:
    """Mark the first row of each text of a specialist: stored twice it would find itself when one copy is left out, and score 1.

    Negatives are marked nowhere: they are no copies of anything.
    """
    seen: set[tuple[int, str]] = set()
    marks = np.zeros(len(inputs.owners), dtype=np.bool_)
    for place, (owner, kind, text) in enumerate(zip(inputs.owners.tolist(), inputs.kinds, inputs.digests, strict=True)):
        if kind != AgentEmbedding.Kind.NEGATIVE and (owner, text) not in seen:
            seen.add((owner, text))
            marks[place] = True
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
    if fitted.head is None:
        return None
    return np.column_stack([fitted.head.weights, fitted.head.bias]).astype("<f4").tobytes()
