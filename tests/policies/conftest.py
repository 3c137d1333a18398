"""Fixtures of the tests of policies."""

from tests.factories.tools import kit as kit
from tests.factories.tools import make_kit as make_kit
