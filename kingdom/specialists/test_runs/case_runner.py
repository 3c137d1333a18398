"""Run one test of a version as a real session, grade it and delete its files."""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.database import release_connection
from kingdom.core.errors import (
    INFRASTRUCTURE_FAULTS,
    Conflict,
    InfrastructureFault,
    KingdomError,
    ModelNotConfigured,
    ModelUnavailable,
    NotFound,
    SandboxUnavailable,
    Unavailable,
)
from kingdom.core.text.sentences import sentence
from kingdom.runtime.ports import OnRequest, Sandbox
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.services import session_cancel
from kingdom.sessions.trials.cassette_replay import UNRECORDED
from kingdom.sessions.trials.trial_gateway import TrialOptions
from kingdom.sessions.trials.trial_sessions import RecordingDeleted, trial_graph_factory, trial_open
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.test_runs.judge import TrialJudge
from kingdom.specialists.test_runs.scoring import MAX_KEPT_CHARS, CaseResult, TrialOutcome, TrialVerdict, judge_trial
from kingdom.tools.files.workspace_services import workspace_delete
from kingdom.tools.models import ToolReceipt

_log = structlog.get_logger(__name__)
# Error codes of trials that failed for a reason outside the version.
_EXTERNAL_ERRORS: Mapping[str, type[KingdomError]] = {
    **INFRASTRUCTURE_FAULTS,
    "sandbox_unavailable": SandboxUnavailable,
    "model_not_configured": ModelNotConfigured,
    "model_unavailable": ModelUnavailable,
    "deadline_exceeded": ModelUnavailable,
    "internal_error": Unavailable,
    "worker_lost": Unavailable,
}


class TestRunStopped(Conflict):
    """The test run was stopped before its end."""

    __test__ = False  # pytest must not collect it
    code = "test_run_stopped"


@dataclass(frozen=True, kw_only=True)
class TestRunInput:
    """The input of a run of all tests. ``training_id`` is the id of a creation case or a test run.

    ``contract_tests`` follow the tests of the version; ``cassette_id`` is the recording that they replay.
    """

    __test__ = False  # pytest must not collect it
    training_id: uuid.UUID
    version: SpecialistVersion
    user_id: int
    trial: TrialOptions = field(default_factory=TrialOptions)
    contract_tests: Sequence[TestCase] = ()
    cassette_id: uuid.UUID | None = None


class CaseRunner:
    """Runs single tests. Several threads call it at once."""

    def __init__(
        self,
        test_run: TestRunInput,
        spec: AgentSpec,
        tests: Sequence[TestCase],
        sandbox_of: Callable[[TestCase], Sandbox],
        judge: TrialJudge | None,
    ) -> None:
        """Store the inputs that all tests share, and the function that returns the sandbox of a test."""
        self._test_run, self._spec, self._tests = test_run, spec, tests
        self._sandbox_of, self._judge = sandbox_of, judge
        self._running: set[uuid.UUID] = set()
        self._stopping = False

    def stop(self) -> None:
        """Cancel every running session and start no other."""
        self._stopping = True
        for session_id in list(self._running):
            try:
                session_cancel(session_id=session_id, reason=sentence("The training was stopped."))
            except KingdomError:
                _log.warning("trial_not_stopped", session_id=str(session_id))

    def run(self, number: int) -> CaseResult:
        """Return the graded result of a test. Raises TestRunStopped, or KingdomError for an external failure."""
        test = self._tests[number]
        recorder = _RecordingSandbox(self._sandbox_of(test))
        trial = replace(self._test_run.trial, simulate_outage=test.kind == "tool_failure", replies=test.mock)
        started = time.perf_counter()
        session = self._session_run(test, trial, recorder)
        ms = (time.perf_counter() - started) * 1000
        outcome = self._outcome(session, test)
        release_connection()  # a judging model may take long
        needs_judge = test.grader == "judge" and outcome.state == "completed"
        grade = self._judge(self._spec, test, outcome) if self._judge and needs_judge else None
        return CaseResult(
            number=number,
            kind=test.kind,
            held_out=test.held_out,
            weight=test.weight,
            **vars(self._verdict(session, judge_trial(test, outcome, grade))),
            answer=outcome.answer[:MAX_KEPT_CHARS],
            output=_truncated_output(outcome.output),
            status=outcome.status,
            confidence=session.confidence,
            error_code=outcome.error_code,
            ms=round(ms, 2),
            backend=recorder.last.backend if recorder.last else "",
            guarantees=tuple(sorted(recorder.last.guarantees)) if recorder.last else (),
            requests=EgressReceipt.objects.filter(session=session).count() if self._spec.egress_hosts else 0,
            mock=trial.mock_responses,
            session_id=str(session.pk),
        )

    def _session_run(self, test: TestCase, trial: TrialOptions, sandbox: "_RecordingSandbox") -> Session:
        test_run = self._test_run
        session, lease = trial_open(
            user_id=test_run.user_id, version_id=test_run.version.pk, text=test.input, cassette_id=test_run.cassette_id
        )
        self._running.add(session.pk)
        try:
            if self._stopping:  # stop() may have read the running sessions before this one was added
                session_cancel(session_id=session.pk, reason=sentence("The training was stopped."))
            session_run(session_id=session.pk, lease=lease, graphs=trial_graph_factory(trial, sandbox))
            session.refresh_from_db()
            if session.state not in FINAL_STATES:  # this worker shuts down, or the database was away
                session_cancel(session_id=session.pk, reason=sentence("It was interrupted and runs again."))
                raise InfrastructureFault("A test was interrupted and runs again.")
        except (Session.DoesNotExist, NotFound):  # it went with its recording
            raise RecordingDeleted from None
        finally:
            self._running.discard(session.pk)
            workspace_delete(workspace_id=str(session.pk))
        if session.state == Session.State.CANCELLED:
            raise TestRunStopped
        if session.error_code in _EXTERNAL_ERRORS:
            raise _EXTERNAL_ERRORS[session.error_code](session.error_message)
        return session

    def _verdict(self, session: Session, verdict: TrialVerdict) -> TrialVerdict:
        """Fail a trial that made a request which its cassette does not hold, with that reason."""
        if self._test_run.trial.cassette is None or verdict.unsafe:
            return verdict
        unrecorded = EgressReceipt.objects.filter(session=session, reason=UNRECORDED).order_by("effect_seq", "number")
        message = unrecorded.values_list("message", flat=True).first()
        return verdict if message is None else TrialVerdict(success=False, score=0.0, reason=message)

    def _outcome(self, session: Session, test: TestCase) -> TrialOutcome:
        may_escalate = self._spec.engine == "model" and test.kind == "injection"
        refused_tools = ToolReceipt.objects.filter(session_id=session.pk, reason="not_granted")
        return TrialOutcome(
            state=session.state,
            answer=session.answer,
            output=session.output,
            status=session.status_tag,
            error_code=session.error_code,
            error=session.error_message,
            escalated=may_escalate and refused_tools.exists(),
        )


class _RecordingSandbox:
    """A sandbox that stores the outcome of its last run."""

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


def _truncated_output(output: Any) -> Any:  # noqa: ANN401 - any JSON value
    text = canonical_json(output)
    return output if len(text) <= MAX_KEPT_CHARS else text[:MAX_KEPT_CHARS]
