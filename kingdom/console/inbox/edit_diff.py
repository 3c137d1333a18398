"""The changes of a file that a tool asks to make, as lines before and after. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.approvals.text_rendering import escape_invisible, redact_json, requested_tools
from kingdom.core.text.bounded_diff import DiffTooCostly, bounded_diff

EDIT_TOOL = "archon.fs.edit"
MAX_LINES = 120
MAX_LINE_LENGTH = 300  # characters


class DiffLine(NamedTuple):
    """One line: ``del``, ``ins`` or ``""`` for one that stays, and its text."""

    tag: str
    text: str


class EditDiff(NamedTuple):
    """A change of a file; ``more`` lines are not shown."""

    path: str
    lines: Sequence[DiffLine]
    more: int


def edit_diffs(subject: Mapping[str, Any]) -> list[EditDiff]:
    """Return the change of each call that edits a file; secrets are masked, hidden characters shown as code points."""
    calls = [call for call in requested_tools(subject) if call.get("name") == EDIT_TOOL]
    return [diff for call in calls if (diff := _edit_diff(redact_json(call.get("args", {})))) is not None]


def _edit_diff(args: Any) -> EditDiff | None:  # noqa: ANN401 - any JSON value
    if not isinstance(args, Mapping) or not all(
        isinstance(args.get(name), str) for name in ("path", "find", "replace")
    ):
        return None
    try:
        diff = list(bounded_diff(args["find"].split("\n"), args["replace"].split("\n"), context=3))
    except DiffTooCostly:
        return None  # the exact arguments stand above it anyway
    lines = [_diff_line(line) for line in diff if not line.startswith("@@")]
    return EditDiff(escape_invisible(args["path"]), lines[:MAX_LINES], max(0, len(lines) - MAX_LINES))


def _diff_line(line: str) -> DiffLine:
    tag = {"-": "del", "+": "ins"}.get(line[0], "")
    return DiffLine(tag, f"{line[0]} {escape_invisible(line[1:], MAX_LINE_LENGTH)}")
