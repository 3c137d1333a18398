"""``archon.chart.draw``."""

import base64
import binascii
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.conf import settings

from kingdom.contracts.sandbox import Program, SandboxOutcome
from kingdom.core.errors import SandboxLost, SandboxUnavailable, ToolError
from kingdom.runtime.sandbox_worker import run_in_sandbox
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.data import chart_program
from kingdom.tools.data.output_files import DATA_LIMITS, OUT_FOLDER, files_save
from kingdom.tools.files.file_types import detect_media_type

MAX_POINTS = 500
MAX_NAME = 60  # characters of a file's name
_TEXT = {"type": "string", "maxLength": 120}
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")


class ChartDraw(Tool):
    """Draws a chart of given numbers as a picture in the conversation. It runs no code but its own."""

    id = "archon.chart.draw"
    description = (
        "Draw a bar chart, line chart or histogram of numbers you give, as a PNG that the user sees below the answer. "
        "For a histogram the labels are the edges of its bins as numbers, one more than the values."
    )
    args = schema(
        {
            "kind": {"enum": ["bar", "line", "histogram"]},
            "title": {**_TEXT, "minLength": 1},
            "x": {**_TEXT, "description": "The name of the axis with the labels."},
            "y": {**_TEXT, "description": "The name of the axis with the values."},
            "labels": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": MAX_POINTS + 1},
            "values": {"type": "array", "items": {"type": "number"}, "minItems": 1, "maxItems": MAX_POINTS},
        },
        "kind",
        "title",
        "labels",
        "values",
    )
    result = result_schema({"path": {"type": "string"}, "bytes": {"type": "integer"}})
    side = "write"
    per_minute = 30
    seconds = 90.0  # 30 s to draw, 60 s to start

    @property
    def repeatable(self) -> bool:
        """True: the same numbers give the same picture, and writing it again changes nothing."""
        return True

    @property
    def time_limit_s(self) -> float:
        """The time to start and draw, after the longest wait for a free sandbox (KINGDOM_SANDBOX_WAIT_S)."""
        return self.seconds + float(settings.KINGDOM.sandbox_wait_s)

    def written_paths(self, args: Mapping[str, Any]) -> Sequence[str]:
        """Return the folder of the picture."""
        return (OUT_FOLDER,)

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, path, bytes}``; the path is ``out/`` and the title."""
        payload = {"x": "", "y": "", **args}
        _check_points(payload)
        try:
            outcome = await run_in_sandbox(ctx.sandbox, _program(), payload, DATA_LIMITS, now=ctx.now)
        except SandboxLost:
            raise
        except SandboxUnavailable as error:
            raise ToolError(f"The chart is not drawn: {error.message}") from error
        (saved,) = await files_save(ctx, [(_path(payload["title"]), _picture(outcome))])
        return {"success": True, **saved}


@cache
def _program() -> Program:
    return Program(code=Path(chart_program.__file__).read_text(encoding="utf-8"), tree="data")


def _check_points(payload: Mapping[str, Any]) -> None:
    """Raise ToolError unless there is a label for each value, or the edges of each bin in ascending order."""
    labels, values = payload["labels"], payload["values"]
    if payload["kind"] != "histogram":
        if len(labels) != len(values):
            raise ToolError(f"There are {len(labels)} labels and {len(values)} values; each value has one label.")
        return
    try:
        edges = [float(label) for label in labels]
    except ValueError:
        raise ToolError("The labels of a histogram are the edges of its bins: numbers.") from None
    if len(edges) != len(values) + 1 or any(low >= high for low, high in pairwise(edges)):
        raise ToolError("A histogram has one edge more than values, in ascending order.")


def _path(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    name = _NOT_PLAIN.sub("-", plain.lower()).strip("-")[:MAX_NAME].strip("-") or "chart"
    return f"{OUT_FOLDER}/{name}.png"


def _picture(outcome: SandboxOutcome) -> bytes:
    """Return the PNG of an outcome. Raises ToolError."""
    if outcome.status != "ok":
        raise ToolError(f"The chart is not drawn: {outcome.reason or outcome.status}.")
    try:
        data = base64.b64decode(str(outcome.value).encode(), validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if detect_media_type(data) != "image/png":
        raise ToolError("The chart is not drawn: the sandbox returned no picture.")
    return data
