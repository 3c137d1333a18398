"""Conditions of a promotion, each with its figure in words. Pure."""

from dataclasses import dataclass
from typing import NamedTuple

from kingdom.core.statistics import ConfidenceInterval, wilson_interval

MAX_NAMED = 3  # findings in one figure


@dataclass(frozen=True, kw_only=True)
class PromotionCriteria:
    """Thresholds of a promotion. ``bound`` is the least lower bound of the 95 % interval of success, 0 for none."""

    executions: int = 50
    success: float = 0.90
    bound: float = 0.80
    confidence: float = 0.80
    supervised_sends: int = 3


@dataclass(frozen=True, kw_only=True)
class SendingEvidence:
    """The evidence on a version that may send. ``recorded``: there is a complete recording of real replies.

    ``replayed``: the newest test run, of this version and not too old, ran on it. ``supervised``: distinct messages of
    which the owner approved every send.
    """

    recorded: bool
    replayed: bool
    supervised: int


@dataclass(frozen=True, kw_only=True)
class PromotionEvidence:
    """The evidence on one version. ``test_run`` is (passed, total) of its newest test run, None without one."""

    status: str
    executions: int
    successes: int
    confidence: float | None
    test_run: tuple[int, int] | None
    is_test_run_valid: bool  # same digest, not on mock replies, not too old
    findings: tuple[str, ...]  # open safety findings, in words
    mock_trained: bool
    draft: bool
    is_owner_deciding: bool  # the admin who decides is its owner
    role_taken: bool  # another verified specialist has the role, or it is reserved for one that uses credentials
    sending: SendingEvidence | None = None  # None for a version that sends nothing

    @property
    def rate(self) -> float:
        """Success rate, 0 without executions."""
        return self.successes / self.executions if self.executions else 0.0

    @property
    def interval(self) -> ConfidenceInterval:
        """The 95 % Wilson interval of success."""
        return wilson_interval(self.successes, self.executions)


class PromotionCondition(NamedTuple):
    """One condition: its code, whether it is met, and its figure in words."""

    code: str
    met: bool
    figure: str


