"""What a product keeps while its parts are killed: ``python -m benchmarks.chaos [--minutes N] [--kills N] [--smoke]``.

Starts a product of its own, with clients who ask questions of known answers and run tests, and kills a random
part (web, worker, beat, sandboxd, a sandbox, the database) with SIGKILL or a stop, again as soon as it has healed. Then
it stops and starts the whole under load, audits the database, and prints one JSON object. ``faults`` is empty when
nothing was lost, doubled, wrong, stuck or failed for a reason outside the work, and every part healed in time; else the
exit status is 1.
"""

import argparse
import json
import random
import sys
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks.support.chaos_audit import audit
from benchmarks.support.chaos_clients import Clients
from benchmarks.support.chaos_kills import HEAL_BOUND_S, PARTS, Killer
from benchmarks.support.product_client import data_folder
from tests.plugins.product import Product, running_product

Figures = dict[str, Any]
DRAIN_S = 180.0  # for what was accepted to be answered after the last kill


def main() -> None:
    """Start the product, load it, kill its parts, audit, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20.0, help="how long parts are killed")
    parser.add_argument("--kills", type=int, default=0, help="go on beyond the minutes until so many kills")
    parser.add_argument("--clients", type=int, default=4, help="users who ask at the same time")
    parser.add_argument("--seed", type=int, default=0, help="of the order of the kills; 0 for another one each time")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    seed = options.seed or random.SystemRandom().randrange(1, 10**6)
    with data_folder("kingdom-chaos-") as data:
        if options.smoke:
            figures = run(data, seconds=0.0, clients=1, seed=seed, kills=1)
        else:
            figures = run(data, seconds=options.minutes * 60, clients=options.clients, seed=seed, kills=options.kills)
    print(json.dumps(figures, indent=2))
    sys.exit(1 if figures["faults"] else 0)


def run(data: Path, *, seconds: float, clients: int, seed: int, kills: int = 0) -> Figures:
    """Return the figures of one run; it ends after ``seconds``, and not before so many ``kills``."""
    with running_product(data) as product:
        load = Clients(product, clients, seed)
        product.close_shell()  # its database connection would not outlive the first kill
        killer = Killer(product, seed)
        with load.running():
            killed = _kill(killer, seconds, kills)
            port = product.port
            stopped_s = _stop(product)
    with running_product(data, port=port) as again:
        load.product = again
        answered = sum(asked.state == "completed" for asked in load.accepted())
        unanswered = load.drain(DRAIN_S)
        found = audit(again, load)
    healed = killer.heal_times()
    faults = [*found.pop("faults"), *load.faults(), *_heal_faults(killer)]
    if unanswered:
        faults.append(f"{unanswered} accepted messages were not answered {DRAIN_S:.0f} s after the start")
    return {
        "seed": seed,
        "seconds": round(killed, 1),
        "kills": {part: killer.count(part) for part in PARTS},
        "healed_s": healed,
        "stopped_s": stopped_s,
        "answered_between_kills": answered,
        **load.figures(),
        **found,
        "faults": faults,
    }


def _kill(killer: Killer, seconds: float, kills: int) -> float:
    """Kill parts for so many seconds, then wait until all have healed; return the seconds it took."""
    start = time.monotonic()
    done = 0
    while time.monotonic() - start < seconds or done < kills:
        done += killer.kill_one()
        threading.Event().wait(killer.pause_s())
    killer.wait_healed()
    return time.monotonic() - start


def _stop(product: Product) -> float:
    """Stop the product while its clients ask, as an operator does; return the seconds it took."""
    start = time.monotonic()
    product.stop()
    return round(time.monotonic() - start, 1)


def _heal_faults(killer: Killer) -> list[str]:
    return [
        f"{heal.part} needed {heal.seconds:.0f} s after {heal.signal}, over {HEAL_BOUND_S:.0f} s"
        for heal in killer.heals
        if heal.seconds > HEAL_BOUND_S
    ]


if __name__ == "__main__":
    main()
