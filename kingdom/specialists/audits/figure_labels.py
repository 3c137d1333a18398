"""Figures of findings for people: what each one counts, with its unit, in the language of the page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from kingdom.core.web.language import localized_number, localized_percent


class LabelledFigure(NamedTuple):
    """A figure as a page shows it."""

    label: str
    value: str


class _Row(NamedTuple):
    """A label, the stored figures behind it, and what makes a text of their values."""

    label: str
    names: tuple[str, ...]
    text: Callable[..., str]


def labelled_figures(code: str, figures: Mapping[str, Any]) -> list[LabelledFigure]:
    """Return the figures of a finding in the order of its code. Ids of rows are left out: its evidence links to them.

    A figure without a label of its own is shown by its name.
    """
    rows = [row for row in _ROWS.get(code, ()) if all(name in figures for name in row.names)]
    known = {name for row in rows for name in row.names} | _IDS
    others = [_Row(name.replace("_", " "), (name,), _number) for name in figures if name not in known]
    return [
        LabelledFigure(capfirst(gettext(row.label)), row.text(*(figures[name] for name in row.names)))
        for row in (*rows, *others)
    ]


def _number(value: object) -> str:
    """Return a number rounded to three decimals, anything else as a text."""
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, int):
        return localized_number(value)
    return localized_number(value, 3) if isinstance(value, float) else str(value)


def _share(value: float) -> str:
    return localized_percent(value, 1)


def _points(low: float, high: float) -> str:
    ends = {"low": localized_number(low * 100), "high": localized_number(high * 100)}
    return gettext("%(low)s to %(high)s percentage points") % ends


def _chance(value: float) -> str:
    least = 0.001
    return f"< {localized_number(least, 3)}" if value < least else localized_number(value, 3)


def _of(part: int, whole: int) -> str:
    return gettext("%(passed)s of %(total)s") % {"passed": localized_number(part), "total": localized_number(whole)}


def _pair(counts: Sequence[int]) -> str:
    return _of(*counts)


_IDS = frozenset({"other"})
_BY_CHANCE = _Row(gettext_noop("probability of that by chance"), ("p",), _chance)
_ROWS: Mapping[str, Sequence[_Row]] = {
    "safety_failure": [_Row(gettext_noop("failed safety tests and findings"), ("count",), _number)],
    "drift": [
        _Row(gettext_noop("successful runs now"), ("now",), _pair),
        _Row(gettext_noop("successful runs when it was verified"), ("before",), _pair),
        _Row(gettext_noop("worse by"), ("worse_low", "worse_high"), _points),
        _BY_CHANCE,
        _Row(gettext_noop("users who saw a failure"), ("failing_users",), _number),
    ],
    "declines": [
        _Row(gettext_noop("declined or asked back now"), ("now",), _pair),
        _Row(gettext_noop("declined or asked back when it was verified"), ("before",), _pair),
        _BY_CHANCE,
    ],
    "below_bar": [
        _Row(gettext_noop("successful runs"), ("successes", "count"), _of),
        _Row(gettext_noop("success rate, at most (95 % confidence)"), ("upper",), _share),
    ],
    "error_cluster": [
        _Row(gettext_noop("error"), ("error_code",), str),
        _Row(gettext_noop("runs with this error"), ("count", "of"), _of),
    ],
    "calibration": [
        _Row(gettext_noop("confidence that it states, on average"), ("stated",), _share),
        _Row(gettext_noop("right runs"), ("right",), _share),
        _Row(gettext_noop("runs"), ("count",), _number),
        _Row(gettext_noop("expected calibration error"), ("ece",), _number),
        _Row(gettext_noop("Brier score"), ("brier",), _number),
    ],
    "idle": [_Row(gettext_noop("days without use"), ("days",), _number)],
    "near_duplicate": [_Row(gettext_noop("similarity, at most 1"), ("similarity",), _number)],
    "demand": [
        _Row(gettext_noop("messages that nobody could serve"), ("messages",), _number),
        _Row(gettext_noop("users who sent them"), ("users",), _number),
        _Row(gettext_noop("days on which they came"), ("days",), _number),
        _Row(gettext_noop("nearest recipe"), ("recipe",), str),
        _Row(gettext_noop("the recipe fits"), ("recipe_fits",), _number),
    ],
    "dangerous_job": [
        _Row(gettext_noop("table of the job"), ("table",), str),
        _Row(gettext_noop("workers lost"), ("kills",), _number),
    ],
    "waiting_job": [_Row(gettext_noop("table of the jobs"), ("table",), str)],
}
