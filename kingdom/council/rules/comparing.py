"""A new version beside the one that it would replace: figures of the same tests, and what differs. Pure."""

from collections.abc import Mapping
from typing import Any

_FIGURES = ("passed", "total", "confidence")


def scores_of(results: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return ``{"before", "after", "gained", "lost", "version"}`` of a training's results; None where nothing was compared.

    ``before`` and ``after`` are ``{"passed", "total", "confidence"}`` of the same tests; ``gained`` and ``lost`` number the tests (from 1)
    that only one of the two passed; ``version`` is the number of the one that would be replaced.
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


def scores_words(scores: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures for people: ``{"before", "after"}``."""
    return {when: _words(scores[when]) for when in ("before", "after")}


def _words(one: Mapping[str, Any]) -> str:
    return f"{one['passed']} of {one['total']} tests passed, confidence {float(one['confidence'] or 0):.2f}"
