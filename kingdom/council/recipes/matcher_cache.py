"""The fitted recipe matcher, cached on disk by the digest of what it was fitted on."""

import contextlib
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings


def cache_path(name: str) -> Path:
    folder: Path = settings.KINGDOM.resolved_data / "recipes"
    return folder / f"{name[:32]}.npz"


def cache_load(name: str) -> dict[str, Any] | None:
    """Return what an earlier process made of exactly these texts, None when there is nothing (readable)."""
    try:
        with cache_path(name).open("rb") as file, np.load(file, allow_pickle=False) as held:
            return {key: held[key] for key in ("vectors", "bank", "shifts", "gate")}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None


def cache_store(name: str, made: Mapping[str, Any]) -> None:
    path = cache_path(name)
    with contextlib.suppress(OSError):  # a cache that cannot be kept costs seconds, nothing else
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            np.savez(part, **made)
        Path(part.name).replace(path)
