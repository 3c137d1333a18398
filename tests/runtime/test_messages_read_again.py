"""A handler is asked again with misspelled words corrected, and with a writer's own correction carried out.

Only where it has done nothing yet.
"""

import asyncio
from typing import Any

import pytest

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import Busy
from kingdom.runtime.sandbox_worker import SandboxWorker
from tests.builtins.asking import DrawingHost, builtin, handler
from tests.factories.capabilities import FakeSandbox
from tests.factories.cognition import handler_spec

CODE = "WORDS = ['average']\ndef handle(payload, ctx): ..."
NOW = "2026-11-28T12:00:00+00:00"


class Host:
    """What a sandbox answers for a handler that knows "average". ``busy``: none is free for the second call."""

    def __init__(self, *, busy: bool = False) -> None:
        self.texts: list[str] = []
        self._busy = busy

    def run(self, _: Program, payload: Any, __: SandboxLimits) -> SandboxOutcome:  # noqa: ANN401 - the port's signature
        self.texts.append(payload["text"])
        if self._busy and len(self.texts) == 2:
            raise Busy("No sandbox is free.")
        at = payload["text"].find("average")
        value = {"answer": "The mean.", "output": None, "used": [[at, at + 7]]} if at >= 0 else declined()
        return SandboxOutcome(status="ok", value=value)


def declined() -> dict[str, Any]:
    return {"answer": "I see nothing.", "output": None, "status": "NULL", "used": []}


def answer_to(host: Host, text: str) -> Any:  # noqa: ANN401 - what the handler returned
    worker = SandboxWorker(FakeSandbox(host.run), handler_spec(handler_code=CODE))
    return asyncio.run(worker.run(CallContext(trace_id="t"), {"text": text, "now": NOW})).value


def test_a_misspelled_word_is_read_and_the_answer_says_how() -> None:
    host = Host()
    answer = answer_to(host, "the averge age")
    assert host.texts == ["the averge age", "the average age"]
    assert answer["answer"] == "I read “averge” as “average”.\n\nThe mean."
    assert answer["used"] == [[4, 10]]


def test_what_is_no_misspelled_word_is_asked_once() -> None:
    for text in ("the average age", "the mean age", ""):
        host = Host()
        answer_to(host, text)
        assert host.texts == [text]


def test_the_first_answer_stands_where_no_sandbox_is_free() -> None:
    host = Host(busy=True)
    assert answer_to(host, "the averge age") == declined()
    assert len(host.texts) == 2


@pytest.mark.parametrize(("operation", "runs"), [("files.read", 2), ("tools.call", 1), ("http", 1)])
def test_a_handler_that_did_more_than_read_files_is_asked_once(operation: str, runs: int) -> None:
    texts = list[str]()

    class Calling(FakeSandbox):
        def run(self, program: Any, payload: Any, limits: Any, **options: Any) -> SandboxOutcome:  # noqa: ANN401 - the port's
            options["on_request"](operation, {})
            texts.append(payload["text"])
            return Host().run(program, payload, limits)

    class Calls:
        def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - the port's
            return (op, args)

        def ended(self) -> tuple[str, ...]:
            return ()

    worker = SandboxWorker(Calling(Host().run), handler_spec(handler_code=CODE), lambda _: Calls())
    asyncio.run(worker.run(CallContext(trace_id="t"), {"text": "the averge age", "now": NOW}))
    assert len(texts) == runs


@pytest.mark.parametrize(
    ("role", "message", "said"),
    [
        ("unit_converter", "convert 5 kilomters to miles", "**5 kilometres ≈ 3.10686 miles**"),
        ("date_calculator", "how many days untill chrismas", "**27 days**"),
        ("csv_statistics", "how many diffrent citys are there\n\nname,city\na,Rome\nb,Oslo\nc,Rome", "**2** different"),
        ("csv_statistics", "hightest price?\n\nitem,price\na,3\nb,5", "maximum of price is **5**"),
        ("text_statistics", "count the charcters: hello wrold", "**11**"),
        ("text_statistics", "make this upercase: hello there", "HELLO THERE"),
        ("json_formatter", "how many elments are in [1,2,3]", "**3** entries"),
        ("calculator", "what is 15 precent of 80", "**12**"),
        ("calculator", "25 devided by 5", "**5**"),
    ],
)
def test_built_in_handlers_read_misspelled_words(role: str, message: str, said: str) -> None:
    def run(_: Program, payload: Any, __: SandboxLimits) -> SandboxOutcome:  # noqa: ANN401 - as above
        return SandboxOutcome(status="ok", value=handler(role)(payload, DrawingHost()))

    worker = SandboxWorker(FakeSandbox(run), builtin(role).spec)
    payload = {"text": message, "history": [], "now": NOW}
    answer = asyncio.run(worker.run(CallContext(trace_id="t"), payload)).value["answer"]
    assert answer.startswith("I read “")
    assert said in answer


@pytest.mark.parametrize(
    ("role", "message", "said"),
    [
        ("unit_converter", "convert 72 fahrenheit to celsius.. sorry no i meant 82", "**82 °F ≈ 27.78 °C**"),
        ("unit_converter", "convert 5 kilomters, no sorry, 6 kilomters to miles", "**6 kilometres ≈ 3.72823 miles**"),
        ("date_calculator", "6 weeks before 1 march 2027, no sorry, 1 april 2027", "18 February 2027"),
        ("csv_statistics", "sum of b except DE, actually no, except FR\na,b\nDE,1\nFR,2\nIT,4", "**5**"),
    ],
)
def test_built_in_handlers_follow_a_correction_in_mid_sentence(role: str, message: str, said: str) -> None:
    def run(_: Program, payload: Any, __: SandboxLimits) -> SandboxOutcome:  # noqa: ANN401 - as above
        return SandboxOutcome(status="ok", value=handler(role)(payload, DrawingHost()))

    worker = SandboxWorker(FakeSandbox(run), builtin(role).spec)
    payload = {"text": message, "history": [], "now": NOW}
    value = asyncio.run(worker.run(CallContext(trace_id="t"), payload)).value
    assert value["answer"].startswith("I took “")
    assert said in value["answer"]
    assert all(0 <= start < end <= len(message) for start, end in value["used"])


def test_a_text_to_count_is_not_changed_by_a_correction_inside_it() -> None:
    texts = list[str]()

    def run(_: Program, payload: Any, __: SandboxLimits) -> SandboxOutcome:  # noqa: ANN401 - as above
        texts.append(payload["text"])
        return SandboxOutcome(status="ok", value=handler("text_statistics")(payload, DrawingHost()))

    worker = SandboxWorker(FakeSandbox(run), builtin("text_statistics").spec)
    payload = {"text": "how many words: we meet at 5, no sorry, at 6", "history": [], "now": NOW}
    assert "Words: **8**" in asyncio.run(worker.run(CallContext(trace_id="t"), payload)).value["answer"]
    assert texts == [payload["text"]]
