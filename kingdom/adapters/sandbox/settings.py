"""Settings of the sandbox. The daemon reads them without Django."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from kingdom.adapters.sandbox.port import ALL_GUARANTEES, DEFAULT_WAIT_S, MAX_WAIT_S
from kingdom.contracts.sandbox import SandboxTree
from kingdom.core.errors import BadConfiguration, SandboxUnavailable


def _env(name: str, default: Any, meaning: str, *, gt: float | None = None, le: float | None = None) -> Any:  # noqa: ANN401 - pydantic's own field type
    return Field(default, validation_alias=f"KINGDOM_SANDBOX_{name}", description=meaning, gt=gt, le=le)


class SandboxSettings(BaseModel):
    """The environment variables of the sandbox. ``kingdom.config.Config`` includes them."""

    sandbox_backend: Literal["auto", "docker", "bubblewrap"] = _env(
        "BACKEND", "auto", "Sandbox backend; auto uses docker if an engine answers."
    )
    sandbox_runtime: Literal["", "runc", "crun", "runsc"] = _env(
        "RUNTIME", "", "Runtime of the docker backend. Unset: the engine's own."
    )
    sandbox_image: str = _env(
        "IMAGE", "", "Image of the docker backend. Unset: the image that `make sandbox-image` built."
    )
    sandbox_data_image: str = _env(
        "DATA_IMAGE",
        "",
        "Image of the docker backend with NumPy, pandas and Matplotlib. Unset: that of `make sandbox-image`.",
    )
    sandbox_require: str = _env(
        "REQUIRE",
        "",
        "Guarantees that the backend must enforce, else no code runs: net fs uid mem pids cpu seccomp kernel.",
    )
    sandbox_rlimits_only: bool = _env(
        "RLIMITS_ONLY", False, "Allow bubblewrap with process limits only, where cgroups are not available."
    )
    sandbox_socket: str = _env(
        "SOCKET",
        "",
        "Addresses of running sandbox daemons, comma-separated: a socket's path, or tls://HOST:PORT of another "
        "machine. Each call takes the least busy one. Unset: the one in the data folder.",
    )
    sandbox_tls: str = _env(
        "TLS", "", "Folder of the certificates for daemons on other machines (`manage.py sandbox_certificates`)."
    )
    sandbox_wait_s: float = _env(
        "WAIT_S",
        DEFAULT_WAIT_S,
        "Seconds that a call may wait for a free sandbox; then the work that needs it fails.",
        gt=0,
        le=MAX_WAIT_S,
    )
    sandbox_root: str = _env(
        "ROOT", "", "Folder of the sandbox's image and root tree. Unset: /var/lib/kingdom-sandbox for root."
    )

    @field_validator("sandbox_require")
    @classmethod
    def _are_guarantees(cls, value: str) -> str:
        if unknown := _words(value) - ALL_GUARANTEES:
            message = f"unknown: {', '.join(sorted(unknown))}; known are {', '.join(sorted(ALL_GUARANTEES))}"
            raise PydanticCustomError("sandbox_require", "{message}", {"message": message})
        return value


@dataclass(frozen=True, kw_only=True)
class SandboxConfig:
    """The values a backend is built from. ``require`` are the guarantees it must at least give."""

    root: Path
    backend: str = "auto"
    runtime: str = ""
    image: str = ""
    data_image: str = ""
    tree: SandboxTree = "base"
    rlimits_only: bool = False
    require: frozenset[str] = frozenset()
    pool: int = 2
    engine_url: str = ""

    @property
    def folder(self) -> Path:
        """The folder with the image and the root tree in use."""
        return self.root if self.tree == "base" else self.root / self.tree

    def with_data_tree(self) -> "SandboxConfig":
        """Return the configuration of the data tree, without boxes that wait. Raises SandboxUnavailable without it."""
        config = replace(self, tree="data", image=self.data_image, pool=0)
        if not config.image and not (config.folder / "image.json").exists():
            raise SandboxUnavailable(
                "NumPy, pandas and Matplotlib are not installed in this sandbox. The operator installs them with "
                "`make sandbox-image` (about 460 MB); no restart is needed."
            )
        return config


def _default_root(environ: Mapping[str, str]) -> Path:
    """Return the folder that scripts/sandbox_image.sh fills where the environment names none."""
    if os.geteuid() == 0:
        return Path("/var/lib/kingdom-sandbox")
    data_home = environ.get("XDG_DATA_HOME") or Path(environ.get("HOME", "/nonexistent")) / ".local/share"
    return Path(data_home) / "kingdom-sandbox"


def load_sandbox_config(environ: Mapping[str, str] = os.environ, **overrides: Any) -> SandboxConfig:  # noqa: ANN401 - fields of SandboxConfig
    """Return the environment's configuration; overrides that are not None take precedence. Raises BadConfiguration."""
    names = [str(field.validation_alias) for field in SandboxSettings.model_fields.values()]
    try:
        declared = SandboxSettings.model_validate({name: environ[name] for name in names if environ.get(name)})
    except ValidationError as error:
        faults = error.errors(include_input=False, include_context=False)
        raise BadConfiguration(" ".join(f"{fault['loc'][0]}: {fault['msg']}." for fault in faults)) from None
    values = {
        "root": Path(declared.sandbox_root or _default_root(environ)),
        "backend": declared.sandbox_backend,
        "runtime": declared.sandbox_runtime,
        "image": declared.sandbox_image,
        "data_image": declared.sandbox_data_image,
        "rlimits_only": declared.sandbox_rlimits_only,
        "require": _words(declared.sandbox_require),
        "engine_url": environ.get("DOCKER_HOST", ""),
    }
    return SandboxConfig(**values | {name: value for name, value in overrides.items() if value is not None})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.replace(",", " ").split())
