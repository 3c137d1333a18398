"""A local server that speaks the Gemini REST protocol and the OpenAI-compatible one, scripted by tests."""

from tests.gemini_server.answers import Answer, Seen
from tests.gemini_server.server import KEY, ModelServer, running_server

__all__ = ["KEY", "Answer", "ModelServer", "Seen", "running_server"]
