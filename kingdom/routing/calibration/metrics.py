"""Metrics of a router on labelled messages, as in eval/README.md of the evaluation data; fractions from 0 to 1."""

from dataclasses import dataclass

import numpy as np

from kingdom.core.statistics import expected_calibration_error
from kingdom.routing.embeddings.similarity import Flags, Floats, Ints

OUT_OF_SCOPE = -1


@dataclass(frozen=True)
class RoutingOutcomes:
    """Outcomes, one row per message.

    ``best`` is the specialist ranked first, ``probability`` its P(right), ``accepted`` whether it was used.

    ``labels`` is the right specialist or ``OUT_OF_SCOPE``.
    """

    best: Ints
    probability: Floats
    accepted: Flags
    labels: Ints


def routing_metrics(outcomes: RoutingOutcomes) -> dict[str, float]:
    """Return the nine metrics by name; nan for one that has no messages to be computed on."""
    inside = outcomes.labels != OUT_OF_SCOPE
    right = (outcomes.best == outcomes.labels) & inside
    served = right & outcomes.accepted
    refused = ~outcomes.accepted & ~inside
    accuracy, recall = _share(served[inside]), _share(refused[~inside])
    precision = refused.sum() / max(1, (~outcomes.accepted).sum())
    return {
        "closed_set": _share(right[inside]),
        "in_scope_accuracy": accuracy,
        "oos_recall": recall,
        "oos_f1": float(2 * precision * recall / (precision + recall)) if precision + recall > 0 else 0.0,
        "auroc": auroc(outcomes.probability[inside], outcomes.probability[~inside]),
        "overall": _share(served | refused),
        "j": (accuracy + recall) / 2,
        "misroute": float((outcomes.accepted & ~right).sum() / max(1, outcomes.accepted.sum())),
        "ece": expected_calibration_error(outcomes.probability.tolist(), right.tolist()),
    }


def _share(flags: Flags) -> float:
    return float(flags.mean()) if len(flags) else float("nan")


def auroc(inside: Floats, outside: Floats) -> float:
    """Return the probability that an in-scope message has a higher score than an out-of-scope one; ties count half."""
    if not len(inside) or not len(outside):
        return float("nan")
    _, index, counts = np.unique(np.concatenate([inside, outside]), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[index]
    return float((ranks[: len(inside)].sum() - len(inside) * (len(inside) + 1) / 2) / (len(inside) * len(outside)))
