"""Publish/subscribe between processes. Messages may be lost; the event log is complete.

PostgreSQL's LISTEN/NOTIFY by default, Redis when configured. A process has one publishing and one listening connection,
each with its own thread, opened at first use and after a fork; messages are distributed in memory to all subscribers.
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

MAX_MESSAGE_BYTES = 7_900  # NOTIFY refuses 8,000
BATCH_S = 0.05
MAX_BACKLOG = 2_000  # messages one slow subscriber may lag behind
_RETRY_S = (0.1, 0.5, 2.0)
_log = structlog.get_logger(__name__)
_numbers = itertools.count()
RESYNC: dict[str, Any] = {"type": "resync"}


class Subscription:
    """One subscriber's messages. After ``{"type": "resync"}`` messages may be missing: read the event log again."""

    def __init__(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MAX_BACKLOG)

    async def get(self) -> dict[str, Any]:
        """Wait for the next message and return it."""
        return await self._queue.get()

    def put(self, message: dict[str, Any]) -> None:
        """Add a message from any thread."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._add, message)

    def _add(self, message: dict[str, Any]) -> None:
        if self._queue.full():
            while not self._queue.empty():
                self._queue.get_nowait()
            message = RESYNC
        self._queue.put_nowait(message)


class PubSubBackend(Protocol):
    """A blocking publish/subscribe service with one connection per direction."""

    errors: tuple[type[Exception], ...]

    @contextmanager
    def publisher(self) -> Iterator[Callable[[Sequence[str]], None]]:
        """Connect and yield a function that sends texts."""
        ...

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Sequence[str]]]:
        """Connect and yield a function that returns the texts received within so many seconds."""
        ...


class PostgresPubSub:
    """PostgreSQL LISTEN/NOTIFY. In autocommit mode, because NOTIFY is delivered at the end of a transaction."""

    errors: tuple[type[Exception], ...] = (psycopg.Error, OSError)

    def __init__(self, parameters: Mapping[str, Any], channel: str) -> None:
        """Take psycopg's connection parameters; ``channel`` is an identifier."""
        self._parameters = dict(parameters)
        self._channel = channel

    @contextmanager
    def publisher(self) -> Iterator[Callable[[Sequence[str]], None]]:
        """Connect and yield a function that sends texts in one round trip."""
        with psycopg.connect(**self._parameters, autocommit=True) as connection:
            # a message may be lost anyway: it need not wait until the disk has it
            connection.execute("SET synchronous_commit = off")
            sql = "SELECT pg_notify(%s, message) FROM unnest(%s::text[]) AS message"
            yield lambda texts: connection.execute(sql, [self._channel, list(texts)]).close()

    @contextmanager
    def listener(self) -> Iterator[Callable[[float], Sequence[str]]]:
        """Connect and yield a function that returns the texts received within so many seconds."""
        with psycopg.connect(**self._parameters, autocommit=True) as connection:
            connection.execute(psycopg.sql.SQL("LISTEN {}").format(psycopg.sql.Identifier(self._channel)))
            yield lambda seconds: [note.payload for note in connection.notifies(timeout=seconds, stop_after=1)]


class _Message(NamedTuple):
    topic: str
    body: Mapping[str, Any]


