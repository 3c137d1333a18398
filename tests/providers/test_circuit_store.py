"""Circuits of hosts and of the web search: who records, who is refused, and when they close."""

import pytest
from asgiref.sync import async_to_sync

from kingdom.adapters.egress_proxy.port import EgressRecord
from kingdom.adapters.search.port import SearchResult
from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import utc_now
from kingdom.core.errors import ToolError, Unavailable
from kingdom.providers.circuit_store import HOST_UNUSED, SEARCH_CIRCUIT, circuit_record, host_circuit, open_circuits
from kingdom.providers.models import ProviderCircuit
from kingdom.providers.search import BreakerSearch
from kingdom.providers.tasks import host_circuits_purge
from kingdom.sessions.gateway.egress_log import host_circuit_record

pytestmark = pytest.mark.django_db
HOST = "api.example.org"


def exchange(outcome: str, reason: str = "", status: int | None = None) -> EgressRecord:
    return EgressRecord(outcome=outcome, reason=reason, host=HOST, status=status)  # type: ignore[arg-type]


def due(name: str) -> None:
    """Let a circuit have opened an hour ago."""
    row = ProviderCircuit.objects.get(pk=name)
    ProviderCircuit.objects.filter(pk=name).update(state={**row.state, "since": row.state["since"] - 3600})


def test_a_host_is_away_after_failures_in_a_row_and_back_after_one_answer() -> None:
    name = host_circuit(HOST)
    away = [exchange("failed", "timeout"), exchange("failed", "lookup"), exchange("answered", status=503)]
    for record in [*away, exchange("answered", status=404), *away, away[0]]:
        host_circuit_record(record)
    assert open_circuits([name]) == {}, "an answer in between is an answer"
    host_circuit_record(away[0])
    assert open_circuits([name])[name].wait_s > 0
    host_circuit_record(exchange("answered", status=200))
    assert open_circuits([name]), "a late answer closes nothing"
    due(name)
    assert open_circuits([name])[name].wait_s == 0
    host_circuit_record(exchange("answered", status=200))
    assert open_circuits([name]) == {}


def test_what_says_nothing_about_a_host_is_not_recorded() -> None:
    for record in (exchange("refused", "permission"), exchange("failed", "interrupted")):
        for _ in range(9):
            host_circuit_record(record)
    assert not ProviderCircuit.objects.exists()


def test_a_failed_probe_opens_again() -> None:
    for _ in range(5):
        circuit_record("host:x", answered=False)
    due("host:x")
    circuit_record("host:x", answered=False)
    assert open_circuits(["host:x"])["host:x"].wait_s > 0


def test_a_long_name_of_a_host_has_a_circuit() -> None:
    long, other = (f"{letter * 60}.{'b' * 60}.org" for letter in "ac")
    assert len(host_circuit(long)) <= 120
    assert host_circuit(long) != host_circuit(other)


class _Search:
    """A search that raises one error after the other, then answers."""

    def __init__(self, *errors: Exception) -> None:
        self._errors, self.calls = list(errors), 0

    async def find(self, ctx: CallContext, query: str, most: int) -> SearchResult:
        self.calls += 1
        if self._errors:
            raise self._errors.pop(0)
        return SearchResult(hits=(), backend="test")


def _found(search: BreakerSearch) -> str:
    try:
        return async_to_sync(search.find)(CallContext(trace_id="t", user_id="1"), "x", 1).backend
    except (ToolError, Unavailable) as error:
        return error.message


def test_a_search_that_is_down_is_not_called() -> None:
    inner = _Search(ToolError("No."), *(Unavailable("Away.") for _ in range(5)))
    search = BreakerSearch(inner)
    assert [_found(search) for _ in range(6)] == ["No.", *["Away."] * 5]
    assert "not called for a while" in _found(search)
    assert inner.calls == 6
    due(SEARCH_CIRCUIT)
    assert (_found(search), _found(search)) == ("test", "test")
    assert open_circuits([SEARCH_CIRCUIT]) == {}


def test_circuits_of_hosts_that_nobody_calls_any_more_are_purged() -> None:
    used, unused, provider = host_circuit(HOST), host_circuit("gone.example.org"), "gemini"
    for name in (used, unused, provider):
        circuit_record(name, answered=False)
    ProviderCircuit.objects.update(updated_at=utc_now() - HOST_UNUSED * 2)
    circuit_record(used, answered=False)  # a later call counts, not the first one
    host_circuits_purge()
    assert set(ProviderCircuit.objects.values_list("pk", flat=True)) == {used, provider}
