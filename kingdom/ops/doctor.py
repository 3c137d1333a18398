"""The checks of ``manage.py doctor``: each makes a component do a small piece of real work and advises on a failure."""

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
from kingdom.adapters.sandbox.port import NO_ENGINE
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.core.clock import utc_now
from kingdom.core.errors import ArchivesUnreachable, KingdomError
from kingdom.core.text.secret_masking import mask_secrets
from kingdom.council.recipes.catalogue import available_recipes
from kingdom.credentials.vault.health import vault_health
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive, migrations_pending
from kingdom.ops.tasks import echo, echo_key
from kingdom.personal_data.exports import exports_store_probe
from kingdom.providers.language_models import model_config, model_label
from kingdom.providers.packs import listed_packs, pack_problems
from kingdom.providers.sandboxes import passed_over_backends, sandbox
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.tools.registry.tool_registry import all_tools

CheckState = Literal["ok", "warn", "fail"]
ECHO_TIMEOUT_S = 15.0
MIN_SPARE_CONNECTIONS = 20
MIN_PGVECTOR_VERSION = (0, 8)
CLOCK_WARN_S, CLOCK_FAIL_S = 2.0, 30.0
DISK_WARN_MB, DISK_FAIL_MB = 2048, 300


@dataclass(frozen=True)
class CheckResult:
    """One check: component, state, what was seen, and what to do ("" when it is ok)."""

    name: str
    state: CheckState
    detail: str
    advice: str = ""

    def as_values(self) -> dict[str, str]:
        """Return the fields as JSON values."""
        return asdict(self)


def _query_row(statement: str) -> Sequence[object]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() or ()


def check_database() -> CheckResult:
    """Check the version, and whether connections are left."""
    start = time.monotonic()
    version, limit, used = _query_row(
        "SELECT current_setting('server_version'), current_setting('max_connections')::int,"
        " (SELECT count(*) FROM pg_stat_activity)"
    )
    detail = f"PostgreSQL {version}, {(time.monotonic() - start) * 1000:.0f} ms, {used} of {limit} connections"
    if int(str(limit)) - int(str(used)) < MIN_SPARE_CONNECTIONS:
        return CheckResult("database", "warn", detail, "Raise max_connections, or lower KINGDOM_DATABASE_POOL.")
    return CheckResult("database", "ok", detail)


def check_database_role() -> CheckResult:
    """Check that Kingdom works as an ordinary role: a superuser's statements reach the server's programs and files."""
    role, is_superuser = _query_row("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user")
    if is_superuser:
        advice = "Use an ordinary role that owns the database: docs/howto/backup.md says how to move it."
        return CheckResult("database role", "warn", f"{role} is a superuser", advice)
    return CheckResult("database role", "ok", f"{role} is an ordinary role")


def check_pgvector() -> CheckResult:
    """Check the vector extension and its version."""
    row = _query_row("SELECT extversion FROM pg_extension WHERE extname = 'vector'")
    if not row:
        return CheckResult(
            "vector extension", "fail", "not installed", "Install pgvector on the server, then: manage.py migrate"
        )
    version = str(row[0])
    if tuple(int(part) for part in version.split(".")[:2]) < MIN_PGVECTOR_VERSION:
        return CheckResult(
            "vector extension",
            "fail",
            f"pgvector {version}",
            "Kingdom needs pgvector 0.8: upgrade it, then ALTER EXTENSION vector UPDATE",
        )
    return CheckResult("vector extension", "ok", f"pgvector {version}")


def check_migrations() -> CheckResult:
    """Check that all migrations are applied."""
    missing = migrations_pending()
    if missing:
        return CheckResult("tables", "fail", f"{missing} migrations are not applied", "Run: manage.py bootstrap")
    return CheckResult("tables", "ok", "all migrations applied")


def check_broker() -> CheckResult:
    """Send a real task and wait until a worker has run it."""
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


def _check_process(kind: str, advice: str) -> CheckResult:
    alive = heartbeats_alive(kind=kind)
    if not alive:
        return CheckResult(kind, "fail", "no heartbeat", advice)
    return CheckResult(kind, "ok", ", ".join(row.name for row in alive))


