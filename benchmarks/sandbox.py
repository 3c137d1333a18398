"""How fast a sandboxed call is and what it costs the host, beside the llm-sandbox package on the same engine and image.

    python -m benchmarks.sandbox [--calls 200] [--no-peer] [--smoke]      prints JSON; times in ms

The peer gets an environment of its own in a temporary folder. It has no root file system limits, no seccomp list and no
grading outside; its figures are what the same work costs there, not a contest of equals. Times depend on the load of
the machine: it is printed too.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import threading
import time
import venv
from dataclasses import replace
from typing import Any

from benchmarks.support.measuring import time_ms
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.errors import KingdomError

PEER = "llm-sandbox[docker]==0.3.46"
DOUBLE = Program(code="def handle(payload, ctx):\n    return payload * 2\n")
SPIN = Program(code="def handle(payload, ctx):\n    while True:\n        pass\n")
FLOOD = Program(code="import os\ndef handle(payload, ctx):\n    while True:\n        os.write(1, b'x' * 65536)\n")
PEER_CODE = """
import json, resource, statistics, sys, time
from llm_sandbox import SandboxSession
calls, image = int(sys.argv[1]), sys.argv[2]
def opened():
    s = SandboxSession(lang="python", image=image, keep_template=True, skip_environment_setup=True, workdir="/tmp")
    s.language_handler.config.execution_commands = ["python3 {file}"]  # a minimal image has no `python`
    s.open()
    return s
def took(act):
    start = time.monotonic()
    act()
    return (time.monotonic() - start) * 1000
made = []
def cold():
    made.append(opened())
    assert made[-1].run("print(21 * 2)").stdout == "42\\n"
colds = [took(cold) for _ in range(3)]
warms = [took(lambda: made[0].run("print(21 * 2)")) for _ in range(calls)]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
made[0].run("print('x' * (64 << 20))")
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
closes = [took(s.close) for s in made]
def figures(times):
    return {"p50": round(statistics.median(times), 2), "min": round(min(times), 2), "n": len(times)}
print(json.dumps({"cold": figures(colds), "warm": figures(warms),
                  "cases_per_second": round(1000 / statistics.mean(warms), 1),
                  "flood_host_mb": round(grown, 1),
                  "flood_bytes": 64 << 20, "close": figures(closes)}))
"""


def summarize(times: list[float]) -> dict[str, float]:
    """Return median, minimum and number of times."""
    return {"p50": round(statistics.median(times), 2), "min": round(min(times), 2), "n": len(times)}


def run_one(service: SandboxService, limits: SandboxLimits) -> None:
    """Run one call in a sandbox of its own."""
    outcome = service.run(DOUBLE, 21, limits)
    assert (outcome.status, outcome.value) == ("ok", 42), outcome


def run_session(service: SandboxService, calls: int) -> None:
    """Run one session's calls."""
    with service.open(DOUBLE, SandboxLimits()) as session:
        for number in range(calls):
            assert session.call(number).value == number * 2


def cases_per_second(service: SandboxService, calls: int) -> float:
    """Run two sessions at the same time and return how many cases they did a second."""
    threads = [threading.Thread(target=run_session, args=(service, calls)) for _ in range(2)]

    def together() -> None:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return round(2 * calls / time_ms(together) * 1000, 1)


def measure_timeouts(service: SandboxService, count: int) -> dict[str, Any]:
    """Run programs that never end and count the calls that return within 2 s after the limit."""
    over = []
    with service.open(SPIN, SandboxLimits()) as session:
        for _ in range(count):
            start = time.monotonic()
            outcome = session.call(None, 0.1)
            assert outcome.status == "timeout", outcome
            over.append(min(outcome.ms - 100, (time.monotonic() - start) * 1000))
    return {"dead_in_time": sum(ms < 2_000 for ms in over), "of": count, "late_ms": summarize(over)}


def measure_output_flood(service: SandboxService) -> float:
    """Return the MB by which this process grows while a program writes without end."""
    service.run(FLOOD, None, SandboxLimits())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3):
        assert service.run(FLOOD, None, SandboxLimits()).status == "output_limit"
    return round((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, 2)


def time_warm_calls(service: SandboxService, calls: int) -> list[float]:
    """Time the calls of an open session."""
    with service.open(DOUBLE, SandboxLimits()) as session:
        for _ in range(5):
            session.call(0)
        return [time_ms(lambda: session.call(1)) for _ in range(calls)]


def time_pooled_calls(service: SandboxService, count: int) -> list[float]:
    """Time the first answers of pooled sandboxes."""
    times = []
    for _ in range(count):
        deadline = time.monotonic() + 10
        while service.status()["pool"] < service.config.pool and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)  # a sandbox that has just started still loads its modules
        times.append(time_ms(lambda: run_one(service, SandboxLimits())))
    return times


def measure(backend: str, calls: int) -> dict[str, Any]:
    """Measure one backend of ours."""
    service = SandboxService(load_sandbox_config(backend=backend, pool=2))
    try:
        setup = time_ms(service.ready)
        unpooled = replace(SandboxLimits(), memory_mb=255)  # not the limits of the pool: always a cold start
        return {
            "selftest": round(setup),
            "cold": summarize([time_ms(lambda: run_one(service, unpooled)) for _ in range(min(10, calls))]),
            "pool_first_answer": summarize(time_pooled_calls(service, min(10, calls))),
            "warm": summarize(time_warm_calls(service, calls)),
            "cases_per_second": cases_per_second(service, calls),
            "timeout": measure_timeouts(service, min(20, calls)),
            "flood_host_mb": measure_output_flood(service),
        }
    except KingdomError as error:
        return {"not_measured": error.message}
    finally:
        service.close()


def measure_peer(calls: int) -> dict[str, Any]:
    """Measure the peer in an environment of its own."""
    image = json.loads((load_sandbox_config().root / "image.json").read_text())["tag"]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = f"{folder}/bin/python"
        subprocess.run([python, "-m", "pip", "install", "-q", PEER], check=True, capture_output=True)
        done = subprocess.run([python, "-c", PEER_CODE, str(calls), image], capture_output=True, text=True, check=False)
    if done.returncode:
        return {"not_measured": done.stderr.strip().splitlines()[-1:]}
    made: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return made


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--calls", type=int, default=200, help="calls a session (default 200)")
    parser.add_argument("--no-peer", action="store_true", help="without llm-sandbox")
    parser.add_argument(
        "--smoke", action="store_true", help="the smallest size, without llm-sandbox: shows that it runs"
    )
    options = parser.parse_args()
    calls = 2 if options.smoke else options.calls
    report: dict[str, Any] = {"load_before": os.getloadavg(), "cores": os.cpu_count()}
    for backend in ("docker", "bubblewrap"):
        report[backend] = measure(backend, calls)
    if not (options.no_peer or options.smoke):
        report["llm_sandbox"] = measure_peer(min(calls, 30))
    report["load_after"] = os.getloadavg()
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
