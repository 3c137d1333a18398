"""What ``manage.py doctor`` asks: every part for real, with a tiny piece of work, and what to do when it does not answer."""

import asyncio
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection

from kingdom.adapters.models.factory import build_model, probe_model
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.clock import utc_now
from kingdom.core.errors import KingdomError
from kingdom.core.secret_masking import mask_secrets
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive, migrations_pending
from kingdom.ops.tasks import echo, echo_key
from kingdom.providers.language_models import model_config
from kingdom.providers.sandboxes import sandbox
from kingdom.routing.spaces.active_embedder import active_embedder

CheckState = Literal["ok", "warn", "fail"]
ECHO_TIMEOUT_S = 15.0
MIN_SPARE_CONNECTIONS = 20
MIN_PGVECTOR_VERSION = (0, 8)
CLOCK_WARN_S, CLOCK_FAIL_S = 2.0, 30.0
DISK_WARN_MB, DISK_FAIL_MB = 2048, 300


@dataclass(frozen=True)
class CheckResult:
    """One line: the part, how it is, what was seen, and what to do ("" when it is well)."""

    name: str
    state: CheckState
    said: str
    do: str = ""

    def as_values(self) -> dict[str, str]:
        """Return the line as JSON values."""
        return asdict(self)


def _query_row(statement: str) -> Sequence[object]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() or ()


def check_database() -> CheckResult:
    """Ask for the version, and whether connections are left."""
    start = time.monotonic()
    version, most, used = _query_row(
        "SELECT current_setting('server_version'), current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_activity)"
    )
    said = f"PostgreSQL {version}, {(time.monotonic() - start) * 1000:.0f} ms, {used} of {most} connections"
    if int(str(most)) - int(str(used)) < MIN_SPARE_CONNECTIONS:
        return CheckResult("database", "warn", said, "Raise max_connections, or lower KINGDOM_DATABASE_POOL.")
    return CheckResult("database", "ok", said)


