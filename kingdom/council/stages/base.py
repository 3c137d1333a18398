"""Input, result and context of a stage. A stage writes nothing to its case; the executor stores its result."""

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
    """The part of a case that a stage sees. For the designer ``suite`` has no held-out tests."""

    case_id: UUID
    user_id: int
    request: str
    change_request: str = ""  # what the user asked to change, in their own words
    sources: tuple[str, ...] = ()  # addresses of documents that the user gave
    recipe: str = ""  # a recipe chosen by name; "" lets the designer choose
    spec: AgentSpec | None = None
    suite: tuple[TestCase, ...] = ()
    findings: tuple[str, ...] = ()  # why the previous round came back, for the designer
    round: int = 0  # repair rounds so far, at most 2
    mock: bool = False
    previous_tests: tuple[TestCase, ...] = ()  # the tests of the previous round, for the test generator
    overturned_digests: tuple[str, ...] = ()  # content of this case whose block an administrator overrode
    fork_of: UUID | None = None  # the version to begin from, when the user chose "fork" instead of "use"
    supplied_proposal: SuppliedProposal | None = None  # set when nothing is to be designed
    revises: UUID | None = None  # the version that a new version would replace


@dataclass(frozen=True, kw_only=True)
class StageResult:
    """The verdict of one stage.

    Only the designer returns ``spec``; the designer and the test generator return ``suite``. ``passed`` goes on;
    ``repair`` goes back to the designer with ``findings``; ``offer`` proposes an existing specialist instead
    (``details``: ``{"specialist_id", "role", "version_id"}``); ``rejected`` and ``blocked`` end the case with
    ``reason``, which the user reads.

    ``details`` are stored and shown to the user: plain JSON without secrets or held-out tests. The trainer's are
    ``{"version_id", "backend", "confidence", "spread", "passed", "total", "cases": [...]}``; with ``passed`` the
    executor releases the draft of that version.
    """

    verdict: StageOutcome
    reason: str
    spec: AgentSpec | None = None
    suite: tuple[TestCase, ...] | None = None
    findings: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class StageContext:
    """The runtime of a stage: its model (None when none is set), progress callback and cancellation."""

    runtime: RuntimeContext
    model: LanguageModel | None
    progress: Callable[[str, Mapping[str, Any]], None]
    cancelled: Callable[[], bool]


class Stage(Protocol):
    """One stage: the function ``run`` of its module (``executor.STAGE_MODULES``).

    Called in a worker's thread, outside any transaction. It may be killed at any instant and is then called again. A
    long stage checks ``context.cancelled()`` between its steps; its model calls end when the case is stopped.
    """

    def __call__(self, stage_input: StageInput, context: StageContext) -> StageResult:
        """Return the verdict.

        Raises KingdomError for what is no verdict (a service is away): the case is retried or fails.
        """
        ...