class PubSubChannel:
    """Publishes from any thread; subscribers may live in any event loop."""

    def __init__(self, backend: PubSubBackend, name: str) -> None:
        """Take the backend; threads start at first use."""
        self._backend = backend
        self._name = name
        self._outbox: queue.SimpleQueue[_Message | None] = queue.SimpleQueue()
        self._subscriptions: dict[str, set[Subscription]] = {}
        self._lock = threading.Lock()
        self._listening = threading.Event()
        self._closed = threading.Event()
        self._threads: dict[str, threading.Thread] = {}

    def publish(self, topic: str, body: Mapping[str, Any]) -> None:
        """Queue a message; never blocks or raises. Deltas are merged for 50 ms.

        A delta is ``{"delta": text, "offset": characters of the text before it, …}``; equal other fields name the text.
        """
        if not self._closed.is_set():
            self._start("publish", self._publish_forever)
            self._outbox.put(_Message(topic, body))

    @asynccontextmanager
    async def subscribe(self, topic: str) -> AsyncIterator[Subscription]:
        """Yield a subscription to a topic. It receives what is published inside the block while the backend works."""
        subscription = Subscription()
        with self._lock:
            self._subscriptions.setdefault(topic, set()).add(subscription)
        try:
            self._start("listen", self._listen_forever)
            await self._wait_until_listening()
            yield subscription
        finally:
            with self._lock:
                self._subscriptions[topic].discard(subscription)
                if not self._subscriptions[topic]:
                    del self._subscriptions[topic]

    def close(self) -> None:
        """Stop the threads and close their connections; later messages are dropped."""
        self._closed.set()
        self._outbox.put(None)
        for thread in list(self._threads.values()):
            thread.join(timeout=5)

    async def _wait_until_listening(self) -> None:
        """Wait for the listener, at most 2 seconds: without it the caller still has the event log."""
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
        with self._backend.publisher() as send:
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
            if "delta" not in more.body:  # only deltas may wait
                until = 0.0

    def _listen_forever(self) -> None:
        self._keep_trying("listen", self._listen)

    def _listen(self) -> None:
        with self._backend.listener() as receive:
            is_reconnected = self._listening.is_set()
            self._listening.set()
            if is_reconnected:
                self._send_all(RESYNC)
            while not self._closed.is_set():
                for text in receive(0.5):
                    self._deliver(text)

    def _deliver(self, text: str) -> None:
        message = json.loads(text)
        with self._lock:
            subscriptions = tuple(self._subscriptions.get(message["topic"], ()))
        for subscription in subscriptions:
            subscription.put(message["body"])

    def _send_all(self, body: dict[str, Any]) -> None:
        with self._lock:
            subscriptions = list(itertools.chain.from_iterable(self._subscriptions.values()))
        for subscription in subscriptions:
            subscription.put(body)

    def _keep_trying(self, what: str, work: Callable[[], None]) -> None:
        """Restart the work when its connection breaks. Messages being sent are lost; the event log has them."""
        failures = 0
        while not self._closed.is_set():
            started = time.monotonic()
            try:
                work()
            except self._backend.errors as error:
                failures = 0 if time.monotonic() - started > _RETRY_S[-1] else failures + 1
                _log.warning("live_channel_lost", what=what, channel=self._name, error=type(error).__name__)
                self._closed.wait(_RETRY_S[min(failures, len(_RETRY_S)) - 1] if failures else _RETRY_S[0])


def _merge_deltas(batch: Sequence[_Message]) -> list[_Message]:
    """Join successive deltas of a topic that continue the same text."""
    merged: list[_Message] = []
    last: dict[str, int] = {}
    for message in batch:
        index = last.get(message.topic)
        if index is not None and _is_continuation(merged[index].body, message.body):
            first = merged[index].body
            merged[index] = _Message(message.topic, {**first, "delta": first["delta"] + message.body["delta"]})
        else:
            last[message.topic] = len(merged)
            merged.append(message)
    return merged


def _is_continuation(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    if "delta" not in before or "delta" not in after:
        return False
    end = before["offset"] + len(before["delta"])
    return {**before, "delta": "", "offset": end} == {**after, "delta": ""}


def _encode_message(message: _Message) -> Iterator[str]:
    """Yield the message as texts within the size limit. A delta is split; any other large message becomes a resync."""
    # numbered, because PostgreSQL drops equal messages of one transaction
    numbered = {"topic": message.topic, "n": next(_numbers), "body": message.body}
    text = json.dumps(numbered, ensure_ascii=False, separators=(",", ":"))
    if len(text.encode(errors="replace")) <= MAX_MESSAGE_BYTES:
        yield text
    elif len(message.body.get("delta", "")) > 1:
        delta, offset = message.body["delta"], message.body["offset"]
        middle = len(delta) // 2
        for half, start in ((delta[:middle], offset), (delta[middle:], offset + middle)):
            yield from _encode_message(_Message(message.topic, {**message.body, "delta": half, "offset": start}))
    else:
        yield from _encode_message(_Message(message.topic, RESYNC))
