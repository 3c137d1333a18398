"""Fixtures of the routing tests."""

import pytest

from kingdom.routing.calibration import cache
from tests.factories.routing import encoder, make, registry, sent, spaces, two_spaces

__all__ = ["encoder", "make", "registry", "sent", "spaces", "two_spaces"]


@pytest.fixture(autouse=True)
def _empty_calibration_cache() -> None:
    cache._cache.clear()
