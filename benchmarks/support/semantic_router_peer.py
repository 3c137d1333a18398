"""Routes given vectors by semantic-router 1.x, for ``benchmarks.routing --peer``. Prints JSON.

Its encoder only looks vectors up, so that what is timed is the routing; calls are awaited inside one running loop,
which spares it the loop it would start for each synchronous call.
"""

import asyncio
import json
import sys
import time
from importlib.metadata import version
from typing import Any

import numpy as np
from semantic_router import Route  # type: ignore[import-not-found]
from semantic_router.encoders import DenseEncoder  # type: ignore[import-not-found]
from semantic_router.routers import IndexedRouter  # type: ignore[import-not-found]


class PreparedVectorEncoder(DenseEncoder):  # type: ignore[misc] # its package is not installed here
    """Looks prepared vectors up by name."""

    vectors: dict[str, Any] = {}

    def __call__(self, docs: list[str]) -> list[Any]:
        """Return the vectors of the named texts."""
        return [self.vectors[doc] for doc in docs]

    async def acall(self, docs: list[str]) -> list[Any]:
        """Return the same without a thread."""
        return self(docs)


async def route_times_ms(router: Any, count: int) -> list[float]:  # noqa: ANN401 - the peer's own class
    """Return the milliseconds of each call."""
    spent = []
    for number in range(count):
        start = time.perf_counter()
        await router.acall(f"q{number}")
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def main(path: str) -> None:
    """Route every asked vector once."""
    data = np.load(path)
    examples, asked, specialists = data["examples"], data["asked"], int(data["specialists"])
    each = len(examples) // specialists
    vectors = {f"e{n}": row.tolist() for n, row in enumerate(examples)} | {
        f"q{n}": row.tolist() for n, row in enumerate(asked)
    }
    start = time.perf_counter()
    routes = [Route(name=f"r{n}", utterances=[f"e{n * each + m}" for m in range(each)]) for n in range(specialists)]
    router = IndexedRouter(encoder=PreparedVectorEncoder(name="prepared", vectors=vectors), routes=routes)
    built = time.perf_counter() - start
    asyncio.run(route_times_ms(router, min(5, len(asked))))
    spent = asyncio.run(route_times_ms(router, len(asked)))
    figures = {
        "name": f"semantic-router {version('semantic-router')}",
        "build_s": round(built, 2),
        "vector_ready_p50_ms": round(float(np.quantile(spent, 0.5)), 3),
        "vector_ready_p95_ms": round(float(np.quantile(spent, 0.95)), 3),
    }
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
