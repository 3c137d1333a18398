"""Values of routing: the King's route for one message and its reasons."""

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from kingdom.contracts.spec import FrozenModel

Scope = Literal["user", "global"]
RouteKind = Literal["specialist", "create", "general", "ask"]
Frequency = Literal["one_time", "occasional", "frequent"]
Probability = Annotated[float, Field(ge=0, le=1)]
_ONE_TIME = re.compile(
    r"\b(just (this )?once|one[- ]time|one[- ]off|only (this )?once|just for today|right now only)\b", re.IGNORECASE
)


def is_one_time_request(text: str) -> bool:
    """Whether the text says that this is needed only once: such a task never becomes a specialist."""
    return _ONE_TIME.search(text) is not None


class TaskAnalysis(FrozenModel):
    """What a message needs. ``by`` names the judge: the language model, or the rules when no model is set."""

    complexity: Literal["low", "medium", "high"]
    frequency: Frequency
    required_capabilities: tuple[str, ...] = ()
    should_create_specialist: bool
    reason: str
    by: Literal["model", "rules"]


class UsableSpecialist(FrozenModel):
    """A specialist that answers a user now; ``example`` is a message to try, empty when it ships none."""

    role: str
    purpose: str
    example: str


class RouteCandidate(FrozenModel):
    """One specialist that was considered: ``score`` is blended, ``probability`` is its calibrated P(right)."""

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

    ``canary`` names the version that answers during a canary release, or the specialist that the canary kept out.
    ``recipe`` names an uninstalled recipe that fits better than every installed specialist. ``gate`` names the
    calibration, ``space`` the embedding space. ``override`` is the digest of the message whose earlier override
    decided, "" for none. ``unavailable`` is the code of why the chosen specialist cannot answer now (``model``,
    ``suspended``, ``credentials``, ``canary``), "" when it can. ``required_abilities`` are those that the message
    needs, ``missing_abilities`` those of them that nobody near has. ``not_listed`` is the number of further candidates,
    all less probable than the listed ones.
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
    override: str = ""
    unavailable: str = ""
    required_abilities: tuple[str, ...] = ()
    missing_abilities: tuple[str, ...] = ()
    not_listed: int = 0
    timings_ms: dict[str, float] = Field(default_factory=dict)


class Route(FrozenModel):
    """The route of one message. ``specialist_id`` and ``version_id`` are set for the kind ``specialist``."""

    kind: RouteKind
    confidence: Probability
    role: str = ""
    specialist_id: str = ""
    version_id: str = ""
    scope: Scope | None = None
    receipt: RouteReceipt

    @property
    def intent(self) -> str:
        """The public name of the kind: ``specialist:<role>``, ``create_specialist``, ``general`` or ``ask``."""
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
