"""Selects the backend: Docker when an engine answers and has the image, else bubblewrap, else none."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field

from kingdom.adapters.sandbox.backends.bubblewrap import BubblewrapBackend
from kingdom.adapters.sandbox.backends.docker import DockerBackend
from kingdom.adapters.sandbox.host.selftest import SelfTestResult, selftest
from kingdom.adapters.sandbox.port import Backend, BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.core.errors import KingdomError, SandboxLost, SandboxUnavailable

log = logging.getLogger(__name__)
BACKENDS: dict[str, type[DockerBackend] | type[BubblewrapBackend]] = {
    "docker": DockerBackend,
    "bubblewrap": BubblewrapBackend,
}


TIME_FACTORS = (1.0, 2.0, 4.0)  # a self-test without a result is repeated with so many times the time


@dataclass(frozen=True, kw_only=True)
class Selection:
    """A tested backend, the results of its self-test, and why each stronger backend is not used."""

    backend: Backend
    probes: list[SelfTestResult]
    passed_over: Mapping[str, str] = field(default_factory=dict)


class InconclusiveSelfTest(SandboxUnavailable):
    """A backend's self-test found no hole and did not end: for want of time, or because its box was ended."""


def select_backend(config: SandboxConfig) -> Selection:
    """Return the first installed backend with the required guarantees that passes its self-test.

    Raises BackendLost when an installed one stopped answering or its self-test had no result, else SandboxUnavailable
    with the reason of each backend. There is no other fallback: code never runs on the host.
    """
    reasons: dict[str, str] = {}
    may_pass: SandboxUnavailable | None = None
    for name in BACKENDS if config.backend == "auto" else (config.backend,):
        try:
            backend, probes = _start_with_retry(config, name)
        except KingdomError as error:
            reasons[name] = error.message
            log.warning("sandbox backend %s is not used: %s", name, error.message)
            may_pass = error if isinstance(error, SandboxLost | InconclusiveSelfTest) else may_pass
        else:
            return Selection(backend=backend, probes=probes, passed_over=reasons)
    listed = " | ".join(f"{name}: {reason}" for name, reason in reasons.items())
    if may_pass is not None:  # it is installed, and its self-test found no hole: the next try may pass
        raise BackendLost(f"No sandbox is available now. {listed}") from may_pass
    raise SandboxUnavailable(f"No sandbox is available, so code does not run. {listed}")


def _start_with_retry(config: SandboxConfig, name: str) -> tuple[Backend, list[SelfTestResult]]:
    """Start and test a backend; again with more time when a probe gave no result. One that found a hole is final."""
    for time_factor in TIME_FACTORS[:-1]:
        try:
            return _start_tested(config, name, time_factor)
        except (InconclusiveSelfTest, SandboxLost) as error:  # its engine, or its box, was ended from outside
            log.warning("the self-test of %s had no result and is repeated with more time: %s", name, error.message)
    return _start_tested(config, name, TIME_FACTORS[-1])


def _start_tested(config: SandboxConfig, name: str, time_factor: float) -> tuple[Backend, list[SelfTestResult]]:
    backend: Backend = BACKENDS[name](config)
    try:
        if missing := config.require - backend.guarantees:
            raise SandboxUnavailable(
                f"it does not guarantee {', '.join(sorted(missing))}, which KINGDOM_SANDBOX_REQUIRE demands"
            )
        backend.reap()
        probes = selftest(backend, time_factor)
        if failed := [probe for probe in probes if not probe.ok]:
            kind = InconclusiveSelfTest if all(probe.inconclusive for probe in failed) else SandboxUnavailable
            raise kind(f"its self-test failed: {'; '.join(f'{probe.name} ({probe.detail})' for probe in failed)}")
    except KingdomError:
        backend.close()
        raise
    return backend, probes
