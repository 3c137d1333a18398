"""What stays of a suite when its design came back: a second try must not meet easier tests than the first. Pure."""

from collections import Counter
from collections.abc import Sequence

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.stages.test_suite_schema import MAX_CASES, MIN_CASES_BY_KIND, expectation_error
from kingdom.ministers.validator.json_pointers import comparison_form


def retained_tests(previous_tests: Sequence[TestCase], spec: AgentSpec) -> tuple[TestCase, ...]:
    """Return the tests of the round before that the new design can be asked to pass, held-out ones still held out.

    Given up is only what the new design can not be asked any more: an expected value that its output schema does not allow, a reply of a
    host that it does not call, a held-out input that it now names as an example.
    """
    return tuple(test for test in previous_tests if _is_still_applicable(test, spec))


def _is_still_applicable(test: TestCase, spec: AgentSpec) -> bool:
    if test.held_out and comparison_form(test.input) in {comparison_form(example) for example in spec.examples}:
        return False
    starts = tuple(f"https://{host}" for host in spec.egress_hosts)
    if any(reply.url and not reply.url.startswith(starts) for reply in test.mock):
        return False
    refuses = test.grader == "exact" and test.expected_output is None
    return refuses or not expectation_error(test.grader, test.expected_output, spec.output_schema)


def kinds_below_minimum(tests: Sequence[TestCase]) -> frozenset[str]:
    """Return the kinds of which there are too few."""
    have: Counter[str] = Counter(test.kind for test in tests)
    return frozenset(kind for kind, least in MIN_CASES_BY_KIND.items() if have[kind] < least)


def merge_tests(old: Sequence[TestCase], written: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the kept tests as they are, then the written ones of the kinds they are short of; each input once."""
    short, seen = kinds_below_minimum(old), {comparison_form(test.input) for test in old}
    new = [test for test in written if test.kind in short and comparison_form(test.input) not in seen]
    return (*old, *new[: max(0, MAX_CASES - len(old))])