def check_pgvector() -> CheckResult:
    """Ask for the vector extension."""
    found = _query_row("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    if not found:
        return CheckResult(
            "vector extension", "fail", "not installed", "Install pgvector on the server, then: manage.py migrate"
        )
    version = str(found[0])
    if tuple(int(part) for part in version.split(".")[:2]) < MIN_PGVECTOR_VERSION:
        return CheckResult(
            "vector extension",
            "fail",
            f"pgvector {version}",
            "Kingdom needs pgvector 0.8: upgrade it, then ALTER EXTENSION vector UPDATE",
        )
    return CheckResult("vector extension", "ok", f"pgvector {version}")


def check_migrations() -> CheckResult:
    """Compare the migrations."""
    missing = migrations_pending()
    if missing:
        return CheckResult("tables", "fail", f"{missing} migrations are not applied", "Run: manage.py bootstrap")
    return CheckResult("tables", "ok", "all migrations applied")


def check_broker() -> CheckResult:
    """Send a real task and wait until a worker has done it."""
    kind = settings.CELERY_BROKER_URL.split(":")[0]
    token, start = secrets.token_hex(8), time.monotonic()
    echo.apply_async((token,), expires=60)
    while time.monotonic() - start < ECHO_TIMEOUT_S:
        if cache.get(echo_key(token)):
            return CheckResult(
                "broker", "ok", f"{kind}: a task came back in {(time.monotonic() - start) * 1000:.0f} ms"
            )
        time.sleep(0.02)
    return CheckResult(
        "broker",
        "fail",
        f"{kind}: a task did not come back in {ECHO_TIMEOUT_S:.0f} s",
        "Is a worker running? `make up` starts one.",
    )


def _check_process(kind: str, missing: CheckState, do: str) -> CheckResult:
    alive = heartbeats_alive(kind=kind)
    if not alive:
        return CheckResult(kind, missing, "no sign of life", do)
    return CheckResult(kind, "ok", ", ".join(row.name for row in alive))


def check_worker() -> CheckResult:
    """Look for the workers' heartbeats."""
    return _check_process(Heartbeat.Kind.WORKER, "fail", "Start one: make up, or celery -A kingdom.celery worker")


def check_beat() -> CheckResult:
    """Look for beat's heartbeat: exactly one should be there."""
    finding = _check_process(Heartbeat.Kind.BEAT, "fail", "Start it: make up, or celery -A kingdom.celery beat")
    if "," in finding.said:
        return CheckResult(
            finding.name,
            "warn",
            finding.said,
            "More than one beat runs: every periodic task runs as often. Stop all but one.",
        )
    return finding


def check_model() -> CheckResult:
    """Ask the language model for one word."""
    config = model_config("chat")
    if config.provider == "offline":
        do = "Set GEMINI_API_KEY, or KINGDOM_MODEL_URL for a local server, and start again."
        return CheckResult("language model", "warn", "none is set: handler specialists work, free questions do not", do)
    found = asyncio.run(probe_model(build_model(config)))
    said = f"{found.model}: {found.message}" + (f" in {found.seconds:.1f} s" if found.ok else "")
    advice = {
        "key": "The key is refused: check GEMINI_API_KEY or KINGDOM_MODEL_KEY.",
        "model": "There is no such model: check KINGDOM_MODEL_CHAT.",
        "quota": "The quota is used up: wait, or raise it with the provider.",
    }
    do = advice.get(found.fault, "Check the address and the network, then run doctor again.")
    return CheckResult("language model", "ok", said) if found.ok else CheckResult("language model", "fail", said, do)


def check_embedder() -> CheckResult:
    """Embed two texts."""
    embedder = active_embedder()
    embedder.embed(["warm up"])
    start = time.monotonic()
    vector = embedder.embed(["is ann@example.com a valid address?"])[0]
    said = f"{embedder.space}, {len(vector)} dimensions, {(time.monotonic() - start) * 1000:.0f} ms"
    if embedder.space.startswith("hashing"):
        do = "Routing by hashing is much worse. Run `make setup`, unset KINGDOM_EMBEDDER, or switch back: manage.py embedding_space_switch minilm"
        return CheckResult("embedder", "warn", said, do)
    return CheckResult("embedder", "ok", said)


def check_sandbox() -> CheckResult:
    """Run a program that adds two numbers."""
    door = sandbox()
    program = Program(code="def handle(payload, ctx):\n    return payload['a'] + payload['b']\n")
    try:
        outcome = door.run(program, {"a": 20, "b": 22}, SandboxLimits(timeout_s=10))
    except KingdomError as error:
        return CheckResult(
            "sandbox",
            "fail",
            error.message,
            "Run `make sandbox-image`, then `make up` again; without a sandbox no handler runs.",
        )
    if outcome.status != "ok" or outcome.value != 42:
        said = f"{outcome.backend}: {outcome.status} {outcome.reason or outcome.stderr[-200:]}"
        return CheckResult(
            "sandbox", "fail", said, "Run `make sandbox-image` and look into logs/sandboxd.log of the data folder."
        )
    return CheckResult(
        "sandbox", "ok", f"{outcome.backend}: {outcome.ms:.0f} ms, enforces {' '.join(sorted(outcome.guarantees))}"
    )


def check_clock() -> CheckResult:
    """Compare this host's clock with the database's."""
    before = utc_now()
    theirs = _query_row("SELECT clock_timestamp()")[0]
    after = utc_now()
    if not isinstance(theirs, datetime):
        return CheckResult("clock", "fail", "the database told no time", "Look into the database's log.")
    off = abs((theirs - (before + (after - before) / 2)).total_seconds())
    said = f"{off * 1000:.0f} ms from the database's"
    if off < CLOCK_WARN_S:
        return CheckResult("clock", "ok", said)
    return CheckResult(
        "clock",
        "warn" if off < CLOCK_FAIL_S else "fail",
        said,
        "Set the clock by NTP: tokens, links and leases expire at wrong times.",
    )


def check_disk() -> CheckResult:
    """Ask how much is free where the data folder is."""
    folder = settings.KINGDOM.resolved_data
    free = shutil.disk_usage(folder).free // 2**20
    said = f"{free / 1024:.1f} GB free at {folder}"
    if free >= DISK_WARN_MB:
        return CheckResult("disk", "ok", said)
    return CheckResult("disk", "warn" if free >= DISK_FAIL_MB else "fail", said, "Free some space.")


# In this order: what the later ones need comes first.
CHECKS: Sequence[tuple[str, Callable[[], CheckResult]]] = (
    ("database", check_database),
    ("vector extension", check_pgvector),
    ("tables", check_migrations),
    ("broker", check_broker),
    ("worker", check_worker),
    ("beat", check_beat),
    ("language model", check_model),
    ("embedder", check_embedder),
    ("sandbox", check_sandbox),
    ("clock", check_clock),
    ("disk", check_disk),
)
_NEEDS_DATABASE = frozenset({"vector extension", "tables", "broker", "worker", "beat", "clock"})


def run_checks() -> Iterator[CheckResult]:
    """Ask every part in order; what the database's silence makes pointless is not asked."""
    silent = False
    for name, check in CHECKS:
        if silent and name in _NEEDS_DATABASE:
            yield CheckResult(name, "fail", "not asked: the database does not answer", "Mend the database first.")
            continue
        finding = _run_check(name, check)
        silent = silent or (name == "database" and finding.state == "fail")
        yield finding


def _run_check(name: str, check: Callable[[], CheckResult]) -> CheckResult:
    try:
        return check()
    except KingdomError as error:
        return CheckResult(name, "fail", mask_secrets(error.message), "See the log of the part.")
    except DatabaseError as error:
        said = mask_secrets(str(error).strip().splitlines()[0])
        return CheckResult(name, "fail", said, "Is it running? Start it with `make up`, or check DATABASE_URL.")
    except Exception as error:  # the edge: one broken part must not hide the others
        return CheckResult(name, "fail", mask_secrets(f"{type(error).__name__}: {error}"), "See the log of the part.")
