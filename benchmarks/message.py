"""Where the time of one message goes: ``python -m benchmarks.message [--messages N] [--texts] [--smoke]``.

Starts the product, and measures from outside (HTTP, one client and eight): milliseconds from POST to the first event
and to the final answer of a handler, messages a second. Then it profiles a message in a process of its own against the
same database and sandboxd: the milliseconds and SQL statements of each part (see ``support.message_profile``); with
``--texts`` the statements too. ``sandbox_call_ms`` is the time of one call in a warm sandbox of a user, and in a fresh
one. Prints one JSON object.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import httpx

from benchmarks.support.measuring import probe_us, time_ms
from benchmarks.support.product_client import api_clients, benchmark_product, follow_events, quantiles
from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.reuse import ReusingSandbox
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.plugins.product import ROOT, Product

QUESTION = "is ann@example.org a valid address?"
ANSWER = "ann@example.org"
DOUBLE = Program(code="def handle(payload, ctx):\n    return payload * 2\n")
Figures = dict[str, Any]


def main() -> None:
    """Start the product, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100, help="messages of each measurement")
    parser.add_argument("--texts", action="store_true", help="print the SQL statements too")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    messages = 4 if options.smoke else options.messages
    with benchmark_product("kingdom-message-bench-") as product:
        tokens = [product.token(f"message{number}") for number in range(8)]
        product.close_shell()
        figures: Figures = {
            "one_client": asyncio.run(_from_outside(product.url, tokens[:1], messages)),
            "eight_clients": asyncio.run(_from_outside(product.url, tokens, messages)),
            "sandbox_call_ms": _sandbox_calls(product, max(3, messages // 5)),
            "profile": _profile(product, tokens[0], messages),
            "probe_us": probe_us(),
        }
    if not options.texts:
        figures["profile"].pop("texts")
    print(json.dumps(figures, indent=2, ensure_ascii=False))


async def _from_outside(url: str, tokens: list[str], messages: int) -> Figures:
    posts: list[float] = []
    firsts: list[float] = []
    answers: list[float] = []
    left = messages

    async def ask(client: httpx.AsyncClient) -> None:
        nonlocal left
        conversation = (await client.post("/api/v1/conversations/", json={})).raise_for_status().json()["id"]
        while left > 0:
            left -= 1
            started = time.perf_counter()
            path = f"/api/v1/conversations/{conversation}/messages/"
            posted = (await client.post(path, json={"content": QUESTION})).raise_for_status()
            posts.append((time.perf_counter() - started) * 1000)
            first, last, data = await follow_events(client, posted.json()["events_url"], started)
            end = json.loads(data)
            assert (end["state"], ANSWER in end["answer"]) == ("completed", True), end
            firsts.append(first)
            answers.append(last)

    async with api_clients(url, tokens) as clients:
        left, wanted = len(tokens), left
        await asyncio.gather(*(ask(client) for client in clients))  # the first ones pay for what is done once
        for values in (posts, firsts, answers):
            values.clear()
        left, started = wanted, time.perf_counter()
        await asyncio.gather(*(ask(client) for client in clients))
    return {
        "messages_per_s": round(len(answers) / (time.perf_counter() - started), 2),
        "post_ms": quantiles(posts),
        "first_event_ms": quantiles(firsts),
        "answer_ms": quantiles(answers),
    }


def _sandbox_calls(product: Product, calls: int) -> Figures:
    client = SandboxClient(product.data / "run" / "sandboxd.sock", user_key="benchmark")
    warm, limits = ReusingSandbox(client, lambda _program: None), SandboxLimits()

    def call(box: SandboxClient | ReusingSandbox) -> None:
        assert box.run(DOUBLE, 21, limits).value == 42

    call(warm)
    return {
        "backend": client.name,
        "warm": quantiles([time_ms(lambda: call(warm)) for _ in range(calls)]),
        "fresh": quantiles([time_ms(lambda: call(client)) for _ in range(calls)]),
    }


def _profile(product: Product, token: str, messages: int) -> Figures:
    command = [sys.executable, "-m", "benchmarks.support.message_profile", token, str(messages)]
    environ = {**product.environ, "KINGDOM_DATA": str(product.data), "KINGDOM_LOG_LEVEL": "ERROR"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    figures: Figures = json.loads(done.stdout.splitlines()[-1])
    return figures


if __name__ == "__main__":
    main()
