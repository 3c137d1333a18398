"""Runs generated code. Other rooms use SandboxClient; only sandboxd (``daemon``) imports a backend."""

from kingdom.adapters.sandbox.client import ClientSession, SandboxClient

__all__ = ["ClientSession", "SandboxClient"]
