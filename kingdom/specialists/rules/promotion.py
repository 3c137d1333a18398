"""Whether the evidence on a version is enough to verify it: every condition by itself, with its figure in words."""

from dataclasses import dataclass
from typing import NamedTuple

from kingdom.core.statistics import Interval, wilson

MOST_NAMED = 3  # findings in one figure


@dataclass(frozen=True, kw_only=True)
class Bar:
    """What promotion asks for (settings). ``bound`` is the least lower end of the 95 % interval of success, 0 asks for none."""

    executions: int = 50
    success: float = 0.90
    bound: float = 0.80
    confidence: float = 0.80


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What is known of one version now. ``suite`` is (passed, tests) of the newest full run of its tests in the sandbox, None for none."""

    status: str
    executions: int
    successes: int
    confidence: float | None
    suite: tuple[int, int] | None
    suite_bound: bool  # that run was of this very digest, and is not too old
    findings: tuple[str, ...]  # open safety findings, in words
    mock_trained: bool
    draft: bool
    owner_decides: bool  # the admin who decides is its owner
    role_taken: bool  # another verified specialist has the role

    @property
    def rate(self) -> float:
        """Success rate, 0 without executions."""
        return self.successes / self.executions if self.executions else 0.0

    @property
    def interval(self) -> Interval:
        """The 95 % Wilson interval of success."""
        return wilson(self.successes, self.executions)


class Condition(NamedTuple):
    """One condition: ``code`` for programs, whether it is met, and its figure for people."""

    code: str
    met: bool
    figure: str


def conditions(evidence: Evidence, bar: Bar) -> tuple[Condition, ...]:
    """Return every condition of promotion, met or not, in the order a reviewer reads them."""
    return (*_work(evidence, bar), *_tests(evidence), *_standing(evidence))


def unmet(evidence: Evidence, bar: Bar) -> tuple[Condition, ...]:
    """Return the conditions that stand in the way; empty when it may be promoted."""
    return tuple(one for one in conditions(evidence, bar) if not one.met)


def _work(evidence: Evidence, bar: Bar) -> tuple[Condition, ...]:
    low = evidence.interval.low
    sure = evidence.confidence
    return (
        Condition("executions", evidence.executions >= bar.executions, f"{evidence.executions} of {bar.executions} executions"),
        Condition("success", _least(evidence.rate, bar.success), _compared("success", evidence.rate, bar.success)),
        Condition("bound", _least(low, bar.bound), _compared("lower bound", low, bar.bound)),
        Condition(
            "confidence",
            sure is not None and _least(sure, bar.confidence),
            _compared("confidence", sure, bar.confidence) if sure is not None else "no confidence was recorded",
        ),
    )


def _tests(evidence: Evidence) -> tuple[Condition, ...]:
    if evidence.suite is None:
        return (Condition("suite", False, "its tests have not been run for this decision"),)
    passed, count = evidence.suite
    said = f"{passed} of {count} tests passed"
    if not evidence.suite_bound:
        return (Condition("suite", False, f"{said}, but of another version or too long ago: run them again"),)
    return (Condition("suite", passed == count > 0, said if count else "it has no tests"),)


def _standing(evidence: Evidence) -> tuple[Condition, ...]:
    return (
        Condition(
            "status",
            evidence.status == "unverified" and not evidence.draft,
            f"it is {'in training' if evidence.draft else evidence.status}",
        ),
        Condition("findings", not evidence.findings, _found(evidence.findings)),
        Condition("mock", not evidence.mock_trained, "trained on mock replies" if evidence.mock_trained else "trained on the real thing"),
        Condition(
            "owner",
            not evidence.owner_decides,
            "its owner cannot verify it" if evidence.owner_decides else "decided by another than its owner",
        ),
        Condition(
            "role", not evidence.role_taken, "another verified specialist has this role" if evidence.role_taken else "the role is free"
        ),
    )


def _found(findings: tuple[str, ...]) -> str:
    said = f"{len(findings)} open safety finding{'' if len(findings) == 1 else 's'}"
    more = len(findings) - MOST_NAMED
    named = "; ".join(findings[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    return f"{said}: {named}" if findings else said


def _least(value: float, bar: float) -> bool:
    return value >= bar - 1e-9  # 45 of 50 is 0.90, whatever binary fractions say


def _compared(name: str, value: float, bar: float) -> str:
    if _least(value, bar):
        return f"{name} {value:.3f} ≥ {bar:.2f}"
    return f"{name} {min(value, bar - 0.001):.3f} < {bar:.2f}"  # never "0.900 < 0.90" by rounding
