"""``manage.py units``: units that systemd accepts and whose commands exist."""

import configparser
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.plugins.product import ROOT, Product, free_port, wait_for


def _written(folder: Path, *options: str) -> dict[str, configparser.ConfigParser]:
    out = StringIO()
    call_command("units", str(folder), "--user", "root", *options, stdout=out)
    assert "systemctl enable --now" in out.getvalue()
    parsed = {}
    for path in sorted(folder.iterdir()):
        parsed[path.name] = configparser.ConfigParser(interpolation=None, strict=False)
        parsed[path.name].read_string(path.read_text())
    return parsed


def _verify(folder: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        return  # a machine without systemd; the other assertions hold there too
    files = [str(path) for path in folder.iterdir()]
    done = subprocess.run([tool, "verify", "--man=no", *files], capture_output=True, text=True, timeout=60, check=False)
    complaints = [line for line in done.stderr.splitlines() if "kingdom" in line]
    assert complaints == []


def test_one_unit_runs_everything(tmp_path: Path) -> None:
    units = _written(tmp_path, "--port", "8100")
    assert list(units) == ["kingdom.service"]
    command = shlex.split(units["kingdom.service"]["Service"]["ExecStart"])
    assert command[:3] == [sys.executable, "manage.py", "up"]
    assert command[-2:] == ["--port", "8100"]
    _verify(tmp_path)


def test_separate_units_are_bound_to_one_target(tmp_path: Path) -> None:
    units = _written(tmp_path, "--separate")
    services = {name for name in units if name.endswith(".service")}
    assert services - {"kingdom-prepare.service"} == set(units["kingdom.target"]["Unit"]["Wants"].split())
    for name in services:
        service = units[name]["Service"]
        assert service["NoNewPrivileges"] == "yes"
        assert (service.get("ProtectSystem") == "strict") == (
            name in {f"kingdom-{it}.service" for it in ("web", "worker", "beat")}
        )
    _verify(tmp_path)


def test_the_web_unit_serves_with_bounds(tmp_path: Path, product: Product) -> None:
    port = free_port()
    units = _written(tmp_path, "--separate", "--port", str(port))
    command = shlex.split(units["kingdom-web.service"]["Service"]["ExecStart"])
    environ = {**product.environ, "KINGDOM_DATA": str(product.data)}
    environ.pop("DJANGO_SETTINGS_MODULE", None)  # pytest's, not the unit's
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}/healthz"

    def answers() -> bool:
        assert process.poll() is None
        try:
            return bool(urllib.request.urlopen(address, timeout=5).status == 200)
        except OSError:
            return False

    try:
        wait_for(answers, timeout_s=60, what="the web process")
        huge = urllib.request.Request(address, headers={"X-Long": "a" * 70_000})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(huge, timeout=10)
        refused.value.close()
        assert refused.value.code in (400, 431)  # by where the bound is met
    finally:
        process.terminate()
        assert process.wait(20) in (0, -signal.SIGTERM)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.write_text("")
    with pytest.raises(CommandError, match="taken"):
        call_command("units", str(file))
