"""Values of the ministers' verdicts."""

from typing import Annotated, Literal

from pydantic import Field

from kingdom.contracts.spec import Value

Severity = Literal["hard", "soft", "info"]
Risk = Literal["low", "medium", "high"]


class Finding(Value):
    """One thing a minister found: where (``field``, character ``start`` to ``end``), by which rule, and in what disguise."""

    rule_id: str
    layer: Literal["view", "text", "identity", "schema", "ast", "similarity", "judge", "input"]
    severity: Severity
    field: str = ""
    start: int = 0
    end: int = 0
    decoded_from: str = ""
    reason: str = ""


class GuardianVerdict(Value):
    """The Guardian's word on one content. Approval binds to ``content_sha256``; ``needs_human`` asks for a person's."""

    verdict: Literal["APPROVED", "BLOCKED"]
    risk_level: Risk
    reason: str
    findings: tuple[Finding, ...] = ()
    policy_version: str
    content_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    needs_human: bool = False


class Issue(Value):
    """One thing that is not sound: ``code``, ``pointer`` (a JSON pointer into the spec or its tests), and ``message`` for people."""

    code: str
    pointer: str
    message: str


class ValidatorVerdict(Value):
    """The Validator's word on a spec with its tests: VALID only without issues; suggestions never block."""

    verdict: Literal["VALID", "INVALID"]
    issues: tuple[Issue, ...] = ()
    suggestions: tuple[Issue, ...] = ()
    content_sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
