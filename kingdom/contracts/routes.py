"""Values of routing: the King's verdict on one message and its reasons."""

from typing import Annotated, Any, Literal

from pydantic import Field

from kingdom.contracts.spec import FrozenModel

Scope = Literal["user", "global"]
RouteKind = Literal["specialist", "create", "general", "ask"]
Probability = Annotated[float, Field(ge=0, le=1)]


class TaskAnalysis(FrozenModel):
    """What a message needs. ``by`` names who judged: the language model, or the rules when none is set."""

    complexity: Literal["low", "medium", "high"]
    frequency: Literal["one_time", "occasional", "frequent"]
    required_capabilities: tuple[str, ...] = ()
    should_create_specialist: bool
    reason: str
    by: Literal["model", "rules"]


class RouteCandidate(FrozenModel):
    """One specialist that was considered: ``score`` is the blend, ``probability`` the gate's P(right)."""

    specialist_id: str
    version_id: str
    role: str
    scope: Scope
    status: str
    score: float
    probability: Probability
    nearest_example: str = ""
    why_not: str = ""


class RouteReceipt(FrozenModel):
    """The stored reasons of one route. ``timings_ms`` has ``embed``, ``sql``, ``score`` and ``total``.

    ``canary`` says which version answers while a new one is let in by and by; ``recipe`` names one that fits better than who is there.
    """

    candidates: tuple[RouteCandidate, ...]
    threshold: Probability
    threshold_low: Probability
    margin: float
    gate: str
    space: str
    scope: str
    chosen: str
    reason: str
    analysis: TaskAnalysis | None = None
    follow_up_of: str = ""
    canary: str = ""
    recipe: str = ""
    timings_ms: dict[str, float] = Field(default_factory=dict)


class Route(FrozenModel):
    """The verdict: ``kind`` says what happens, ``specialist_id`` and ``version_id`` are set when it is ``specialist``."""

    kind: RouteKind
    confidence: Probability
    role: str = ""
    specialist_id: str = ""
    version_id: str = ""
    scope: Scope | None = None
    receipt: RouteReceipt

    @property
    def intent(self) -> str:
        """The source document's form: ``specialist:<role>``, ``create_specialist``, ``general`` or ``ask``."""
        return {
            "specialist": f"specialist:{self.role}",
            "create": "create_specialist",
            "general": "general",
            "ask": "ask",
        }[self.kind]

    def public(self) -> dict[str, Any]:
        """Return the form that the API and ``manage.py route --json`` show."""
        return {
            "intent": self.intent,
            "agent": self.role or None,
            "confidence": self.confidence,
            "scope": self.scope,
            "analysis": self.receipt.analysis.model_dump(mode="json") if self.receipt.analysis else None,
            "receipt": self.receipt.model_dump(mode="json"),
        }
