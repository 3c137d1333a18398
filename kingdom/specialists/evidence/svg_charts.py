"""Bars and points of SVG charts, without script and style. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 320.0, 100.0
DASH = 5.0  # half the length of a line of one value


class ChartBar(NamedTuple):
    """One bar: its position in the chart and its label, also for screen readers."""

    x: float
    y: float
    width: float
    height: float
    label: str


class ChartLine(NamedTuple):
    """A line as the ``points`` of an SVG polyline, and the range of its values."""

    points: str
    low: float
    high: float


def bar_chart(values: Sequence[float], labels: Sequence[str], *, top: float | None = None) -> tuple[ChartBar, ...]:
    """Return one bar per value from left to right.

    ``top`` is the value of the full height, by default the largest one. Negative values are drawn as 0.
    """
    highest = top or max([*values, 0.0]) or 1.0
    step = WIDTH / max(1, len(values))
    bars = []
    for index, (value, label) in enumerate(zip(values, labels, strict=True)):
        height = round(min(1.0, max(0.0, value) / highest) * HEIGHT, 1)
        bars.append(
            ChartBar(
                round(index * step + step * 0.1, 1), round(HEIGHT - height, 1), round(step * 0.8, 1), height, label
            )
        )
    return tuple(bars)


def line_chart(values: Sequence[float | None], *, low: float | None = None, high: float | None = None) -> ChartLine:
    """Return a line over the chart's width; missing values have no point, values out of range are drawn at the edge.

    The line of one value alone is a dash: a point has no stroke.
    """
    known = [value for value in values if value is not None]
    least = low if low is not None else min(known, default=0.0)
    most = high if high is not None else max(known, default=1.0)
    span = (most - least) or 1.0
    step = WIDTH / max(1, len(values) - 1)
    points = [
        (index * step, HEIGHT - min(1.0, max(0.0, (value - least) / span)) * HEIGHT)
        for index, value in enumerate(values)
        if value is not None
    ]
    if len(points) == 1:
        ((x, y),) = points
        points = [(max(0.0, x - DASH), y), (min(WIDTH, x + DASH), y)]
    return ChartLine(" ".join(f"{x:.1f},{y:.1f}" for x, y in points), least, most)
