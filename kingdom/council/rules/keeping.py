"""What stays of a suite when its design came back: a second try must not meet easier tests than the first. Pure."""

from collections import Counter
from collections.abc import Sequence

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.suites import FEWEST, MOST_CASES, expectation_fault
from kingdom.ministers.validator.places import plain


def kept(earlier: Sequence[TestCase], spec: AgentSpec) -> tuple[TestCase, ...]:
    """Return the tests of the round before that the new design can be asked to pass, held-out ones still held out.

    Given up is only what the new design can not be asked any more: an expected value that its output schema does not allow, a reply of a
    host that it does not call, a held-out input that it now names as an example.
    """
    return tuple(test for test in earlier if _fits(test, spec))


def _fits(test: TestCase, spec: AgentSpec) -> bool:
    if test.held_out and plain(test.input) in {plain(example) for example in spec.examples}:
        return False
    starts = tuple(f"https://{host}" for host in spec.egress_hosts)
    if any(reply.url and not reply.url.startswith(starts) for reply in test.mock):
        return False
    refuses = test.grader == "exact" and test.expected_output is None
    return refuses or not expectation_fault(test.grader, test.expected_output, spec.output_schema)


def short_of(tests: Sequence[TestCase]) -> frozenset[str]:
    """Return the kinds of which there are too few."""
    have: Counter[str] = Counter(test.kind for test in tests)
    return frozenset(kind for kind, least in FEWEST.items() if have[kind] < least)


def joined(old: Sequence[TestCase], written: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the kept tests as they are, then the written ones of the kinds they are short of; each input once."""
    short, seen = short_of(old), {plain(test.input) for test in old}
    new = [test for test in written if test.kind in short and plain(test.input) not in seen]
    return (*old, *new[: max(0, MOST_CASES - len(old))])
