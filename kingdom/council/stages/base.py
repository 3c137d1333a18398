"""What every stage of the Council is given and returns. A stage writes nothing itself; the executor stores its result."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from uuid import UUID

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel

StageOutcome = Literal["passed", "repair", "offer", "rejected", "blocked"]


@dataclass(frozen=True, kw_only=True)
class StageInput:
    """What a stage sees of its case. The executor takes held-out tests out of ``suite`` for the designer; the trainer gets all."""

    case_id: UUID
    user_id: int
    request: str
    change_request: str = ""  # what the user asked to change on the card, in their own words
    sources: tuple[str, ...] = ()  # addresses the user gave, for the retriever
    recipe: str = ""  # a recipe chosen by name, "" lets the designer choose
    spec: AgentSpec | None = None
    suite: tuple[TestCase, ...] = ()
    findings: tuple[str, ...] = ()  # why the last round came back, in words for the designer
    round: int = 0  # repair rounds done, at most 2
    mock: bool = False
    previous_tests: tuple[TestCase, ...] = ()  # the tests of the round before, for who writes this one's
    overturned_digests: tuple[
        str, ...
    ] = ()  # digests of what the Guardian blocked in this case and an administrator let pass
    fork_of: UUID | None = None  # a version to begin from, where the user chose "fork" instead of "use"
    supplied_proposal: SuppliedProposal | None = None  # the proposal, where nothing is to be designed
    revises: UUID | None = None  # the version that this would replace, of a specialist that gets a new one


@dataclass(frozen=True, kw_only=True)
class StageResult:
    """The verdict of one stage. Only the designer returns ``spec``; the designer and the test generator return ``suite``.

    ``passed`` goes on; ``repair`` goes back to the designer with ``findings``; ``offer`` proposes an existing specialist instead
    (``details``: ``{"specialist_id", "role", "version_id"}``); ``rejected`` and ``blocked`` end the case with
    ``reason``, in the user's words.

    ``details`` are stored and shown to the user: plain JSON, no secret, no held-out test's text. The trainer's are
    ``{"version_id", "backend", "confidence", "spread", "passed", "total", "cases": [...]}``; with ``passed`` the draft of that version
    is released by the executor.
    """

    verdict: StageOutcome
    reason: str
    spec: AgentSpec | None = None
    suite: tuple[TestCase, ...] | None = None
    findings: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StageContext:
    """What a stage may use of the world: a model or None when none is set, a line of progress, whether the case was stopped."""

    runtime: RuntimeContext
    model: LanguageModel | None
    progress: Callable[[str, Mapping[str, Any]], None]
    cancelled: Callable[[], bool]


class Stage(Protocol):
    """One stage: the function ``run`` of its module (``design``, ``review``, ``validate``, ``tests_``, ``train``).

    Called in a worker's thread, outside any transaction; it may be killed anywhere and is then called again.
    A long stage looks at ``ports.cancelled()`` between its parts; its model calls end by themselves when the case is stopped.
    """

    def __call__(self, stage_input: StageInput, context: StageContext) -> StageResult:
        """Return the verdict; raise a KingdomError for what is nobody's verdict (a service away): the case waits or fails."""
        ...
