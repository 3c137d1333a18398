"""Helpers of benchmarks against a running product: clients, the wait for an answer, quantiles, memory."""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

import httpx
import psutil

from tests.plugins.product import Product, clean_environment, running_product


@contextmanager
def data_folder(prefix: str) -> Iterator[Path]:
    """Yield the data folder of a new product: a copy of the prepared one that DATA_TEMPLATE names, if it is set."""
    with tempfile.TemporaryDirectory(prefix=prefix) as folder:
        Path(folder).chmod(0o755)
        data = Path(folder) / "data"
        if template := os.environ.get("DATA_TEMPLATE"):
            subprocess.run(["cp", "-a", template, str(data)], check=True)
        yield data


@contextmanager
def benchmark_product(prefix: str) -> Iterator[Product]:
    """Start a product of its own, or use the running one that RUNNING_PRODUCT names, as ``PID:PORT:DATA``."""
    if running := os.environ.get("RUNNING_PRODUCT"):
        pid, port, data = running.split(":", 2)
        supervisor = cast("subprocess.Popen[bytes]", psutil.Process(int(pid)))  # nobody here starts or ends it
        used = Product(Path(data), int(port), clean_environment(), supervisor)
        yield used
        used.close_shell()
    else:
        with data_folder(prefix) as folder, running_product(folder) as started:
            yield started


@asynccontextmanager
async def api_clients(url: str, tokens: list[str]) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Open one HTTP client per token, and close them all."""
    clients = [
        httpx.AsyncClient(base_url=url, headers={"Authorization": f"Token {token}"}, timeout=120) for token in tokens
    ]
    try:
        yield clients
    finally:
        for client in clients:
            await client.aclose()


async def follow_events(client: httpx.AsyncClient, url: str, started: float) -> tuple[float, float, str]:
    """Read a session's events to the end; return milliseconds since ``started`` to the first and the last, and that."""
    first, final = 0.0, False
    async with client.stream("GET", url, headers={"Accept": "text/event-stream"}) as stream:
        async for line in stream.aiter_lines():
            first = first or (time.perf_counter() - started) * 1000
            if final and line.startswith("data: "):
                return first, (time.perf_counter() - started) * 1000, line.removeprefix("data: ")
            final = final or line == "event: final"
    raise AssertionError("the stream ended without an answer")


def quantiles(values: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile of at least two values."""
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def process_memory_mb(supervisor: int) -> dict[str, float]:
    """Return the MB of each of the product's processes (PSS: shared pages, such as PostgreSQL's cache, count once)."""
    found: dict[str, float] = {}
    root = psutil.Process(supervisor)
    for process in [root, *root.children(recursive=True)]:
        try:
            name = "supervisor" if process == root else process_name(process)
            found[name] = round(found.get(name, 0.0) + _proportional_set_size(process) / 2**20, 1)
        except psutil.NoSuchProcess:  # a sandbox that has just ended
            continue
    return {**found, "total": round(sum(found.values()), 1)}


def _proportional_set_size(process: psutil.Process) -> int:
    measure: Callable[[], Any] = process.memory_full_info
    return int(measure().pss)


def process_name(process: psutil.Process) -> str:
    """Return which part of a product a process is, else the name of its program."""
    if process.name().startswith("kingdom-"):  # forked: its command line is that of its parent
        return process.name().removeprefix("kingdom-")
    words = " ".join(process.cmdline())
    if "fork_server" in words:
        return "application"
    for mark in ("postgres", "sandboxd", "worker", "beat", "web"):
        if mark in words:
            return mark
    return process.name()
