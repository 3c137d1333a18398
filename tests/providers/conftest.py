"""The local server that speaks Gemini's protocol."""

from tests.gemini_server.fixtures import gemini_server

__all__ = ["gemini_server"]
