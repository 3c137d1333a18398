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

from kingdom.adapters.models.factory import build_model, probe
from kingdom.contracts.sandbox import Limits, Program
from kingdom.core.clock import utc_now
from kingdom.core.errors import KingdomError
from kingdom.core.logs import mask_secrets
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive, migrations_pending
from kingdom.ops.tasks import echo, echo_key
from kingdom.sessions.capabilities import model_config, sandbox
from kingdom.specialists.embedding_services import process_embedder

State = Literal["ok", "warn", "fail"]
ECHO_S = 15.0
SPARE_CONNECTIONS = 20
VECTOR_AT_LEAST = (0, 8)
CLOCK_WARN_S, CLOCK_FAIL_S = 2.0, 30.0
DISK_WARN_MB, DISK_FAIL_MB = 2048, 300


@dataclass(frozen=True)
class Finding:
    """One line: the part, how it is, what was seen, and what to do ("" when it is well)."""

    name: str
    state: State
    said: str
    do: str = ""

    def as_values(self) -> dict[str, str]:
        """Return the line as JSON values."""
        return asdict(self)


def _row(statement: str) -> Sequence[object]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() or ()


def check_database() -> Finding:
    """Ask for the version, and whether connections are left."""
    start = time.monotonic()
    version, most, used = _row(
        "SELECT current_setting('server_version'), current_setting('max_connections')::int, (SELECT count(*) FROM pg_stat_activity)"
    )
    said = f"PostgreSQL {version}, {(time.monotonic() - start) * 1000:.0f} ms, {used} of {most} connections"
    if int(str(most)) - int(str(used)) < SPARE_CONNECTIONS:
        return Finding("database", "warn", said, "Raise max_connections, or lower KINGDOM_DATABASE_POOL.")
    return Finding("database", "ok", said)


