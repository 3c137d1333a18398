"""What a fault in one process finds: the variables of its environment, and what the database allows."""

import ast
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import get_args

import psutil
import psycopg
import pytest
from pydantic import SecretStr

from kingdom.config import Config
from kingdom.core.deployment.child_environment import (
    NOT_FOR_BEAT,
    application_environment,
    beat_environment,
    database_environment,
    sandboxd_environment,
)
from kingdom.core.deployment.embedded_postgres import APPLICATION_ROLE, DATABASE_NAME, SUPERUSER
from kingdom.ops.launch.database_roles import connect_superuser, ensure_database
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import OPERATORS_KEYS, ROOT, Product

SECRETS = {
    **OPERATORS_KEYS,
    "KINGDOM_MODEL_KEY": "mk-canary-0001",
    "GEMINI_API_KEY": "AIzaCanary0003",
    "KINGDOM_EMAIL_URL": "smtp://ann:mail-canary-0004@127.0.0.1:587",
    "DATABASE_URL": "postgresql://ann:db-canary-0006@127.0.0.1/kingdom",
    "CELERY_BROKER_URL": "redis://:queue-canary-0007@127.0.0.1/0",
    "OPENAI_API_KEY": "sk-canary-0008",
    "PYTHONANYWHERE_API_TOKEN": "pa-canary-0010",
    "PYTHON_KEYRING_PASSWORD": "pk-canary-0011",
    "LC_API_KEY": "lc-canary-0012",
    "KINGDOM_MCP_TOKENS": "crm=mcp-canary-0013",
}
OPERATOR = {**SECRETS, "PATH": "/usr/bin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "KINGDOM_SANDBOX_BACKEND": "auto"}


def test_no_secret_reaches_postgresql_or_the_sandbox_daemon() -> None:
    for selected in (database_environment(OPERATOR), sandboxd_environment(OPERATOR)):
        assert not set(SECRETS) & set(selected)
        assert "canary" not in str(selected)
        assert selected["PATH"] == OPERATOR["PATH"]
    assert sandboxd_environment(OPERATOR)["KINGDOM_SANDBOX_BACKEND"] == "auto"
    usual = {"LC_ALL": "C.UTF-8", "PYTHONPATH": "/opt/kingdom", "PYTHONUTF8": "1"}
    assert sandboxd_environment({**OPERATOR, **usual}).items() >= usual.items()


def test_beat_gets_the_secrets_that_it_needs_and_no_others() -> None:
    """A secret setting is on one of the two lists: a new one must be put on one."""
    secrets = {str(field.validation_alias) for field in Config.model_fields.values() if _is_secret(field.annotation)}
    assert len(secrets) >= 11
    assert secrets & set(beat_environment(dict.fromkeys(secrets, "x"))) == {
        *("DATABASE_URL", "KINGDOM_DATABASE_DIRECT_URL", "CELERY_BROKER_URL", "KINGDOM_LIVE_URL", "KINGDOM_SECRET_KEY")
    }


def _is_secret(annotation: object) -> bool:
    return annotation is SecretStr or SecretStr in get_args(annotation)


def test_the_application_gets_every_setting_and_no_key_of_other_programs() -> None:
    names = {str(field.validation_alias) for field in Config.model_fields.values()}
    settings = {name: "x" for name in names}
    foreign = {"OPENAI_API_KEY", "GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY"}
    selected = application_environment({**OPERATOR, **settings, "KINGDOM_TYPO": "x"})
    assert set(settings) | {"KINGDOM_TYPO"} <= set(selected), "a setting that no child sees would be ignored silently"
    assert not foreign & set(selected)
    with_kms = application_environment({**OPERATOR, "KINGDOM_VAULT_KMS": "aws:alias/kingdom,local"})
    assert with_kms["AWS_SECRET_ACCESS_KEY"] == SECRETS["AWS_SECRET_ACCESS_KEY"]
    assert not (NOT_FOR_BEAT | foreign) & set(beat_environment({**OPERATOR, "KINGDOM_VAULT_KMS": "aws:x"}))
    with_bucket = {**OPERATOR, "KINGDOM_EXPORTS_URL": "s3://bucket/exports"}
    assert application_environment(with_bucket)["AWS_SECRET_ACCESS_KEY"] == SECRETS["AWS_SECRET_ACCESS_KEY"]
    assert "AWS_SECRET_ACCESS_KEY" not in beat_environment(with_bucket)
    hashicorp = {**OPERATOR, "VAULT_TOKEN": "hvs-canary", "KINGDOM_VAULT_KMS": "local,hashicorp:transit/x"}
    assert application_environment(hashicorp)["VAULT_TOKEN"] == "hvs-canary"
    assert "AWS_SECRET_ACCESS_KEY" not in application_environment(hashicorp)
    assert "VAULT_TOKEN" not in beat_environment(hashicorp) | application_environment({"VAULT_TOKEN": "hvs-canary"})


def test_every_subprocess_of_the_product_is_given_its_environment() -> None:
    missing = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in (ROOT / "kingdom").rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and _inherits_environment(call)
    ]
    assert missing == []


