"""Clients of several machines: each message has one right answer, and is sent with its key until it is taken."""

import itertools
import json
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from tests.plugins.product import Product, wait_for

PAUSE_S = 0.2
TIMEOUT_S = 30.0
REFUSED = 429  # of one user's messages a minute
OPEN = 4  # messages of a client that wait for their answer


@dataclass
class SentMessage:
    """One message, and the session that a machine has opened for it."""

    number: int
    user: str
    conversation: str
    session: str = ""
    answer: str = ""

    @property
    def expected(self) -> str:
        """What the right answer holds, and no other message's does."""
        return str(self.number * 1000 + 7)


@dataclass
class ClusterLoad:
    """The messages of some clients, each sent to the next machine that takes it."""

    machines: Sequence[Product]
    clients: int
    messages: int
    pause_s: float = 0.0  # of a client between two messages
    sent: list[SentMessage] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Create the users."""
        self._lock = threading.Lock()
        self._may_end = threading.Event()
        self._numbers = itertools.count(1)
        self._turn = itertools.count()
        self._tokens = {f"load{number}": self.machines[0].token(f"load{number}") for number in range(self.clients)}
        self.machines[0].close_shell()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Send while the block runs, and at least so many messages."""
        threads = [threading.Thread(target=self._client_loop, args=(user,), daemon=True) for user in self._tokens]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._may_end.set()
            for thread in threads:
                thread.join()

    def wait_answered(self, timeout_s: float) -> None:
        """Wait until each message has its answer."""
        waiting = [message for message in self.sent if not message.answer]

        def all_answered() -> bool:
            waiting[:] = [message for message in waiting if not self._look(message)]
            return not waiting

        wait_for(all_answered, timeout_s=timeout_s, what=f"answers of {len(waiting)} messages")

    def messages_of(self, message: SentMessage) -> list[dict[str, Any]]:
        """Return what the conversation of a message holds."""
        path = f"/api/v1/conversations/{message.conversation}/messages/?limit=100"
        return list(self._request(message.user, "GET", path)["results"])

    def _client_loop(self, user: str) -> None:
        open_messages: list[SentMessage] = []
        while True:
            with self._lock:
                number = next(self._numbers)
            if number > self.messages and self._may_end.is_set():
                return
            message = SentMessage(number, user, str(self._request(user, "POST", "/api/v1/conversations/", {})["id"]))
            path = f"/api/v1/conversations/{message.conversation}/messages/"
            posted = self._request(user, "POST", path, {"content": f"{number} * 1000 + 7"})
            message.session = str(posted["session_id"])
            with self._lock:
                self.sent.append(message)
            open_messages.append(message)
            while len(open_messages) >= OPEN:
                open_messages = [one for one in open_messages if not self._look(one)]
            threading.Event().wait(self.pause_s)

    def _look(self, message: SentMessage) -> bool:
        """Return whether a message has ended, and keep its answer."""
        if not message.answer:
            session = self._request(message.user, "GET", f"/api/v1/sessions/{message.session}/")
            if session["state"] in ("completed", "failed", "cancelled"):
                message.answer = session["answer"] or json.dumps(session["error"])
            else:
                threading.Event().wait(PAUSE_S)
        return bool(message.answer)

    def _request(self, user: str, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON
        """Return the answer of the first machine that gives one. A POST has a key, the same each time."""
        headers = {"Authorization": f"Token {self._tokens[user]}"} | (
            {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        )
        while True:
            machine = self.machines[next(self._turn) % len(self.machines)]
            try:
                answer = httpx.request(method, f"{machine.url}{path}", headers=headers, json=body, timeout=TIMEOUT_S)
            except httpx.HTTPError:  # a killed machine, or one that starts
                threading.Event().wait(PAUSE_S)
                continue
            if answer.status_code == REFUSED:
                threading.Event().wait(float(answer.headers.get("Retry-After", "1")))
            elif answer.status_code < 300:
                return answer.json()
            else:
                refusal = f"{method} {path}: {answer.status_code} {answer.text[:200]}"
                with self._lock:
                    self.errors.append(refusal)
                if answer.status_code < 500:
                    raise AssertionError(refusal)  # the client ends
                threading.Event().wait(PAUSE_S)
