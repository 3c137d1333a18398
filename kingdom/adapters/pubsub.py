"""The live channel: short messages from the processes that work to the processes that show. Lossy on purpose, since the log is the truth.

PostgreSQL's LISTEN/NOTIFY by default, Redis when configured. One publishing and one listening connection a process, each with its
own thread, made at first use and after a fork; subscribers of any event loop are fanned out to in memory.
"""

import asyncio
import itertools
import json
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NamedTuple, Protocol

import psycopg
import structlog

MAX_MESSAGE_BYTES = 7_900  # bytes of one message: NOTIFY refuses 8,000
BATCH_S = 0.05
MAX_BACKLOG = 2_000  # messages one slow subscriber may lag behind
_RETRY_S = (0.1, 0.5, 2.0)
_log = structlog.get_logger(__name__)
_numbers = itertools.count()
RESYNC: dict[str, Any] = {"type": "resync"}


class Subscription:
    """One subscriber's messages. ``{"type": "resync"}`` says that some may have been lost: read the log again."""

    def __init__(self) -> None:
        """Belong to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MAX_BACKLOG)

    async def get(self) -> dict[str, Any]:
        """Return the next message; waits for one."""
        return await self._queue.get()

    def put(self, message: dict[str, Any]) -> None:
        """Add a message from any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody reads any more
            self._loop.call_soon_threadsafe(self._add, message)

    def _add(self, message: dict[str, Any]) -> None:
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
            message = RESYNC
        self._queue.put_nowait(message)


class PubSubBackend(Protocol):
    """A publish/subscribe service, blocking, with one connection for each direction."""

    errors: tuple[type[Exception], ...]

    @contextmanager
    def publisher(self) -> Iterator[Callable[[Sequence[str]], None]]:
        """Connect; give a function that sends texts."""
        ...

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Sequence[str]]]:
        """Connect and listen; give a function that returns the texts that came within some seconds."""
        ...


class PostgresPubSub:
    """LISTEN/NOTIFY. Both connections are in autocommit mode, so that nothing waits for a transaction's end."""

    errors: tuple[type[Exception], ...] = (psycopg.Error, OSError)

    def __init__(self, parameters: Mapping[str, Any], channel: str) -> None:
        """Keep psycopg's connection parameters; ``channel`` is a plain identifier."""
        self._parameters = dict(parameters)
        self._channel = channel

    @contextmanager
    def publisher(self) -> Iterator[Callable[[Sequence[str]], None]]:
        """Connect; give a function that sends texts in one round trip."""
        with psycopg.connect(**self._parameters, autocommit=True) as connection:
            sql = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
            yield lambda texts: connection.execute(sql, [self._channel, list(texts)]).close()

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Sequence[str]]]:
        """Connect and listen; give a function that returns the texts that came within some seconds."""
        with psycopg.connect(**self._parameters, autocommit=True) as connection:
            connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self._channel)))
            yield lambda seconds: [note.payload for note in connection.notifies(timeout=seconds, stop_after=1)]


class _Message(NamedTuple):
    topic: str
    body: Mapping[str, Any]


