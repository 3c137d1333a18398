"""Comparison of a new version with its base: scores in the same tests, and differences of texts. Pure."""

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

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
    """Return a line diff: ``-`` removed, ``+`` added, a blank for context, ``…`` for omitted lines."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=_CONTEXT_LINES))
    return [
        "…" if line.startswith("@@") else line for line in lines[3:]
    ]  # without the file names and the first position


def score_labels(scores: Mapping[str, Any]) -> dict[str, str]:
    """Return both scores for people: ``{"before", "after"}``."""
    return {when: _score_label(scores[when]) for when in ("before", "after")}


def _score_label(score: Mapping[str, Any]) -> str:
    return f"{score['passed']} of {score['total']} tests passed, confidence {float(score['confidence'] or 0):.2f}"
