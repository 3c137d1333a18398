"""Files that are sent while they are read: by both kinds of server, in bounded chunks, and closed at the end."""

import asyncio
import threading
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.test import AsyncClient, AsyncRequestFactory, RequestFactory

from kingdom.accounts.models import User
from kingdom.core.web.file_download import file_download

LINES, LINE = 5_000, "ä" * 99 + "\n"


class Reading:
    """Lines that count how far they were read, where, and that they were closed."""

    def __init__(self) -> None:
        self.read, self.closed = 0, False
        self.threads = set[int]()

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        try:
            for _ in range(LINES):
                self.read += 1
                self.threads.add(threading.get_ident())
                yield LINE
        finally:
            self.closed = True


def test_a_synchronous_server_reads_it_chunk_by_chunk() -> None:
    reading = Reading()
    answer = file_download(RequestFactory().get("/"), reading.lines(), name="a.txt", content_type="text/plain")
    chunks = iter(answer)
    assert len(next(chunks)) < len(LINE.encode()) * 1_000
    assert reading.read < 1_000
    assert answer["Content-Disposition"] == 'attachment; filename="a.txt"'


@pytest.mark.asyncio
async def test_an_asynchronous_server_reads_it_chunk_by_chunk_off_its_loop() -> None:
    reading = Reading()
    answer = file_download(AsyncRequestFactory().get("/"), reading.lines(), name="a.txt", content_type="text/plain")
    content, read_at_first = b"", 0
    async for chunk in answer:
        read_at_first = read_at_first or reading.read
        content += chunk
    assert content == LINE.encode() * LINES
    assert 0 < read_at_first < 1_000
    assert threading.get_ident() not in reading.threads
    assert reading.closed


@pytest.mark.asyncio
async def test_a_reader_that_leaves_closes_the_lines() -> None:
    reading = Reading()
    answer = file_download(AsyncRequestFactory().get("/"), reading.lines(), name="a.txt", content_type="text/plain")
    chunks = answer.streaming_content
    await anext(chunks)  # type: ignore[arg-type] # it is asynchronous here
    await chunks.aclose()  # type: ignore[union-attr] # as above
    del answer, chunks
    async with asyncio.timeout(30):
        while not reading.closed:  # the event loop closes it when nothing refers to it
            await asyncio.sleep(0.01)
    assert reading.read < 1_000


def _auditor() -> User:
    return User.objects.create_superuser("auditor")  # the groups' rows are gone in a test that may flush


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_the_security_log_is_exported_under_asgi() -> None:
    """Django warns of a synchronous iterator, and a warning fails this test."""
    client = AsyncClient()
    await client.aforce_login(await sync_to_async(_auditor)())
    answer = await client.post("/admin/security_log/securityevent/export/")
    assert isinstance(answer, StreamingHttpResponse)
    content = b"".join([chunk async for chunk in answer])
    assert b'"log_exported"' in content
