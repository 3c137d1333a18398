"""This process's clients of the sandbox daemon, built from the settings."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from django.conf import settings

from kingdom.adapters.sandbox.client import SandboxClient
from kingdom.adapters.sandbox.reuse import ReusingSandbox
from kingdom.adapters.sandbox.warm_pool import WarmSandboxPool
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.runtime.ports import Sandbox

# Returns the warm-ups of the handlers that ship with the product, by code; filled by the room that reads them.
SHIPPED_WARM_UPS: list[Callable[[], Mapping[str, str]]] = []


def message_sandbox(user_key: str) -> Sandbox:
    """Return the sandbox of the handlers that answer a user's messages: it may be warm from an earlier call."""
    return ReusingSandbox(_client(user_key), _shipped_warm_up)


def _shipped_warm_up(program: Program) -> str | None:
    return next((all_of[program.code] for read in SHIPPED_WARM_UPS if program.code in (all_of := read())), None)


def warm_sandbox_pool(program: Program, limits: SandboxLimits, *, user_key: str) -> WarmSandboxPool:
    """Return a sandbox for a user's calls of one program that keeps its boxes between calls. The caller closes it."""
    return WarmSandboxPool(_client(user_key), program, limits)


def sandbox(user_key: str = "", *, wait_s: float | None = None) -> Sandbox:
    """Return this process's client of the sandbox daemon for a user, named by any stable text.

    When sandboxes are scarce, users take turns. ``wait_s``: how long a call may wait for one, if shorter than usual.
    """
    client = _client(user_key)
    if wait_s is None:
        return client
    wait_s = min(wait_s, client.wait_s)
    return SandboxClient(client.path, user_key=user_key, wait_s=wait_s, certificates=client.certificates)


def passed_over_backends() -> dict[str, str]:
    """Return why each stronger sandbox backend than the one in use is not used, by name."""
    return _client("").passed_over


@lru_cache(maxsize=256)
def _client(user_key: str) -> SandboxClient:
    config = settings.KINGDOM
    path = config.sandbox_socket or config.resolved_data / "run" / "sandboxd.sock"
    return SandboxClient(path, user_key=user_key, wait_s=config.sandbox_wait_s, certificates=config.sandbox_tls)
