"""Archives of backups that were made to harm whoever restores them."""

import hashlib
import io
import json
import tarfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from kingdom.core.errors import BadInput
from kingdom.ops.backup.archive import CHECKSUM, HEADER, ArchiveWriter, BackupHeader, extract_archive, read_header

KNOWN = BackupHeader(
    format=1, release="0.1.0", created_at="2026-01-01T00:00:00+00:00", migrations=("ops.0001_initial",), has_keys=False
)
END = b"\0" * 1024
TERABYTES = 3 * 10**12


def member(name: str, content: bytes = b"", kind: bytes = tarfile.REGTYPE, **headers: str) -> bytes:
    """Return one member; ``headers`` are more PAX headers, with "__" for "."."""
    one = tarfile.TarInfo(name)
    one.type, one.size, one.linkname = kind, len(content), "/etc/passwd"
    named = {key.replace("__", "."): value for key, value in headers.items()}
    one.pax_headers = {"KINGDOM.sha256": hashlib.sha256(content).hexdigest(), **named}
    return one.tobuf(tarfile.PAX_FORMAT) + content + b"\0" * (-len(content) % 512)


def header(values: Mapping[str, Any] | None = None) -> bytes:
    """Return the first member of an archive."""
    return member(HEADER, json.dumps(values or asdict(KNOWN)).encode())


def chained(kind: bytes) -> bytes:
    """Return three thousand headers, each of the next one."""
    one = tarfile.TarInfo("././@PaxHeader")
    record = b"7 a=b\n" if kind != tarfile.GNUTYPE_LONGNAME else b"n" * 120
    one.type, one.size = kind, len(record)
    return (one.tobuf(tarfile.GNU_FORMAT) + record + b"\0" * (512 - len(record))) * 3000


def refused(raw: bytes, folder: Path) -> str:
    """Return why an archive is refused; nothing large is written before."""
    path, target = folder / "a.tar", folder / "out"
    path.write_bytes(raw)
    target.mkdir()
    with pytest.raises(BadInput) as caught:
        extract_archive(path, target, with_keys=read_header(path).has_keys)
    written = sum(one.stat().st_size for one in target.rglob("*") if one.is_file())
    assert written <= len(raw)
    assert "Nothing was changed" in caught.value.message
    return caught.value.message


@pytest.mark.parametrize(
    "bomb",
    [
        member("database.dump", f"1\n{TERABYTES}\n0\n".encode().ljust(512, b"\0"), GNU__sparse__major="1",
               GNU__sparse__minor="0", GNU__sparse__realsize=str(TERABYTES), GNU__sparse__name="database.dump"),
        member("database.dump", GNU__sparse__map=f"{TERABYTES},0", GNU__sparse__size=str(TERABYTES),
               GNU__sparse__name="database.dump"),
        member("database.dump", size=str(TERABYTES)),
    ],
)  # fmt: skip
def test_a_few_bytes_that_say_terabytes_write_nothing(tmp_path: Path, bomb: bytes) -> None:
    assert "is larger than the archive" in refused(header() + bomb + END, tmp_path)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_chain_of_headers_is_damage(tmp_path: Path, kind: bytes, is_first: bool) -> None:
    parts = [chained(kind), header()] if is_first else [header(), chained(kind)]
    refused(b"".join(parts) + END, tmp_path)


def test_deep_json_is_damage(tmp_path: Path) -> None:
    refused(header() + member(CHECKSUM, b"[" * 200_000) + END, tmp_path)
    (tmp_path / "b.tar").write_bytes(member(HEADER, b"[" * 200_000) + END)
    with pytest.raises(BadInput):
        read_header(tmp_path / "b.tar")


@pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.SYMTYPE, tarfile.CHRTYPE])
def test_a_name_cannot_write_on_the_terminal(tmp_path: Path, kind: bytes) -> None:
    said = refused(header() + member("workspaces/\x1b[2J\nRestored the database./..", kind=kind) + END, tmp_path)
    assert said.isprintable()


def test_a_name_that_the_kernel_does_not_take_is_damage(tmp_path: Path) -> None:
    refused(header() + member("workspaces/" + "/".join(["d"] * 3000), b"x") + END, tmp_path)


def test_keys_in_an_archive_that_says_it_has_none_do_not_replace_ours(tmp_path: Path) -> None:
    output = io.BytesIO()
    writer = ArchiveWriter(output, KNOWN)
    writer.add_bytes("database.dump", b"x")
    writer.add_bytes("keys/vault/0001", b"a key that its maker knows")
    writer.close()
    assert "is no name of a backup" in refused(output.getvalue(), tmp_path)
