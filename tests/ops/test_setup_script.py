"""The set-up script installs what the locks name and nothing newer, whatever has been released since."""

import hashlib
import shutil
import subprocess
import zipfile
from pathlib import Path

from tests.plugins.product import ROOT, clean_environment


def _wheel(folder: Path, name: str, version: str, requires: str = "") -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nProvides-Extra: fast\n{requires}"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", f"VERSION = '{version}'\n")
        wheel.writestr(f"{info}/METADATA", metadata)
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return path


def _locked(wheel: Path) -> str:
    name, version = wheel.name.split("-")[:2]
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


def test_an_extra_of_a_locked_package_is_not_resolved_to_a_newer_release(tmp_path: Path) -> None:
    for folder in ("wheels", "project/scripts", "project/requirements", "project/kingdom"):
        (tmp_path / folder).mkdir(parents=True)
    wheels, project = tmp_path / "wheels", tmp_path / "project"
    outer = _wheel(wheels, "outer", "1.0", "Requires-Dist: inner[fast]>=1.0\n")
    locked, _newer = _wheel(wheels, "inner", "1.0"), _wheel(wheels, "inner", "1.1")
    weights = _wheel(wheels, "weights", "1.0")
    # The order of the lock matters to old releases of pip: the package that asks for the extra stands first.
    (project / "requirements/base.txt").write_text(_locked(outer) + _locked(locked))
    (project / "requirements/weights.txt").write_text(_locked(weights))
    shutil.copy(ROOT / "scripts/setup.sh", project / "scripts/setup.sh")
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "VENV": str(tmp_path / "venv")}
    done = subprocess.run(
        ["scripts/setup.sh", "base"],
        cwd=project,
        env=clean_environment(offline),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    shown = subprocess.run(
        [str(tmp_path / "venv/bin/python"), "-c", "import inner, outer; print(inner.VERSION, outer.VERSION)"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert shown.stdout == "1.0 1.0\n"
