"""The data tree on every backend: its libraries, what the base tree has of it, and attacks of each category."""

from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from dataclasses import replace

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import SandboxUnavailable
from kingdom.tools.data.output_files import DATA_LIMITS
from tests.rounds import share
from tests.sandbox.corpus import ATTACKS, HONEST, Attack
from tests.sandbox.world import World

pytestmark = pytest.mark.sandbox
# Network, file system, kernel and secrets attacks, and the first three of the slower categories. The backend is that of
# the base tree, where every run tries every attack: here every third one, all with TEST_LONG.
QUICK = frozenset({"network", "filesystem", "kernel", "secrets"})
CHOSEN = [
    attack
    for category in sorted({attack.category for attack in ATTACKS})
    for attack in share([one for one in ATTACKS if one.category == category][: None if category in QUICK else 3], 3)
]
LIBRARIES = """
def handle(payload, ctx):
    import sys
    before = sorted({"numpy", "pandas", "matplotlib"} & set(sys.modules))
    found = []
    for name in ("numpy", "pandas", "matplotlib"):
        try:
            found.append(__import__(name).__name__)
        except ImportError:
            pass
    return [before, found]
"""


@pytest.fixture(scope="module")
def data_session(service: SandboxService) -> Iterator[ServiceSession]:
    """A session that shows the libraries of the data tree."""
    with service.open(Program(code=LIBRARIES, tree="data"), DATA_LIMITS) as session:
        yield session


@pytest.fixture(scope="module")
def kernel_sessions(service: SandboxService) -> Iterator[dict[str, ServiceSession]]:
    """One session for each program of the kernel attacks: dozens of calls to the kernel are one program each time."""
    programs = {attack.text for attack in CHOSEN if attack.category == "kernel"}
    with ExitStack() as stack:
        yield {code: stack.enter_context(_data_session(service, code)) for code in sorted(programs)}


def _data_session(service: SandboxService, code: str) -> ServiceSession:
    return service.open(Program(code=code, tree="data"), SandboxLimits())


def test_the_libraries_are_in_the_data_tree_only_and_loaded_by_none(
    service: SandboxService, data_session: ServiceSession
) -> None:
    libraries = ["numpy", "pandas", "matplotlib"]
    assert data_session.call(None).value == [[], libraries]
    with service.open(Program(code=LIBRARIES), SandboxLimits()) as session:
        assert session.call(None).value == [[], []]


def test_the_data_tree_has_its_own_tested_backend_on_the_same_slots(
    service: SandboxService, data_session: ServiceSession
) -> None:
    assert data_session.service is not service
    assert data_session.service.slots is service.slots
    status = service.status()["data"]
    assert (status["state"], status["backend"], status["guarantees"]) == (
        "ready", service.name, sorted(service.guarantees)
    )  # fmt: skip
    assert status["selftest"]
    assert all(probe["ok"] for probe in status["selftest"])


@pytest.mark.parametrize("attack", CHOSEN, ids=lambda attack: f"{attack.category}-{attack.name}")
def test_attack_fails_in_the_data_tree(
    service: SandboxService, kernel_sessions: dict[str, ServiceSession], world: World, attack: Attack
) -> None:
    if attack.only not in ("", service.name):
        pytest.skip(f"{service.name} does not promise this")
    lasting = kernel_sessions.get(attack.text)
    with nullcontext(lasting) if lasting else _data_session(service, attack.text) as session:
        outcome = session.call({**world.payload(), **attack.payload}, attack.timeout)
    assert attack.problem(outcome) == ""
    assert world.problem() == ""


def test_an_honest_program_runs_as_in_the_base_tree(service: SandboxService) -> None:
    for honest in HONEST[:3]:
        with _data_session(service, honest.code) as session:
            outcome = session.call(honest.payload)
        assert (outcome.status, outcome.value) == ("ok", honest.value)


def test_a_program_of_a_missing_tree_is_refused_with_what_to_do(
    service: SandboxService, tmp_path_factory: pytest.TempPathFactory
) -> None:
    config: SandboxConfig = replace(service.config, root=tmp_path_factory.mktemp("empty"))
    with pytest.raises(SandboxUnavailable, match="make sandbox-image"):
        config.with_data_tree()