def check_vector() -> Finding:
    """Ask for the vector extension."""
    found = _row("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    if not found:
        return Finding("vector extension", "fail", "not installed", "Install pgvector on the server, then: manage.py migrate")
    version = str(found[0])
    if tuple(int(part) for part in version.split(".")[:2]) < VECTOR_AT_LEAST:
        return Finding(
            "vector extension", "fail", f"pgvector {version}", "Kingdom needs pgvector 0.8: upgrade it, then ALTER EXTENSION vector UPDATE"
        )
    return Finding("vector extension", "ok", f"pgvector {version}")


def check_tables() -> Finding:
    """Compare the migrations."""
    missing = migrations_pending()
    if missing:
        return Finding("tables", "fail", f"{missing} migrations are not applied", "Run: manage.py prepare")
    return Finding("tables", "ok", "all migrations applied")


def check_broker() -> Finding:
    """Send a real task and wait until a worker has done it."""
    kind = settings.CELERY_BROKER_URL.split(":")[0]
    token, start = secrets.token_hex(8), time.monotonic()
    echo.apply_async((token,), expires=60)
    while time.monotonic() - start < ECHO_S:
        if cache.get(echo_key(token)):
            return Finding("broker", "ok", f"{kind}: a task came back in {(time.monotonic() - start) * 1000:.0f} ms")
        time.sleep(0.02)
    return Finding("broker", "fail", f"{kind}: a task did not come back in {ECHO_S:.0f} s", "Is a worker running? `make up` starts one.")


def _check_process(kind: str, missing: State, do: str) -> Finding:
    alive = heartbeats_alive(kind=kind)
    if not alive:
        return Finding(kind, missing, "no sign of life", do)
    return Finding(kind, "ok", ", ".join(row.name for row in alive))


def check_worker() -> Finding:
    """Look for the workers' heartbeats."""
    return _check_process(Heartbeat.Kind.WORKER, "fail", "Start one: make up, or celery -A kingdom.celery worker")


def check_beat() -> Finding:
    """Look for beat's heartbeat: exactly one should be there."""
    finding = _check_process(Heartbeat.Kind.BEAT, "fail", "Start it: make up, or celery -A kingdom.celery beat")
    if "," in finding.said:
        return Finding(finding.name, "warn", finding.said, "More than one beat runs: every periodic task runs as often. Stop all but one.")
    return finding


def check_model() -> Finding:
    """Ask the language model for one word."""
    config = model_config("chat")
    if config.provider == "offline":
        do = "Set GEMINI_API_KEY, or KINGDOM_MODEL_URL for a local server, and start again."
        return Finding("language model", "warn", "none is set: handler specialists work, free questions do not", do)
    found = asyncio.run(probe(build_model(config)))
    said = f"{found.model}: {found.said}" + (f" in {found.seconds:.1f} s" if found.ok else "")
    advice = {
        "key": "The key is refused: check GEMINI_API_KEY or KINGDOM_MODEL_KEY.",
        "model": "There is no such model: check KINGDOM_MODEL_CHAT.",
        "quota": "The quota is used up: wait, or raise it with the provider.",
    }
    do = advice.get(found.fault, "Check the address and the network, then run doctor again.")
    return Finding("language model", "ok", said) if found.ok else Finding("language model", "fail", said, do)


def check_embedder() -> Finding:
    """Embed two texts."""
    embedder = process_embedder()
    embedder.embed(["warm up"])
    start = time.monotonic()
    vector = embedder.embed(["is ann@example.com a valid address?"])[0]
    said = f"{embedder.space}, {len(vector)} dimensions, {(time.monotonic() - start) * 1000:.0f} ms"
    if embedder.space.startswith("hashing"):
        do = "Routing by hashing is much worse. Run `make setup`, unset KINGDOM_EMBEDDER, or switch back: manage.py space_switch minilm"
        return Finding("embedder", "warn", said, do)
    return Finding("embedder", "ok", said)


def check_sandbox() -> Finding:
    """Run a program that adds two numbers."""
    door = sandbox()
    program = Program(code="def handle(payload, ctx):\n    return payload['a'] + payload['b']\n")
    try:
        outcome = door.run(program, {"a": 20, "b": 22}, Limits(timeout_s=10))
    except KingdomError as error:
        return Finding(
            "sandbox", "fail", error.message, "Run `make sandbox-image`, then `make up` again; without a sandbox no handler runs."
        )
    if outcome.status != "ok" or outcome.value != 42:
        said = f"{outcome.backend}: {outcome.status} {outcome.reason or outcome.stderr[-200:]}"
        return Finding("sandbox", "fail", said, "Run `make sandbox-image` and look into logs/sandboxd.log of the data folder.")
    return Finding("sandbox", "ok", f"{outcome.backend}: {outcome.ms:.0f} ms, enforces {' '.join(sorted(outcome.guarantees))}")


def check_clock() -> Finding:
    """Compare this host's clock with the database's."""
    before = utc_now()
    theirs = _row("SELECT clock_timestamp()")[0]
    after = utc_now()
    if not isinstance(theirs, datetime):
        return Finding("clock", "fail", "the database told no time", "Look into the database's log.")
    off = abs((theirs - (before + (after - before) / 2)).total_seconds())
    said = f"{off * 1000:.0f} ms from the database's"
    if off < CLOCK_WARN_S:
        return Finding("clock", "ok", said)
    return Finding(
        "clock", "warn" if off < CLOCK_FAIL_S else "fail", said, "Set the clock by NTP: tokens, links and leases expire at wrong times."
    )


def check_disk() -> Finding:
    """Ask how much is free where the data folder is."""
    folder = settings.KINGDOM.resolved_data
    free = shutil.disk_usage(folder).free // 2**20
    said = f"{free / 1024:.1f} GB free at {folder}"
    if free >= DISK_WARN_MB:
        return Finding("disk", "ok", said)
    return Finding("disk", "warn" if free >= DISK_FAIL_MB else "fail", said, "Free some space.")


# In this order: what the later ones need comes first.
CHECKS: Sequence[tuple[str, Callable[[], Finding]]] = (
    ("database", check_database),
    ("vector extension", check_vector),
    ("tables", check_tables),
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


def examine() -> Iterator[Finding]:
    """Ask every part in order; what the database's silence makes pointless is not asked."""
    silent = False
    for name, check in CHECKS:
        if silent and name in _NEEDS_DATABASE:
            yield Finding(name, "fail", "not asked: the database does not answer", "Mend the database first.")
            continue
        finding = _guarded(name, check)
        silent = silent or (name == "database" and finding.state == "fail")
        yield finding


def _guarded(name: str, check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except KingdomError as error:
        return Finding(name, "fail", mask_secrets(error.message), "See the log of the part.")
    except DatabaseError as error:
        said = mask_secrets(str(error).strip().splitlines()[0])
        return Finding(name, "fail", said, "Is it running? Start it with `make up`, or check DATABASE_URL.")
    except Exception as error:  # the edge: one broken part must not hide the others
        return Finding(name, "fail", mask_secrets(f"{type(error).__name__}: {error}"), "See the log of the part.")
