"""Doors for other programs: OpenAI's protocol, MCP and A2A."""
