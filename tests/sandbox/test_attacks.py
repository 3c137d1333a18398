"""Every attack on every backend, an honest program right beside it, and controls that show that the tests would see an escape."""

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from tests.sandbox.corpus import ATTACKS, HONEST, Attack
from tests.sandbox.corpus.base import unfenced
from tests.sandbox.corpus.honest import Honest
from tests.sandbox.world import World

pytestmark = pytest.mark.sandbox
NEIGHBOURS = cycle(HONEST[:6])


Sessions = Callable[[str], ServiceSession]


@pytest.fixture(scope="module")
def sessions(service: SandboxService) -> Iterator[Sessions]:
    """Open sessions by program: neighbours and attacks of one text stay open, every other attack gets a sandbox of its own."""
    kept: dict[str, ServiceSession] = {}
    lasting = {honest.code for honest in HONEST} | {attack.text for attack in ATTACKS if attack.category == "kernel"}

    def session(code: str) -> ServiceSession:
        if code not in kept:
            for other in set(kept) - lasting:
                kept.pop(other).close()
            kept[code] = service.open(Program(code=code), SandboxLimits())
        return kept[code]

    yield session
    for opened in kept.values():
        opened.close()


def ident(attack: Attack) -> str:
    return f"{attack.category}-{attack.name}"


@pytest.mark.parametrize("attack", ATTACKS, ids=ident)
def test_attack_is_held(service: SandboxService, sessions: Sessions, world: World, attack: Attack) -> None:
    if attack.only not in ("", service.name):
        pytest.skip(f"{service.name} does not promise this")
    payload = {**world.payload(), **attack.payload}
    session = sessions(attack.text)
    outcome = session.call(payload, attack.timeout)
    assert attack.problem(outcome) == ""
    assert world.problem() == ""
    # The same session afterwards: nothing of the attack may be left for the next call.
    if outcome.status in ("ok", "error"):
        again = session.call(payload, attack.timeout)
        assert attack.problem(again) == ""
        assert world.problem() == ""
    neighbour = next(NEIGHBOURS)
    honest = sessions(neighbour.code).call(neighbour.payload)
    assert (honest.status, honest.value) == ("ok", neighbour.value)


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.control], ids=ident)
def test_control_is_seen(world: World, attack: Attack) -> None:
    """The same program without a fence must be judged an escape; otherwise the test above could not fail."""
    outcome = unfenced(attack, {**world.payload(), **attack.payload})
    assert attack.problem(outcome) != ""
    world.problem()


def test_there_are_enough() -> None:
    names = [ident(attack) for attack in ATTACKS]
    assert len(set(names)) == len(names) >= 60
    assert {attack.category for attack in ATTACKS} == {
        "network",
        "filesystem",
        "resources",
        "kernel",
        "secrets",
        "isolation",
        "protocol",
    }
    assert sum(attack.control for attack in ATTACKS) >= 15


@pytest.mark.parametrize("honest", HONEST, ids=lambda honest: honest.name)
def test_honest_program(service: SandboxService, honest: Honest) -> None:
    outcome = service.run(Program(code=honest.code), honest.payload, SandboxLimits())
    assert (outcome.status, outcome.value, outcome.truncated) == ("ok", honest.value, False), outcome.stderr


@pytest.mark.parametrize("status", ["oom", "crashed", "timeout"])
def test_a_judge_can_say_no(status: str) -> None:
    attack = ATTACKS[0]
    assert attack.problem(SandboxOutcome(status="ok", value=["tcp"])) != ""
    assert attack.problem(SandboxOutcome(status=status)) != ""  # type: ignore[arg-type]
    assert attack.problem(SandboxOutcome(status="ok", value=[])) == ""
