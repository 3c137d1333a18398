"""The circuit breaker's law: when it opens, who tries, when it closes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.core.background.circuit_breaker import (
    Circuit,
    CircuitBreakerPolicy,
    CircuitOpen,
    SharedCircuit,
    abandon_probe,
    admit_call,
    record_failure,
    record_success,
)

POLICY = CircuitBreakerPolicy(threshold=3, window_s=60, open_s=30, probe_s=100)
OPEN = Circuit(state="open", failures=3, since=1000.0, last_failure=1000.0)


def fail_times(count: int, *, at: float = 1000.0) -> Circuit:
    circuit = Circuit()
    for _ in range(count):
        circuit = record_failure(circuit, POLICY, at)
    return circuit


def test_it_opens_at_the_threshold_and_not_before() -> None:
    assert fail_times(2).state == "closed"
    assert fail_times(3).state == "open"


def test_a_success_between_failures_starts_the_count_again() -> None:
    circuit = record_failure(record_success(fail_times(2)), POLICY, 1000.0)
    assert (circuit.state, circuit.failures) == ("closed", 1)


def test_failures_far_apart_do_not_add_up() -> None:
    assert record_failure(fail_times(2), POLICY, 1061.0).failures == 1


def test_an_open_circuit_refuses_and_says_for_how_long() -> None:
    judged = admit_call(OPEN, POLICY, 1010.0)
    assert (judged.allowed, judged.wait_s, judged.circuit) == (False, 20.0, OPEN)


def test_after_its_rest_one_caller_tries_and_the_others_wait() -> None:
    probe = admit_call(OPEN, POLICY, 1030.0)
    assert (probe.allowed, probe.circuit.state) == (True, "half_open")
    other = admit_call(probe.circuit, POLICY, 1031.0)
    assert not other.allowed
    assert 0 < other.wait_s <= POLICY.open_s


def test_a_probe_decides() -> None:
    probe = admit_call(OPEN, POLICY, 1030.0).circuit
    assert record_success(probe) == Circuit()
    again = record_failure(probe, POLICY, 1035.0)
    assert (again.state, again.since) == ("open", 1035.0)


def test_a_probe_lost_with_its_process_is_taken_over() -> None:
    probe = admit_call(OPEN, POLICY, 1030.0).circuit
    assert not admit_call(probe, POLICY, 1129.0).allowed
    assert admit_call(probe, POLICY, 1130.0).allowed


def test_an_abandoned_probe_lets_the_next_caller_try() -> None:
    probe = admit_call(OPEN, POLICY, 1030.0).circuit
    assert admit_call(abandon_probe(probe), POLICY, 1030.5).allowed
    assert abandon_probe(Circuit()) == Circuit()


def test_late_news_does_not_move_an_open_circuit() -> None:
    assert record_success(OPEN) == OPEN
    assert record_failure(OPEN, POLICY, 1005.0) == OPEN


@given(st.lists(st.tuples(st.sampled_from(["ok", "fail", "admit"]), st.floats(0.0, 200.0)), max_size=40))
def test_no_history_refuses_callers_for_ever(history: list[tuple[str, float]]) -> None:
    circuit, now = Circuit(), 1000.0
    for move, later in history:
        now += later
        if move == "ok":
            circuit = record_success(circuit)
        elif move == "fail":
            circuit = record_failure(circuit, POLICY, now)
        else:
            judged = admit_call(circuit, POLICY, now)
            assert judged.allowed == (judged.wait_s == 0.0)
            circuit = judged.circuit
    assert admit_call(circuit, POLICY, now + POLICY.probe_s + POLICY.open_s).allowed


class MemoryStore:
    """A store in memory; the first ``lost`` writes are lost to another process."""

    def __init__(self, circuit: Circuit, lost: int = 0) -> None:
        self.circuit, self.lost = circuit, lost

    async def load(self, name: str) -> Circuit:
        return self.circuit

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        if self.lost > 0:
            self.lost -= 1
            return False
        self.circuit = new
        return True


def shared(store: MemoryStore, at: float) -> SharedCircuit:
    return SharedCircuit(store=store, name="it", policy=POLICY, now=lambda: at)


@pytest.mark.asyncio
async def test_a_lost_race_is_repeated_and_one_call_is_the_probe() -> None:
    store = MemoryStore(OPEN, lost=1)
    circuit = shared(store, OPEN.since + POLICY.open_s)
    assert await circuit.enter() is True
    with pytest.raises(CircuitOpen):
        await circuit.enter()
    await circuit.abandoned()
    assert await circuit.enter() is True, "the next caller tries at once"
    await circuit.succeeded()
    assert store.circuit == Circuit()


@pytest.mark.asyncio
async def test_a_failure_that_loses_a_race_counts() -> None:
    store = MemoryStore(Circuit(), lost=2)
    await shared(store, 10.0).failed()
    assert store.circuit.failures == 1
