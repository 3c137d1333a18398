"""A tree and devices of its own for each bubblewrap sandbox, as root.

Bubblewrap binds the host's files: two sandboxes would have the same inodes, and a lock on one is seen by the other. An
overlay in the sandbox's own mount namespace has inodes of its own, and shares memory and disk as before.
"""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

# Linux's list of allocated devices, devices.txt: major 1.
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}
MOUNT = 'mount -n -t overlay -o "$1" sandbox "$2" && shift 2 && exec "$@"'
SEPARATORS = frozenset(":,\\ ")
PROBE_S = 10.0


@dataclass(frozen=True)
class SandboxTree:
    """A root tree. ``launch`` are the words before the sandbox's command that make it private, if it can be."""

    path: Path
    launch: tuple[str, ...] = ()

    @property
    def is_private(self) -> bool:
        """Return whether every sandbox has inodes of its own."""
        return bool(self.launch)

    def device_arguments(self) -> list[str]:
        """Return bubblewrap's arguments for /dev: the five harmless devices, no terminals, no shared memory."""
        if self.is_private:
            return ["--dev-bind", str(self.path / "dev"), "/dev"]
        binds = [word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
        links = [word for name, target in LINKS.items() for word in ("--symlink", target, f"/dev/{name}")]
        return ["--tmpfs", "/dev", *binds, *links, "--remount-ro", "/dev"]


def prepare_tree(root: Path) -> SandboxTree:
    """Return the tree below ``root``, private for each sandbox where this process may mount an overlay."""
    tree = root / "rootfs"
    if os.geteuid() != 0 or SEPARATORS & set(str(root)):
        return SandboxTree(tree)
    try:
        layer = _device_layer(root / "devices")
        launch = ("unshare", "--mount", "--", "/bin/sh", "-c", MOUNT, "sh", f"ro,lowerdir={layer}:{tree}", str(tree))
        probe = [*launch, "test", "-c", str(tree / "dev/null")]
        subprocess.run(probe, capture_output=True, check=True, env={"PATH": os.defpath}, timeout=PROBE_S)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return SandboxTree(tree)
    return SandboxTree(tree, launch)


def _device_layer(layer: Path) -> Path:
    """Create the overlay's upper layer with /dev, once."""
    folder = layer / "dev"
    folder.mkdir(parents=True, exist_ok=True)
    for name, minor in DEVICES.items():
        if not (folder / name).exists():
            os.mknod(folder / name, 0o020666, os.makedev(1, minor))
        os.chmod(folder / name, 0o666)  # noqa: S103 - as everywhere; the umask may have narrowed it
    for name, target in LINKS.items():
        if not (folder / name).is_symlink():
            (folder / name).symlink_to(target)
    for path in (layer, folder):
        path.chmod(0o755)
    return layer
