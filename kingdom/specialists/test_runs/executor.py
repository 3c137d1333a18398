"""Running a version's tests as real sessions: in parallel, stored one by one as they end, stoppable, and taken up again after a crash.

It runs inside the task that wants the results: its sessions are run by threads of its own and not by other tasks, so that a worker
with one free place cannot wait for itself.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import connections

from kingdom.contracts.sandbox import Program
from kingdom.contracts.spec import AgentSpec
from kingdom.core.database import release_connection
from kingdom.providers.sandboxes import sandbox, warm_sandbox_pool
from kingdom.runtime.ports import Sandbox
from kingdom.runtime.sandbox_worker import effective_limits
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.test_runs.case_runner import CaseRunner, SuiteRunInput, SuiteStopped
from kingdom.specialists.test_runs.judge import TrialJudge
from kingdom.specialists.test_runs.scoring import CaseResult

POLL_S = 0.1  # how often a stop is looked for
STOP_TIMEOUT_S = 30.0  # how long a stop waits for what runs; leases end what does not


@dataclass(frozen=True, kw_only=True)
class SuiteObserver:
    """Who looks on. ``told`` hears of each result with how many are done and how many there are; ``stopped`` says that it must end."""

    told: Callable[[CaseResult, int, int], None] = lambda _result, _done, _total: None
    stopped: Callable[[], bool] = lambda: False


def run_test_suite(
    suite: SuiteRunInput, *, judge: TrialJudge | None = None, watch: SuiteObserver | None = None
) -> list[CaseResult]:
    """Return the graded results of all tests, in the order of the suite.

    What an earlier try of the same training finished is read, not run again. Raises SuiteStopped, within about a second of the stop;
    SandboxUnavailable, ModelUnavailable, Unavailable when a test could not be run for a reason that says nothing of the version.
    Must not be called in a transaction.
    """
    tests, stored = version_tests(suite.version), stored_results(suite)
    known = {one.number for one in stored}
    left = [number for number in range(len(tests)) if number not in known]
    if left:
        release_connection()
        spec = version_spec(suite.version)
        with _sandbox_for(spec) as boxes:
            crew = _CaseThreadPool(CaseRunner(suite, spec, tests, boxes, judge), left)
            try:
                _collect(suite, crew, watch or SuiteObserver(), len(stored))
            finally:
                crew.end()
    return stored_results(suite)


def stored_results(suite: SuiteRunInput) -> list[CaseResult]:
    """Return what is on record of a training, in the order of the tests."""
    rows = TrainingResult.objects.filter(
        training_id=suite.training_id, version=suite.version, mock=suite.trial.mock_responses
    )
    return [CaseResult.from_json(row.result) for row in rows.order_by("number")]


@contextmanager
def _sandbox_for(spec: AgentSpec) -> Iterator[Sandbox]:
    """Give the sandbox that the tests run in: for a handler, boxes that stay warm from test to test."""
    if spec.handler_code is None:
        yield sandbox()
        return
    with warm_sandbox_pool(Program(code=spec.handler_code), effective_limits(spec)) as boxes:
        yield boxes


def _collect(suite: SuiteRunInput, crew: "_CaseThreadPool", watch: SuiteObserver, done: int) -> None:
    """Store results as they come, until all are there. What was finished before a stop or a fault is stored, too."""
    total = done + crew.total
    while done < total:
        if watch.stopped():
            raise SuiteStopped
        found = crew.wait(POLL_S)
        good = [one for one in found if isinstance(one, CaseResult)]
        _store(suite, good)
        for one in good:
            done += 1
            watch.told(one, done, total)
        release_connection()  # the tests need connections, and all trainings of a process share one pool
        for fault in (one for one in found if isinstance(one, Exception)):
            raise fault


def _store(suite: SuiteRunInput, results: Sequence[CaseResult]) -> None:
    """Write results down; where another worker was first, its word stays."""
    rows = [
        TrainingResult(
            training_id=suite.training_id,
            version=suite.version,
            number=one.number,
            mock=suite.trial.mock_responses,
            session_id=one.session_id,
            result=one.to_json(),
        )
        for one in results
    ]
    if rows:
        TrainingResult.objects.bulk_create(rows, ignore_conflicts=True)


class _CaseThreadPool:
    """The threads that run the tests. Each has its own connection and lets go of it."""

    def __init__(self, bench: CaseRunner, numbers: Sequence[int]) -> None:
        self.total = len(numbers)
        self._bench, self._left = bench, deque(numbers)
        self._found: queue.Queue[CaseResult | Exception] = queue.Queue()
        parallel = min(settings.KINGDOM.training_parallel, len(numbers))
        self._threads = [
            threading.Thread(target=self._work, name=f"trial-{place}", daemon=True) for place in range(parallel)
        ]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> list[CaseResult | Exception]:
        """Return what has come; wait for the first, as many seconds at most."""
        found: list[CaseResult | Exception] = []
        try:
            found.append(self._found.get(timeout=seconds))
            while True:
                found.append(self._found.get_nowait())
        except queue.Empty:
            return found

    def end(self) -> None:
        """Begin no more tests, stop those that run and wait for their threads."""
        self._left.clear()
        until = time.monotonic() + STOP_TIMEOUT_S
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < until:
            self._bench.stop()
            for thread in self._threads:
                thread.join(POLL_S)

    def _work(self) -> None:
        try:
            while True:
                try:
                    number = self._left.popleft()
                except IndexError:
                    return
                self._found.put(self._bench.run(number))
        except Exception as error:  # the edge of a thread: whoever waits must hear of it
            self._found.put(error)
        finally:
            connections.close_all()