class PubSubChannel:
    """Publish from anywhere, subscribe from any event loop."""

    def __init__(self, wire: PubSubBackend, name: str) -> None:
        """Do nothing yet: the threads start at first use."""
        self._wire = wire
        self._name = name
        self._outbox: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._feeds: dict[str, set[Subscription]] = {}
        self._lock = threading.Lock()
        self._listening = threading.Event()
        self._closed = threading.Event()
        self._threads: dict[str, threading.Thread] = {}

    def publish(self, topic: str, body: Mapping[str, Any]) -> None:
        """Send a message soon; never blocks, never raises. Deltas (``{"delta": text, …}``) are gathered for 50 ms."""
        if not self._closed.is_set():
            self._start("publish", self._publish_forever)
            self._outbox.put(_Message(topic, body))

    @asynccontextmanager
    async def subscribe(self, topic: str) -> AsyncIterator[Subscription]:
        """Give the feed of a topic. Inside the block everything that is published reaches it, unless the service is down."""
        feed = Subscription()
        with self._lock:
            self._feeds.setdefault(topic, set()).add(feed)
        try:
            self._start("listen", self._listen_forever)
            await self._heard()
            yield feed
        finally:
            with self._lock:
                self._feeds[topic].discard(feed)
                if not self._feeds[topic]:
                    del self._feeds[topic]

    def close(self) -> None:
        """End the threads and their connections; later messages are dropped."""
        self._closed.set()
        self._outbox.put(None)
        for thread in list(self._threads.values()):
            thread.join(timeout=5)

    async def _heard(self) -> None:
        """Wait until the listener listens, at most 2 seconds: without it the caller still has the log."""
        until = time.monotonic() + 2
        while not self._listening.is_set() and time.monotonic() < until:
            await asyncio.sleep(0.005)

    def _start(self, name: str, body: Callable[[], None]) -> None:
        if name in self._threads:
            return
        with self._lock:
            if name not in self._threads:
                self._threads[name] = threading.Thread(target=body, name=f"{self._name}-{name}", daemon=True)
                self._threads[name].start()

    def _publish_forever(self) -> None:
        self._keep_trying("publish", self._publish)

    def _publish(self) -> None:
        with self._wire.publisher() as send:
            while not self._closed.is_set():
                batch = self._gather()
                if batch:
                    send([text for message in _merge_deltas(batch) for text in _encode_message(message)])

    def _gather(self) -> list[_Message]:
        first = self._outbox.get()
        if first is None:
            return []
        batch, until = [first], time.monotonic() + (BATCH_S if "delta" in first.body else 0.0)
        while True:
            try:
                more = self._outbox.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                return batch
            if more is None:
                return batch
            batch.append(more)
            if "delta" not in more.body:  # an event must not wait
                until = 0.0

    def _listen_forever(self) -> None:
        self._keep_trying("listen", self._listen)

    def _listen(self) -> None:
        with self._wire.listener() as receive:
            again = self._listening.is_set()
            self._listening.set()
            if again:
                self._tell_all(RESYNC)
            while not self._closed.is_set():
                for text in receive(0.5):
                    self._deliver(text)

    def _deliver(self, text: str) -> None:
        message = json.loads(text)
        with self._lock:
            feeds = tuple(self._feeds.get(message["topic"], ()))
        for feed in feeds:
            feed.put(message["body"])

    def _tell_all(self, body: dict[str, Any]) -> None:
        with self._lock:
            feeds = [feed for feeds in self._feeds.values() for feed in feeds]
        for feed in feeds:
            feed.put(body)

    def _keep_trying(self, what: str, work: Callable[[], None]) -> None:
        """Run the work again when its connection breaks. What was being sent is lost; the log has it."""
        failures = 0
        while not self._closed.is_set():
            started = time.monotonic()
            try:
                work()
            except self._wire.errors as error:
                failures = 0 if time.monotonic() - started > _RETRY_S[-1] else failures + 1
                _log.warning("live_channel_lost", what=what, channel=self._name, error=type(error).__name__)
                self._closed.wait(_RETRY_S[min(failures, len(_RETRY_S)) - 1] if failures else _RETRY_S[0])


def _merge_deltas(batch: Sequence[_Message]) -> list[_Message]:
    """Join deltas of one topic that follow each other and continue the same text."""
    made: list[_Message] = []
    last: dict[str, int] = {}
    for message in batch:
        place = last.get(message.topic)
        if place is not None and _is_continuation(made[place].body, message.body):
            made[place] = _Message(
                message.topic, {**message.body, "delta": made[place].body["delta"] + message.body["delta"]}
            )
        else:
            last[message.topic] = len(made)
            made.append(message)
    return made


def _is_continuation(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    return "delta" in before and "delta" in after and {**before, "delta": ""} == {**after, "delta": ""}


def _encode_message(message: _Message) -> Iterator[str]:
    """Yield the message as texts that are small enough; only a delta can be cut, anything else too large becomes a resync."""
    # the number: PostgreSQL drops a second equal message of one transaction
    numbered = {"topic": message.topic, "n": next(_numbers), "body": message.body}
    text = json.dumps(numbered, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode(errors="replace")) <= MAX_MESSAGE_BYTES:
        yield text
    elif len(message.body.get("delta", "")) > 1:
        delta = message.body["delta"]
        for half in (delta[: len(delta) // 2], delta[len(delta) // 2 :]):
            yield from _encode_message(_Message(message.topic, {**message.body, "delta": half}))
    else:
        yield from _encode_message(_Message(message.topic, RESYNC))
