"""Limited-memory BFGS for smooth convex losses. Own code on purpose: the library's import costs every worker 50 MB and half a second."""

from collections.abc import Callable

import numpy as np

from kingdom.routing.embeddings.similarity import Floats

Loss = Callable[[Floats], tuple[float, Floats]]
HISTORY = 10
_SHRINK, _ENOUGH, _TRIES = 0.5, 1e-4, 25  # backtracking: factor, Armijo's constant, how often


def lbfgs_minimize(loss: Loss, start: Floats, *, steps: int, tolerance: float) -> Floats:
    """Return where the loss is least, or the best point after ``steps``.

    ``loss`` gives value and gradient at a point. Stops when no part of the gradient exceeds ``tolerance``, or no step gains anything.
    """
    point = start.copy()
    value, slope = loss(point)
    pairs: list[tuple[Floats, Floats, float]] = []
    for _ in range(steps):
        if float(np.abs(slope).max()) <= tolerance:
            break
        direction = -_inverse_hessian_product(slope, pairs)
        step = 1.0 if pairs else min(1.0, 1.0 / float(np.linalg.norm(slope)))
        found = _line_search(loss, point, value, slope, direction * step)
        if found is None:
            break
        moved, value, turned = found
        change, bend = moved - point, turned - slope
        curve = float(change @ bend)
        if curve > 1e-12:  # a pair without curvature would spoil the metric
            pairs = [*pairs[-HISTORY + 1 :], (change, bend, 1.0 / curve)]
        point, slope = moved, turned
    return point


def _line_search(
    loss: Loss, point: Floats, value: float, slope: Floats, step: Floats
) -> tuple[Floats, float, Floats] | None:
    """Return the first of ever shorter steps that gains enough, with value and gradient there."""
    promised = float(slope @ step)
    share = 1.0
    for _ in range(_TRIES):
        moved = point + share * step
        there, turned = loss(moved)
        if there <= value + _ENOUGH * share * promised:
            return moved, there, turned
        share *= _SHRINK
    return None


def _inverse_hessian_product(slope: Floats, pairs: list[tuple[Floats, Floats, float]]) -> Floats:
    """Return the approximate inverse Hessian times the gradient: the two-loop recursion (Nocedal 1980)."""
    rest = slope.copy()
    kept = []
    for change, bend, inverse in reversed(pairs):
        share = inverse * float(change @ rest)
        rest -= share * bend
        kept.append(share)
    if pairs:
        change, bend, inverse = pairs[-1]
        rest *= 1.0 / (inverse * float(bend @ bend))
    for (change, bend, inverse), share in zip(pairs, reversed(kept), strict=True):
        rest += change * (share - inverse * float(bend @ rest))
    return rest
