"""Server-sent events: frames, streams of stored rows, and the view around them."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, ParamSpec, Protocol, TypeVar
from uuid import UUID

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAcceptable, NotAuthenticated
from rest_framework.views import APIView

from kingdom.core.clock import monotonic
from kingdom.core.database import in_database, infrastructure_fault
from kingdom.core.errors import BadInput, KingdomError, NotFound
from kingdom.core.web.api import authorize_request, is_still_authenticated, problem_response
from kingdom.core.web.throttling import open_streams

PING_INTERVAL_S = 15.0
PING = ": ping\n\n"
MAX_SEQ = 2**31 - 1  # of the columns with sequence numbers
MAX_ROW_ID = 2**53 - 1  # of rows with large ids: the largest that every client reads exactly
LAST_EVENT_ID_PARAMETERS = [
    OpenApiParameter(
        "last_event_id", OpenApiTypes.INT, description="Only events after this one; Last-Event-ID does the same."
    ),
    OpenApiParameter("Last-Event-ID", OpenApiTypes.INT, OpenApiParameter.HEADER),
]
DATABASE_RETRY_S = 1.0
RECHECK_S = 4.0  # so that a revoked token ends its streams within five seconds
_STREAM = "text/event-stream"
_HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}
P = ParamSpec("P")
T = TypeVar("T")
ViewT = TypeVar("ViewT", bound=Callable[..., Any])
Row = Mapping[str, Any]


class MessageFeed(Protocol):
    """A subscription to messages about what is streamed."""

    async def get(self) -> dict[str, Any]:
        """Return the next message; waits for one."""
        ...


def sse_frame(event: str, data: object, *, seq: int | None = None) -> str:
    """Return one server-sent event. Only stored events have an id, so that a client never resumes from a transient one.

    Characters that many clients take for a line end, against the standard, are escaped.
    """
    head = f"event: {event}\n" if seq is None else f"event: {event}\nid: {seq}\n"
    return f"{head}data: {json.dumps(data, ensure_ascii=False, separators=(',', ':')).translate(_LINE_ENDS)}\n\n"


async def stored_rows_stream(
    feed: AbstractAsyncContextManager[MessageFeed],
    read: Callable[[int], tuple[Sequence[Row], Row | None]],
    *,
    after: int,
    row_frame: Callable[[Row], str],
    live_frame: Callable[[Row], str | None] = lambda _message: "",
    ping_s: float = PING_INTERVAL_S,
) -> AsyncGenerator[str]:
    """Yield frames of the stored rows after ``after`` until there is an end, which is the frame ``final``.

    ``read`` returns the rows after a sequence number, each with its ``seq``, and the end once there is one; it runs in
    the database. ``row_frame`` and ``live_frame`` return a frame, or "" for what is not shown, the latter None for what
    asks for no read. The order matters: subscribe first, then read. What is written in between is both read and
    announced, so nothing is lost; what is announced twice is read once. A quiet feed is not trusted either: with each
    ping the table is read again. While the database is away the stream stays open and goes on after it.
    """
    async with feed as messages:
        while True:
            found = await unless_away(read, after)
            if found is None:
                yield PING
                await asyncio.sleep(DATABASE_RETRY_S)
                continue
            rows, end = found
            for row in rows:
                after = row["seq"]
                if frame := row_frame(row):
                    yield frame
            if end is not None:
                yield sse_frame("final", end, seq=after)
                return
            async for frame in _live_frames(messages, live_frame, ping_s):
                yield frame


RowT = TypeVar("RowT")


@dataclass(frozen=True, kw_only=True)
class StoredLog(Generic[RowT]):
    """The stored events of one row. The readers block on the database.

    ``find`` returns the row for a user id and raises NotFound; ``events`` returns what is stored after a sequence
    number, each with its ``seq``; ``summary`` is the end of the stream, once ``state`` of the row is one of ``final``.
    """

    ident: UUID
    find: Callable[[int], RowT]
    events: Callable[[int], list[dict[str, Any]]]
    state: Callable[[RowT], str]
    summary: Callable[[RowT], dict[str, Any]]
    final: Collection[str]
    feed: Callable[[], AbstractAsyncContextManager[MessageFeed]]

    def stream(self, user_id: int, after: int, ping_s: float = PING_INTERVAL_S) -> AsyncGenerator[str]:
        """Yield the events after ``after`` as frames ``event`` with ids, and ``final`` at the end."""
        return stored_rows_stream(
            self.feed(),
            partial(self._read_new, user_id),
            after=after,
            row_frame=lambda row: sse_frame("event", row, seq=row["seq"]),
            ping_s=ping_s,
        )

    async def response(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a GET with the stream, or with ``{"state", "events"}`` where the client prefers JSON."""
        return await sse_response(request, admit=self._admit, frames=self.stream, listing=self._listing)

    def _admit(self, user_id: int) -> None:
        self.find(user_id)

    def _listing(self, user_id: int, after: int) -> dict[str, Any]:
        return {"state": self.state(self.find(user_id)), "events": self.events(after)}

    def _read_new(self, user_id: int, after: int) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
        """Return the new events, and the row's summary when it is over.

        The state is read before the events: a row that is over then has all its events.
        """
        try:
            row = self.find(user_id)
            end = self.summary(row) if self.state(row) in self.final else None
            return self.events(after), end
        except NotFound:  # deleted while it was watched
            return [], {"id": str(self.ident), "state": "deleted"}


