"""The card of a proposed specialist: the parts that only a proposal has. What it can do is ``contracts.capabilities``.

Pure.
"""

from collections.abc import Sequence
from typing import Any

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.capabilities.sending import may_handler_send
from kingdom.contracts.spec import AgentSpec, TestCase, effective_limits

SHOWN_EXAMPLES = 3  # with their answers on a card
MAX_TRIED_EXAMPLES = 9  # inputs that are run until enough are answered
_MAX_EXAMPLE_CHARS = 300
_CARD_LIMITS = ("memory_mb", "cpu", "processes", "timeout_s")
_READ_ONLY_TRAINING_NOTE = (
    "Training only reads at its hosts (GET) and sends them nothing: to try out what it sends, train it on mock replies."
)
_MOCK_TRAINING_NOTE = "It is trained on mock replies, and cannot be verified until its tests pass on real ones."
_RECORDED_TRAINING_NOTE = "Training sends nothing: it replays the recording of your supervised use."
_MOCK_SENDER_NOTE = (
    "It is trained on mock replies. To have it verified later, record one supervised use on its page: its tests then "
    "replay the recorded replies."
)


def training_note(spec: AgentSpec, *, mock: bool = False, recorded: bool = False) -> str:
    """Return what the card says of the training of a specialist that reaches hosts, "" where nothing is to be said.

    ``recorded``: its specialist has a recording of a supervised use.
    """
    if not capability_closure(spec).hosts:
        return ""
    sends = may_handler_send(spec.handler_code)
    if mock:
        return _MOCK_SENDER_NOTE if sends else _MOCK_TRAINING_NOTE
    if not sends:
        return ""
    return _RECORDED_TRAINING_NOTE if recorded else _READ_ONLY_TRAINING_NOTE


def card_limits(spec: AgentSpec) -> dict[str, Any]:
    """Return the sandbox limits of a spec by name and in words, e.g. ``256 MB, 0.5 cores, 50 processes, 30 s``."""
    limits = effective_limits(spec)
    words = f"{limits.memory_mb} MB, {limits.cpu:g} cores, {limits.processes} processes, {limits.timeout_s:g} s"
    return {**{name: getattr(limits, name) for name in _CARD_LIMITS}, "words": words}


def test_count_label(suite: Sequence[TestCase]) -> str:
    """Return the number of tests, e.g. ``24 tests, 8 of them hidden from its designer.``"""
    hidden = sum(test.held_out for test in suite)
    count = f"{len(suite)} test{'' if len(suite) == 1 else 's'}"
    return f"{count}, {hidden} of them hidden from its designer." if hidden else f"{count}."


def example_inputs(spec: AgentSpec, suite: Sequence[TestCase]) -> list[str]:
    """Return inputs to run for a card, the most telling first: own examples with data, visible tests, other examples.

    Held-out tests are never among them.
    """
    short = [text for text in spec.examples if len(text) <= _MAX_EXAMPLE_CHARS]
    with_data = [text for text in short if any(char.isdigit() for char in text)]
    tests = [
        test.input
        for test in suite
        if test.kind == "normal" and not test.held_out and len(test.input) <= _MAX_EXAMPLE_CHARS
    ]
    ordered = [*with_data[: MAX_TRIED_EXAMPLES - SHOWN_EXAMPLES], *tests[:SHOWN_EXAMPLES], *short, *tests]
    return list(dict.fromkeys(ordered))[:MAX_TRIED_EXAMPLES]
