"""One test of a version as a real session: opened, run, graded, cleaned up after."""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.database import release_connection
from kingdom.core.errors import (
    Conflict,
    KingdomError,
    ModelNotConfigured,
    ModelUnavailable,
    SandboxUnavailable,
    Unavailable,
)
from kingdom.runtime.ports import OnRequest, Sandbox
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.services import session_cancel
from kingdom.sessions.trials.trial_gateway import TrialOptions
from kingdom.sessions.trials.trial_sessions import trial_graph_factory, trial_open
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.test_runs.judge import TrialJudge
from kingdom.specialists.test_runs.scoring import MAX_KEPT_CHARS, CaseResult, TrialOutcome, judge_trial
from kingdom.tools.files.workspace_services import workspace_delete, workspace_folder
from kingdom.tools.models import ToolReceipt

_log = structlog.get_logger(__name__)
# how a trial ends that says nothing of the version: what was needed to run it was away
_INFRASTRUCTURE_ERRORS: Mapping[str, type[KingdomError]] = {
    "sandbox_unavailable": SandboxUnavailable,
    "model_not_configured": ModelNotConfigured,
    "model_unavailable": ModelUnavailable,
    "deadline_exceeded": ModelUnavailable,
    "internal_error": Unavailable,
    "worker_lost": Unavailable,
}


class SuiteStopped(Conflict):
    """The tests were stopped before they were done."""

    code = "suite_stopped"


@dataclass(frozen=True, kw_only=True)
class SuiteRunInput:
    """What is run: all tests of a version, on behalf of a user, for one training (or one other occasion with an id of its own)."""

    training_id: uuid.UUID
    version: SpecialistVersion
    user_id: int
    trial: TrialOptions = field(default_factory=TrialOptions)


class CaseRunner:
    """Runs one test after the other, on several threads at once."""

    def __init__(
        self,
        suite: SuiteRunInput,
        spec: AgentSpec,
        tests: Sequence[TestCase],
        sandbox: Sandbox,
        judge: TrialJudge | None,
    ) -> None:
        """Keep what every test needs."""
        self._suite, self._spec, self._tests, self._sandbox, self._judge = suite, spec, tests, sandbox, judge
        self._running: set[uuid.UUID] = set()
        self._stopping = False

    def stop(self) -> None:
        """Have every session that runs stopped, and begin no other."""
        self._stopping = True
        for session_id in list(self._running):
            try:
                session_cancel(session_id=session_id, reason="The training was stopped.")
            except KingdomError:
                _log.warning("trial_not_stopped", session_id=str(session_id))

    def run(self, number: int) -> CaseResult:
        """Return one test's graded result. Raises SuiteStopped, and KingdomError for what says nothing of the version."""
        test, seen = self._tests[number], _RecordingSandbox(self._sandbox)
        trial = replace(self._suite.trial, simulate_outage=test.kind == "tool_failure", replies=test.mock)
        started = time.perf_counter()
        session = self._session(test, trial, seen)
        ms = (time.perf_counter() - started) * 1000
        ran = self._ran(session, test)
        release_connection()  # a judging model takes its time
        spoken = (
            self._judge(self._spec, test, ran)
            if self._judge and test.grader == "judge" and ran.state == "completed"
            else None
        )
        return CaseResult(
            number=number,
            kind=test.kind,
            held_out=test.held_out,
            weight=test.weight,
            **vars(judge_trial(test, ran, spoken)),
            answer=ran.answer[:MAX_KEPT_CHARS],
            output=_truncated_output(ran.output),
            status=ran.status,
            confidence=session.confidence,
            error_code=ran.error_code,
            ms=round(ms, 2),
            backend=seen.last.backend if seen.last else "",
            guarantees=tuple(sorted(seen.last.guarantees)) if seen.last else (),
            requests=EgressReceipt.objects.filter(session=session).count() if self._spec.egress_hosts else 0,
            mock=trial.mock_responses,
            session_id=str(session.pk),
        )

    def _session(self, test: TestCase, trial: TrialOptions, seen: "_RecordingSandbox") -> Session:
        session, lease = trial_open(user_id=self._suite.user_id, version_id=self._suite.version.pk, text=test.input)
        self._running.add(session.pk)
        try:
            if self._stopping:  # the stop may have looked just before this one was there
                session_cancel(session_id=session.pk, reason="The training was stopped.")
            session_run(session_id=session.pk, lease=lease, graphs=trial_graph_factory(trial, seen))
            session.refresh_from_db()
            if session.state not in FINAL_STATES:  # this worker shuts down and gave it back
                session = session_cancel(
                    session_id=session.pk, reason="The worker that ran this training was shut down."
                )
        finally:
            self._running.discard(session.pk)
            _workspace_clear(session.pk)
        if session.state == Session.State.CANCELLED:
            raise SuiteStopped
        if session.error_code in _INFRASTRUCTURE_ERRORS:
            raise _INFRASTRUCTURE_ERRORS[session.error_code](session.error_message)
        return session

    def _ran(self, session: Session, test: TestCase) -> TrialOutcome:
        asked = self._spec.engine == "model" and test.kind == "injection"
        return TrialOutcome(
            state=session.state,
            answer=session.answer,
            output=session.output,
            status=session.status_tag,
            error_code=session.error_code,
            error=session.error_message,
            escalated=asked and ToolReceipt.objects.filter(session_id=session.pk, reason="not_granted").exists(),
        )


class _RecordingSandbox:
    """A sandbox that remembers how its last run ended, and by what it was held."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.last: SandboxOutcome | None = None

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def guarantees(self) -> frozenset[str]:
        return self._inner.guarantees

    def run(
        self,
        program: Program,
        payload: Any,  # noqa: ANN401 - the port's own signature
        limits: SandboxLimits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: Callable[[Callable[[], None]], None] | None = None,
    ) -> SandboxOutcome:
        self.last = self._inner.run(program, payload, limits, now=now, on_request=on_request, on_open=on_open)
        return self.last


def _workspace_clear(session_id: uuid.UUID) -> None:
    """Throw a trial's files away."""
    if workspace_folder(str(session_id)).exists():
        workspace_delete(workspace_id=str(session_id))


def _truncated_output(output: Any) -> Any:  # noqa: ANN401 - any JSON value
    text = canonical_json(output)
    return output if len(text) <= MAX_KEPT_CHARS else text[:MAX_KEPT_CHARS]
