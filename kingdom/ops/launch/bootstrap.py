"""The idempotent steps that prepare database and data folder for serving. Each returns a short status line."""

import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from kingdom.accounts.services import admin_ensure, sign_in_link_create
from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import graph_file, is_complete
from kingdom.core.deployment.embedded_postgres import SUPERUSER
from kingdom.core.deployment.server_connection import server_parameters
from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.database_roles import SUPERUSER_OPTIONS, ensure_database
from kingdom.ops.launch.preflight import database_error
from kingdom.ops.launch.schema_file import schema_load
from kingdom.ops.selectors import migration_state, migrations_pending
from kingdom.providers.prices import prices_install
from kingdom.tools.files.folder_import import folders_import

DATABASE_WAIT_S = 60.0
FIRST_START_LOCK = "kingdom first start"  # of the database that a connection is to
Step = Callable[[], str]  # returns its status line, or an empty one when it had nothing to do


@dataclass(frozen=True)
class CompletedStep:
    """A completed step: status line, duration, and whether web and worker may start during the remaining steps."""

    text: str
    seconds: float
    may_serve: bool = False


def _quick(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return parameters whose connect waits 5 s, whatever DATABASE_URL says."""
    return {**parameters, "connect_timeout": 5}


@contextmanager
def _one_at_a_time(parameters: Mapping[str, Any]) -> Iterator[None]:
    """Wait until no other process makes roles, databases or tables here, and keep others waiting in the block.

    The advisory lock is held by a connection of its own: a step in the block may open, commit and close any other, and
    the lock ends with the process. Raises psycopg.OperationalError while the server is away.
    """
    with psycopg.connect(**_quick(parameters), autocommit=True) as held:
        held.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [FIRST_START_LOCK])
        yield


def _wait_for_server() -> None:
    """Wait for the server; set the embedded one up. Raises BadConfiguration with its message when it refuses."""
    embedded = not settings.KINGDOM.database_url
    parameters = server_parameters()
    if embedded:
        # our own database and role may not exist yet
        parameters |= {"dbname": "postgres", "user": SUPERUSER, "options": SUPERUSER_OPTIONS}
    end = time.monotonic() + (DATABASE_WAIT_S if embedded else 5.0)
    while True:
        try:
            with psycopg.connect(**_quick(parameters), autocommit=True) as server:
                if embedded:
                    with _one_at_a_time(parameters):
                        ensure_database(server, str(parameters["host"]), port=str(parameters["port"]))
                return
        except psycopg.OperationalError as error:
            if time.monotonic() > end:
                raise database_error(error) from error
            time.sleep(0.05)


def prepare_database() -> str:
    """Wait for the server; on the embedded one create the database and the role that the application works as."""
    _wait_for_server()
    return "database ready"


def _refuse_newer_data(unknown: Sequence[str]) -> None:
    if unknown:
        named = ", ".join(unknown[:3]) + (f" and {len(unknown) - 3} more" if len(unknown) > 3 else "")
        raise BadConfiguration(
            f"A newer release of Kingdom has served this database: this one does not know its migrations {named}. "
            "Start that release or a later one, or restore a backup that was made before the upgrade."
        )


def migrate_tables() -> str:
    """Apply the migrations (they install the queue's schema) and create the cache table.

    A new database gets its tables from config/schema.sql. Of several processes one makes the tables, the others wait
    for it. Raises BadConfiguration when the data are newer than this code.
    """
    with _one_at_a_time(server_parameters()):
        return _tables_make()


def _tables_make() -> str:
    found = migration_state()
    _refuse_newer_data(found.unknown)
    loaded = _load_schema()
    missing = migrations_pending() if loaded else found.pending
    if missing:
        call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)
    done = [*(["schema loaded"] if loaded else []), *([f"{missing} migrations applied"] if missing else [])]
    return f"tables ready ({', '.join(done)})" if done else "tables ready"


def _load_schema() -> bool:
    """Load the schema into the new database of the embedded server; return whether it was new.

    On another server the migrations run: its version and its extensions may differ from those the file was made with.
    """
    if settings.KINGDOM.database_url or connection.introspection.table_names():
        return False
    connection.close()
    schema_load(server_parameters())
    return True


def build_encoder() -> str:
    """Build the sentence encoder's graph, in a child process so that its memory is freed."""
    folder = settings.KINGDOM.resolved_data / "models"
    if settings.KINGDOM.embedder == "hashing":
        return "sentence encoder: hashing (the degraded mode)"
    if settings.KINGDOM.embedder == "gemini":
        return "sentence encoder: gemini"
    if not any(map(is_complete, (weights.prepared_folder(), folder))):
        graph_file(folder)
    return "sentence encoder ready"


def install_model_prices() -> str:
    """Store the shipped prices of language models; prices that an admin edited or deleted stay so."""
    return f"{prices_install()} model prices ready"


def install_builtin_specialists() -> str:
    """Install new and changed built-in specialists."""
    output = io.StringIO()
    call_command("builtins_install", stdout=output)
    return output.getvalue().splitlines()[0] if output.getvalue() else "specialists ready"


def rebuild_routing() -> str:
    """Embed new texts, load the negative examples, fit the calibration. Without changes the encoder is not loaded."""
    output = io.StringIO()
    call_command("embeddings_rebuild", stdout=output)
    return output.getvalue().splitlines()[0]


def import_workspace_folders() -> str:
    """Store files that an earlier release kept on the disk, and that somebody changed there by hand."""
    count = folders_import(settings.KINGDOM.resolved_data / "workspaces")
    return f"{count} files of earlier workspaces taken over" if count else ""


STEPS: Sequence[Step] = (
    prepare_database,
    migrate_tables,
    import_workspace_folders,
    build_encoder,
    install_model_prices,
    install_builtin_specialists,
    rebuild_routing,
)


def run_bootstrap_steps() -> Iterator[CompletedStep]:
    """Run every step in order and yield each when it completes. Raises BadConfiguration with advice.

    On a database that has served before, web and worker may start after the migrations: later steps only add data.
    """
    served_before = False
    for step in STEPS:
        start = time.monotonic()
        if step is migrate_tables:
            served_before = migrations_pending() == 0
        text = step()
        if not text:  # it had nothing to do
            continue
        yield CompletedStep(text, time.monotonic() - start, may_serve=step is migrate_tables and served_before)
    connections.close_all()


def create_first_sign_in() -> tuple[str, str, bool]:
    """Return the administrator's name, a one-time sign-in secret, and whether the account is new."""
    user, created = admin_ensure()
    return user.get_username(), sign_in_link_create(user=user), created
