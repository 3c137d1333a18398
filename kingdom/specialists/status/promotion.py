"""Whether the evidence on a version is enough to verify it: every condition by itself, with its figure in words."""

from dataclasses import dataclass
from typing import NamedTuple

from kingdom.core.statistics import ConfidenceInterval, wilson_interval

MOST_NAMED = 3  # findings in one figure


@dataclass(frozen=True, kw_only=True)
class PromotionCriteria:
    """What promotion asks for (settings). ``bound`` is the least lower end of the 95 % interval of success, 0 asks for none."""

    executions: int = 50
    success: float = 0.90
    bound: float = 0.80
    confidence: float = 0.80


@dataclass(frozen=True, kw_only=True)
class PromotionEvidence:
    """What is known of one version now. ``suite`` is (passed, tests) of the newest full run of its tests in the sandbox, None for none."""

    status: str
    executions: int
    successes: int
    confidence: float | None
    suite: tuple[int, int] | None
    is_test_run_valid: bool  # that run was of this very digest, and is not too old
    findings: tuple[str, ...]  # open safety findings, in words
    mock_trained: bool
    draft: bool
    is_owner_deciding: bool  # the admin who decides is its owner
    role_taken: bool  # another verified specialist has the role

    @property
    def rate(self) -> float:
        """Success rate, 0 without executions."""
        return self.successes / self.executions if self.executions else 0.0

    @property
    def interval(self) -> ConfidenceInterval:
        """The 95 % Wilson interval of success."""
        return wilson_interval(self.successes, self.executions)


class PromotionCondition(NamedTuple):
    """One condition: ``code`` for programs, whether it is met, and its figure for people."""

    code: str
    met: bool
    figure: str


def promotion_conditions(evidence: PromotionEvidence, bar: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    """Return every condition of promotion, met or not, in the order a reviewer reads them."""
    return (*_execution_conditions(evidence, bar), *_test_run_conditions(evidence), *_status_conditions(evidence))


def unmet_conditions(evidence: PromotionEvidence, bar: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    """Return the conditions that stand in the way; empty when it may be promoted."""
    return tuple(one for one in promotion_conditions(evidence, bar) if not one.met)


def _execution_conditions(evidence: PromotionEvidence, bar: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    low = evidence.interval.low
    sure = evidence.confidence
    return (
        PromotionCondition(
            "executions", evidence.executions >= bar.executions, f"{evidence.executions} of {bar.executions} executions"
        ),
        PromotionCondition(
            "success", _at_least(evidence.rate, bar.success), _compared("success", evidence.rate, bar.success)
        ),
        PromotionCondition("bound", _at_least(low, bar.bound), _compared("lower bound", low, bar.bound)),
        PromotionCondition(
            "confidence",
            sure is not None and _at_least(sure, bar.confidence),
            _compared("confidence", sure, bar.confidence) if sure is not None else "no confidence was recorded",
        ),
    )


def _test_run_conditions(evidence: PromotionEvidence) -> tuple[PromotionCondition, ...]:
    if evidence.suite is None:
        return (PromotionCondition("suite", False, "its tests have not been run for this decision"),)
    passed, count = evidence.suite
    said = f"{passed} of {count} tests passed"
    if not evidence.is_test_run_valid:
        return (PromotionCondition("suite", False, f"{said}, but of another version or too long ago: run them again"),)
    return (PromotionCondition("suite", passed == count > 0, said if count else "it has no tests"),)


def _status_conditions(evidence: PromotionEvidence) -> tuple[PromotionCondition, ...]:
    return (
        PromotionCondition(
            "status",
            evidence.status == "unverified" and not evidence.draft,
            f"it is {'in training' if evidence.draft else evidence.status}",
        ),
        PromotionCondition("findings", not evidence.findings, _found(evidence.findings)),
        PromotionCondition(
            "mock",
            not evidence.mock_trained,
            "trained on mock replies" if evidence.mock_trained else "trained on the real thing",
        ),
        PromotionCondition(
            "owner",
            not evidence.is_owner_deciding,
            "its owner cannot verify it" if evidence.is_owner_deciding else "decided by another than its owner",
        ),
        PromotionCondition(
            "role",
            not evidence.role_taken,
            "another verified specialist has this role" if evidence.role_taken else "the role is free",
        ),
    )


def _found(findings: tuple[str, ...]) -> str:
    said = f"{len(findings)} open safety finding{'' if len(findings) == 1 else 's'}"
    more = len(findings) - MOST_NAMED
    named = "; ".join(findings[:MOST_NAMED]) + (f"; and {more} more" if more > 0 else "")
    return f"{said}: {named}" if findings else said


def _at_least(value: float, bar: float) -> bool:
    return value >= bar - 1e-9  # 45 of 50 is 0.90, whatever binary fractions say


def _compared(name: str, value: float, bar: float) -> str:
    if _at_least(value, bar):
        return f"{name} {value:.3f} ≥ {bar:.2f}"
    return f"{name} {min(value, bar - 0.001):.3f} < {bar:.2f}"  # never "0.900 < 0.90" by rounding
