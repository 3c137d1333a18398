"""Selects the backend: Docker when an engine answers within a second and has the image, else bubblewrap, else none."""

import logging

from kingdom.adapters.sandbox.backends.bubblewrap import BubblewrapBackend
from kingdom.adapters.sandbox.backends.docker import DockerBackend
from kingdom.adapters.sandbox.host.selftest import SelfTestResult, selftest
from kingdom.adapters.sandbox.port import Backend, BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.core.errors import KingdomError, SandboxUnavailable

log = logging.getLogger(__name__)
BACKENDS: dict[str, type[DockerBackend] | type[BubblewrapBackend]] = {
    "docker": DockerBackend,
    "bubblewrap": BubblewrapBackend,
}


def select_backend(config: SandboxConfig) -> tuple[Backend, list[SelfTestResult]]:
    """Return the first installed backend with the required guarantees that passes its self-test, and the results.

    Raises BackendLost when an installed one stopped answering, else SandboxUnavailable with the reason of each backend.
    There is no other fallback: code never runs on the host.
    """
    reasons: list[str] = []
    lost: BackendLost | None = None
    for name in BACKENDS if config.backend == "auto" else (config.backend,):
        try:
            return _start_tested(config, name)
        except KingdomError as error:
            reasons.append(f"{name}: {error.message}")
            log.info("sandbox backend %s is not used: %s", name, error.message)
            lost = error if isinstance(error, BackendLost) else lost
    if lost is not None:  # it is installed and broke off during its self-test: the next try may pass
        raise BackendLost(lost.message) from lost
    raise SandboxUnavailable("No sandbox is available, so code does not run. " + " | ".join(reasons))


def _start_tested(config: SandboxConfig, name: str) -> tuple[Backend, list[SelfTestResult]]:
    backend: Backend = BACKENDS[name](config)
    try:
        if missing := config.require - backend.guarantees:
            raise SandboxUnavailable(
                f"it does not guarantee {', '.join(sorted(missing))}, which KINGDOM_SANDBOX_REQUIRE demands"
            )
        backend.reap()
        probes = selftest(backend)
        if failed := [f"{probe.name} ({probe.detail})" for probe in probes if not probe.ok]:
            raise SandboxUnavailable(f"its self-test failed: {'; '.join(failed)}")
    except KingdomError:
        backend.close()
        raise
    return backend, probes
