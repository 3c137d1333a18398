"""The active calibration of each space, cached per process and invalidated by the row's id."""

import threading

import numpy as np

from kingdom.routing.calibration.calibrator import Calibrator, LoadedCalibration
from kingdom.routing.calibration.linear_classifier import LinearClassifier
from kingdom.routing.models import RouterCalibration

_cache: dict[str, tuple[int, LoadedCalibration]] = {}


_cache_lock = threading.Lock()


def calibration_load(row: RouterCalibration) -> LoadedCalibration:
    """Return a stored gate ready for use."""
    stored = row.parameters
    ids = tuple(stored["specialists"])
    head = None
    if row.head is not None:
        table = np.frombuffer(bytes(row.head), dtype="<f4").reshape(len(ids), -1)
        head = LinearClassifier(np.ascontiguousarray(table[:, :-1]), table[:, -1].astype(np.float64))
    return LoadedCalibration(
        name=f"{row.encoder}:{row.pk}",
        plain=Calibrator.from_json(stored["plain"]),
        full=Calibrator.from_json(stored["full"]) if stored["full"] else None,
        head=head,
        order={one: place for place, one in enumerate(ids)},
        shifts=dict(zip(ids, stored["shifts"], strict=True)),
        ids=ids,
    )


def calibration_current(space: str, gate_id: int | None) -> LoadedCalibration | None:
    """Return the gate with that number, from this process's cache when it is the one held."""
    with _cache_lock:
        held = _cache.get(space)
        if held is not None and held[0] == gate_id:
            return held[1]
        row = RouterCalibration.objects.filter(pk=gate_id).first() if gate_id is not None else None
        if row is None:
            _cache.pop(space, None)
            return None
        loaded = calibration_load(row)
        _cache[space] = (row.pk, loaded)
        return loaded


def calibration_cached(space: str) -> LoadedCalibration | None:
    """Return the gate this process last used for a space, without asking the database; the first time, the active one."""
    held = _cache.get(space)
    if held is not None:
        return held[1]
    active = RouterCalibration.objects.filter(encoder=space, active=True).values_list("pk", flat=True).first()
    return calibration_current(space, active)


def calibration_cache_clear(space: str) -> None:
    """Drop a space's gate from this process's cache."""
    with _cache_lock:
        _cache.pop(space, None)
