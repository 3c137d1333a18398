"""Disk cache of the fitted recipe matcher, by the digest of its training texts."""

import contextlib
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from django.conf import settings


def cache_path(name: str) -> Path:
    """Return the file of a digest in the data folder."""
    folder: Path = settings.KINGDOM.resolved_data / "recipes"
    return folder / f"{name[:32]}.npz"


def cache_load(name: str) -> dict[str, Any] | None:
    """Return the arrays that were stored under this digest, None when there are none or they cannot be read."""
    try:
        with cache_path(name).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return {key: arrays[key] for key in ("vectors", "negatives", "shifts", "calibration")}
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile):
        return None


def cache_store(name: str, arrays: Mapping[str, Any]) -> None:
    """Store the arrays of a digest atomically."""
    path = cache_path(name)
    with contextlib.suppress(OSError):  # without the cache the next process fits again, which takes seconds
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as part:
            np.savez(part, **arrays)
        Path(part.name).replace(path)
