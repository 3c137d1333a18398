"""A queue that keeps no task: most tests have no worker, and the test database has no queue.

A publisher that finds none opens a connection and logs a traceback for each task: a tenth of the time of tests of
stages.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kombu.messaging import Producer

_real: list[str] = []  # not empty while a test has a queue of its own


@contextmanager
def idle_queue() -> Iterator[None]:
    """Drop each task at the step that would reach the database, after its arguments were written as JSON."""
    publish = Producer._publish

    def drop(producer: Producer, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - kombu's signature
        transport = getattr(producer.connection, "transport_cls", "")
        dropped = transport == "pgmq" and not _real
        return None if dropped else publish(producer, *arguments, **options)  # type: ignore[no-untyped-call] # kombu's

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Producer, "_publish", drop)
        yield


@contextmanager
def real_queue() -> Iterator[None]:
    """Publish tasks for the length of a block."""
    _real.append("")
    try:
        yield
    finally:
        _real.pop()
