"""Plots as plain values for the page's SVG: points and bars in a box, no script and no style of their own. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 320.0, 100.0


class ChartBar(NamedTuple):
    """One bar: its place in the box, and the sentence that a reader or a screen reader gets for it."""

    x: float
    y: float
    width: float
    height: float
    label: str


class ChartLine(NamedTuple):
    """A line through points, as SVG's ``points``, and where its values lie."""

    points: str
    low: float
    high: float


def bar_chart(values: Sequence[float], labels: Sequence[str], *, top: float | None = None) -> tuple[ChartBar, ...]:
    """Return one bar a value, from the left; ``top`` is the value of the full height, the largest when not given. Negative is 0."""
    highest = top or max([*values, 0.0]) or 1.0
    step = WIDTH / max(1, len(values))
    made = []
    for place, (value, label) in enumerate(zip(values, labels, strict=True)):
        height = round(min(1.0, max(0.0, value) / highest) * HEIGHT, 1)
        made.append(
            ChartBar(
                round(place * step + step * 0.1, 1), round(HEIGHT - height, 1), round(step * 0.8, 1), height, label
            )
        )
    return tuple(made)


def line_chart(values: Sequence[float | None], *, low: float | None = None, high: float | None = None) -> ChartLine:
    """Return a line over the box's width; a missing value has no point. Values outside ``low`` to ``high`` are drawn at the edge."""
    known = [value for value in values if value is not None]
    least = low if low is not None else min(known, default=0.0)
    most = high if high is not None else max(known, default=1.0)
    span = (most - least) or 1.0
    step = WIDTH / max(1, len(values) - 1)
    points = (
        f"{place * step:.1f},{HEIGHT - min(1.0, max(0.0, (value - least) / span)) * HEIGHT:.1f}"
        for place, value in enumerate(values)
        if value is not None
    )
    return ChartLine(" ".join(points), least, most)
