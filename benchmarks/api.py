"""How fast the API of a running product answers: ``python -m benchmarks.api [--seconds N] [--smoke]``.

Prints one JSON object: reads a second (one and eight callers), milliseconds from POST to a session's first event and to
the final answer of a handler specialist (p50 and p95, one user and ten at once), and MB of each process, idle (PSS:
what several share counts once).
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil

from benchmarks.support.measuring import probe_us
from tests.plugins.product import Product, running_product

USERS = 10
QUESTION = "is ann@example.org a valid address?"
Figures = dict[str, Any]


def main() -> None:
    """Start the product, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each rate is measured")
    parser.add_argument("--answers", type=int, default=30, help="answers that each time is measured over")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    seconds, answers = (0.2, 2) if options.smoke else (options.seconds, options.answers)
    with tempfile.TemporaryDirectory(prefix="kingdom-api-bench-") as folder:
        data = Path(folder) / "data"
        Path(folder).chmod(0o755)
        if template := os.environ.get("DATA_TEMPLATE"):  # a prepared data folder to copy
            subprocess.run(["cp", "-a", template, str(data)], check=True)
        start = time.perf_counter()
        with running_product(data) as product:
            figures = {"first_start_s": round(time.perf_counter() - start, 1), **_measured(product, seconds, answers)}
    print(json.dumps(figures, indent=2))


def _measured(product: Product, seconds: float, answers: int) -> Figures:
    memory = _memory(product.process.pid)
    tokens = [product.token(f"user{number}") for number in range(USERS)]
    return {"memory_mb": memory, **asyncio.run(_over_http(product.url, tokens, seconds, answers))}


async def _over_http(url: str, tokens: list[str], seconds: float, answers: int) -> Figures:
    async with _clients(url, tokens) as clients:
        await _answer(clients[0])  # the first one pays for what every process does once
        return {
            "reads_per_s_1": await _rate(clients[:1], seconds),
            "reads_per_s_8": await _rate(clients[:8], seconds),
            "alone": _summarize([await _answer(clients[number % USERS]) for number in range(answers)]),
            "ten_at_once": _summarize(await _concurrent_answers(clients, answers)),
            "probe_us": probe_us(),
        }


@asynccontextmanager
async def _clients(url: str, tokens: list[str]) -> AsyncIterator[list[httpx.AsyncClient]]:
    made = [httpx.AsyncClient(base_url=url, headers={"Authorization": f"Token {one}"}, timeout=60) for one in tokens]
    try:
        yield made
    finally:
        for client in made:
            await client.aclose()


async def _rate(clients: list[httpx.AsyncClient], seconds: float) -> float:
    """Return reads of ten specialists' cards a second. A caller who reaches the throttle (1,200 a minute) stops."""
    end = time.perf_counter() + seconds
    done = 0

    async def read(client: httpx.AsyncClient) -> None:
        nonlocal done
        while time.perf_counter() < end:
            answer = await client.get("/api/v1/specialists/", params={"limit": 10})
            if answer.status_code == 429:
                return
            answer.raise_for_status()
            done += 1

    start = time.perf_counter()
    await asyncio.gather(*(read(client) for client in clients))
    return round(done / (time.perf_counter() - start), 1)


async def _answer(client: httpx.AsyncClient) -> tuple[float, float]:
    """Ask once; return milliseconds from POST to the first event and to the final one."""
    made = (await client.post("/api/v1/conversations/", json={})).raise_for_status().json()
    start = time.perf_counter()
    posted = (
        (await client.post(f"/api/v1/conversations/{made['id']}/messages/", json={"content": QUESTION}))
        .raise_for_status()
        .json()
    )
    first = 0.0
    async with client.stream("GET", posted["events_url"], headers={"Accept": "text/event-stream"}) as stream:
        async for line in stream.aiter_lines():
            first = first or (time.perf_counter() - start) * 1000
            if line == "event: final":
                return first, (time.perf_counter() - start) * 1000
    raise AssertionError("the stream ended without an answer")


async def _concurrent_answers(clients: list[httpx.AsyncClient], answers: int) -> list[tuple[float, float]]:
    async def several(client: httpx.AsyncClient) -> list[tuple[float, float]]:
        return [await _answer(client) for _ in range(max(1, answers // USERS))]

    work: list[Awaitable[list[tuple[float, float]]]] = [several(client) for client in clients]
    return [one for found in await asyncio.gather(*work) for one in found]


def _summarize(times: list[tuple[float, float]]) -> Figures:
    return {"first_event_ms": _quantiles([one[0] for one in times]), "answer_ms": _quantiles([one[1] for one in times])}


def _quantiles(values: list[float]) -> dict[str, float]:
    cuts = statistics.quantiles(values, n=20, method="inclusive")
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}


def _memory(supervisor: int) -> dict[str, float]:
    """Return the MB of each of the product's processes (PSS: shared pages, such as PostgreSQL's cache, count once)."""
    found: dict[str, float] = {}
    root = psutil.Process(supervisor)
    for process in [root, *root.children(recursive=True)]:
        name = "supervisor" if process == root else _name(process)
        found[name] = round(found.get(name, 0.0) + _proportional_set_size(process) / 2**20, 1)
    return {**found, "total": round(sum(found.values()), 1)}


def _proportional_set_size(process: psutil.Process) -> int:
    measure: Callable[[], Any] = process.memory_full_info
    return int(measure().pss)


def _name(process: psutil.Process) -> str:
    words = " ".join(process.cmdline())
    for mark in ("postgres", "sandboxd", "worker", "beat", "web"):
        if mark in words:
            return mark
    return process.name()


if __name__ == "__main__":
    main()
