"""Groups, order and end of what tests share under ``--dist loadgroup --no-loadscope-reorder``.

The tests of a shared fixture run in one worker, so that it is set up once; so do those of a file that start nothing,
whose fixtures, patterns and caches each worker would make anew. Tests that start programs mostly wait for them, the
others compute: the order lets one worker in four compute beside three that wait, the longest of both first. Else the
cores idle for the first half of a run, and in the end one worker works on a long group while the others have nothing.
A product ends with the last test of its group: left to the end of the run, each takes a thirtieth of a core beside all
later tests.
"""

import heapq
from collections import Counter
from collections.abc import Generator, Mapping
from typing import Any

import pytest

# Expensive fixtures that a test module or the whole run shares: their tests go to one xdist worker. A test is of the
# group of the first that it uses: a module's own product comes before what is made of it.
SHARED_FIXTURES = (
    *("own_product", "product_with_model", "product", "short_lease_product", "egress_product"),
    *("cluster", "cluster_with_long_leases", "worker_process", "daemon", "lasting_daemon", "sessions"),
    *("service", "world", "sandbox"),
)
# Fixtures of the whole run that end with their group.
ENDED_FIXTURES = ("product_with_model", "product", "short_lease_product")
# Seconds of the longest groups and tests on two cores, by the start of the group or of the test's id.
LONGEST = {
    "product-": 650,
    "own_product-tests/browser/test_every_page.py": 225,
    "tests/journeys/test_schedule_restart.py": 210,
    "short_lease_product-": 190,
    "sessions-tests/sandbox/test_attacks.py": 170,
    "tests/ops/backup/test_backup_journey.py": 115,
    "egress_product-": 110,
    "cluster-tests/cluster/test_three_machines.py": 105,
    "product_with_model-": 105,
    "cluster-tests/chaos/test_council_killed.py": 95,
    "service-tests/sandbox": 95,
    "file-tests/redteam/test_field_classes.py": 80,
    "file-tests/console/staff/test_admin_pages.py": 80,
    "cluster-tests/chaos/test_worker_killed.py": 75,
    "file-tests/redteam/test_access_matrix.py": 60,
    "cluster-tests/cluster/test_two_machines.py": 55,
    "tests/chaos/test_broker_killed.py": 55,
    "own_product-": 50,
    "file-tests/ministers/guardian/test_review.py": 50,
    "service-tests/redteam/test_warm_sandboxes.py": 45,
    "cluster-tests/chaos/test_queue_worker.py": 45,
    "file-tests/builtins/test_catalogue.py": 45,
    "daemon-tests/redteam/test_capability_closure.py": 45,
    "tests/journeys/test_guards_restarted.py": 40,
    "parcels": 40,
    "tests/journeys/test_first_hour.py": 30,
    "tests/benchmarks/test_smoke.py": 25,
}
WAITING_SECONDS, COMPUTING_SECONDS = 3.0, 0.1  # of any other test: of one that starts programs, of one that does not
COMPUTING_SHARE = 1 / 4  # of the workers
_FILE = "file-"
_PROGRAM_MARKS = ("journey", "chaos", "browser", "docker", "sandbox")


@pytest.hookimpl(tryfirst=True)  # before xdist writes the groups into the ids
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests of a shared fixture, and put them into an order that keeps all cores busy."""
    for item in items:
        for name in SHARED_FIXTURES:
            if group := _shared_group(item, name):
                item.add_marker(pytest.mark.xdist_group(group))
                break
        if not _group_of(item) and not _starts_programs(item):
            item.add_marker(pytest.mark.xdist_group(f"{_FILE}{item.nodeid.partition('::')[0]}"))
    if items and hasattr(items[0].config, "workerinput"):  # else a shared fixture would start before its turn
        starts = unit_starts(Counter(map(_unit, items)), items[0].config.workerinput["workercount"])
        items.sort(key=lambda item: starts[_unit(item)])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """End a product of the whole run when a worker goes on with another group: no other test of it follows."""
    yield
    if nextitem is not None and hasattr(item.config, "workerinput"):
        for name in ENDED_FIXTURES:
            fixture = _definition(item, name)
            if fixture and _group_of(item) != _group_of(nextitem):
                fixture.finish(item._request)  # type: ignore[attr-defined]  # pytest has no public way


def unit_starts(tests: Mapping[str, int], workers: int) -> Mapping[str, tuple[float, int]]:
    """Return when each unit would start, in seconds, with its place among all; ``tests`` has its number of tests.

    A worker of xdist takes the next unit in order when it is free. The order comes from a run in which some workers
    take units that compute and the others those that wait; who has no more of its kind takes the other kind.
    """
    seconds = {unit: _seconds(unit, number) for unit, number in tests.items()}
    longest_first = sorted(seconds, key=lambda unit: -seconds[unit])
    queues = {kind: [unit for unit in longest_first if _computes(unit) is kind] for kind in (True, False)}
    computing = max(1, round(workers * COMPUTING_SHARE))
    free = [(0.0, number, number >= workers - computing) for number in range(workers)]
    starts = dict[str, tuple[float, int]]()
    while any(queues.values()):
        at, number, kind = heapq.heappop(free)
        unit = (queues[kind] or queues[not kind]).pop(0)
        starts[unit] = at, len(starts)
        heapq.heappush(free, (at + seconds[unit], number, kind))
    return starts


def _seconds(unit: str, tests: int) -> float:
    known = next((seconds for start, seconds in LONGEST.items() if unit.startswith(start)), None)
    return known or tests * (COMPUTING_SECONDS if _computes(unit) else WAITING_SECONDS)


def _unit(item: pytest.Item) -> str:
    """Return what one worker runs as a whole: the group of a test, or the test."""
    return _group_of(item) or item.nodeid


def _computes(unit: str) -> bool:
    return unit.startswith(_FILE)


def _starts_programs(item: pytest.Item) -> bool:
    """Whether a test starts processes and waits for them: it is a unit of its own, as long as a whole file."""
    return any(item.get_closest_marker(name) for name in _PROGRAM_MARKS)


def _group_of(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark and mark.args else ""


def _definition(item: pytest.Item, name: str) -> "pytest.FixtureDef[Any] | None":
    definitions = item._fixtureinfo.name2fixturedefs if isinstance(item, pytest.Function) else {}
    return definitions[name][-1] if name in definitions else None


def _shared_group(item: pytest.Item, name: str) -> str:
    """Return the group of a test by a fixture that it shares; "" when it has none or one of its own."""
    fixture = _definition(item, name)
    if fixture is None:
        return ""
    match fixture.scope:
        case "session" | "package":
            return f"{fixture.argname}-{fixture.baseid}"
        case "module":
            return f"{fixture.argname}-{item.nodeid.partition('::')[0]}"
        case _:
            return ""
