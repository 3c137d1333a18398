"""What an operator decides about the sandbox, from the environment and nothing else: the daemon runs without Django."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kingdom.adapters.sandbox.port import ALL_GUARANTEES
from kingdom.core.errors import BadConfiguration

BACKEND_NAMES = ("auto", "docker", "bubblewrap")


@dataclass(frozen=True, kw_only=True)
class SandboxConfig:
    """Where the tree is, which backend, and what it must at least guarantee (KINGDOM_SANDBOX_* in docs/howto/sandbox.md)."""

    root: Path
    backend: str = "auto"
    runtime: str = ""
    image: str = ""
    rlimits_only: bool = False
    require: frozenset[str] = frozenset()
    pool: int = 2
    engine_url: str = ""


def default_root(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder that scripts/sandbox_image.sh fills."""
    if named := environ.get("KINGDOM_SANDBOX_ROOT"):
        return Path(named)
    if os.geteuid() == 0:
        return Path("/var/lib/kingdom-sandbox")
    return (
        Path(environ.get("XDG_DATA_HOME") or Path(environ.get("HOME", "/nonexistent")) / ".local/share")
        / "kingdom-sandbox"
    )


def load_sandbox_config(environ: Mapping[str, str] = os.environ, **given: Any) -> SandboxConfig:  # noqa: ANN401 - fields of SandboxConfig
    """Read the environment; ``given`` (not None) goes before it. Raises BadConfiguration."""
    values: dict[str, Any] = {
        "root": default_root(environ),
        "backend": environ.get("KINGDOM_SANDBOX_BACKEND") or "auto",
        "runtime": environ.get("KINGDOM_SANDBOX_RUNTIME", ""),
        "image": environ.get("KINGDOM_SANDBOX_IMAGE", ""),
        "rlimits_only": environ.get("KINGDOM_SANDBOX_RLIMITS_ONLY", "") == "1",
        "require": frozenset(environ.get("KINGDOM_SANDBOX_REQUIRE", "").replace(",", " ").split()),
        "engine_url": environ.get("DOCKER_HOST", ""),
    }
    values.update({name: value for name, value in given.items() if value is not None})
    if values["backend"] not in BACKEND_NAMES:
        raise BadConfiguration(
            f"KINGDOM_SANDBOX_BACKEND is {values['backend']!r}; it must be one of {', '.join(BACKEND_NAMES)}."
        )
    if values["runtime"] not in ("", "runc", "runsc", "crun"):
        raise BadConfiguration(f"KINGDOM_SANDBOX_RUNTIME is {values['runtime']!r}; it must be runc, crun or runsc.")
    if unknown := values["require"] - ALL_GUARANTEES:
        raise BadConfiguration(
            f"KINGDOM_SANDBOX_REQUIRE names {', '.join(sorted(unknown))}; known are {', '.join(sorted(ALL_GUARANTEES))}."
        )
    return SandboxConfig(**values)
