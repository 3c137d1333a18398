"""compose.yaml, the locked requirements, the Makefile and the scripts."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from kingdom.config import Config
from tests.plugins.product import ROOT

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
    """No setting but the cloud key service asks for a package that the base set lacks."""
    base = (ROOT / "requirements" / "base.txt").read_text()
    assert {"openai", "redis"} <= set(re.findall(r"^([a-z0-9][^\s=]*)==", base, re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert list(extras) == ["aws"]


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


def test_the_supervisor_does_not_import_django() -> None:
    script = (
        "import sys, kingdom.ops.launch.launcher\n"
        "print(*[name for name in ('django', 'celery', 'pydantic', 'psycopg') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == []
