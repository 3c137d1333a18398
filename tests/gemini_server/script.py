"""The script of the local model server: rules first, then a queue, then a default."""

import json
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from tests.gemini_server.answers import Answer, Rule, Seen, default_answer

STATUS_NAMES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}


class Script:
    """What to answer next. Safe to use from the test and from the server's threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queue: deque[Answer] = deque()
        self._rules: list[Rule] = []
        self.default: Rule = default_answer

    def next(self, seen: Seen) -> Answer:
        """Return the answer to a request: the first rule with an opinion, else the queue's head, else the default's."""
        with self._lock:
            rules = list(self._rules)
        for rule in rules:
            answer = rule(seen)
            if answer is not None:
                return answer.obeying(seen)
        with self._lock:
            if self._queue:
                return self._queue.popleft().obeying(seen)
        return (self.default(seen) or default_answer(seen)).obeying(seen)

    def add(self, answer: Answer) -> None:
        """Put an answer at the end of the queue."""
        with self._lock:
            self._queue.append(answer)

    def rule(self, rule: Rule) -> Rule:
        """Add a rule; also a decorator."""
        with self._lock:
            self._rules.append(rule)
        return rule

    def clear(self) -> None:
        """Forget queue, rules and default."""
        with self._lock:
            self._queue.clear()
            self._rules.clear()
            self.default = default_answer

    @property
    def waiting(self) -> int:
        """Return the number of scripted answers that are left."""
        with self._lock:
            return len(self._queue)

    # The words tests are written in.

    def say(self, text: str, **how: Any) -> None:  # noqa: ANN401 - fields of Answer
        """Answer with a text."""
        self.add(Answer(text=text, **how))

    def say_json(self, value: object, **how: Any) -> None:  # noqa: ANN401 - fields of Answer
        """Answer with a JSON value as text."""
        self.add(Answer(text=json.dumps(value), **how))

    def call_tool(self, name: str, args: Mapping[str, Any] | None = None, **how: Any) -> None:  # noqa: ANN401 - fields of Answer
        """Answer with one native function call."""
        self.add(Answer(tool_calls=((name, dict(args or {})),), **how))

    def call_tools(self, *calls: tuple[str, Mapping[str, Any]], **how: Any) -> None:  # noqa: ANN401 - fields of Answer
        """Answer with several native function calls at once."""
        self.add(Answer(tool_calls=tuple(calls), **how))

    def fail(self, code: int, *, retry_after: float | None = None, message: str = "", reason: str = "") -> None:
        """Answer with an HTTP error in the provider's form."""
        self.add(failure(code, retry_after=retry_after, message=message, reason=reason))

    def bad_key(self) -> None:
        """Answer as if the key were not valid (HTTP 400, API_KEY_INVALID)."""
        self.add(failure(400, message="API key not valid. Please pass a valid API key.", reason="API_KEY_INVALID"))

    def block_prompt(self, reason: str = "SAFETY") -> None:
        """Answer with no candidate and a block reason."""
        self.add(Answer(blocked=reason))

    def hang(self, seconds: float = 60.0) -> None:
        """Send nothing for that long (a client that goes away ends it at once)."""
        self.add(Answer(text="late", first_byte_s=seconds))

    def cut(self, text: str, *, after: int = 1, quiet: bool = False) -> None:
        """Break off in the middle of an answer, after so many events of a stream."""
        self.add(Answer(text=text, cut="quiet" if quiet else "hard", pieces_before_cut=after))

    def raw(self, body: bytes) -> None:
        """Answer with these bytes as the body."""
        self.add(Answer(raw=body))

    def load(self, data: object) -> None:
        """Read a script as a file holds it: a list of steps, or ``{"steps": […], "rules": […], "default": {…}}``.

        A step is ``{"say": "…"}``, ``{"say_json": …}``, ``{"call_tool": {"name", "args"}}``, ``{"fail": {"code",
        "retry_after"?}}``, ``{"block_prompt": "SAFETY"}`` or ``{"hang": seconds}``, with fields of Answer beside it. A
        rule is a step with ``"contains"``: it answers every request whose last text has these words. ``default`` is a
        step for the rest.
        """
        whole: Mapping[str, Any] = data if isinstance(data, Mapping) else {"steps": data}
        steps: Sequence[Mapping[str, Any]] = whole.get("steps", [])
        for step in steps:
            self.add(read_step(step))
        for step in whole.get("rules", []):
            self.rule(_contains(str(step["contains"]), read_step({k: v for k, v in step.items() if k != "contains"})))
        if "default" in whole:
            fixed = read_step(whole["default"])
            self.default = lambda _seen: fixed


def failure(code: int, *, retry_after: float | None = None, message: str = "", reason: str = "") -> Answer:
    """Return an HTTP error as an answer.

    ``retry_after`` in seconds goes out as RetryInfo (Gemini) and Retry-After (OpenAI).
    """
    name = STATUS_NAMES.get(code, "UNKNOWN")
    return Answer(
        status=code,
        error_status=name,
        error_message=message or f"scripted {name}",
        error_reason=reason,
        retry_after=retry_after,
    )


def read_step(step: Mapping[str, Any]) -> Answer:
    """Read one step of a script file into an answer. Raises ValueError for an unknown step."""
    rest = dict(step)
    if "say" in rest:
        return Answer(text=str(rest.pop("say")), **rest)
    if "say_json" in rest:
        return Answer(text=json.dumps(rest.pop("say_json")), **rest)
    if "call_tool" in rest:
        call = rest.pop("call_tool")
        return Answer(tool_calls=((str(call["name"]), dict(call.get("args", {}))),), **rest)
    if "fail" in rest:
        return failure(**rest["fail"])
    if "block_prompt" in rest:
        return Answer(blocked=str(rest["block_prompt"]))
    if "hang" in rest:
        return Answer(text="late", first_byte_s=float(rest["hang"]))
    raise ValueError(f"unknown step of a model script: {sorted(rest)}")


def _contains(words: str, answer: Answer) -> Rule:
    def rule(seen: Seen) -> Answer | None:
        return answer if words.lower() in seen.last_text.lower() else None

    return rule
