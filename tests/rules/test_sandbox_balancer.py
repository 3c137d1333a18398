"""Which of several sandbox daemons a call takes."""

from collections.abc import Mapping
from typing import Any

from kingdom.adapters.sandbox.addresses import DOWN_S, LOAD_TTL_S, LoadBalancer, SandboxAddress
from kingdom.core.errors import SandboxLost

A, B = SandboxAddress(path="/a"), SandboxAddress(path="/b")


class Daemons:
    """Statuses by address; None does not answer."""

    def __init__(self) -> None:
        self.now, self.asked = 100.0, 0
        self.statuses: dict[SandboxAddress, Mapping[str, Any] | None] = {A: self.load(0), B: self.load(0)}
        self.balancer = LoadBalancer(clock=lambda: self.now)

    @staticmethod
    def load(running: int, *, state: str = "ready") -> Mapping[str, Any]:
        return {"state": state, "running": running, "waiting": 0, "slots": 4}

    def read(self, address: SandboxAddress) -> Mapping[str, Any]:
        self.asked += 1
        status = self.statuses[address]
        if status is None:
            raise SandboxLost("away")
        return status

    def first(self) -> SandboxAddress:
        return self.balancer.ordered([A, B], self.read)[0]


def test_the_least_busy_comes_first_by_status_and_by_what_was_sent_since() -> None:
    daemons = Daemons()
    daemons.statuses[A] = daemons.load(2)
    assert daemons.first() == B
    for _ in range(3):
        daemons.balancer.sent(B)
    assert daemons.first() == A
    assert daemons.asked == 2, "the statuses are not read again at each call"
    daemons.now += LOAD_TTL_S
    assert daemons.first() == B


def test_one_that_does_not_answer_or_does_not_serve_comes_last_for_a_while() -> None:
    daemons = Daemons()
    daemons.statuses |= {A: None, B: daemons.load(9)}
    assert daemons.first() == B
    daemons.statuses[A] = daemons.load(0)
    daemons.now += LOAD_TTL_S
    assert daemons.first() == B
    daemons.now += DOWN_S
    assert daemons.first() == A
    daemons.now += DOWN_S + LOAD_TTL_S
    daemons.statuses[A] = daemons.load(0, state="refused")
    assert daemons.first() == B


def test_a_single_daemon_is_not_asked() -> None:
    daemons = Daemons()
    assert daemons.balancer.ordered([A], daemons.read) == [A]
    assert daemons.asked == 0
