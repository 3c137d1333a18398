"""One house for all that kills workers; who kills the server has one of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.worker_cluster import WorkerCluster


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerCluster]:
    """A house with leases of one second."""
    yield from _house(tmp_path_factory.mktemp("house"), lease_s=1)


@pytest.fixture(scope="module")
def house_with_long_leases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerCluster]:
    """A house where no lease runs out while a test lasts."""
    yield from _house(tmp_path_factory.mktemp("house"), lease_s=60)


def _house(folder: Path, *, lease_s: float) -> Iterator[WorkerCluster]:
    made = WorkerCluster(folder, lease_s=lease_s)
    yield made
    made.close()
