"""systemd units for a Kingdom without containers. Pure: texts by name; ``manage.py units`` writes them."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, kw_only=True)
class UnitOptions:
    """What the units name: paths are absolute; ``environment`` is the file of settings, one NAME=value a line."""

    code: Path
    python: Path
    data: Path
    user: str
    environment: Path
    host: str
    port: int


@dataclass(frozen=True, kw_only=True)
class _Service:
    """One service. ``head`` are lines of its [Unit], ``harden``: it starts no sandbox, so more can be forbidden."""

    purpose: str
    command: str
    head: str = ""
    kind: str = "Type=exec\nRestart=on-failure\nRestartSec=5"
    harden: bool = False
    stop_s: int = 30

    def text(self, options: UnitOptions) -> str:
        """Return the unit's sections but [Install]."""
        lines = [
            f"[Unit]\nDescription=Kingdom: {self.purpose}\nWants=network-online.target\nAfter=network-online.target",
            self.head,
            f"\n[Service]\n{self.kind}\nUser={options.user}\nWorkingDirectory={options.code}",
            f"EnvironmentFile=-{options.environment}\nEnvironment=KINGDOM_DATA={options.data}",
            "Environment=PYTHONUNBUFFERED=1 MALLOC_ARENA_MAX=2 CELERY_SKIP_CHECKS=1",
            f"ExecStart={self.command}\nKillMode=mixed\nTimeoutStopSec={self.stop_s}\nUMask=0077\nNoNewPrivileges=yes",
            _HARDENED.format(data=options.data) if self.harden else "",
        ]
        return "\n".join(line for line in lines if line) + "\n"


def single_unit(options: UnitOptions) -> dict[str, str]:
    """Return one unit that runs everything as ``make up`` does, the embedded database included."""
    command = f"{options.python} manage.py up --data {options.data} --host {options.host} --port {options.port}"
    service = _Service(purpose="everything on this machine", command=command, stop_s=60)
    return {"kingdom.service": service.text(options) + _INSTALL.format(target="multi-user.target")}


def separate_units(options: UnitOptions) -> dict[str, str]:
    """Return a unit for each kind of process, for an own PostgreSQL.

    On a further machine leave out what runs elsewhere; beat runs once in the whole installation.
    """
    services = _separate_services(options)
    wanted = " ".join(f"{name}.service" for name in services)
    prepare = _Service(
        purpose="database tables and built-in specialists",
        command=f"{options.python} manage.py bootstrap",
        kind="Type=oneshot\nRemainAfterExit=yes",
    )
    install = _INSTALL.format(target="kingdom.target")
    return {
        **{f"{name}.service": service.text(options) + install for name, service in services.items()},
        "kingdom-prepare.service": prepare.text(options),
        "kingdom.target": f"[Unit]\nDescription=Kingdom\nWants={wanted}\n"
        + _INSTALL.format(target="multi-user.target"),
    }


def _separate_services(options: UnitOptions) -> dict[str, _Service]:
    module, celery = f"{options.python} -m", f"{options.python} -m celery -A kingdom.celery"
    socket = options.data / "run" / "sandboxd.sock"
    web = f"{module} kingdom.ops.launch.web_process --host {options.host} --port {options.port} --drain 20"
    sandboxd = f"{module} kingdom.adapters.sandbox.daemon --socket {socket} --data {options.data} --detached"
    part = "PartOf=kingdom.target"
    bound = f"{part}\nRequires=kingdom-prepare.service\nAfter=kingdom-prepare.service"
    worker = f"{celery} worker --without-gossip --without-mingle"
    return {
        "kingdom-web": _Service(purpose="web pages and API", command=web, head=bound, harden=True),
        "kingdom-worker": _Service(purpose="answers", command=worker, head=bound, harden=True, stop_s=40),
        "kingdom-beat": _Service(purpose="schedules", command=f"{celery} beat --pidfile=", head=bound, harden=True),
        "kingdom-sandboxd": _Service(purpose="sandboxes of handlers", command=sandboxd, head=part),
    }


_INSTALL = "\n[Install]\nWantedBy={target}\n"
# Not for what starts sandboxes: bubblewrap mounts a file system of its own, which some of these forbid.
_HARDENED = """\
ProtectSystem=strict
ReadWritePaths={data}
PrivateTmp=yes
PrivateDevices=yes
ProtectControlGroups=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native"""