def promotion_conditions(evidence: PromotionEvidence, criteria: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    """Return all conditions of promotion in display order."""
    return (
        *_execution_conditions(evidence, criteria),
        *_test_run_conditions(evidence),
        *_sending_conditions(evidence, criteria),
        *_status_conditions(evidence),
    )


def unmet_conditions(evidence: PromotionEvidence, criteria: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    """Return the unmet conditions of promotion."""
    return tuple(condition for condition in promotion_conditions(evidence, criteria) if not condition.met)


def has_enough_successes(*, executions: int, successes: int, criteria: PromotionCriteria) -> bool:
    """Return whether executions are as many and as often successful as a promotion asks for."""
    return executions >= criteria.executions and _at_least(successes, criteria.success * executions)


def _execution_conditions(evidence: PromotionEvidence, criteria: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    low = evidence.interval.low
    confidence = evidence.confidence
    return (
        PromotionCondition(
            "executions",
            evidence.executions >= criteria.executions,
            _executions_figure(evidence.executions, criteria.executions),
        ),
        PromotionCondition(
            "success",
            _at_least(evidence.rate, criteria.success),
            _compared("success rate", evidence.rate, criteria.success),
        ),
        PromotionCondition(
            "bound", _at_least(low, criteria.bound), _compared("lower bound of the success rate", low, criteria.bound)
        ),
        PromotionCondition(
            "confidence",
            confidence is not None and _at_least(confidence, criteria.confidence),
            _compared("measured confidence", confidence, criteria.confidence)
            if confidence is not None
            else "no outcome to measure a confidence from",
        ),
    )


def _test_run_conditions(evidence: PromotionEvidence) -> tuple[PromotionCondition, ...]:
    if evidence.test_run is None:
        return (PromotionCondition("test_run", False, "its tests have not been run yet"),)
    passed, count = evidence.test_run
    figure = f"{passed} of {count} tests passed"
    if not evidence.is_test_run_valid:
        figure = f"{figure}, but of another version or too long ago: run them again"
        return (PromotionCondition("test_run", False, figure),)
    return (PromotionCondition("test_run", passed == count > 0, figure if count else "it has no tests"),)


def _sending_conditions(evidence: PromotionEvidence, criteria: PromotionCriteria) -> tuple[PromotionCondition, ...]:
    """Return the conditions of a version that sends, each with what its owner does next; none of another version."""
    sending = evidence.sending
    if sending is None:
        return ()
    needed = criteria.supervised_sends
    figure = f"{sending.supervised} of {needed} supervised uses, each send approved by its owner"
    way_on = "" if sending.supervised >= needed else ": let it send for you, and approve each request in your inbox"
    return (
        PromotionCondition("cassette", _is_contract_kept(evidence), _cassette_figure(evidence, sending)),
        PromotionCondition("supervised", sending.supervised >= needed, figure + way_on),
    )


def _cassette_figure(evidence: PromotionEvidence, sending: SendingEvidence) -> str:
    if not sending.recorded:
        return "no real replies are recorded: its owner records one supervised use on its page, then runs its tests"
    if not sending.replayed:
        return "its tests have not been run on the recorded replies: run them now"
    passed, count = evidence.test_run or (0, 0)
    return f"{passed} of {count} tests passed on recorded replies"


def _is_contract_kept(evidence: PromotionEvidence) -> bool:
    """Return whether all tests of this version passed on a recording."""
    is_replayed = evidence.sending is not None and evidence.sending.replayed
    return is_replayed and _is_test_run_green(evidence)


def _is_test_run_green(evidence: PromotionEvidence) -> bool:
    passed, count = evidence.test_run or (0, 0)
    return evidence.is_test_run_valid and passed == count > 0


def _mock_condition(evidence: PromotionEvidence) -> PromotionCondition:
    """Return the condition on training with mock replies: met by a green test run on real or recorded ones since."""
    if not evidence.mock_trained:
        return PromotionCondition("mock", True, "trained on real responses")
    if evidence.sending is not None:
        met, replies, way_on = (
            _is_contract_kept(evidence),
            "recorded",
            "record a supervised use and run its tests on it",
        )
    else:
        met, replies, way_on = _is_test_run_green(evidence), "real", "run its tests on real ones"
    figure = (
        f"trained on mock replies; its tests passed on {replies} ones" if met else f"trained on mock replies: {way_on}"
    )
    return PromotionCondition("mock", met, figure)


def _status_conditions(evidence: PromotionEvidence) -> tuple[PromotionCondition, ...]:
    return (
        PromotionCondition(
            "status",
            evidence.status == "unverified" and not evidence.draft,
            f"it is {'in training' if evidence.draft else evidence.status}",
        ),
        PromotionCondition("findings", not evidence.findings, _listed(evidence.findings)),
        _mock_condition(evidence),
        PromotionCondition(
            "owner",
            not evidence.is_owner_deciding,
            "its owner cannot verify it" if evidence.is_owner_deciding else "the admin is not its owner",
        ),
        PromotionCondition(
            "role",
            not evidence.role_taken,
            "another specialist has this role" if evidence.role_taken else "the role is free",
        ),
    )


def _listed(findings: tuple[str, ...]) -> str:
    count = f"{len(findings)} open safety finding{'' if len(findings) == 1 else 's'}"
    more = len(findings) - MAX_NAMED
    named = "; ".join(findings[:MAX_NAMED]) + (f"; and {more} more" if more > 0 else "")
    return f"{count}: {named}" if findings else count


def _at_least(value: float, least: float) -> bool:
    return value >= least - 1e-9  # 45 of 50 must reach 0.90 despite binary rounding


def _executions_figure(count: int, needed: int) -> str:
    return f"{count} execution{'' if count == 1 else 's'} ({needed} needed)"


def _compared(name: str, value: float, least: float) -> str:
    """Return a rate beside the least one, rounded as on other pages; one below it never reads like it: 89.9%."""
    shown = value if _at_least(value, least) else min(value, least - 0.001)
    return f"{name} {shown * 100:.1f}% (at least {least * 100:.4g}% needed)"
