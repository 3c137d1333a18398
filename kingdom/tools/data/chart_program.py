"""Draws one chart as a PNG with Matplotlib. This file runs in the sandbox: it imports nothing of the product."""

import base64
import importlib
import io
import os
from collections.abc import Callable
from typing import Any

SIZE = (8.0, 4.5)  # inches
DOTS = 110  # per inch
MOST_UPRIGHT = 8  # bars; more, or longer labels, lie on their side
LONGEST_LABEL = 28  # characters
MOST_TICKS = 12  # labels along a line
COLOR = "#2b5f9e"


def handle(payload: dict[str, Any], _ctx: object) -> str:
    """Return the picture as Base64: ``{"kind", "title", "x", "y", "labels", "values"}``.

    The labels of a histogram are the edges of its bins, one more than its values.
    """
    os.environ.update({"MPLBACKEND": "Agg", "MPLCONFIGDIR": "/tmp/matplotlib", "OPENBLAS_NUM_THREADS": "1"})  # noqa: S108
    matplotlib = importlib.import_module("matplotlib")
    matplotlib.rcParams["text.parse_math"] = False  # a dollar sign in a label is no formula
    figure = importlib.import_module("matplotlib.figure").Figure(figsize=SIZE, dpi=DOTS, layout="constrained")
    axes = figure.add_subplot()
    DRAWERS[payload["kind"]](axes, payload)
    axes.set_title(payload["title"])
    axes.spines[["top", "right"]].set_visible(False)
    file = io.BytesIO()
    figure.savefig(file, format="png", metadata={"Software": None})
    return base64.b64encode(file.getvalue()).decode()


def bars(axes: Any, payload: dict[str, Any]) -> None:  # noqa: ANN401 - Axes of Matplotlib
    """Draw one bar a label: on their side where there are many or their labels are long."""
    labels, values = shortened(payload["labels"]), payload["values"]
    places = range(len(values))
    if len(values) > MOST_UPRIGHT or max(map(len, labels)) * len(labels) > 90:
        axes.barh(places, values, color=COLOR, tick_label=labels)
        axes.invert_yaxis()
        axes.set_xlabel(payload["y"])
        axes.set_ylabel(payload["x"])
        axes.figure.set_size_inches(SIZE[0], max(SIZE[1], 0.28 * len(values) + 1))
        thousands(axes.xaxis)
        return
    drawn = axes.bar(places, values, color=COLOR, tick_label=labels)
    axes.bar_label(drawn, labels=[f"{value:,.6g}" for value in values], padding=2)
    name_axes(axes, payload)


def line(axes: Any, payload: dict[str, Any]) -> None:  # noqa: ANN401 - as above
    """Draw values along their labels, in the order given."""
    labels, values = shortened(payload["labels"]), payload["values"]
    axes.plot(range(len(values)), values, color=COLOR, marker="o" if len(values) <= 60 else "")
    step = -(-len(labels) // MOST_TICKS)
    axes.set_xticks(range(0, len(labels), step), labels[::step], rotation=30 if len(labels) > 6 else 0)
    axes.grid(axis="y", alpha=0.3)
    name_axes(axes, payload)


def histogram(axes: Any, payload: dict[str, Any]) -> None:  # noqa: ANN401 - as above
    """Draw how many values are between each two edges."""
    axes.stairs(
        payload["values"], [float(edge) for edge in payload["labels"]], fill=True, color=COLOR, edgecolor="white"
    )
    thousands(axes.xaxis)
    name_axes(axes, payload)


def name_axes(axes: Any, payload: dict[str, Any]) -> None:  # noqa: ANN401 - as above
    """Write the names of both axes."""
    axes.set_xlabel(payload["x"])
    axes.set_ylabel(payload["y"])
    thousands(axes.yaxis)


def thousands(axis: Any) -> None:  # noqa: ANN401 - an Axis of Matplotlib
    """Write the numbers of an axis in full, with separators."""
    axis.set_major_formatter(lambda value, _place: f"{value:,.10g}")


def shortened(labels: list[str]) -> list[str]:
    """Return labels that leave room for the chart."""
    return [label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…" for label in labels]


DRAWERS: dict[str, Callable[[Any, dict[str, Any]], None]] = {"bar": bars, "line": line, "histogram": histogram}
