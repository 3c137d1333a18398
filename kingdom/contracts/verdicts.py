"""Values of the ministers' verdicts."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from kingdom.contracts.spec import FrozenModel

Severity = Literal["hard", "soft", "mark", "info"]
RiskLevel = Literal["low", "medium", "high"]


class GuardianFinding(FrozenModel):
    """One finding of a minister: its position (``field``, characters ``start`` to ``end``), rule and decoding."""

    rule_id: str
    layer: Literal["view", "text", "structure", "identity", "schema", "ast", "similarity", "judge", "input"]
    severity: Severity
    field: str = ""
    start: int = 0
    end: int = 0
    decoded_from: str = ""
    reason: str = ""


class GuardianVerdict(FrozenModel):
    """The Guardian's verdict on one content. It binds to ``content_sha256``; ``needs_human`` asks for a person.

    ``tainted`` content holds words that read like orders to an agent: its readers get it as data and may do less.
    """

    verdict: Literal["APPROVED", "BLOCKED"]
    risk_level: RiskLevel
    reason: str
    findings: tuple[GuardianFinding, ...] = ()
    policy_version: str
    content_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    needs_human: bool = False
    tainted: bool = False


@dataclass(frozen=True, kw_only=True)
class ContentReport:
    """What the review of one text says.

    ``refused`` and ``asks`` are ends of sentences, empty without one: why the text must not become a file, and why a
    person must decide about an agent's write. ``marks`` are the rules by which the text is tainted: it may be stored,
    and a session that reads it may do less.
    """

    refused: str = ""
    asks: str = ""
    marks: tuple[str, ...] = ()


class ValidationIssue(FrozenModel):
    """One problem: ``code``, ``pointer`` (a JSON pointer into the spec or its tests) and ``message`` for people."""

    code: str
    pointer: str
    message: str


class ValidatorVerdict(FrozenModel):
    """The Validator's verdict on a spec with its tests: VALID only without issues; suggestions never block."""

    verdict: Literal["VALID", "INVALID"]
    issues: tuple[ValidationIssue, ...] = ()
    suggestions: tuple[ValidationIssue, ...] = ()
    content_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class AuditorPoint(FrozenModel):
    """One point about a proposal: ``code``, ``message`` for people, and the ``figures`` that it states.

    Only a ``warning`` asks its reader to look again.
    """

    code: Literal["overlap", "cost", "new_host"]
    level: Literal["info", "warning"]
    message: str
    figures: dict[str, str | int | float] = Field(default_factory=dict)


class AuditorOpinion(FrozenModel):
    """What the Auditor says of a proposed specialist among those that are here. It advises and stops nothing."""

    verdict: Literal["FITS", "LOOK_AGAIN"]
    points: tuple[AuditorPoint, ...] = ()
