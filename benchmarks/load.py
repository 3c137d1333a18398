"""How a running product bears many clients and a long life: ``python -m benchmarks.load [--clients N] [--smoke]``.

Each client is a user of its own who asks, waits for the answer, and asks again. Prints one JSON object: failures by
their code, messages a second, milliseconds from POST to the answer (p50 and p95), refusals with ``Retry-After`` (which
the client obeys), seconds of processor time, and MB of each process (PSS) while the messages go on in one process life.
``growth_percent`` compares the median of the last fifth of the samples with that of the first: sampling begins after
the messages of the warm-up, in which every part reaches its working size.
"""

import argparse
import asyncio
import json
import os
import statistics
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

from benchmarks.support.measuring import probe_us
from benchmarks.support.product_client import (
    api_clients,
    benchmark_product,
    follow_events,
    process_memory_mb,
    process_name,
    quantiles,
)
from tests.plugins.product import Product

QUESTION = "is ann@example.org a valid address?"
ANSWER = "ann@example.org"
SAMPLES = 40
WARM_UP = 600  # messages: until threads, connections and warm sandboxes are all there
Figures = dict[str, Any]


@dataclass
class LoadRun:
    """The messages of all clients, and what became of them."""

    url: str
    left: int
    answers_ms: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    refused: int = 0

    async def client_loop(self, client: httpx.AsyncClient) -> None:
        """Ask one message after the other until none is left."""
        conversation = (await client.post("/api/v1/conversations/", json={})).raise_for_status().json()["id"]
        while self.left > 0:
            self.left -= 1
            started = time.perf_counter()
            try:
                end = await self._answer(client, conversation, started)
            except (httpx.HTTPError, AssertionError) as error:
                self.failures[type(error).__name__] += 1
                continue
            if end["state"] == "completed" and ANSWER in end["answer"]:
                self.answers_ms.append((time.perf_counter() - started) * 1000)
            else:
                self.failures[(end["error"] or {}).get("code") or end["answer"][:60]] += 1

    async def _answer(self, client: httpx.AsyncClient, conversation: str, started: float) -> dict[str, Any]:
        path = f"/api/v1/conversations/{conversation}/messages/"
        while (posted := await client.post(path, json={"content": QUESTION})).status_code in (429, 503):
            self.refused += 1
            await asyncio.sleep(float(posted.headers.get("Retry-After", "1")))
        _first, _last, data = await follow_events(client, posted.raise_for_status().json()["events_url"], started)
        end: dict[str, Any] = json.loads(data)
        return end


def main() -> None:
    """Start the product, load it, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64, help="users that ask at the same time")
    parser.add_argument("--messages", type=int, default=2_000, help="messages of all clients together")
    parser.add_argument("--warm-up", type=int, default=WARM_UP, help="of them, messages before memory is measured")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    clients, sizes = options.clients, (options.messages, options.warm_up)
    if options.smoke:
        clients, sizes = 2, (6, 2)
    with benchmark_product("kingdom-load-bench-") as product:
        figures = _measured(product, clients, *sizes)
    print(json.dumps(figures, indent=2))


def _measured(product: Product, clients: int, messages: int, warm_up: int) -> Figures:
    tokens = [product.token(f"load{os.getpid()}-{number}") for number in range(clients)]
    product.close_shell()
    return asyncio.run(_load(product, tokens, messages, warm_up))


async def _load(product: Product, tokens: list[str], messages: int, warm_up: int) -> Figures:
    run, before = LoadRun(product.url, messages), process_memory_mb(product.process.pid)
    samples: list[dict[str, float]] = []
    async with api_clients(product.url, tokens) as clients:
        started, used = time.perf_counter(), _processor_s(product.process.pid)
        sampling = asyncio.create_task(_sample_memory(product.process.pid, run, (messages, warm_up), samples))
        await asyncio.gather(*(run.client_loop(client) for client in clients))
        seconds = time.perf_counter() - started
        sampling.cancel()
    spent = _processor_s(product.process.pid)
    samples.append(process_memory_mb(product.process.pid))
    return {
        "clients": len(tokens),
        "messages": messages,
        "warm_up": warm_up,
        "failed": sum(run.failures.values()),
        "failures": dict(run.failures.most_common(10)),
        "refused_with_retry_after": run.refused,
        "messages_per_s": round(len(run.answers_ms) / seconds, 1),
        "answer_ms": quantiles(run.answers_ms) if len(run.answers_ms) > 1 else {},
        "slowest_ms": round(max(run.answers_ms, default=0.0), 1),
        "processor_s": {name: round(value - used.get(name, 0.0), 1) for name, value in spent.items()},
        "memory_mb": {"before": before, "warm": samples[0], "after": samples[-1]},
        "growth_percent": _growth(samples),
        "probe_us": probe_us(),
    }


async def _sample_memory(pid: int, run: LoadRun, sizes: tuple[int, int], samples: list[dict[str, float]]) -> None:
    """After the warm-up measure memory each time another fortieth of the messages was asked."""
    messages, warm_up = sizes
    while True:
        if messages - run.left >= warm_up + (messages - warm_up) * len(samples) / SAMPLES:
            samples.append(await asyncio.to_thread(process_memory_mb, pid))
        await asyncio.sleep(0.2)


def _growth(samples: list[dict[str, float]]) -> dict[str, float]:
    """Return by how much the memory of each process changed, in percent; empty for too few samples."""
    fifth = len(samples) // 5
    if fifth < 1:
        return {}
    early, late = samples[:fifth], samples[-fifth:]
    return {name: _change(name, early, late) for name in ("web", "worker", "sandboxd", "beat", "total")}


def _change(name: str, early: list[dict[str, float]], late: list[dict[str, float]]) -> float:
    before, after = (statistics.median(sample.get(name, 0.0) for sample in part) for part in (early, late))
    return round(100 * (after - before) / before, 1) if before else 0.0


def _processor_s(supervisor: int) -> dict[str, float]:
    """Return the seconds of processor time of each of the product's processes, with those that they started."""
    spent: dict[str, float] = {}
    for part in _parts(psutil.Process(supervisor)):
        name = process_name(part)
        below = [] if name == "application" else part.children(recursive=True)
        for process in [part, *below]:
            with suppress(psutil.NoSuchProcess):  # its parent has counted it by now, or counts it later
                spent[name] = spent.get(name, 0.0) + sum(process.cpu_times()[:4])
    return spent


def _parts(supervisor: psutil.Process) -> Iterator[psutil.Process]:
    """Yield the product's parts: the supervisor's children, and those of the process that web and worker fork from."""
    for part in supervisor.children():
        yield part
        if process_name(part) == "application":
            yield from part.children()


if __name__ == "__main__":
    main()
