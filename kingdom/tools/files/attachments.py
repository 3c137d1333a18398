"""The files of a message as its specialist gets them: kind, header and the beginning of the text."""

from collections.abc import Sequence

from kingdom.contracts.attachments import MAX_TEXT, MAX_TOTAL_TEXT, AttachedFile, FileKind, FileProblem
from kingdom.core.errors import NotFound, ToolError
from kingdom.tools.documents.pending_reads import document_text_within
from kingdom.tools.documents.services import DOCUMENT_KINDS, DocumentText, document_text
from kingdom.tools.files.content_policy import text_review
from kingdom.tools.files.services import file_read
from kingdom.tools.files.text_decoding import decode_text, file_kind, table_header


def attached_files(
    *, user_id: int, workspace_id: str, paths: Sequence[str], wait_s: float | None = None
) -> tuple[AttachedFile, ...]:
    """Return the files at these paths; at most 20,000 characters of each and 40,000 in all.

    Blocking: documents are read in the user's sandbox. With ``wait_s`` it raises DocumentPending when that takes
    longer.
    """
    files: list[AttachedFile] = []
    left = MAX_TOTAL_TEXT
    for path in paths:
        files.append(_attached_file(user_id, workspace_id, path, min(left, MAX_TEXT), wait_s))
        left -= len(files[-1].text)
    return tuple(files)


def _attached_file(user_id: int, workspace_id: str, path: str, most: int, wait_s: float | None) -> AttachedFile:
    try:
        data = file_read(workspace_id=workspace_id, path=path)
    except NotFound:
        return AttachedFile(path=path, kind="unknown", size=0, problem="missing")
    kind, read = text_of(user_id, path, data, wait_s)
    return AttachedFile(
        path=path,
        kind=kind,
        size=len(data),
        header=table_header(read.text) if kind in ("table", "spreadsheet") else "",
        text=read.text[:most],
        chars=len(read.text),
        sheets=read.sheets,
        problem=read.problem,
    )


def file_text(*, user_id: int, workspace_id: str, path: str) -> str:
    """Return the whole text of a file. Blocking. Raises NotFound, ToolError for a file without text."""
    data = file_read(workspace_id=workspace_id, path=path)
    _, read = text_of(user_id, path, data)
    if read.problem and data:
        raise ToolError(f"{path} has no text that can be read.")
    return read.text


def text_of(user_id: int, path: str, data: bytes, wait_s: float | None = None) -> tuple[FileKind, DocumentText]:
    """Return the kind and text of a file or its problem; what is taken out of a document is reviewed like a file.

    Blocking. With ``wait_s`` it raises DocumentPending for a document that takes longer, and its reading goes on.
    """
    text = decode_text(data)
    kind = file_kind(path, data, text)
    if text is not None:
        return kind, DocumentText(text=text, problem="" if text.strip() else "no_text")
    if kind not in DOCUMENT_KINDS:
        problem: FileProblem = "picture" if kind == "picture" else "archive" if kind == "archive" else "format"
        return kind, DocumentText(problem=problem)
    if wait_s is None:
        read = document_text(user_id=user_id, data=data, kind=kind)
    else:
        read = document_text_within(wait_s, user_id=user_id, data=data, kind=kind)
    refused = bool(read.text) and text_review(path, read.text).refused
    return kind, DocumentText(problem="secret") if refused else read
