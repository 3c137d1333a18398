"""Files that are sent while they are read: nothing of the size of the file is held in memory."""

import os
from collections.abc import AsyncIterator, Generator, Iterable

from asgiref.sync import sync_to_async
from django.core.files import File
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

_CHUNK_CHARS = 65_536  # each chunk costs one change of threads
_CHUNK_BYTES = 262_144


def file_download(request: HttpRequest, lines: Iterable[str], *, name: str, content_type: str) -> StreamingHttpResponse:
    """Return lines, each with its line end, as a file to save.

    Under ASGI the lines are read in the request's own thread, where its database connection is. Django itself would
    read all of them before it sends the first.
    """
    return _download(request, _chunks(lines), name, content_type)


def stored_file_download(
    request: HttpRequest, file: "File[bytes]", *, name: str, content_type: str
) -> StreamingHttpResponse:
    """Return a stored file, opened already so that its removal does not cut it, as a file to save."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    response = _download(request, _file_chunks(file), name, content_type)
    response["Content-Length"] = str(size)
    return response


def _download(request: HttpRequest, chunks: Generator[bytes], name: str, content_type: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(
        _read_in_thread(chunks) if isinstance(request, ASGIRequest) else chunks,
        content_type=content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"},
    )


def _file_chunks(file: "File[bytes]") -> Generator[bytes]:
    with file:
        while chunk := file.read(_CHUNK_BYTES):
            yield chunk


def _chunks(lines: Iterable[str]) -> Generator[bytes]:
    waiting, size = list[str](), 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= _CHUNK_CHARS:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting).encode()


async def _read_in_thread(chunks: Generator[bytes]) -> AsyncIterator[bytes]:
    def next_chunk() -> bytes:
        return next(chunks, b"")

    try:
        while chunk := await sync_to_async(next_chunk)():
            yield chunk
    finally:
        await sync_to_async(chunks.close)()
