"""Runs workflows and the same sessions as a Celery canvas, and measures both; imported when Django is set up."""

import statistics
import time
import uuid
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from celery import chain, chord, group
from celery.canvas import Signature
from django.db.models import Avg, F

from benchmarks.support.canvas_tasks import layer_done, session_step, session_work, sessions_in_sequence
from benchmarks.support.training_rounds import wait_for_sandbox
from kingdom.accounts.models import User
from kingdom.ops.launch.bootstrap import build_encoder, install_builtin_specialists, rebuild_routing
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import workflow_plan, workflow_start

SPECIALIST = "unit_converter"
TIMEOUT_S = 900.0
POLL_S = 0.02
ROUNDS = 3
Figures = dict[str, Any]


class WorkflowRuns:
    """Measures on workers that run already, each time as a user of its own."""

    def __init__(self) -> None:
        """Install the built-in specialists. Quick where they are there already."""
        for step in (build_encoder, install_builtin_specialists, rebuild_routing):
            step()
        wait_for_sandbox()
        self._version = str(Specialist.objects.get(role=SPECIALIST).current_version_id)

    def warm_up(self, workers: int) -> None:
        """Run a few sessions, so that every worker has imported and connected."""
        self.canvas(4 * workers)

    def canvas(self, count: int) -> Figures:
        """Return the figures of sessions as one ``celery.group``."""
        user = _user()
        started = time.perf_counter()
        group(session_work.s(user.pk, self._version, text) for text in _texts(count)).apply_async()
        _wait(lambda: _ended(user) == count)
        return _figures(time.perf_counter() - started, user, count)

    def graph_canvas(self, count: int, layers: int, width: int) -> Figures:
        """Return the figures of the sessions of ``graphs`` as a ``celery.group`` of a ``celery.chain`` for each place.

        The nodes of a place wait for each other in both, so that the graph is the same.
        """
        user = _user()
        started = time.perf_counter()
        group(
            chain(session_work.si(user.pk, self._version, f"{layer}{place} miles in km") for layer in range(layers))
            for _ in range(count)
            for place in range(width)
        ).apply_async()
        _wait(lambda: _ended(user) == count * layers * width)
        return _figures(time.perf_counter() - started, user, count * layers * width)

    def joined_canvas(self, count: int, layers: int, width: int) -> Figures:
        """Return the figures of the sessions of joined ``graphs`` as a ``celery.chord`` for each layer.

        A task ends when its process has no turn for its session, so that a layer may begin before the last sessions of
        the one above have ended: it waits less strictly than a workflow.
        """
        user = _user()
        started = time.perf_counter()
        for _ in range(count):
            self._chords(user, layers, width).apply_async()
        _wait(lambda: _ended(user) == count * layers * width)
        return _figures(time.perf_counter() - started, user, count * layers * width)

    def _chords(self, user: User, layers: int, width: int) -> Signature:
        def steps(layer: int) -> list[Signature]:
            return [session_step.si(user.pk, self._version, f"{layer}{place} miles in km") for place in range(width)]

        last: Signature = group(steps(layers - 1))
        for layer in reversed(range(layers - 1)):
            last = chord(steps(layer), chain(layer_done.si(), last))
        return last

    def mapped(self, count: int, parallel: int = 16) -> Figures:
        """Return the figures of one node over so many items."""
        node = {"id": "analyze_units", "specialist": SPECIALIST, "map": {"over": _texts(count), "parallel": parallel}}
        return self._workflows([{"agents": [node]}], count)

    def one_after_the_other(self, count: int) -> Figures:
        """Return the time from the end of one session to that of the next, in a map and without a workflow.

        Both in turns, and as medians: the load of a machine changes. ``kernel_ms`` is what a node costs beyond its
        session.
        """
        in_map, plain = list[float](), list[float]()
        for _ in range(ROUNDS):
            plain += self._cycles_ms(lambda user: self._sequence(user, count), count)
            in_map += self._cycles_ms(lambda user: self._map_start(user, count), count)
        map_ms, plain_ms = statistics.median(in_map), statistics.median(plain)
        figures = {"map_ms": map_ms, "plain_ms": plain_ms, "kernel_ms": map_ms - plain_ms}
        return {name: round(value, 1) for name, value in figures.items()}

    def _cycles_ms(self, start: Callable[[User], object], count: int) -> list[float]:
        user = _user()
        start(user)
        _wait(lambda: _ended(user) == count)
        ends = list(Session.objects.filter(user=user).order_by("finished_at").values_list("finished_at", flat=True))
        return [1000 * (after - before).total_seconds() for before, after in pairwise(ends) if before and after]

    def _sequence(self, user: User, count: int) -> None:
        sessions_in_sequence.delay(user.pk, self._version, _texts(count))

    def _map_start(self, user: User, count: int) -> None:
        node = {"id": "analyze_units", "specialist": SPECIALIST, "map": {"over": _texts(count), "parallel": 1}}
        workflow = workflow_plan(user_id=user.pk, source={"agents": [node]})
        workflow_start(user_id=user.pk, workflow_id=workflow.pk)

    def graphs(self, count: int, layers: int, width: int, *, joined: bool = False) -> Figures:
        """Return the figures of workflows whose layers of nodes wait for each other.

        Each node waits for the one in its place, or ``joined`` for all of the layer above.
        """
        nodes = [
            {
                "id": f"analyze_{layer}_{place}",
                "specialist": SPECIALIST,
                "input": f"{layer}{place} miles in km",
                "depends_on": [f"analyze_{layer - 1}_{above}" for above in (range(width) if joined else [place])]
                if layer
                else [],
            }
            for layer in range(layers)
            for place in range(width)
        ]
        return self._workflows([{"agents": nodes}] * count, count * layers * width)

    def _workflows(self, manifests: list[dict[str, Any]], count: int) -> Figures:
        user = _user()
        workflows = [workflow_plan(user_id=user.pk, source=manifest) for manifest in manifests]
        started = time.perf_counter()
        for workflow in workflows:
            workflow_start(user_id=user.pk, workflow_id=workflow.pk)
        running = Workflow.objects.filter(user=user, state=Workflow.State.RUNNING)
        _wait(lambda: not running.exists())
        seconds = time.perf_counter() - started
        states = set(Workflow.objects.filter(user=user).values_list("state", flat=True))
        assert states == {Workflow.State.COMPLETED}, states
        return _figures(seconds, user, count)


def _user() -> User:
    return User.objects.create(username=f"bench-{uuid.uuid4().hex[:12]}")


def _texts(count: int) -> list[str]:
    return [f"{number} miles in km" for number in range(1, count + 1)]


def _ended(user: User) -> int:
    return Session.objects.filter(user=user).exclude(finished_at=None).count()


def _wait(done: Callable[[], bool]) -> None:
    end = time.monotonic() + TIMEOUT_S
    while not done():
        if time.monotonic() > end:
            raise TimeoutError(f"not over after {TIMEOUT_S:.0f} s")
        time.sleep(POLL_S)


def _figures(seconds: float, user: User, count: int) -> Figures:
    """Return wall time for one session, and the mean time from a session's start to its end."""
    sessions = Session.objects.filter(user=user, state=Session.State.COMPLETED)
    assert sessions.count() == count, sessions.count()
    inside = sessions.aggregate(mean=Avg(F("finished_at") - F("created_at")))["mean"]
    return {
        "seconds": round(seconds, 2),
        "session_ms": round(1000 * seconds / count, 1),
        "inside_session_ms": round(1000 * inside.total_seconds(), 1),
    }
