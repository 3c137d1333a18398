"""Every attack on every backend beside an honest program, and controls that show that an escape is detected."""

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from tests.rounds import LONG
from tests.sandbox.corpus import ATTACKS, HONEST, Attack
from tests.sandbox.corpus.base import unfenced
from tests.sandbox.corpus.honest import Honest
from tests.sandbox.world import World

pytestmark = pytest.mark.sandbox
NEIGHBOURS = cycle(HONEST[:6])


Sessions = Callable[[str], ServiceSession]


@pytest.fixture(scope="module")
def sessions(service: SandboxService) -> Iterator[Sessions]:
    """Sessions by program. Honest programs and kernel attacks share one; every other attack gets its own."""
    opened: dict[str, ServiceSession] = {}
    lasting = {honest.code for honest in HONEST} | {attack.text for attack in ATTACKS if attack.category == "kernel"}

    def session(code: str) -> ServiceSession:
        if code not in opened:
            for other in set(opened) - lasting:
                opened.pop(other).close()
            opened[code] = service.open(Program(code=code), SandboxLimits())
        return opened[code]

    yield session
    for open_session in opened.values():
        open_session.close()


def ident(attack: Attack) -> str:
    return f"{attack.category}-{attack.name}"


def is_asked_beside(attack: Attack) -> bool:
    """Whether an honest program runs after an attack: after each on a limit of the host, else after every fourth."""
    return LONG or attack.category in ("resources", "isolation") or ATTACKS.index(attack) % 4 == 0


@pytest.mark.parametrize("attack", ATTACKS, ids=ident)
def test_attack_fails(service: SandboxService, sessions: Sessions, world: World, attack: Attack) -> None:
    if attack.only not in ("", service.name):
        pytest.skip(f"{service.name} does not promise this")
    payload = {**world.payload(), **attack.payload}
    session = sessions(attack.text)
    outcome = session.call(payload, attack.timeout)
    assert attack.problem(outcome) == ""
    assert world.problem() == ""
    # The next call of the same session must find no trace of the attack.
    if outcome.status in ("ok", "error"):
        again = session.call(payload, attack.timeout)
        assert attack.problem(again) == ""
        assert world.problem() == ""
    if not is_asked_beside(attack):
        return
    neighbour = next(NEIGHBOURS)
    honest = sessions(neighbour.code).call(neighbour.payload)
    assert (honest.status, honest.value) == ("ok", neighbour.value)


@pytest.mark.parametrize("attack", [attack for attack in ATTACKS if attack.control], ids=ident)
def test_control_is_reported(world: World, attack: Attack) -> None:
    """Without a sandbox the same program must be reported as an escape, else the test above could not fail."""
    outcome = unfenced(attack, {**world.payload(), **attack.payload})
    assert attack.problem(outcome) != ""
    world.problem()


def test_the_corpus_covers_every_category() -> None:
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
def test_a_bad_outcome_is_reported(status: str) -> None:
    attack = ATTACKS[0]
    assert attack.problem(SandboxOutcome(status="ok", value=["tcp"])) != ""
    assert attack.problem(SandboxOutcome(status=status)) != ""  # type: ignore[arg-type]
    assert attack.problem(SandboxOutcome(status="ok", value=[])) == ""
