"""The files of a message as its specialist gets them: kind, header and the beginning of the text."""

from collections.abc import Sequence

from kingdom.contracts.attachments import MAX_TEXT, MAX_TOTAL_TEXT, AttachedFile, FileKind, FileProblem
from kingdom.core.errors import NotFound, ToolError
from kingdom.tools.files.services import file_read
from kingdom.tools.files.text_decoding import decode_text, file_kind, table_header

_PROBLEM_OF_KIND: dict[FileKind, FileProblem] = {
    "picture": "picture",
    "archive": "archive",
    "pdf": "unreadable",
    "document": "unreadable",
    "spreadsheet": "unreadable",
}


def attached_files(*, workspace_id: str, paths: Sequence[str]) -> tuple[AttachedFile, ...]:
    """Return the files at these paths; at most 20,000 characters of each and 40,000 in all. Blocking."""
    files: list[AttachedFile] = []
    left = MAX_TOTAL_TEXT
    for path in paths:
        files.append(_attached_file(workspace_id, path, min(left, MAX_TEXT)))
        left -= len(files[-1].text)
    return tuple(files)


def _attached_file(workspace_id: str, path: str, most: int) -> AttachedFile:
    try:
        data = file_read(workspace_id=workspace_id, path=path)
    except NotFound:
        return AttachedFile(path=path, kind="unknown", size=0, problem="missing")
    text = decode_text(data)
    kind = file_kind(path, data, text)
    if text is None:
        return AttachedFile(path=path, kind=kind, size=len(data), problem=_PROBLEM_OF_KIND.get(kind, "format"))
    return AttachedFile(
        path=path,
        kind=kind,
        size=len(data),
        header=table_header(text) if kind == "table" else "",
        text=text[:most],
        chars=len(text),
        problem="" if text.strip() else "no_text",
    )


def file_text(*, workspace_id: str, path: str) -> str:
    """Return the whole text of a file. Blocking. Raises NotFound, ToolError for a file without text."""
    data = file_read(workspace_id=workspace_id, path=path)
    text = decode_text(data)
    if text is None:
        raise ToolError(f"{path} is no text ({len(data)} bytes).")
    return text
