"""Fixtures of the tests of policies."""

from tests.tools.conftest import kit as kit
from tests.tools.conftest import make_kit as make_kit
