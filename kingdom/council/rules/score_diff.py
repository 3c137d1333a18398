"""A new version beside the one that it would replace: figures of the same tests, and what differs. Pure."""

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

_CONTEXT_LINES = 2  # lines shown around what differs
_FIGURES = ("passed", "total", "confidence")


def score_comparison(results: Mapping[str, Any] | None) -> dict[str, Any] | None:
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


def diff_lines(before: str, after: str) -> list[str]:
    """Return what differs line by line: ``-`` gone, ``+`` new, a blank before what stays around it, ``…`` where something is left out."""
    rows = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=_CONTEXT_LINES))[
        3:
    ]  # past the names and the first place
    return ["…" if row.startswith("@@") else row for row in rows]


def score_labels(scores: Mapping[str, Any]) -> dict[str, str]:
    """Return the figures for people: ``{"before", "after"}``."""
    return {when: _score_label(scores[when]) for when in ("before", "after")}


def _score_label(one: Mapping[str, Any]) -> str:
    return f"{one['passed']} of {one['total']} tests passed, confidence {float(one['confidence'] or 0):.2f}"
