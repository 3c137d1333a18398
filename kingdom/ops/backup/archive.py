"""The archive of a backup: a tar file whose members carry their SHA-256, read and written as a stream.

Members in order: ``kingdom-backup.json`` (the header), ``database.dump``, ``workspaces/…`` (files of earlier
releases), ``keys/…`` if asked for, and ``checksum.json``, the digest over names, sizes and digests of all before it.
Does not import Django.
"""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from kingdom.core.errors import BadInput

FORMAT = 1
HEADER, DUMP, CHECKSUM = "kingdom-backup.json", "database.dump", "checksum.json"
WORKSPACES, KEYS = "workspaces", "keys"
_SHA256 = "KINGDOM.sha256"
_CHUNK = 1 << 20
_MAX_JSON = 1 << 20
_MAX_COMPONENT_BYTES, _MAX_NAME_BYTES = 255, 3000  # the kernel takes paths of 4,096 bytes
# RecursionError: long chains of headers, deep JSON. The last three: two members of one name, or one below another.
_DAMAGE = (
    *(tarfile.TarError, EOFError, ValueError, KeyError, TypeError, OverflowError, RecursionError),
    *(FileExistsError, NotADirectoryError, IsADirectoryError),
)


@dataclass(frozen=True, kw_only=True)
class BackupHeader:
    """``created_at`` is ISO 8601 in UTC, ``migrations`` are the applied ones as ``app.name``."""

    format: int
    release: str
    created_at: str
    migrations: tuple[str, ...]
    has_keys: bool


class ArchiveWriter:
    """Adds members; its end as a context adds the checksum, unless an error is raised."""

    def __init__(self, file: IO[bytes], header: BackupHeader) -> None:
        """``file`` is open for writing and stays open."""
        self._tar = tarfile.open(  # noqa: SIM115 - closed by ``close``
            fileobj=file, mode="w|", format=tarfile.PAX_FORMAT, bufsize=_CHUNK
        )
        self._total = hashlib.sha256()
        self._count = 0
        self.add_bytes(HEADER, json.dumps(asdict(header)).encode())

    def __enter__(self) -> "ArchiveWriter":
        """Return the writer."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Add the checksum; after an error leave the file as it is."""
        if kind is None:
            self.close()
        else:
            self._tar.fileobj.closed = True  # type: ignore[attr-defined] # or its end writes what is left, to a closed file

    def add_bytes(self, name: str, content: bytes) -> None:
        """Add a member with a content in memory."""
        self._add(name, io.BytesIO(content), len(content), hashlib.sha256(content).hexdigest())

    def add_file(self, name: str, path: Path) -> None:
        """Add a file that nobody changes meanwhile."""
        with path.open("rb") as file:
            self.add_open_file(name, file)

    def add_open_file(self, name: str, file: IO[bytes]) -> None:
        """Add the whole content of an open file that nobody changes meanwhile."""
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type] # typeshed wants a raw file
        size = file.tell()
        file.seek(0)
        self._add(name, file, size, digest)

    def _add(self, name: str, file: IO[bytes], size: int, digest: str) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode, member.pax_headers = size, 0o600, {_SHA256: digest}
        self._tar.addfile(member, file)
        self._tar.members.clear()  # type: ignore[attr-defined] # all members in memory; typeshed omits it
        _update(self._total, name, size, digest)
        self._count += 1

    def close(self) -> None:
        """Add the checksum and end the archive."""
        self.add_bytes(CHECKSUM, json.dumps({"members": self._count, "sha256": self._total.hexdigest()}).encode())
        self._tar.close()


def _update(total: "hashlib._Hash", name: str, size: int, digest: str) -> None:
    total.update(f"{name}\0{size}\0{digest}\n".encode(errors="surrogateescape"))


@contextmanager
def _damage_explained(path: Path) -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise BadInput(
            f"{path} is damaged or no backup of Kingdom ({error}). Nothing was changed; use another one."
        ) from error


def read_header(path: Path) -> BackupHeader:
    """Return an archive's header. Raises BadInput for anything that is no archive, OSError when it cannot be read."""
    with _damage_explained(path), path.open("rb") as file, tarfile.open(fileobj=file, mode="r|", bufsize=_CHUNK) as tar:
        member = tar.next()
        if member is None or member.name != HEADER:
            raise ValueError("it does not begin with a header")
        values = _json_content(tar, member)
        return BackupHeader(
            format=int(values["format"]),
            release=str(values["release"]),
            created_at=str(values["created_at"]),
            migrations=tuple(map(str, values["migrations"])),
            has_keys=bool(values["has_keys"]),
        )


def extract_archive(path: Path, folder: Path, *, with_keys: bool) -> None:
    """Write an archive's members into an empty folder and check every digest.

    Raises BadInput for a damaged, truncated or foreign archive, for names that leave the folder, for members that
    unpack to more than the archive has, and for keys in one whose header says (``with_keys``) that it has none;
    ``folder`` may then hold some members and must be thrown away.
    """
    total, count, left = hashlib.sha256(), 0, path.stat().st_size
    folders = (WORKSPACES, KEYS) if with_keys else (WORKSPACES,)
    with _damage_explained(path), path.open("rb") as file, tarfile.open(fileobj=file, mode="r|", bufsize=_CHUNK) as tar:
        while (member := tar.next()) is not None:
            tar.members.clear()  # type: ignore[attr-defined] # as in ``ArchiveWriter._add``
            if member.name == CHECKSUM:
                if _json_content(tar, member) != {"members": count, "sha256": total.hexdigest()}:
                    raise ValueError("members are missing or changed")
                if tar.next() is not None:
                    raise ValueError("there are members after the checksum")
                return
            left -= member.size
            if member.issparse() or left < 0:  # a few bytes that say "a petabyte of zeros"
                raise ValueError(f"{member.name!r} is larger than the archive")
            digest = _extract(tar, member, folder / _checked_name(member, folders))
            _update(total, member.name, member.size, digest)
            count += 1
        raise ValueError("its end is missing")


def _extract(tar: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> str:
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    content = tar.extractfile(member)
    if content is None:
        raise ValueError(f"{member.name!r} has no content")
    digest = hashlib.sha256()
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as output:
        while chunk := content.read(_CHUNK):
            digest.update(chunk)
            output.write(chunk)
        output.flush()
        os.fsync(output.fileno())
    if digest.hexdigest() != member.pax_headers.get(_SHA256):
        raise ValueError(f"{member.name!r} is not what was stored")
    return digest.hexdigest()


def _checked_name(member: tarfile.TarInfo, folders: Sequence[str]) -> PurePosixPath:
    if member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE):
        raise ValueError(f"{member.name!r} is no plain file")
    parts = member.name.split("/")
    inside = len(parts) > 1 and parts[0] in folders and not {"", ".", ".."} & set(parts)
    if not (inside or member.name in (HEADER, DUMP)) or "\0" in member.name or _is_too_long(parts):
        raise ValueError(f"{member.name[:100]!r} is no name of a backup")
    return PurePosixPath(*parts)


def _is_too_long(parts: Sequence[str]) -> bool:
    sizes = [len(os.fsencode(part)) for part in parts]
    return max(sizes) > _MAX_COMPONENT_BYTES or sum(sizes) + len(parts) > _MAX_NAME_BYTES


def _json_content(tar: tarfile.TarFile, member: tarfile.TarInfo) -> dict[str, Any]:
    content = tar.extractfile(member) if member.size <= _MAX_JSON else None
    values = json.loads(content.read()) if content is not None else None
    if not isinstance(values, dict):
        raise TypeError(f"{member.name!r} cannot be read")
    return values