async def unless_away(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
    """Return the result of a read of the database, None while the database is away."""
    try:
        return await in_database(work, *args, **kwargs)
    except (OperationalError, InterfaceError) as error:
        if infrastructure_fault(error) is None:
            raise
        return None


async def _live_frames(
    messages: MessageFeed, live_frame: Callable[[Row], str | None], ping_s: float
) -> AsyncIterator[str]:
    """Yield transient frames until a message asks for a read of the table, or ``ping_s`` seconds were quiet."""
    while True:
        try:
            async with asyncio.timeout(ping_s):
                message = await messages.get()
        except TimeoutError:
            yield PING
            return
        frame = live_frame(message)
        if frame:
            yield frame
        elif frame is not None:
            return


async def sse_response(
    request: HttpRequest,
    *,
    admit: Callable[[int], None],
    frames: Callable[[int, int], AsyncIterator[str]],
    listing: Callable[[int, int], dict[str, Any]] | None = None,
    max_id: int = MAX_SEQ,
) -> HttpResponseBase:
    """Answer a GET with a stream, or with JSON where the client prefers it and there is a ``listing``.

    Errors are problem details. ``admit`` raises for a user who may not read. ``frames`` and ``listing`` get the
    user's id and the last event id of the client, which is at most ``max_id``.
    """
    try:
        if request.method not in ("GET", "HEAD"):
            raise MethodNotAllowed(str(request.method))
        form = _negotiated_type(request, listing is not None)
        after = last_event_id(request, max_id)
        user_id = await in_database(_authorize, request, admit)
        if listing is not None and form != _STREAM:
            return JsonResponse(await in_database(listing, user_id, after))
    except (APIException, KingdomError, OperationalError, InterfaceError) as error:
        return problem_response(error, request)
    if request.method == "HEAD":
        return HttpResponse(content_type=_STREAM, headers=_HEADERS)
    stream = authorized_stream(frames(user_id, after), lambda: is_still_authenticated(request, user_id))
    response = EventStreamResponse(stream)
    try:
        response.on_end = open_streams.take(user_id, response)
    except KingdomError as error:
        return problem_response(error, request)
    return response


class EventStreamResponse(StreamingHttpResponse):
    """A stream whose frames end with the request. Django leaves that to the garbage collector when a client leaves."""

    def __init__(self, frames: AsyncGenerator[str]) -> None:
        """Take the frames, which are closed after the last reader."""
        super().__init__(frames, content_type=_STREAM, headers=_HEADERS)
        self._frames = frames
        self.on_end: Callable[[], object] = lambda: None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yield the content, through what middleware wrapped around it."""
        try:
            async for part in super().__aiter__():
                yield part
        finally:
            self.on_end()
            await self._frames.aclose()

    def close(self) -> None:
        """End a response that was read or never will be."""
        self.on_end()
        super().close()


async def authorized_stream(
    frames: AsyncIterator[str], is_authorized: Callable[[], bool], *, recheck_s: float = RECHECK_S
) -> AsyncGenerator[str]:
    """Yield frames until they end or the reader loses access, checked every ``recheck_s`` seconds.

    A stream outlives the request that was authorized: revoking the token, signing out, changing the password or
    deactivating the account has to end it.
    """
    checked_at = monotonic()
    pending: asyncio.Future[str] | None = None
    try:
        while True:
            pending = pending or asyncio.ensure_future(anext(frames))
            await asyncio.wait({pending}, timeout=max(0.0, checked_at + recheck_s - monotonic()))
            if monotonic() - checked_at >= recheck_s:
                authorized = await unless_away(is_authorized)
                if authorized is None:  # nothing is sent before it is known
                    await asyncio.sleep(DATABASE_RETRY_S)
                    continue
                if not authorized:
                    return
                checked_at = monotonic()
            if pending.done():
                try:
                    frame = pending.result()
                except StopAsyncIteration:
                    return
                pending = None
                yield frame
    finally:
        await _frames_end(frames, pending)


async def _frames_end(frames: AsyncIterator[str], pending: asyncio.Future[str] | None) -> None:
    """End frames that nobody reads any more: what they hold ends now, not when they are collected."""
    if pending is not None:
        pending.cancel()
        await asyncio.wait({pending})
    if isinstance(frames, AsyncGenerator):
        await frames.aclose()


async def while_authorized(work: Awaitable[T], is_authorized: Callable[[], bool], *, recheck_s: float = RECHECK_S) -> T:
    """Return the result of work that may outlive the right to it, checked every ``recheck_s`` seconds.

    A caller who loses access meanwhile gets nothing: the work is cancelled, and has ended when NotAuthenticated is
    raised. A caller who leaves cancels it, too.
    """
    running = asyncio.ensure_future(work)
    try:
        while not (await asyncio.wait({running}, timeout=recheck_s))[0]:
            if await unless_away(is_authorized) is False:
                raise NotAuthenticated("This token or sign-in ended while the answer was made.")
        return running.result()
    finally:
        if not running.done():
            running.cancel()
            await asyncio.wait({running})


def described_by(schema_view: type[APIView]) -> Callable[[ViewT], ViewT]:
    """Return a decorator that describes a plain view by a DRF view in OpenAPI: a DRF view cannot stream."""

    def mark(view: ViewT) -> ViewT:
        vars(view).update({"cls": schema_view, "initkwargs": {}})
        return view

    return mark


def last_event_id(request: HttpRequest, max_id: int = MAX_SEQ) -> int:
    """Return the sequence number that the client has seen last, 0 for none. Raises BadInput."""
    text = request.headers.get("Last-Event-ID") or request.GET.get("last_event_id")
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(max_id)) and int(text) <= max_id):
        raise BadInput(f"last_event_id is a whole number from 0 to {max_id:,}.")
    return int(text)


def _authorize(request: HttpRequest, admit: Callable[[int], None]) -> int:
    user_id = authorize_request(request)
    admit(user_id)
    return user_id


def _negotiated_type(request: HttpRequest, with_listing: bool) -> str:
    if not with_listing:
        return _STREAM
    form = request.get_preferred_type([_STREAM, "application/json"])
    if form is None:
        raise NotAcceptable("Accept text/event-stream or application/json.")
    return form
