"""compose.yaml, the locked requirements, the Makefile and the scripts."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml

from kingdom.config import Config
from kingdom.core.deployment.embedded_postgres import SUPERUSER
from kingdom.ops.launch.database_roles import connect_superuser
from kingdom.ops.launch.postgres_server import UNSAFE_FAST_PARAMETERS, EmbeddedPostgres, postgres_binaries
from kingdom.ops.processes.child_processes import spawn
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, clean_environment

SETTINGS = {str(field.validation_alias) for field in Config.model_fields.values()}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    """The services of compose.yaml."""
    loaded = yaml.safe_load((ROOT / "compose.yaml").read_text())
    return dict(loaded["services"])


def test_compose_uses_settings_that_exist(services: dict[str, Any]) -> None:
    our_services = {name: service for name, service in services.items() if service.get("image") == "kingdom:local"}
    assert set(our_services) == {"prepare", "web", "worker", "beat", "sandboxd"}
    for service in our_services.values():
        assert set(service["environment"]) <= SETTINGS


def test_only_sandboxd_has_the_engine_and_root(services: dict[str, Any]) -> None:
    with_engine = [name for name, service in services.items() if "docker.sock" in str(service.get("volumes", []))]
    assert with_engine == ["sandboxd"]
    assert [name for name, service in services.items() if "user" in service] == ["sandboxd"]
    for name in ("prepare", "web", "worker", "beat", "sandboxd"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]


def test_there_is_one_beat(services: dict[str, Any]) -> None:
    assert "replicas" not in str(services["beat"])
    assert services["prepare"]["restart"] == "no"


@pytest.fixture
def new_cluster() -> Iterator[EmbeddedPostgres]:
    """A running server as the image of compose.yaml has set it up: one superuser, with a password."""
    with throwaway_folder() as folder:
        server = EmbeddedPostgres(folder, log=folder / "log", parameters=UNSAFE_FAST_PARAMETERS)
        server.prepare(sync=False)
        process = spawn(server.program())
        try:
            server.wait_ready(process)
            with connect_superuser(str(server.folder)) as superuser:
                superuser.execute(f"ALTER ROLE {SUPERUSER} PASSWORD 'secret'")
            yield server
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
            shutil.rmtree(server.folder, ignore_errors=True)


def test_compose_works_as_an_ordinary_role(services: dict[str, Any], new_cluster: EmbeddedPostgres) -> None:
    script = "./scripts/database_role.sh"
    assert f"{script}:/docker-entrypoint-initdb.d/10-role.sh:ro" in services["database"]["volumes"]
    assert "POSTGRES_USER" not in services["database"]["environment"], "it would be the superuser"
    assert "//kingdom:${POSTGRES_PASSWORD" in services["web"]["environment"]["DATABASE_URL"]
    host = str(new_cluster.folder)
    environ = {"PATH": f"{postgres_binaries()}:/usr/bin:/bin", "PGHOST": host, "POSTGRES_PASSWORD": "a 'b' \\c $d"}
    subprocess.run([script], cwd=ROOT, env=environ, timeout=60, check=True)
    with connect_superuser(host) as superuser:
        kept = superuser.execute("SELECT rolname, rolpassword FROM pg_authid WHERE rolcanlogin").fetchall()
    passwords = {str(name): str(password) for name, password in kept}
    assert passwords[SUPERUSER] == "None"
    assert passwords["kingdom"].startswith("SCRAM-SHA-256$")
    with psycopg.connect(host=host, user="kingdom", dbname="kingdom", autocommit=True) as application:
        application.execute("CREATE EXTENSION IF NOT EXISTS vector")
        application.execute("CREATE TABLE kings (v vector(3))")
        for statement in ("COPY kings FROM PROGRAM 'env'", "SELECT pg_read_file('PG_VERSION')", "CREATE ROLE x"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(statement)


def test_locks_are_hashed_and_name_no_host() -> None:
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock.read_text()
        pins = re.findall(r"^[a-z0-9][^\s=]*==", text, re.MULTILINE)
        assert pins, lock
        assert text.count("--hash=sha256:") >= len(pins)
        assert "://" not in text, f"{lock} names a host"
        assert "index-url" not in text


def test_the_locks_agree_with_each_other() -> None:
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / "requirements" / name).read_text()
        return dict(re.findall(r"^([a-z0-9][^\s=]*)==(\S+)", text, re.MULTILINE))

    base = pins("base.txt")
    assert {name: version for name, version in pins("dev.txt").items() if name in base} == base


def test_every_setting_works_with_the_base_packages() -> None:
    """No setting but those of the key services and of the bucket asks for a package that the base set lacks."""
    base = (ROOT / "requirements" / "base.txt").read_text()
    assert {"openai", "redis"} <= set(re.findall(r"^([a-z0-9][^\s=]*)==", base, re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert list(extras) == ["aws", "s3", "vault"]


def test_ci_runs_make_test_with_every_check() -> None:
    assert "exec make test" in (ROOT / ".ci" / "run").read_text()
    environ = {"PATH": os.environ["PATH"]}  # without the variables of the make that runs this test
    plan = subprocess.run(
        ["make", "-n", "test"], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=True
    ).stdout
    for check in (
        "ruff format --check",
        "ruff check",
        "/mypy",
        "lint-imports",
        "makemigrations --check",
        "reference_pages --check",
        "audit_dependencies.py",
    ):
        assert check in plan, check
    last = [line for line in plan.splitlines() if line.strip()][-1]
    assert "-m pytest" in last, "the tests come last, and pytest's closing line is the last one"
    assert "scripts/tests.sh" in last


@pytest.mark.parametrize("script", sorted((ROOT / "scripts").glob("*.sh")), ids=lambda path: str(path.name))
def test_scripts_parse_as_posix_sh(script: Path) -> None:
    assert script.stat().st_mode & 0o111, "it must be executable"
    subprocess.run(["sh", "-n", str(script)], check=True, timeout=30)


def test_setup_has_nothing_to_do_the_second_time() -> None:
    done = subprocess.run(
        ["scripts/setup.sh", "base"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    again = subprocess.run(
        ["scripts/setup.sh", "base"], cwd=ROOT, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


_HEAVY = "onnxruntime sklearn scipy google.genai openai docker tokenizers onnx boto3"


@pytest.mark.parametrize("module", ["kingdom.urls", "kingdom.celery"])
def test_no_process_imports_optional_heavy_packages_at_start(module: str) -> None:
    """The idle product must fit into 900 MB: each of these packages takes 10 to 60 MB in every process."""
    script = f"""
import django, importlib, sys
django.setup()
importlib.import_module({module!r})
if {module!r} == "kingdom.celery":
    sys.modules["kingdom.celery"].app.loader.import_default_modules()
print(*[name for name in {_HEAVY!r}.split() if name in sys.modules])
"""
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "kingdom.settings", "CELERY_SKIP_CHECKS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.split() == []


@pytest.mark.parametrize("module", ["kingdom.asgi", "kingdom.celery"])
def test_no_program_needs_a_variable_of_django(module: str) -> None:
    """The image, the units and the pods set none; pytest does, and its child processes would inherit it."""
    environ = clean_environment({"CELERY_SKIP_CHECKS": "1"})
    environ.pop("DJANGO_SETTINGS_MODULE", None)
    command = [sys.executable, "-W", "ignore", "-c", f"import {module}"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def test_the_supervisor_does_not_import_django() -> None:
    script = (
        "import sys, kingdom.ops.launch.launcher\n"
        "print(*[name for name in ('django', 'celery', 'pydantic', 'psycopg') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == []
