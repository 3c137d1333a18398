"""The command lines of the manifests: programs that exist and options that they accept."""

import ast
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from celery.bin.celery import celery
from click import Context, NoSuchOption
from django.core.management import CommandError, get_commands, load_command_class

from kingdom.adapters.sandbox import daemon
from kingdom.core.deployment.heartbeat_file import HEARTBEAT_FILE_VARIABLE
from kingdom.ops.launch import web_process
from kingdom.ops.processes.supervisor import FIRST_HEARTBEAT_S, MAX_SILENCE_S
from tests.factories.kubernetes import Pod, Rendering
from tests.plugins.product import ROOT

PARSERS = {
    "kingdom.ops.launch.web_process": web_process.parse_arguments,
    "kingdom.adapters.sandbox.daemon": daemon.parse_arguments,
}
BASE_PROGRAMS = ("sleep", "cp", "find", "grep")  # of Debian's base system, which the images are made of
OTHERS = {"redis", "kingdom-pgbouncer"}  # images whose programs are not here


def _parse_manage(arguments: Sequence[str]) -> None:
    name, *options = arguments
    load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(options)


def _parse_celery(arguments: Sequence[str]) -> None:
    group = Context(celery, info_name="celery")
    _, rest, _ = celery.make_parser(group).parse_args(list(arguments))
    command = celery.commands[rest[0]]
    command.make_parser(Context(command, parent=group)).parse_args(rest[1:])


def check_command(words: Sequence[str]) -> None:
    """Raise an error or exit, unless the program of the image exists and accepts the options."""
    match words:
        case ["python", "-m", module, *arguments]:
            PARSERS[module](list(arguments))
        case ["python", "-c", script]:
            compile(script, "probe", "exec", ast.PyCF_ONLY_AST)
        case ["python", "manage.py", *arguments]:
            _parse_manage(arguments)
        case ["celery", *arguments]:
            assert Path(sys.executable).with_name("celery").exists()
            _parse_celery(arguments)
        case ["sh", "-c", line]:
            for part in line.removeprefix("exec ").split(" | "):
                check_command(shlex.split(part))
        case [program, *_]:
            assert program in BASE_PROGRAMS
            assert shutil.which(program)


def _commands(pod: Pod) -> list[list[str]]:
    found = []
    for container in pod.containers:
        if container["image"].rpartition("/")[2].partition(":")[0] in OTHERS:
            continue
        found.append(container["command"])
        hooks = [*container.get("lifecycle", {}).values(), *(v for k, v in container.items() if k.endswith("Probe"))]
        found += [hook["exec"]["command"] for hook in hooks if "exec" in hook]
    return found


def test_every_command_is_accepted(rendering: Rendering) -> None:
    commands = [command for pod in rendering.pods.values() for command in _commands(pod)]
    assert len(commands) >= 9
    for command in commands:
        check_command(command)


@pytest.mark.parametrize(
    "line",
    [
        "python -m kingdom.ops.launch.web_process --hosts 0.0.0.0",
        "python -m kingdom.ops.launch.web --host 0.0.0.0",
        "python -m kingdom.adapters.sandbox.daemon --tsl=/etc",
        "python manage.py bootstraps",
        "python manage.py bootstrap --again",
        "celery -A kingdom.celery worker --without-gossips",
        "celery -A kingdom.celery workers",
        "sh -c 'exec python manage.py backup'",
        "slep 5",
    ],
)
def test_wrong_commands_are_not(line: str) -> None:
    with pytest.raises((KeyError, AssertionError, CommandError, NoSuchOption, SystemExit)):
        check_command(shlex.split(line))


def test_the_probe_of_sandboxd_imports_what_exists(rendering: Rendering) -> None:
    script = rendering.pods["sandboxd"].spec["containers"][0]["readinessProbe"]["exec"]["command"][-1]
    names: dict[str, Any] = {}
    exec(script.rpartition("; ")[0], names)
    assert callable(names["C"].status)
    assert "/data/run/sandboxd.sock" in script  # --data with the default socket below it
    assert "--data=/data" in rendering.pods["sandboxd"].spec["containers"][0]["command"]


def _probe(pod: Pod, heartbeat: Path) -> int:
    """Run the liveness probe on another file than the pod's and return its exit status."""
    container = pod.spec["containers"][0]
    variables = {entry["name"]: entry["value"] for entry in container["env"]}
    command = container["livenessProbe"]["exec"]["command"]
    assert variables[HEARTBEAT_FILE_VARIABLE] in command[-1]
    own = [word.replace(variables[HEARTBEAT_FILE_VARIABLE], str(heartbeat)) for word in command]
    return subprocess.run(own, capture_output=True, timeout=10, check=False).returncode


@pytest.mark.parametrize("name", ["worker", "beat"])
def test_a_silent_process_is_started_again(name: str, renderings: Mapping[str, Rendering], tmp_path: Path) -> None:
    pod, heartbeat = renderings["small"].pods[name], tmp_path / "heartbeat"
    assert _probe(pod, heartbeat) != 0
    heartbeat.touch()
    assert _probe(pod, heartbeat) == 0
    silent_since = time.time() - 2 * MAX_SILENCE_S
    os.utime(heartbeat, (silent_since, silent_since))
    assert _probe(pod, heartbeat) != 0
    startup = pod.spec["containers"][0]["startupProbe"]
    assert startup["periodSeconds"] * startup["failureThreshold"] >= FIRST_HEARTBEAT_S


def test_streams_have_their_time_to_end(rendering: Rendering) -> None:
    web = rendering.pods["web"].spec
    container = web["containers"][0]
    drain = PARSERS["kingdom.ops.launch.web_process"](container["command"][3:]).drain
    pause = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert drain > 0
    assert web["terminationGracePeriodSeconds"] >= pause + drain + 5


def test_the_commands_are_those_of_compose(rendering: Rendering) -> None:
    services: Mapping[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    for name in ("worker", "beat"):
        assert rendering.pods[name].spec["containers"][0]["command"] == services[name]["command"]
    assert rendering.pods["web"].spec["initContainers"][0]["command"] == services["prepare"]["command"]
    assert (
        f"{rendering.pods['worker'].spec['terminationGracePeriodSeconds']}s" == services["worker"]["stop_grace_period"]
    )


def test_no_old_code_serves_after_the_new_one_has_begun(rendering: Rendering) -> None:
    for name in ("web", "worker", "beat"):
        assert [c["name"] for c in rendering.pods[name].spec["initContainers"]] == ["bootstrap"]
    strategies = {
        name: rendering.named("Deployment", f"kingdom-{name}")["spec"]["strategy"] for name in ("web", "beat")
    }
    assert strategies["web"]["rollingUpdate"]["maxUnavailable"] == 0
    assert strategies["beat"] == {"type": "Recreate"}
    assert rendering.named("Deployment", "kingdom-beat")["spec"]["replicas"] == 1
