"""Clients of a product under chaos: they ask what has one right answer and repeat refused requests with their keys."""

import json
import random
import statistics
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.plugins.product import Product

ASK_TIMEOUT_S = 20.0
RETRY_PAUSE_S = 0.5
TEST_RUN_PAUSE_S = 5.0
FINAL = ("completed", "failed", "cancelled")
REPEATABLE = (409, 429, 503)  # lost a race with another request, too many, a part is away


@dataclass
class Asked:
    """One message: its key, what the answer must hold, and what became of it."""

    user: str
    key: str
    question: str
    expected: str
    conversation: str = ""
    session: str = ""
    state: str = ""
    answer: str = ""
    error: str = ""
    posted_at: float = 0.0
    seconds: float = 0.0


class Clients:
    """Users who ask one message after the other, and one who runs tests."""

    def __init__(self, product: Product, count: int, seed: int) -> None:
        """Create the users while the product is whole; a first message each pays for what happens once."""
        self.product = product
        self._random = random.Random(seed)
        self._tokens = {f"user{number}": product.token(f"user{number}") for number in range(count)}
        self._tokens["staff"] = product.token("staff", staff=True)
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self.asked: list[Asked] = []
        self.errors: list[str] = []
        self.refusals = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Ask in threads while the block runs."""
        users = [name for name in self._tokens if name != "staff"]
        threads = [threading.Thread(target=self._ask_forever, args=(name,), daemon=True) for name in users]
        threads.append(threading.Thread(target=self._request_test_runs, daemon=True))
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._stop.set()
            for thread in threads:
                thread.join(ASK_TIMEOUT_S + 10)

    def drain(self, seconds: float) -> int:
        """Wait until every accepted message is over; return how many are not."""
        end = time.monotonic() + seconds
        while (open_ones := [asked for asked in self.accepted() if asked.state not in FINAL]) and (
            time.monotonic() < end
        ):
            for asked in open_ones:
                self._look(asked)
            time.sleep(RETRY_PAUSE_S)
        return len(open_ones)

    def accepted(self) -> list[Asked]:
        """Return the messages that the product has accepted."""
        with self._lock:
            return [asked for asked in self.asked if asked.session]

    def faults(self) -> list[str]:
        """Return what went wrong with single messages, and the requests that were refused for good."""
        with self._lock:
            found = list(self.errors)
        for asked in self.accepted():
            if asked.state == "failed":
                found.append(f"session {asked.session} failed: {asked.error}")
            elif asked.state == "completed" and asked.expected not in asked.answer:
                found.append(f"session {asked.session} answered {asked.answer[:80]!r}, not {asked.expected!r}")
        return found

    def figures(self) -> dict[str, Any]:
        """Return how many messages were accepted and answered, and how long that took."""
        times = sorted(asked.seconds for asked in self.accepted() if asked.seconds) or [0.0]
        return {
            "accepted": len(self.accepted()),
            "completed": sum(asked.state == "completed" for asked in self.accepted()),
            "requests_repeated": self.refusals,
            "answer_s": {
                "p50": round(statistics.median(times), 1),
                "p95": round(times[int(0.95 * (len(times) - 1))], 1),
                "max": round(times[-1], 1),
            },
        }

    def _ask_forever(self, user: str) -> None:
        conversation = ""
        while not self._stop.is_set():
            question, expected = self._question()
            asked = Asked(user, str(uuid.uuid4()), question, expected)
            with self._lock:
                self.asked.append(asked)
            conversation = conversation or self._conversation(user)
            asked.conversation = conversation
            self._post(asked)
            self._wait(asked)

    def _question(self) -> tuple[str, str]:
        """Return a question, and a text that the structured output of its right answer holds and no other's does."""
        number = self._random.randrange(2, 9000)
        return self._random.choice(
            (
                (f"{number} km in m", f'"result": {number * 1000}'),
                (f"convert {number} kg to g", f'"result": {number * 1000}'),
                (f"is user{number}@example.org a valid address?", f'"address": "user{number}@example.org"'),
            )
        )

    def _conversation(self, user: str) -> str:
        made = self._request(user, "POST", "/api/v1/conversations/", {}, forever=True)
        return str(made["id"]) if made else ""

    def _post(self, asked: Asked) -> None:
        """Send a message until it is accepted; the key makes that safe."""
        asked.posted_at = time.monotonic()
        path = f"/api/v1/conversations/{asked.conversation}/messages/"
        made = self._request(asked.user, "POST", path, {"content": asked.question}, key=asked.key, forever=True)
        if made:
            asked.session = str(made["session_id"])

    def _wait(self, asked: Asked) -> None:
        while asked.session and asked.state not in FINAL and not self._stop.is_set():
            self._look(asked)
            time.sleep(0.2)

    def _look(self, asked: Asked) -> None:
        report = self._request(asked.user, "GET", f"/api/v1/sessions/{asked.session}/", None)
        if report is None:
            return
        asked.state, asked.answer = report["state"], json.dumps(report["output"])
        asked.error = f"{(report['error'] or {}).get('code')}: {(report['error'] or {}).get('message')}"
        if asked.state in FINAL and not asked.seconds:
            asked.seconds = time.monotonic() - asked.posted_at

    def _request_test_runs(self) -> None:
        while not self._stop.wait(TEST_RUN_PAUSE_S):
            found = self._request("staff", "GET", "/api/v1/specialists/?limit=100", None)
            roles = {one["role"]: one["id"] for one in (found or {}).get("results", [])}
            for role in ("unit_converter", "email_validator"):
                if role in roles:
                    self._request("staff", "POST", f"/api/v1/specialists/{roles[role]}/test-runs/", {})

    def _request(
        self, user: str, method: str, path: str, body: object, *, key: str = "", forever: bool = False
    ) -> dict[str, Any] | None:
        """Return the answer, None without one. ``forever``: again until there is one or the load ends."""
        headers = {"Authorization": f"Token {self._tokens[user]}"} | ({"Idempotency-Key": key} if key else {})
        while True:
            try:
                answer = httpx.request(
                    method, f"{self.product.url}{path}", headers=headers, json=body, timeout=ASK_TIMEOUT_S
                )
                if answer.status_code < 300:
                    value: dict[str, Any] = answer.json()
                    return value
                if answer.status_code not in REPEATABLE:
                    with self._lock:
                        self.errors.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
                    return None
            except (httpx.HTTPError, ValueError):
                pass
            with self._lock:
                self.refusals += 1
            if not forever or self._stop.is_set():
                return None
            time.sleep(RETRY_PAUSE_S)
