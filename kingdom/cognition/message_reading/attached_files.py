"""The files of a message: what of them stands in its text, and what an answer says of those that were not read. Pure.

The texts of files are cut: what is said of a cut names both lengths.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.attached_file_texts import FILE_NOTICES, FileNotice
from kingdom.cognition.message_reading.message_content import find_content
from kingdom.cognition.message_reading.message_language import Language, message_language
from kingdom.cognition.message_reading.unused_content_texts import NOTICES, quoted_list
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.handler_result import MessageReading, Span

_OWN_KINDS = frozenset({"number", "quote", "reference"})


@dataclass(frozen=True, kw_only=True)
class FileUse:
    """How a specialist could read one file: ``shown`` of its ``chars`` characters stood in the text it was given.

    Of a spreadsheet with several ``sheets`` these are the first one's.
    """

    path: str
    problem: str
    shown: int
    chars: int
    sheets: int = 0


def joined_text(text: str, files: Sequence[AttachedFile]) -> str:
    """Return a message followed by the texts of its files, for a handler that reads no files itself.

    A message that names something of its own (numbers, quotes, addresses) is about that: it stays as it is.
    """
    texts = [file.text for file in files if not file.problem]
    return "\n\n".join([*filter(None, [text]), *texts]) if texts and not _has_own_content(text, files) else text


def _has_own_content(text: str, files: Sequence[AttachedFile]) -> bool:
    rest = text
    for file in files:
        rest = rest.replace(file.path, " ").replace(file.name, " ")
    return any(item.kind in _OWN_KINDS for item in find_content(rest))


def write_uses(files: Sequence[AttachedFile], *, shown: bool) -> str:
    """Return the uses of files as JSON text for the state's scratchpad; ``shown``: their texts were given."""
    rows = [[file.path, file.problem, len(file.text) if shown else 0, file.chars, file.sheets] for file in files]
    return json.dumps(rows, ensure_ascii=False)


def read_uses(note: str) -> tuple[FileUse, ...]:
    """Return what ``write_uses`` wrote; none for an empty text."""
    rows = json.loads(note) if note else []
    return tuple(FileUse(path=row[0], problem=row[1], shown=row[2], chars=row[3], sheets=row[4]) for row in rows)


def message_part(reading: MessageReading, message: str, uses: Sequence[FileUse]) -> MessageReading:
    """Return the spans inside the message, with those of the names of its files.

    What is said of files is said by ``with_file_notice``: their names are no unused content.
    """
    if reading.used is None:
        return reading
    length = len(message)
    spans = [Span(start, min(end, length)) for start, end in reading.used if start < length]
    names = {name for use in uses for name in (use.path, use.path.rsplit("/", 1)[-1])}
    found = (match.span() for name in names for match in re.finditer(re.escape(name), message, re.IGNORECASE))
    return replace(reading, used=(*spans, *(Span(*span) for span in found)))


def used_beyond(reading: MessageReading, length: int) -> bool:
    """Return whether a handler used what follows the message; one that declares no spans is taken to have read it."""
    return reading.used is None or any(end > length for _, end in reading.used)


def with_file_notice(
    response: EmitResponse, message: str, uses: Sequence[FileUse], read: Collection[str], *, used_shown: bool
) -> EmitResponse:
    """Return the answer, preceded by the files that were not read, or only in part.

    ``read`` are the paths that the specialist opened itself; ``used_shown``: it used the texts that it was given.
    """
    language = message_language(message)
    rest = [use for use in uses if use.path not in read]
    unread = [use for use in rest if not (used_shown and use.shown)]
    cut = [use for use in rest if use not in unread and use.shown < use.chars]
    first_sheets = [use for use in uses if use.sheets > 1 and use not in unread]
    sentences = [*_partly_read(cut, first_sheets, language), *_not_read(unread, language)]
    return replace(response, answer=f"{' '.join(sentences)}\n\n{response.answer}") if sentences else response


def _partly_read(cut: Sequence[FileUse], first_sheets: Sequence[FileUse], language: Language) -> Iterator[str]:
    """Yield a sentence on each text that was cut, and on each spreadsheet of which only the first sheet was read."""
    notice, words = FILE_NOTICES[language], NOTICES[language]
    for use in cut:
        yield notice.cut.format(quoted_list([use.path], words), f"{use.shown:,}", f"{use.chars:,}")
    for use in first_sheets:
        yield notice.sheets.format(quoted_list([use.path], words), use.sheets)


def _not_read(unread: Sequence[FileUse], language: Language) -> Iterator[str]:
    """Yield a sentence on the files that were not read, for each reason."""
    notice = FILE_NOTICES[language]
    for problem in dict.fromkeys(use.problem for use in unread):
        paths = quoted_list([use.path for use in unread if use.problem == problem], NOTICES[language])
        yield notice.unread.format(f"{paths}{_reason(problem, notice)}")


def with_unread_files(answer: str, message: str, files: Sequence[AttachedFile]) -> str:
    """Return the text of an answer for which no specialist has run, preceded by its files: none was read."""
    uses = read_uses(write_uses(files, shown=False))
    return with_file_notice(EmitResponse(answer=answer), message, uses, (), used_shown=False).answer


def _reason(problem: str, notice: FileNotice) -> str:
    reasons: Mapping[str, str] = notice.reasons
    return f" ({reasons[problem]})" if problem in reasons else ""
