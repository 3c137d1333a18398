"""The active calibration of each space, cached per process and invalidated by the row's id."""

import threading

import numpy as np

from kingdom.routing.calibration.calibrator import Calibrator, LoadedCalibration
from kingdom.routing.calibration.linear_classifier import LinearClassifier
from kingdom.routing.models import RouterCalibration

_cache: dict[str, tuple[int, LoadedCalibration]] = {}
_cache_lock = threading.Lock()


def calibration_load(row: RouterCalibration) -> LoadedCalibration:
    """Return the calibration that a row stores."""
    stored = row.parameters
    ids = tuple(stored["specialists"])
    classifier = None
    if row.classifier is not None:
        table = np.frombuffer(bytes(row.classifier), dtype="<f4").reshape(len(ids), -1)
        classifier = LinearClassifier(np.ascontiguousarray(table[:, :-1]), table[:, -1].astype(np.float64))
    return LoadedCalibration(
        name=f"{row.encoder}:{row.pk}",
        plain=Calibrator.from_json(stored["plain"]),
        full=Calibrator.from_json(stored["full"]) if stored["full"] else None,
        classifier=classifier,
        classifier_rows={specialist_id: index for index, specialist_id in enumerate(ids)},
        shifts=dict(zip(ids, stored["shifts"], strict=True)),
        ids=ids,
    )


def calibration_current(space: str, calibration_id: int | None) -> LoadedCalibration | None:
    """Return the calibration with this id, from the cache when it is the cached one; None when there is no such row."""
    with _cache_lock:
        cached = _cache.get(space)
        if cached is not None and cached[0] == calibration_id:
            return cached[1]
        row = RouterCalibration.objects.filter(pk=calibration_id).first() if calibration_id is not None else None
        if row is None:
            _cache.pop(space, None)
            return None
        loaded = calibration_load(row)
        _cache[space] = (row.pk, loaded)
        return loaded


def calibration_cached(space: str) -> LoadedCalibration | None:
    """Return the calibration that this process used last for a space; the first call reads the active one."""
    cached = _cache.get(space)
    if cached is not None:
        return cached[1]
    active = RouterCalibration.objects.filter(encoder=space, active=True).values_list("pk", flat=True).first()
    return calibration_current(space, active)


def calibration_cache_clear(space: str) -> None:
    """Remove the calibration of a space from the cache of this process."""
    with _cache_lock:
        _cache.pop(space, None)
