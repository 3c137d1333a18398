"""One test of a version as a real session: opened, run, graded, cleaned up after."""

import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import structlog

from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.sandbox import Limits, Outcome, Program
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.database import connection_let_go
from kingdom.core.errors import Conflict, KingdomError, ModelNotConfigured, ModelUnavailable, SandboxUnavailable, Unavailable
from kingdom.runtime.ports import OnRequest, Sandbox
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.rules import FINAL
from kingdom.sessions.running import session_run
from kingdom.sessions.services import session_cancel
from kingdom.sessions.trials import Trial, trial_graphs, trial_open
from kingdom.specialists.judge import Judge
from kingdom.specialists.models import SpecialistVersion
from kingdom.specialists.rules.training import LONGEST_KEPT, CaseResult, Ran, judge_trial
from kingdom.tools.models import ToolReceipt
from kingdom.tools.workspace_services import workspace_delete, workspace_folder

_log = structlog.get_logger(__name__)
# how a trial ends that says nothing of the version: what was needed to run it was away
_NOBODYS: Mapping[str, type[KingdomError]] = {
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
class Suite:
    """What is run: all tests of a version, on behalf of a user, for one training (or one other occasion with an id of its own)."""

    training_id: uuid.UUID
    version: SpecialistVersion
    user_id: int
    trial: Trial = field(default_factory=Trial)


class Bench:
    """Runs one test after the other, on several threads at once."""

    def __init__(self, suite: Suite, spec: AgentSpec, tests: Sequence[TestCase], sandbox: Sandbox, judge: Judge | None) -> None:
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
        test, seen = self._tests[number], _Seen(self._sandbox)
        trial = replace(self._suite.trial, failing=test.kind == "tool_failure", mocks=test.mock)
        started = time.perf_counter()
        session = self._session(test, trial, seen)
        ms = (time.perf_counter() - started) * 1000
        ran = self._ran(session, test)
        connection_let_go()  # a judging model takes its time
        spoken = self._judge(self._spec, test, ran) if self._judge and test.grader == "judge" and ran.state == "completed" else None
        return CaseResult(
            number=number,
            kind=test.kind,
            held_out=test.held_out,
            weight=test.weight,
            **vars(judge_trial(test, ran, spoken)),
            answer=ran.answer[:LONGEST_KEPT],
            output=_bounded(ran.output),
            status=ran.status,
            confidence=session.confidence,
            error_code=ran.error_code,
            ms=round(ms, 2),
            backend=seen.last.backend if seen.last else "",
            guarantees=tuple(sorted(seen.last.guarantees)) if seen.last else (),
            requests=EgressReceipt.objects.filter(session=session).count() if self._spec.egress_hosts else 0,
            mock=trial.made_up,
            session_id=str(session.pk),
        )

    def _session(self, test: TestCase, trial: Trial, seen: "_Seen") -> Session:
        session, lease = trial_open(user_id=self._suite.user_id, version_id=self._suite.version.pk, text=test.input)
        self._running.add(session.pk)
        try:
            if self._stopping:  # the stop may have looked just before this one was there
                session_cancel(session_id=session.pk, reason="The training was stopped.")
            session_run(session_id=session.pk, lease=lease, graphs=trial_graphs(trial, seen))
            session.refresh_from_db()
            if session.state not in FINAL:  # this worker shuts down and gave it back
                session = session_cancel(session_id=session.pk, reason="The worker that ran this training was shut down.")
        finally:
            self._running.discard(session.pk)
            _clear(session.pk)
        if session.state == Session.State.CANCELLED:
            raise SuiteStopped
        if session.error_code in _NOBODYS:
            raise _NOBODYS[session.error_code](session.error_message)
        return session

    def _ran(self, session: Session, test: TestCase) -> Ran:
        asked = self._spec.engine == "model" and test.kind == "injection"
        return Ran(
            state=session.state,
            answer=session.answer,
            output=session.output,
            status=session.status_tag,
            error_code=session.error_code,
            error=session.error_message,
            escalated=asked and ToolReceipt.objects.filter(session_id=session.pk, reason="not_granted").exists(),
        )


class _Seen:
    """A sandbox that remembers how its last run ended, and by what it was held."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.last: Outcome | None = None

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
        limits: Limits,
        *,
        now: str = "",
        on_request: OnRequest | None = None,
        on_open: Callable[[Callable[[], None]], None] | None = None,
    ) -> Outcome:
        self.last = self._inner.run(program, payload, limits, now=now, on_request=on_request, on_open=on_open)
        return self.last


def _clear(session_id: uuid.UUID) -> None:
    """Throw a trial's files away."""
    if workspace_folder(str(session_id)).exists():
        workspace_delete(workspace_id=str(session_id))


def _bounded(output: Any) -> Any:  # noqa: ANN401 - any JSON value
    text = canonical_json(output)
    return output if len(text) <= LONGEST_KEPT else text[:LONGEST_KEPT]