def check_worker() -> CheckResult:
    """Check the workers' heartbeats."""
    return _check_process(Heartbeat.Kind.WORKER, "Start one: make up, or celery -A kingdom.celery worker")


def check_beat() -> CheckResult:
    """Check beat's heartbeat: exactly one should run."""
    result = _check_process(Heartbeat.Kind.BEAT, "Start it: make up, or celery -A kingdom.celery beat")
    if "," in result.detail:
        return CheckResult(
            result.name,
            "warn",
            result.detail,
            "Several beats run, so every periodic task runs several times. Stop all but one.",
        )
    return result


def check_model() -> CheckResult:
    """Request one word of the language model, and compare it with that of the running workers."""
    result, own = _probe_own_model(), model_label()
    others = {str(row.details.get("model", own)) for row in heartbeats_alive(kind=Heartbeat.Kind.WORKER)} - {own}
    if not others:
        return result
    return CheckResult(
        result.name,
        "warn",
        f"the running workers use {', '.join(sorted(others))}, this shell {own} ({result.detail})",
        "Run doctor with the environment in which Kingdom was started, or restart Kingdom with this one.",
    )


def _probe_own_model() -> CheckResult:
    config = model_config("chat")
    if config.provider == "offline":
        advice = "Set GEMINI_API_KEY, or KINGDOM_MODEL_URL for a local server, and start again."
        detail = "none is set: handler specialists work, free questions do not"
        return CheckResult("language model", "warn", detail, advice)
    probe = asyncio.run(probe_model(build_model(config)))
    if probe.ok:
        return CheckResult("language model", "ok", f"{probe.model}: {probe.message} in {probe.seconds:.1f} s")
    advice_by_fault = {
        "key": "The key was refused: check GEMINI_API_KEY or KINGDOM_MODEL_KEY.",
        "model": "The model does not exist: check KINGDOM_MODEL_CHAT.",
        "quota": "The quota is exhausted: wait, or raise it with the provider.",
    }
    advice = advice_by_fault.get(probe.fault, "Check the address and the network, then run doctor again.")
    return CheckResult("language model", "fail", f"{probe.model}: {probe.message}", advice)


def check_embedder() -> CheckResult:
    """Embed two texts."""
    embedder = active_embedder()
    embedder.embed(["warm up"])
    start = time.monotonic()
    vector = embedder.embed(["is ann@example.com a valid address?"])[0]
    detail = f"{embedder.space}, {len(vector)} dimensions, {(time.monotonic() - start) * 1000:.0f} ms"
    if embedder.space.startswith("hashing"):
        advice = (
            "Routing by hashing is much worse. Run `make setup`, unset KINGDOM_EMBEDDER, or switch back: "
            "manage.py embedding_space_switch minilm"
        )
        return CheckResult("embedder", "warn", detail, advice)
    return CheckResult("embedder", "ok", detail)


def check_sandbox() -> CheckResult:
    """Run a program that adds two numbers."""
    program = Program(code="def handle(payload, ctx):\n    return payload['a'] + payload['b']\n")
    try:
        outcome = sandbox().run(program, {"a": 20, "b": 22}, SandboxLimits(timeout_s=10))
    except KingdomError as error:
        return CheckResult(
            "sandbox",
            "fail",
            error.message,
            "Run `make sandbox-image`, then `make up` again; without a sandbox no handler runs.",
        )
    if outcome.status != "ok" or outcome.value != 42:
        detail = f"{outcome.backend}: {outcome.status} {outcome.reason or outcome.stderr[-200:]}"
        return CheckResult(
            "sandbox", "fail", detail, "Run `make sandbox-image` and read logs/sandboxd.log in the data folder."
        )
    detail = f"{outcome.backend}: {outcome.ms:.0f} ms, enforces {' '.join(sorted(outcome.guarantees))}"
    reasons = passed_over_backends()
    detail += "".join(f"; {name} is not used: {reason}" for name, reason in reasons.items())
    if all(reason.startswith(NO_ENGINE) for reason in reasons.values()):  # there is nothing to repair
        return CheckResult("sandbox", "ok", detail)
    advice = f"Read logs/sandboxd.log in the data folder; KINGDOM_SANDBOX_BACKEND={outcome.backend} keeps this one."
    return CheckResult("sandbox", "warn", detail, advice)


