"""How fast the API of a running product answers: ``python -m benchmarks.api [--seconds N] [--smoke]``.

Prints one JSON object: reads a second (one and eight callers), milliseconds from POST to a session's first event and to
the final answer of a handler specialist (p50 and p95, one user and ten at once), and MB of each process, idle (PSS:
what several share counts once).
"""

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable
from typing import Any

import httpx

from benchmarks.support.measuring import probe_us
from benchmarks.support.product_client import api_clients, data_folder, follow_events, process_memory_mb, quantiles
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
    with data_folder("kingdom-api-bench-") as data:
        start = time.perf_counter()
        with running_product(data) as product:
            figures = {"first_start_s": round(time.perf_counter() - start, 1), **_measured(product, seconds, answers)}
    print(json.dumps(figures, indent=2))


def _measured(product: Product, seconds: float, answers: int) -> Figures:
    memory = process_memory_mb(product.process.pid)
    tokens = [product.token(f"user{number}") for number in range(USERS)]
    return {"memory_mb": memory, **asyncio.run(_over_http(product.url, tokens, seconds, answers))}


async def _over_http(url: str, tokens: list[str], seconds: float, answers: int) -> Figures:
    async with api_clients(url, tokens) as clients:
        await _answer(clients[0])  # the first one pays for what every process does once
        return {
            "reads_per_s_1": await _rate(clients[:1], seconds),
            "reads_per_s_8": await _rate(clients[:8], seconds),
            "alone": _summarize([await _answer(clients[number % USERS]) for number in range(answers)]),
            "ten_at_once": _summarize(await _concurrent_answers(clients, answers)),
            "probe_us": probe_us(),
        }


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
    first, last, _end = await follow_events(client, posted["events_url"], start)
    return first, last


async def _concurrent_answers(clients: list[httpx.AsyncClient], answers: int) -> list[tuple[float, float]]:
    async def several(client: httpx.AsyncClient) -> list[tuple[float, float]]:
        return [await _answer(client) for _ in range(max(1, answers // USERS))]

    work: list[Awaitable[list[tuple[float, float]]]] = [several(client) for client in clients]
    return [one for found in await asyncio.gather(*work) for one in found]


def _summarize(times: list[tuple[float, float]]) -> Figures:
    return {"first_event_ms": quantiles([one[0] for one in times]), "answer_ms": quantiles([one[1] for one in times])}


if __name__ == "__main__":
    main()
