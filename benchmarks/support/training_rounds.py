"""The training that ``benchmarks.council`` measures; imported when Django is set up."""

import cProfile
import threading
import time
import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from django.db import connection
from django.db.backends.signals import connection_created

from kingdom.accounts.models import User
from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.core.errors import SandboxUnavailable
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.providers.sandboxes import sandbox
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.drafts import draft_register, draft_release
from kingdom.specialists.test_runs.case_runner import TestRunInput
from kingdom.specialists.test_runs.executor import run_tests
from kingdom.specialists.test_runs.scoring import is_passed, mean_score


class TrainingRound(NamedTuple):
    """One training: wall-clock seconds to train and to register, processor seconds, SQL statements, confidence."""

    training: float
    registered: float
    processor: float
    statements: int
    confidence: float


def wait_for_sandbox() -> None:
    """Wait until the sandbox answers. Raises SandboxUnavailable after a minute."""
    box = sandbox()
    if not isinstance(box, SandboxClient):
        raise TypeError("no sandboxd")
    for _ in range(600):
        try:
            if box.status()["state"] == "ready":
                return
        except SandboxUnavailable:
            pass
        time.sleep(0.1)
    raise SandboxUnavailable


class TrainingBenchmark:
    """Trains one recipe again and again."""

    def __init__(self, name: str) -> None:
        """Read the recipe."""
        self._recipe = recipe_by_name(name)
        self._owner = User.objects.create(username=f"bench-{uuid.uuid4().hex[:6]}")
        self.total = len(self._recipe.tests)
        self._count = 0
        self._lock = threading.Lock()
        connection_created.connect(self._watch)
        self._watch(connection=connection)

    def round(self) -> TrainingRound:
        """Train once, release, and rename the specialist so that the next round can take its role."""
        self._count = 0
        started, used = time.perf_counter(), time.process_time()
        version = draft_register(spec=self._recipe.spec, owner=self._owner, tests=self._recipe.tests)
        results = run_tests(TestRunInput(training_id=uuid.uuid4(), version=version, user_id=self._owner.pk))
        trained = time.perf_counter() - started
        statements = self._count
        if not is_passed(results, self.total):
            raise RuntimeError([one.reason for one in results if not one.success])
        draft_release(specialist=version.specialist)
        registered, processor = time.perf_counter() - started, time.process_time() - used
        Specialist.objects.filter(pk=version.specialist_id).update(role=f"old_{uuid.uuid4().hex[:12]}")
        return TrainingRound(trained, registered, processor, statements, mean_score(results))

    def profile(self, path: str) -> None:
        """Write the profile of one round, all threads."""
        profiler = cProfile.Profile()
        threading.setprofile(lambda *_: profiler.enable())
        profiler.enable()
        self.round()
        profiler.disable()
        threading.setprofile(None)
        profiler.dump_stats(path)

    def _watch(self, *, connection: Any, **_: Any) -> None:  # noqa: ANN401 - a connection of Django's
        if self._counted not in connection.execute_wrappers:  # a pooled connection is created again and again
            connection.execute_wrappers.append(self._counted)

    def _counted(self, execute: Callable[..., Any], *args: Any) -> Any:  # noqa: ANN401 - Django's own signature
        with self._lock:
            self._count += 1
        return execute(*args)
