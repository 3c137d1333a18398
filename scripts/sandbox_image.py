"""What scripts/sandbox_image.sh needs beyond a shell: the lock, the Docker archive with its reproducible id, loading
it.

Standard library only, any Python from 3.9: it runs before anything of the product is installed.
"""

import hashlib
import http.client
import json
import os
import socket
import sys
import tarfile
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

CREATED = "2023-11-14T22:13:20Z"
MTIME = 1_700_000_000
DOCKER_SOCKET = "/var/run/docker.sock"
HEADER = """\
# The sandbox image: Debian packages with the sha256 of their files, and the id that they give.
# Written by `scripts/sandbox_image.sh --update-lock`; `apt-get` checks the archive's signatures besides.
"""


def lock_read(lock: Path, arch: str) -> tuple[str, dict[str, tuple[str, str]]]:
    """Return the image id ('' when unknown) and {package: (version, sha256)} for one architecture."""
    image, packages = "", {}
    for line in lock.read_text().splitlines() if lock.exists() else []:
        words = line.split()
        if len(words) == 3 and words[:2] == [arch, "image"]:
            image = words[2]
        elif len(words) == 4 and words[0] == arch:
            packages[words[1]] = (words[2], words[3])
    return image, packages


def lock_write(lock: Path, arch: str, image: str, packages: dict[str, tuple[str, str]]) -> None:
    """Replace one architecture's lines and keep the others'."""
    others = [
        line
        for line in (lock.read_text().splitlines() if lock.exists() else [])
        if line and line.split()[0] not in (arch, "#")
    ]
    own = [f"{arch} image {image}"] + [
        f"{arch} {name} {version} {digest}" for name, (version, digest) in sorted(packages.items())
    ]
    lock.write_text(HEADER + "\n".join(sorted(others) + own) + "\n")


def sha256_file(path: Path) -> str:
    """Return the hex digest of a file's bytes."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def package_files(folder: Path) -> dict[str, tuple[str, str]]:
    """Return {package: (version, sha256)} of the package files in a folder, named as apt names them."""
    found = {}
    for path in folder.glob("*.deb"):
        name, version, _arch = path.stem.split("_")
        found[name] = (version.replace("%3a", ":"), sha256_file(path))
    return found


def wanted(lock: str, arch: str) -> int:
    """Print ``package=version`` for each locked package; fail when the lock knows nothing of this architecture."""
    _image, packages = lock_read(Path(lock), arch)
    print(*(f"{name}={version}" for name, (version, _digest) in packages.items()))
    return 0 if packages else 1


def verify(lock: str, arch: str, folder: str) -> int:
    """Compare downloaded files with the lock."""
    _image, packages = lock_read(Path(lock), arch)
    have = package_files(Path(folder))
    wrong = sorted(name for name, value in packages.items() if have.get(name) != value)
    if wrong:
        print(f"sandbox image: not as locked: {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong or not packages else 0


def image_config(layer: str, arch: str) -> bytes:
    """Return the image's configuration; its sha256 is the image id, so every byte here is fixed."""
    value = {
        "architecture": arch,
        "os": "linux",
        "created": CREATED,
        "config": {
            "User": "65534:65534",
            "Env": ["PATH=/usr/bin", "LANG=C.UTF-8"],
            "WorkingDir": "/tmp",  # noqa: S108
            "Cmd": ["/usr/bin/python3"],
            "Labels": {"kingdom.sandbox.image": "1"},
        },
        "history": [{"created": CREATED, "created_by": "kingdom sandbox rootfs"}],
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + layer]},
    }
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def add_tar_member(tar: tarfile.TarFile, name: str, size: int, file: BinaryIO) -> None:
    """Add one file with a fixed date."""
    info = tarfile.TarInfo(name)
    info.size, info.mtime = size, MTIME
    tar.addfile(info, file)


def wheel_names(folder: Path) -> list[str]:
    """Return the names of the wheels in a folder, sorted."""
    return sorted(path.name for path in folder.glob("*.whl"))


