"""Fixtures of the tests of events."""

from tests.factories.session_fixtures import no_declared_tools as no_declared_tools
from tests.factories.session_fixtures import open_handler as open_handler
