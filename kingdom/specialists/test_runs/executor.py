"""Run the tests of a version as real sessions: in parallel, resumable after a crash, stoppable.

The sessions run in threads of the calling task, not in tasks of their own: a worker with one free slot would wait for
itself.
"""

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import connections, transaction

from kingdom.contracts.sandbox import Program
from kingdom.contracts.spec import AgentSpec, TestCase, effective_limits
from kingdom.core.database import release_connection
from kingdom.providers.sandboxes import sandbox, warm_sandbox_pool
from kingdom.runtime.ports import Sandbox
from kingdom.sessions.trials.trial_sessions import recording_keep
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.test_runs.case_runner import CaseRunner, TestRunInput, TestRunStopped
from kingdom.specialists.test_runs.judge import TrialJudge
from kingdom.specialists.test_runs.scoring import CaseResult

POLL_S = 0.1  # interval between checks for a stop
STOP_TIMEOUT_S = 30.0  # time that a stop waits for running tests; their session leases expire after that


@dataclass(frozen=True, kw_only=True)
class TestRunObserver:
    """Callbacks: ``on_result`` gets a result and the numbers of done and of all tests, ``is_stopped`` ends the run."""

    __test__ = False  # pytest must not collect it
    on_result: Callable[[CaseResult, int, int], None] = lambda _result, _done, _total: None
    is_stopped: Callable[[], bool] = lambda: False


def run_tests(
    test_run: TestRunInput, *, judge: TrialJudge | None = None, watch: TestRunObserver | None = None
) -> list[CaseResult]:
    """Return the graded results of all tests in the order of the tests.

    Stored results of an earlier attempt of the same training are not run again. Raises TestRunStopped within about a
    second of the stop; InfrastructureFault, SandboxUnavailable, ModelUnavailable or Unavailable when a test cannot run
    for a reason outside the version. Must not be called in a transaction.
    """
    tests, stored = (*version_tests(test_run.version), *test_run.contract_tests), stored_results(test_run)
    done = {result.number for result in stored}
    remaining = [number for number in range(len(tests)) if number not in done]
    if remaining:
        release_connection()
        spec = version_spec(test_run.version)
        with _sandboxes_for(spec, test_run.user_id) as boxes:
            pool = _CaseThreadPool(CaseRunner(test_run, spec, tests, boxes, judge), remaining)
            try:
                _collect(test_run, pool, watch or TestRunObserver(), len(stored))
            finally:
                pool.end()
    return stored_results(test_run)


def stored_results(test_run: TestRunInput) -> list[CaseResult]:
    """Return the stored results of a training in the order of the tests."""
    rows = TrainingResult.objects.filter(
        training_id=test_run.training_id, version=test_run.version, mock=test_run.trial.mock_responses
    )
    return [CaseResult.from_json(row.result) for row in rows.order_by("number")]


@contextmanager
def _sandboxes_for(spec: AgentSpec, user_id: int) -> Iterator[Callable[[TestCase], Sandbox]]:
    """Yield the sandbox of each test: for a handler from a warm pool, which gives a held-out test one of its own."""
    if spec.handler_code is None:
        yield lambda _test: sandbox(str(user_id))
        return
    program, limits = Program(code=spec.handler_code), effective_limits(spec)
    with warm_sandbox_pool(program, limits, user_key=str(user_id)) as pool:
        yield lambda test: pool.sandbox_of(held_out=test.held_out)


def _collect(test_run: TestRunInput, pool: "_CaseThreadPool", watch: TestRunObserver, done: int) -> None:
    """Store results as they arrive until all are stored; raise an error after storing the results beside it."""
    total = done + pool.total
    while done < total:
        if watch.is_stopped():
            raise TestRunStopped
        arrived = pool.wait(POLL_S)
        results = [item for item in arrived if isinstance(item, CaseResult)]
        _store(test_run, results)
        for result in results:
            done += 1
            watch.on_result(result, done, total)
        release_connection()  # the tests need connections, and all trainings of a process share one pool
        for item in arrived:
            if isinstance(item, Exception):
                raise item


@transaction.atomic
def _store(test_run: TestRunInput, results: Sequence[CaseResult]) -> None:
    """Store results; a result that another worker stored first stays. Raises RecordingDeleted."""
    rows = [
        TrainingResult(
            training_id=test_run.training_id,
            version=test_run.version,
            number=result.number,
            mock=test_run.trial.mock_responses,
            session_id=result.session_id,
            cassette_id=test_run.cassette_id,
            result=result.to_json(),
        )
        for result in results
    ]
    if rows:
        recording_keep(test_run.cassette_id)
        TrainingResult.objects.bulk_create(rows, ignore_conflicts=True)


class _CaseThreadPool:
    """The threads that run the tests. Each has its own database connection and closes it at its end.

    No ThreadPoolExecutor: its threads have no such end, and a process that exits waits for them, also for a test that
    does not stop.
    """

    def __init__(self, runner: CaseRunner, numbers: Sequence[int]) -> None:
        self.total = len(numbers)
        self._runner, self._remaining = runner, deque(numbers)
        self._results: queue.Queue[CaseResult | Exception] = queue.Queue()
        parallel = min(settings.KINGDOM.training_parallel, len(numbers))
        self._threads = [
            threading.Thread(target=self._work, name=f"trial-{index}", daemon=True) for index in range(parallel)
        ]
        for thread in self._threads:
            thread.start()

    def wait(self, seconds: float) -> list[CaseResult | Exception]:
        """Return the results and errors that arrived; wait at most ``seconds`` for the first."""
        arrived: list[CaseResult | Exception] = []
        try:
            arrived.append(self._results.get(timeout=seconds))
            while True:
                arrived.append(self._results.get_nowait())
        except queue.Empty:
            return arrived

    def end(self) -> None:
        """Start no more tests, stop the running ones and wait for their threads."""
        self._remaining.clear()
        until = time.monotonic() + STOP_TIMEOUT_S
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < until:
            self._runner.stop()
            for thread in self._threads:
                thread.join(POLL_S)

    def _work(self) -> None:
        try:
            while True:
                try:
                    number = self._remaining.popleft()
                except IndexError:
                    return
                self._results.put(self._runner.run(number))
        except Exception as error:  # an exception would end the thread unnoticed
            self._results.put(error)
        finally:
            connections.close_all()