def archive(lock: str, arch: str, work: str, mode: str, locked: str, wheels: str) -> int:
    """Make image.tar and image.json from rootfs.tar; check the id against the lock, or write the lock."""
    folder = Path(work)
    source = folder / "rootfs.tar"
    layer = sha256_file(source)
    config = image_config(layer, arch)
    digest = hashlib.sha256(config).hexdigest()
    image, tag = f"sha256:{digest}", f"kingdom-sandbox:{digest[:12]}"
    if mode == "update":
        lock_write(Path(lock), arch, image, package_files(folder / "debs"))
        locked = "1"
    expected, _packages = lock_read(Path(lock), arch)
    if locked and expected != image:
        print(f"sandbox image: the tree gives {image}, the lock says {expected}", file=sys.stderr)
        return 1
    manifest = [{"Config": digest + ".json", "RepoTags": [tag], "Layers": [layer + "/layer.tar"]}]
    text = json.dumps(manifest, separators=(",", ":")).encode()
    with tarfile.open(folder / "image.tar", "w", format=tarfile.USTAR_FORMAT) as tar, source.open("rb") as tree:
        add_tar_member(tar, digest + ".json", len(config), BytesIO(config))
        add_tar_member(tar, layer + "/layer.tar", source.stat().st_size, tree)
        add_tar_member(tar, "manifest.json", len(text), BytesIO(text))
    facts = {
        "id": image,
        "tag": tag,
        "arch": arch,
        "locked": bool(locked),
        "lock": sha256_file(Path(lock)),
        "documents": sha256_file(Path(wheels)),
        "wheels": wheel_names(folder / "wheels"),
        "packages": package_files(folder / "debs"),
    }
    (folder / "image.json").write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n")
    return 0


def current(lock: str, root: str, wheels: str) -> int:
    """Succeed when the folder holds a whole build of these lock files, with the wheels."""
    folder = Path(root)
    try:
        facts = json.loads((folder / "image.json").read_text())
    except (OSError, ValueError):
        return 1
    if not isinstance(facts, dict) or "id" not in facts:
        return 1
    whole = (folder / "rootfs/usr/bin/python3.11").exists() and (folder / "image.tar").exists()
    whole = whole and bool(facts.get("wheels")) and facts.get("documents") == sha256_file(Path(wheels))
    return 0 if whole and Path(lock).exists() and facts.get("lock") == sha256_file(Path(lock)) else 1


def show_id(root: str) -> int:
    """Print the image id of a folder."""
    print(json.loads((Path(root) / "image.json").read_text())["id"])
    return 0


class EngineConnection(http.client.HTTPConnection):
    """The engine's API over its Unix socket."""

    def __init__(self, path: str, timeout: float) -> None:
        """Take the socket's path and the time to wait for each answer, in seconds."""
        super().__init__("engine", timeout=timeout)
        self.path = path

    def connect(self) -> None:
        """Open the Unix socket instead of a TCP connection."""
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


def engine_request(method: str, path: str, timeout: float, body: object = None) -> tuple[int, bytes]:
    """Send one request to the engine and return status and body."""
    host = os.environ.get("DOCKER_HOST", "")
    engine = EngineConnection(host[len("unix://") :] if host.startswith("unix://") else DOCKER_SOCKET, timeout)
    try:
        engine.request(method, path, body=body, headers={"Content-Type": "application/x-tar"})  # type: ignore[arg-type]
        answer = engine.getresponse()
        return answer.status, answer.read()
    finally:
        engine.close()


def load(root: str) -> int:
    """Give the image to the engine when one answers within a second and does not have it."""
    image = json.loads((Path(root) / "image.json").read_text())["id"]
    try:
        engine_request("GET", "/_ping", 1)
    except OSError:
        print("sandbox image: no engine answers; bubblewrap will use the tree")
        return 0
    if engine_request("GET", f"/images/{image}/json", 10)[0] == 200:
        return 0
    with (Path(root) / "image.tar").open("rb") as file:
        status, text = engine_request("POST", "/images/load", 120, file)
    if status != 200 or engine_request("GET", f"/images/{image}/json", 10)[0] != 200:
        print(f"sandbox image: the engine did not take the image ({status} {text[:200]!r})", file=sys.stderr)
        return 1
    print("sandbox image: loaded into the engine")
    return 0


def load_current(lock: str, root: str, wheels: str) -> int:
    """Print the id of a whole build of these lock files, and give it to the engine; return 3 when it must be built."""
    if current(lock, root, wheels) != 0:
        return 3
    print("sandbox image: up to date: ", end="", flush=True)
    show_id(root)
    return load(root)


COMMANDS = {
    "load-current": load_current,
    "wanted": wanted,
    "verify": verify,
    "archive": archive,
    "id": show_id,
    "load": load,
}

if __name__ == "__main__":
    sys.exit(COMMANDS[sys.argv[1]](*sys.argv[2:]))
