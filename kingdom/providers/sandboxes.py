"""This process's clients of the sandbox daemon, built from the settings."""

from functools import cache

from django.conf import settings

from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.runtime.ports import Sandbox


def warm_sandbox_pool(program: Program, limits: SandboxLimits) -> WarmSandboxPool:
    """Return a sandbox for many calls of one program that keeps its boxes between calls. The caller closes it."""
    return WarmSandboxPool(_client(), program, limits)


def sandbox() -> Sandbox:
    """Return this process's client of the sandbox daemon."""
    return _client()


@cache
def _client() -> SandboxClient:
    config = settings.KINGDOM
    return SandboxClient(config.sandbox_socket or config.resolved_data / "run" / "sandboxd.sock")