def _inherits_environment(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    starts = name.startswith("subprocess.") and name.partition(".")[2] in ("run", "Popen", "call", "check_output")
    starts = starts or name in ("os.execv", "os.execvp", "os.system", "os.popen", "asyncio.create_subprocess_exec")
    return starts and not any(keyword.arg == "env" for keyword in call.keywords)


@pytest.mark.journey
def test_a_running_product_shows_its_secrets_to_the_application_alone(short_lease_product: Product) -> None:
    seen: dict[str, dict[str, str]] = {}
    for child in psutil.Process(short_lease_product.process.pid).children(recursive=True):
        with suppress(psutil.NoSuchProcess):  # a connection's or a sandbox's has ended meanwhile
            seen[" ".join(child.cmdline())[-120:]] = child.environ()
    assert len(seen) >= 5
    for command, environ in seen.items():
        allowed = (
            {"KINGDOM_SECRET_KEY"}
            if "beat_process" in command
            else set(OPERATORS_KEYS) - {"AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN"}
        )
        is_application = any(word in command for word in ("fork_server", "worker_process", "beat_process"))
        assert set(OPERATORS_KEYS) & set(environ) <= (allowed if is_application else set()), command
    _refuses_the_servers_files(short_lease_product.run_python)


def _refuses_the_servers_files(run_python: Callable[[str], str]) -> None:
    printed = run_python(ATTACKS)
    assert printed.splitlines() == ["InsufficientPrivilege"] * 7


# Through Django's own connection, as an injected statement would run.
ATTACKS = """
from django.db import connection
for statement in (
    "COPY (SELECT 1) TO PROGRAM 'cat > /dev/null'",
    "CREATE TEMP TABLE t (line text); COPY t FROM PROGRAM 'env'",
    "CREATE TEMP TABLE t (line text); COPY t FROM '/proc/self/environ'",
    "SELECT pg_read_file('/proc/self/environ')",
    "SELECT pg_ls_dir('/')",
    "CREATE ROLE king SUPERUSER",
    "SET ROLE postgres",
):
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
        print("it ran", statement)
    except Exception as error:
        print(type(error.__cause__).__name__)
"""


@pytest.fixture
def old_folder() -> Iterator[tuple[EmbeddedPostgres, "subprocess.Popen[bytes]"]]:
    """A running server provisioned as before: one database whose objects the superuser owns."""
    with throwaway_folder() as folder:
        server = EmbeddedPostgres(folder, log=folder / "log", parameters=UNSAFE_FAST_PARAMETERS)
        server.prepare(sync=False)
        process = spawn(server.program())
        try:
            server.wait_ready(process)
            with connect_superuser(str(server.folder)) as superuser:
                superuser.execute(f"CREATE DATABASE {DATABASE_NAME}")
            with connect_superuser(str(server.folder), dbname=DATABASE_NAME) as database:
                database.execute(OLD_OBJECTS)
            yield server, process
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
            shutil.rmtree(server.folder, ignore_errors=True)


OLD_OBJECTS = """
SET search_path = public;
CREATE EXTENSION vector;
CREATE SCHEMA queue;
CREATE TYPE queue.message AS (id bigint, text text);
CREATE TYPE mood AS ENUM ('good', 'bad');
CREATE DOMAIN positive AS int CHECK (VALUE > 0);
CREATE TABLE kings (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, v vector(3), mood mood, n serial);
CREATE TABLE queue.parted (at date) PARTITION BY RANGE (at);
CREATE TABLE queue.parted_1 PARTITION OF queue.parted DEFAULT;
CREATE SEQUENCE loose;
CREATE VIEW crowned AS SELECT id FROM kings;
CREATE MATERIALIZED VIEW kept AS SELECT id FROM kings;
CREATE FUNCTION queue.send(text) RETURNS text LANGUAGE sql AS 'SELECT $1';
CREATE PROCEDURE queue.work() LANGUAGE sql AS 'SELECT 1';
CREATE AGGREGATE queue.total(int) (sfunc = int4pl, stype = int);
INSERT INTO kings (v, mood) VALUES ('[1,2,3]', 'good');
"""


def test_an_old_data_folder_is_moved_to_the_ordinary_role(
    old_folder: tuple[EmbeddedPostgres, "subprocess.Popen[bytes]"],
) -> None:
    host = str(old_folder[0].folder)
    with connect_superuser(host) as superuser:
        superuser.execute(f"CREATE ROLE {APPLICATION_ROLE} SUPERUSER LOGIN")
        superuser.execute(f"GRANT pg_read_server_files, pg_execute_server_program TO {APPLICATION_ROLE}")
        assert ensure_database(superuser, host) == 13
        assert ensure_database(superuser, host) == 0
    with psycopg.connect(host=host, user=APPLICATION_ROLE, dbname=DATABASE_NAME, autocommit=True) as application:
        application.execute("ALTER TABLE kings ADD COLUMN age int")
        application.execute("ALTER TYPE mood ADD VALUE 'grand'")
        application.execute(
            "DROP SCHEMA queue CASCADE; DROP VIEW crowned; DROP MATERIALIZED VIEW kept; DROP TABLE kings"
        )
        application.execute("CREATE TABLE heirs (v vector(3))")
        for statement in ("COPY heirs FROM PROGRAM 'env'", "SELECT pg_read_file('PG_VERSION')", "CREATE ROLE x"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(statement)
        row = application.execute(
            "SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user"
        )
        assert row.fetchone() == (False, False, False)
        assert application.execute("SELECT extowner::regrole::text FROM pg_extension").fetchall() == [(SUPERUSER,)] * 2


# Each fits a statement of the start better than what it means, once the search path is the attacker's.
TRAPS = """
ALTER DATABASE kingdom SET search_path = public, pg_catalog;
CREATE FUNCTION public.crown() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF current_user = 'postgres' THEN EXECUTE 'ALTER ROLE kingdom SUPERUSER'; END IF;
    RETURN true;
END $$;
CREATE FUNCTION public.differs(oid, regrole) RETURNS boolean LANGUAGE sql AS 'SELECT public.crown()';
CREATE FUNCTION public.equals(oid, regclass) RETURNS boolean LANGUAGE sql AS 'SELECT public.crown()';
CREATE OPERATOR public.<> (LEFTARG = oid, RIGHTARG = regrole, FUNCTION = public.differs);
CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regclass, FUNCTION = public.equals);
CREATE FUNCTION public.quote_ident(name) RETURNS text LANGUAGE sql AS 'SELECT ''x'' WHERE public.crown()';
CREATE VIEW public.pg_database AS SELECT datname FROM pg_catalog.pg_database WHERE public.crown();
CREATE VIEW public.pg_depend AS SELECT * FROM pg_catalog.pg_depend WHERE public.crown();
CREATE VIEW public.pg_roles AS SELECT * FROM pg_catalog.pg_roles WHERE public.crown();
"""


@pytest.mark.parametrize("where", ["of the database", "of its schema"])
def test_what_the_application_makes_does_not_run_with_the_superusers_rights(
    old_folder: tuple[EmbeddedPostgres, "subprocess.Popen[bytes]"], where: str
) -> None:
    host = str(old_folder[0].folder)
    with connect_superuser(host) as superuser:
        ensure_database(superuser, host)
        with psycopg.connect(host=host, user=APPLICATION_ROLE, dbname=DATABASE_NAME, autocommit=True) as application:
            application.execute(TRAPS)
            if where == "of its schema":
                application.execute("ALTER DATABASE kingdom RESET search_path")
        ensure_database(superuser, host)
        ensure_database(superuser, host)
        found = superuser.execute("SELECT rolsuper FROM pg_roles WHERE rolname = %s", [APPLICATION_ROLE]).fetchone()
    assert found == (False,)


def test_the_tests_themselves_run_as_the_ordinary_role() -> None:
    assert f"//{APPLICATION_ROLE}:" in os.environ["DATABASE_URL"]
