"""Comparison of a new version with its base: scores in the same tests, and differences of texts. Pure."""

from collections.abc import Mapping
from typing import Any

from kingdom.core.text.bounded_diff import DiffTooCostly, bounded_diff

_CONTEXT_LINES = 2  # unchanged lines around a difference
_FIGURES = ("passed", "total", "confidence")


def score_comparison(results: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return both scores of a training's results; None when nothing was compared.

    ``{"before", "after", "gained", "lost", "version"}``: ``before`` and ``after`` are ``{"passed", "total",
    "confidence"}`` in the same tests; ``gained`` and ``lost`` are numbers of tests (from 1) that only one of the two
    passed; ``version`` is the number of the base.
    """
    before = (results or {}).get("before")
    if not results or not isinstance(before, Mapping):
        return None
    return {
        "before": {name: before.get(name) for name in _FIGURES},
        "after": {name: results.get(name) for name in _FIGURES},
        "gained": list(before.get("gained", ())),
        "lost": list(before.get("lost", ())),
        "version": before.get("version"),
    }


def diff_lines(before: str, after: str) -> list[str]:
    """Return a line diff: ``-`` removed, ``+`` added, a blank for context, ``…`` for omitted lines.

    Texts that repeat too many lines to be compared are shown whole, the old one first.
    """
    old, new = before.splitlines(), after.splitlines()
    try:
        lines = list(bounded_diff(old, new, context=_CONTEXT_LINES))
    except DiffTooCostly:
        return [*(f"-{line}" for line in old), *(f"+{line}" for line in new)]
    return ["…" if line.startswith("@@") else line for line in lines[1:]]  # without the first position


def score_labels(scores: Mapping[str, Any]) -> dict[str, str]:
    """Return both scores for people: ``{"before", "after"}``."""
    return {when: _score_label(scores[when]) for when in ("before", "after")}


def _score_label(score: Mapping[str, Any]) -> str:
    return f"{score['passed']} of {score['total']} tests passed, confidence {float(score['confidence'] or 0):.2f}"
