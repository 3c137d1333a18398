"""The checks of ``manage.py doctor --cluster``: whether all running processes have the same code, keys and settings."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from kingdom.ops.doctor import CheckResult, CheckState
from kingdom.ops.heartbeats.process_profile import SHARED_SETTING, process_profile
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import heartbeats_alive

MACHINE = "machine"
THIS_SHELL = "this shell"
UNSET = "not set"
KEY = "vault key"
# Where processes may differ for a while, or on purpose: a new release is started machine by machine.
_ADVICE: Mapping[str, tuple[CheckState, str]] = {
    "code": ("warn", "A new release is not started everywhere yet: restart the others with it."),
    "packages": ("warn", "Run `make setup` on each machine: they have other packages installed."),
    "secret key": ("fail", "Set the same KINGDOM_SECRET_KEY everywhere: a sign-in holds on one machine only."),
    "vault key": (
        "fail",
        "Set the same KINGDOM_VAULT_KEYS everywhere: credentials of one machine are closed to others.",
    ),
    "mcp tools": ("warn", "Accept the same declarations everywhere: run `manage.py mcp_tools` on each machine."),
    "signing key": ("fail", "Set the same KINGDOM_SIGNING_KEYS everywhere: exports carry other signatures."),
}
_SETTING_ADVICE = "Set {} to the same value everywhere, or nowhere."


def run_cluster_checks() -> Iterator[CheckResult]:
    """Yield one result for the processes, then one for each thing they must share. Reads the heartbeats.

    Raises DatabaseError while the database is away.
    """
    profiles = _profiles()
    yield _check_processes(profiles)
    shared = {name for profile in profiles.values() for name in profile} - {MACHINE}
    for name in sorted(shared, key=lambda name: (name.startswith(SHARED_SETTING), name)):
        yield _check_shared(name, profiles)


def _profiles() -> dict[str, Mapping[str, str]]:
    """Return the profile of each running process by its name, and this shell's."""
    rows = [row for kind in Heartbeat.Kind.values for row in heartbeats_alive(kind=kind)]
    return {THIS_SHELL: process_profile(), **{row.name: row.details.get("profile", {}) for row in rows}}


def _check_processes(profiles: Mapping[str, Mapping[str, str]]) -> CheckResult:
    machines = {str(profile.get(MACHINE, "?")) for name, profile in profiles.items() if name != THIS_SHELL}
    names = ", ".join(sorted(name for name in profiles if name != THIS_SHELL))
    missing = [kind for kind in Heartbeat.Kind.values if f"{kind}@" not in names]
    detail = f"{len(profiles) - 1} on {len(machines)} machines: {names}"
    if missing:
        return CheckResult("processes", "fail", detail, f"None of these runs: {', '.join(missing)}.")
    return CheckResult("processes", "ok", detail)


def _check_shared(name: str, profiles: Mapping[str, Mapping[str, str]]) -> CheckResult:
    holders = defaultdict[str, list[str]](list)
    for process, profile in sorted(profiles.items()):
        if name in profile:
            holders[profile[name]].append(process)
        elif name.startswith(SHARED_SETTING) and KEY in profile:  # beat has neither keys nor shared settings
            holders[UNSET].append(process)
    if len(holders) == 1:
        [(value, processes)] = holders.items()
        return CheckResult(name, "ok", f"the same in all {len(processes)}: {value}")
    detail = "; ".join(f"{value}: {', '.join(processes)}" for value, processes in sorted(holders.items()))
    if name.startswith(SHARED_SETTING):
        return CheckResult(name, "warn", detail, _SETTING_ADVICE.format(name.removeprefix(SHARED_SETTING)))
    state, advice = _ADVICE[name]
    return CheckResult(name, state, detail, advice)
