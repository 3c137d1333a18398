"""Retention of tests after a repair: a second attempt must not be easier than the first. Pure."""

from collections import Counter
from collections.abc import Sequence

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.stages.test_suite_schema import MAX_CASES, MIN_CASES_BY_KIND, expectation_error
from kingdom.ministers.validator.json_pointers import comparison_form


def retained_tests(previous_tests: Sequence[TestCase], spec: AgentSpec) -> tuple[TestCase, ...]:
    """Return the tests of the previous round that apply to the new design; held-out tests stay held out.

    Dropped are tests whose expected value the new output schema does not allow, whose mocked reply is of a host that is
    no longer called, and held-out tests whose input is now an example.
    """
    return tuple(test for test in previous_tests if _is_still_applicable(test, spec))


def _is_still_applicable(test: TestCase, spec: AgentSpec) -> bool:
    if test.held_out and comparison_form(test.input) in {comparison_form(example) for example in spec.examples}:
        return False
    if _mocks_other_hosts(test, spec):
        return False
    refuses = test.grader == "exact" and test.expected_output is None
    return refuses or not expectation_error(test.grader, test.expected_output, spec.output_schema)


def _mocks_other_hosts(test: TestCase, spec: AgentSpec) -> bool:
    starts = tuple(f"https://{host}" for host in spec.egress_hosts)
    return any(reply.url and not reply.url.startswith(starts) for reply in test.mock)


def kinds_below_minimum(tests: Sequence[TestCase]) -> frozenset[str]:
    """Return the kinds with too few tests."""
    counts: Counter[str] = Counter(test.kind for test in tests)
    return frozenset(kind for kind, least in MIN_CASES_BY_KIND.items() if counts[kind] < least)


def merge_tests(old: Sequence[TestCase], written: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the retained tests, then the written ones of the kinds that have too few; each input once."""
    short, seen = kinds_below_minimum(old), {comparison_form(test.input) for test in old}
    new = [test for test in written if test.kind in short and comparison_form(test.input) not in seen]
    return (*old, *new[: max(0, MAX_CASES - len(old))])
