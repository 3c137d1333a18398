"""This process's clients of the sandbox daemon, built from the settings."""

from functools import cache

from django.conf import settings

from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program
from kingdom.contracts.sandbox import SandboxLimits as SandboxLimits
from kingdom.runtime.ports import Sandbox


def warm_sandbox_pool(program: Program, limits: SandboxLimits) -> WarmSandboxPool:
    """Return a sandbox for many calls of one program, whose boxes stay warm between them. To be closed."""
    return WarmSandboxPool(_client(), program, limits)


def sandbox() -> Sandbox:
    """Return this process's door to the sandbox daemon."""
    return _client()


@cache
def _client() -> SandboxClient:
    config = settings.KINGDOM
    return SandboxClient(config.sandbox_socket or config.resolved_data / "run" / "sandboxd.sock")
