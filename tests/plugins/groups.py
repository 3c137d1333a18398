"""Groups, order and end of what tests share under ``--dist loadgroup --no-loadscope-reorder``.

The tests of a shared fixture run in one worker, so that it is set up once; so do those of a file that start nothing,
whose fixtures, patterns and caches each worker would make anew. The longest groups and tests start first:
else one worker works on a long one at the end while the others have nothing left. A product ends with the last test of
its group: left to the end of the run, each takes a thirtieth of a core beside all later tests.
"""

from collections import Counter
from collections.abc import Generator
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
# Groups and tests that take longest, longest first: the start of the group or of the test's id.
LONGEST = (
    "product-",
    "tests/journeys/test_schedule_restart.py",
    "cluster-tests/cluster/test_three_machines.py",
    "sessions-tests/sandbox/test_attacks.py",
    "own_product-tests/browser/test_every_page.py",
    "short_lease_product-",
    "egress_product-",
    "cluster-tests/chaos/test_council_killed.py",
    "product_with_model-",
    "tests/journeys/test_guards_restarted.py",
    "cluster-tests/chaos/test_worker_killed.py",
    "cluster-",
    "service-tests/sandbox",
    "tests/ops/backup/test_backup_journey.py",
    "parcels",
    "own_product-",
    "daemon-tests/redteam/test_capability_closure.py",
)
# Then all other groups, then what starts processes and waits for them, then the files of the others,
# those with most tests first.
_PROGRAM_MARKS = ("journey", "chaos", "browser", "docker", "sandbox")


@pytest.hookimpl(tryfirst=True)  # before xdist writes the groups into the ids
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests of a shared fixture, and put the longest groups and tests first."""
    for item in items:
        for name in SHARED_FIXTURES:
            if group := _shared_group(item, name):
                item.add_marker(pytest.mark.xdist_group(group))
                break
        if not _group_of(item) and not _starts_programs(item):
            item.add_marker(pytest.mark.xdist_group(f"file-{item.nodeid.partition('::')[0]}"))
    if items and hasattr(
        items[0].config, "workerinput"
    ):  # else a shared fixture of the run would start before its turn
        counts = Counter(map(_group_of, items))
        items.sort(key=lambda item: (_rank(item), -counts[_group_of(item)]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, None, None]:
    """End a product of the whole run when a worker goes on with another group: no other test of it follows."""
    yield
    if nextitem is not None and hasattr(item.config, "workerinput"):
        for name in ENDED_FIXTURES:
            fixture = _definition(item, name)
            if fixture and _group_of(item) != _group_of(nextitem):
                fixture.finish(item._request)  # type: ignore[attr-defined]  # pytest has no public way


def _rank(item: pytest.Item) -> int:
    group = _group_of(item)
    for number, start in enumerate(LONGEST):
        if (group or item.nodeid).startswith(start):
            return number
    if not group:
        return len(LONGEST) + 1
    return len(LONGEST) + (2 if group.startswith("file-") else 0)


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
