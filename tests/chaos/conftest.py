"""Clusters of one module's tests: workers over a database server of their own, which may be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.chaos.worker_cluster import WorkerCluster


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerCluster]:
    """A cluster with leases of one second."""
    yield from _cluster(tmp_path_factory.mktemp("cluster"), lease_s=1)


@pytest.fixture(scope="module")
def cluster_with_long_leases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkerCluster]:
    """A cluster whose leases outlast a test."""
    yield from _cluster(tmp_path_factory.mktemp("cluster"), lease_s=60)


def _cluster(folder: Path, *, lease_s: float) -> Iterator[WorkerCluster]:
    cluster = WorkerCluster(folder, lease_s=lease_s)
    yield cluster
    cluster.close()
