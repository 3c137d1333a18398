"""Fixtures for any test folder.

``pytest_plugins = ["tests.gemini_server.fixtures"]`` or import the names into a conftest.
"""

from collections.abc import Iterator

import pytest

from tests.gemini_server.server import ModelServer, running_server


@pytest.fixture
def gemini_server() -> Iterator[ModelServer]:
    """A fresh local model server, stopped after the test."""
    with running_server() as server:
        yield server
