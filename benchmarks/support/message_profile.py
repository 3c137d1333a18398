"""The parts of one message, profiled in one process: ``python -m benchmarks.support.message_profile TOKEN MESSAGES``.

KINGDOM_DATA names the data folder of a running product, whose database and sandboxd it uses. It posts a message through
the API's own stack, keeps it from the product's queue, and answers it as a worker does. Prints one JSON object:
milliseconds and SQL statements per message of each part, each without the parts within it, and the statements by text.
"""

import json
import os
import re
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
django.setup()

from django.db.backends.utils import CursorWrapper  # noqa: E402 - after django.setup()
from django.test import Client  # noqa: E402

from kingdom.core.background import task_queue  # noqa: E402
from kingdom.core.background.jobs import JobQueue  # noqa: E402
from kingdom.orchestrator.pipeline import message_pipeline  # noqa: E402
from kingdom.orchestrator.pipeline.message_pipeline import message_answer  # noqa: E402
from kingdom.routing.embeddings import request_text  # noqa: E402
from kingdom.routing.spaces import active_embedder  # noqa: E402
from kingdom.runtime.sandbox_worker import SandboxWorker  # noqa: E402
from kingdom.sessions.engine import step_transactions  # noqa: E402
from kingdom.sessions.engine.lease import session_take  # noqa: E402
from kingdom.sessions.events import live_events  # noqa: E402
from kingdom.sessions.models import Session  # noqa: E402

QUESTION = "is ann@example.org a valid address?"


@dataclass
class Frame:
    """A part that has begun on a thread, and the seconds of the parts within it."""

    name: str
    inner_s: float = 0.0


class PartClock:
    """Adds up the time of each part and thread, and the statements that each part sends."""

    def __init__(self) -> None:
        """Start empty."""
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.statements: Counter[str] = Counter()
        self.texts: Counter[str] = Counter()
        self._local = threading.local()
        self._lock = threading.Lock()

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count the time of the block to a part, and not to the parts around it."""
        stack: list[Frame] = self._local.__dict__.setdefault("stack", [])
        started, frame = time.perf_counter(), Frame(name)
        stack.append(frame)
        try:
            yield
        finally:
            stack.pop()
            spent = time.perf_counter() - started
            with self._lock:
                self.seconds[name] += spent - frame.inner_s
            if stack:
                stack[-1].inner_s += spent

    def count_statement(self, text: str) -> None:
        """Count one statement to the part that sends it."""
        stack = self._local.__dict__.get("stack") or [Frame("other")]
        with self._lock:
            self.statements[stack[-1].name] += 1
            self.texts[f"{stack[-1].name}: {_shortened(text)}"] += 1


def _shortened(text: str) -> str:
    """Return a statement without its columns and values."""
    text = re.sub(r"SELECT .*? FROM", "SELECT … FROM", str(text), count=1, flags=re.DOTALL)
    return re.sub(r"\s+", " ", text)[:150]


clock = PartClock()


def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function with its time counted to a part."""

    def within(*args: Any, **options: Any) -> Any:  # noqa: ANN401 - those of the function
        with clock.part(name):
            return work(*args, **options)

    return within


def instrument() -> None:
    """Count the parts of this process from now on."""
    execute = CursorWrapper.execute

    def counted(self: Any, sql: str, params: Any = None) -> Any:  # noqa: ANN401 - Django's own arguments
        clock.count_statement(sql)
        with clock.part("sql"):
            return execute(self, sql, params)

    setattr(CursorWrapper, "execute", counted)  # noqa: B010 - mypy knows no other way to replace a method
    for name in ("take", "renew", "release"):
        setattr(JobQueue, name, timed("lease", getattr(JobQueue, name)))
    for name in ("route_message", "message_parts"):
        setattr(message_pipeline, name, timed("route", getattr(message_pipeline, name)))
    _instrument_engine()


def _instrument_engine() -> None:
    for name in ("session_load", "session_rebuild", "step_answer"):
        setattr(step_transactions, name, timed("write", getattr(step_transactions, name)))
    live_events.event_publish = timed("notify", live_events.event_publish)
    request_text.request_vectors = timed("embed", request_text.request_vectors)
    embedder = active_embedder.active_embedder()
    setattr(type(embedder), "embed", timed("embed", type(embedder).embed))  # noqa: B010 - as above
    run = SandboxWorker.run

    async def sandboxed(self: SandboxWorker, *args: Any) -> Any:  # noqa: ANN401 - those of ``run``
        started = time.perf_counter()
        try:
            return await run(self, *args)
        finally:
            clock.seconds["sandbox"] += time.perf_counter() - started

    setattr(SandboxWorker, "run", sandboxed)  # noqa: B010 - as above


def answer_one(client: Client, conversation: str) -> tuple[float, float]:
    """Post a message and answer it; return the milliseconds of both. Fails when it is not answered."""
    path = f"/api/v1/conversations/{conversation}/messages/"
    while True:
        started = time.perf_counter()
        with clock.part("web"):
            posted = client.post(path, {"content": QUESTION}, content_type="application/json")
        if posted.status_code != 429:
            break
        time.sleep(int(posted["Retry-After"]))  # one user's messages a minute
    assert posted.status_code == 202, posted.content
    session_id = posted.json()["session_id"]
    middle = time.perf_counter()
    with clock.part("worker"):
        lease = session_take(session_id=session_id)
        assert lease is not None
        message_answer(session_id=lease.job_id, lease=lease)
    ended = time.perf_counter()
    session = Session.objects.get(pk=session_id)
    assert (session.state, "ann@example.org" in session.answer) == ("completed", True), (session.state, session.answer)
    return (middle - started) * 1000, (ended - middle) * 1000


def main() -> None:
    """Profile, print."""
    token, messages = sys.argv[1], int(sys.argv[2])
    client = Client(headers={"authorization": f"Token {token}", "host": "127.0.0.1"})
    made = client.post("/api/v1/conversations/", {}, content_type="application/json")
    assert made.status_code == 201, made.content
    task_queue.task_send = timed("queue", lambda *_arguments: None)
    for _ in range(3):  # the first ones pay for what a process does once
        answer_one(client, made.json()["id"])
    instrument()
    times = [answer_one(client, made.json()["id"]) for _ in range(messages)]
    print(json.dumps(_figures(times, messages)))


def _figures(times: list[tuple[float, float]], messages: int) -> dict[str, Any]:
    posts, answers = (sorted(part) for part in zip(*times, strict=True))
    threads = sum(value for name, value in clock.seconds.items() if name not in ("worker", "web"))
    # a message's worker waits for the sandbox and for the routing on other threads: the rest is its own
    rest = (sum(posts) + sum(answers)) / 1000 - clock.seconds["web"] - threads
    seconds = {**clock.seconds, "worker": rest}
    return {
        "post_ms_p50": round(posts[messages // 2], 1),
        "answer_ms_p50": round(answers[messages // 2], 1),
        "part_ms": {name: round(value * 1000 / messages, 2) for name, value in sorted(seconds.items())},
        "statements": {name: round(count / messages, 1) for name, count in sorted(clock.statements.items())},
        "statements_total": round((clock.statements.total() - messages) / messages, 1),  # without the check's own
        "texts": {text: round(count / messages, 1) for text, count in clock.texts.most_common(60)},
    }


if __name__ == "__main__":
    main()
