"""The order of the tests of a run: some workers compute beside others that wait, the longest first."""

from tests.plugins.groups import unit_starts

WAITING = {"product-": 80, "tests/journeys/test_up.py::test_life": 1, "service-tests/x.py": 9, "daemon-tests/y.py": 3}
COMPUTING = {"file-tests/rules/test_a.py": 900, "file-tests/rules/test_b.py": 30, "file-tests/rules/test_c.py": 20}


def _order(tests: dict[str, int], workers: int) -> list[str]:
    starts = unit_starts(tests, workers)
    return sorted(starts, key=lambda unit: starts[unit])


def test_three_that_wait_start_beside_one_that_computes() -> None:
    first = _order(COMPUTING | WAITING, 4)[:4]
    assert set(first) == {"product-", "service-tests/x.py", "daemon-tests/y.py", "file-tests/rules/test_a.py"}


def test_the_longest_of_each_kind_start_first() -> None:
    for workers in (2, 3, 4, 8):
        order = _order(COMPUTING | WAITING, workers)
        assert [unit for unit in order if unit in COMPUTING] == list(COMPUTING)
        assert (
            order.index("product-")
            < order.index("service-tests/x.py")
            < order.index("tests/journeys/test_up.py::test_life")
        )


def test_every_unit_has_its_turn_whatever_kinds_there_are() -> None:
    for tests in (WAITING, COMPUTING, COMPUTING | WAITING, {}):
        for workers in (1, 2, 5):
            assert sorted(_order(dict(tests), workers)) == sorted(tests)