def check_vault() -> CheckResult:
    """Seal and open a sample value, and count stored credentials by key."""
    health = vault_health()
    detail = f"{health.current} credentials under the current key, {health.older} under older keys"
    if health.missing:
        detail = f"{detail}, {health.missing} under missing keys"
        return CheckResult("vault", "fail", detail, "Restore the missing keys from your backup.")
    return CheckResult("vault", "ok", detail)


def check_clock() -> CheckResult:
    """Compare this host's clock with the database's."""
    before = utc_now()
    database_time = _query_row("SELECT clock_timestamp()")[0]
    after = utc_now()
    if not isinstance(database_time, datetime):
        return CheckResult("clock", "fail", "the database returned no time", "Read the database's log.")
    offset_s = abs((database_time - (before + (after - before) / 2)).total_seconds())
    detail = f"{offset_s * 1000:.0f} ms from the database's"
    if offset_s < CLOCK_WARN_S:
        return CheckResult("clock", "ok", detail)
    return CheckResult(
        "clock",
        "warn" if offset_s < CLOCK_FAIL_S else "fail",
        detail,
        "Set the clock by NTP: tokens, links and leases expire at wrong times.",
    )


def check_disk() -> CheckResult:
    """Check the free space of the data folder's disk."""
    folder = settings.KINGDOM.resolved_data
    free = shutil.disk_usage(folder).free // 2**20
    detail = f"{free / 1024:.1f} GB free at {folder}"
    if free >= DISK_WARN_MB:
        return CheckResult("disk", "ok", detail)
    return CheckResult("disk", "warn" if free >= DISK_FAIL_MB else "fail", detail, "Free some space.")


def check_packs() -> CheckResult:
    """Load what the listed packs bring, and name what is left out."""
    available_recipes()
    all_tools()
    problems = pack_problems()
    if problems:
        return CheckResult("packs", "warn", "; ".join(problems), "Repair or update the pack, or take it off the list.")
    return CheckResult("packs", "ok", ", ".join(listed_packs()) or "none listed")


def check_exports() -> CheckResult:
    """Store and delete a file where exported data are kept."""
    try:
        return CheckResult("exports", "ok", exports_store_probe())
    except ArchivesUnreachable as error:
        advice = "Check KINGDOM_EXPORTS_URL, the bucket, AWS_ENDPOINT_URL_S3 and the credentials."
        return CheckResult("exports", "fail", f"{error.message} ({error.extra['reason']})", advice)


# In order of dependence.
CHECKS: Sequence[tuple[str, Callable[[], CheckResult]]] = (
    ("database", check_database),
    ("database role", check_database_role),
    ("vector extension", check_pgvector),
    ("tables", check_migrations),
    ("broker", check_broker),
    ("worker", check_worker),
    ("beat", check_beat),
    ("language model", check_model),
    ("embedder", check_embedder),
    ("sandbox", check_sandbox),
    ("vault", check_vault),
    ("clock", check_clock),
    ("disk", check_disk),
    ("packs", check_packs),
    ("exports", check_exports),
)
_NEEDS_DATABASE = frozenset({"vector extension", "tables", "broker", "worker", "beat", "vault", "clock"})


def run_checks() -> Iterator[CheckResult]:
    """Yield every check's result in order. Checks that need the database are skipped when it does not answer."""
    database_down = False
    for name, check in CHECKS:
        if database_down and name in _NEEDS_DATABASE:
            yield CheckResult(name, "fail", "not checked: the database does not answer", "Repair the database first.")
            continue
        result = _run_check(name, check)
        database_down = database_down or (name == "database" and result.state == "fail")
        yield result


def _run_check(name: str, check: Callable[[], CheckResult]) -> CheckResult:
    try:
        return check()
    except KingdomError as error:
        return CheckResult(name, "fail", mask_secrets(error.message), "Read the component's log.")
    except DatabaseError as error:
        detail = mask_secrets(str(error).strip().splitlines()[0])
        return CheckResult(name, "fail", detail, "Is it running? Start it with `make up`, or check DATABASE_URL.")
    except Exception as error:  # one broken component must not hide the others
        return CheckResult(name, "fail", mask_secrets(f"{type(error).__name__}: {error}"), "Read the component's log.")
