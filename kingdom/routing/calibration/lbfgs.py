"""Limited-memory BFGS for smooth convex losses; importing scipy.optimize costs each worker 50 MB and 0.5 s."""

from collections.abc import Callable

import numpy as np

from kingdom.routing.embeddings.similarity import Floats

Loss = Callable[[Floats], tuple[float, Floats]]
HISTORY = 10
_SHRINK, _ENOUGH, _TRIES = 0.5, 1e-4, 25  # backtracking: factor, Armijo constant, maximum number of steps


def lbfgs_minimize(loss: Loss, start: Floats, *, steps: int, tolerance: float) -> Floats:
    """Return the minimizer of the loss, or the best point after ``steps``.

    ``loss`` returns value and gradient at a point. Stops when no component of the gradient exceeds ``tolerance``, or
    the line search finds no decrease.
    """
    point = start.copy()
    value, gradient = loss(point)
    pairs: list[tuple[Floats, Floats, float]] = []
    for _ in range(steps):
        if float(np.abs(gradient).max()) <= tolerance:
            break
        direction = -_inverse_hessian_product(gradient, pairs)
        step = 1.0 if pairs else min(1.0, 1.0 / float(np.linalg.norm(gradient)))
        found = _line_search(loss, point, value, gradient, direction * step)
        if found is None:
            break
        moved, value, new_gradient = found
        change, gradient_change = moved - point, new_gradient - gradient
        curvature = float(change @ gradient_change)
        if curvature > 1e-12:  # a pair without positive curvature would make the inverse Hessian indefinite
            pairs = [*pairs[-HISTORY + 1 :], (change, gradient_change, 1.0 / curvature)]
        point, gradient = moved, new_gradient
    return point


def _line_search(
    loss: Loss, point: Floats, value: float, gradient: Floats, step: Floats
) -> tuple[Floats, float, Floats] | None:
    """Return the first backtracking step with sufficient decrease, with value and gradient there, or None."""
    expected = float(gradient @ step)
    share = 1.0
    for _ in range(_TRIES):
        moved = point + share * step
        new_value, new_gradient = loss(moved)
        if new_value <= value + _ENOUGH * share * expected:
            return moved, new_value, new_gradient
        share *= _SHRINK
    return None


def _inverse_hessian_product(gradient: Floats, pairs: list[tuple[Floats, Floats, float]]) -> Floats:
    """Return the approximate inverse Hessian times the gradient: the two-loop recursion (Nocedal 1980)."""
    rest = gradient.copy()
    shares = []
    for change, gradient_change, inverse in reversed(pairs):
        share = inverse * float(change @ rest)
        rest -= share * gradient_change
        shares.append(share)
    if pairs:
        change, gradient_change, inverse = pairs[-1]
        rest *= 1.0 / (inverse * float(gradient_change @ gradient_change))
    for (change, gradient_change, inverse), share in zip(pairs, reversed(shares), strict=True):
        rest += change * (share - inverse * float(gradient_change @ rest))
    return rest
