"""The archive of a backup: what was stored comes back, and nothing else is taken."""

import io
import tarfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.core.errors import BadInput
from kingdom.ops.backup.archive import ArchiveWriter, BackupHeader, extract_archive, read_header

HEADER = BackupHeader(
    format=1, release="0.1.0", created_at="2026-01-01T00:00:00+00:00", migrations=("ops.0001_initial",), has_keys=True
)
MEMBERS = {
    "database.dump": b"PGDMP" + bytes(range(256)) * 20,
    "workspaces/4b2f0f0e-0000-4000-8000-000000000001/notes/kings.txt": "Könige".encode(),
    "workspaces/4b2f0f0e-0000-4000-8000-000000000001/empty": b"",
    "keys/vault/0001": b"a key",
}


def _archive(path: Path) -> Path:
    with path.open("wb") as file:
        writer = ArchiveWriter(file, HEADER)
        for name, content in MEMBERS.items():
            writer.add_bytes(name, content)
        writer.close()
    return path


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _archive(tmp_path_factory.mktemp("archive") / "a.tar")


def test_every_member_comes_back(archive: Path, tmp_path: Path) -> None:
    assert read_header(archive) == HEADER
    extract_archive(archive, tmp_path, with_keys=True)
    for name, content in MEMBERS.items():
        assert (tmp_path / name).read_bytes() == content
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == len(MEMBERS) + 1


def _refused(raw: bytes, folder: Path) -> bool:
    """Return whether extracting refuses; what it takes must be what was stored."""
    folder.mkdir()
    path = folder.with_suffix(".tar")
    path.write_bytes(raw)
    try:
        extract_archive(path, folder, with_keys=True)
    except BadInput as error:
        return "is damaged or no backup of Kingdom" in error.message and "Nothing was changed" in error.message
    taken = {name: (folder / name).read_bytes() for name in MEMBERS}
    return taken != MEMBERS and pytest.fail("a changed archive was taken")


@given(st.data())
def test_no_flipped_bit_changes_what_is_restored(
    archive: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = bytearray(archive.read_bytes())
    place = data.draw(st.integers(0, len(raw) - 1))
    raw[place] ^= 1 << data.draw(st.integers(0, 7))
    _refused(bytes(raw), tmp_path_factory.mktemp("flip") / "out")


def test_every_flipped_content_bit_is_refused(archive: Path, tmp_path: Path) -> None:
    raw = archive.read_bytes()
    for number, content in enumerate(content for content in MEMBERS.values() if content):
        changed = bytearray(raw)
        changed[raw.index(content) + len(content) // 2] ^= 1
        assert _refused(bytes(changed), tmp_path / str(number))


@pytest.mark.parametrize("kept", [0, 1, 511, 512, 2000, 0.5, 0.8, 0.95])
def test_a_truncated_archive_is_refused(archive: Path, tmp_path: Path, kept: float) -> None:
    raw = archive.read_bytes()
    end = raw.rindex(b"checksum.json") + 512  # what follows the checksum's own header matters no more than its content
    assert _refused(raw[: int(kept if kept > 1 or kept == 0 else end * kept)], tmp_path / "out")


@pytest.mark.parametrize("change", ["missing", "reordered", "doubled", "after"])
def test_members_that_are_missing_or_more_are_refused(archive: Path, tmp_path: Path, change: str) -> None:
    output = io.BytesIO()
    with tarfile.open(archive) as old, tarfile.open(fileobj=output, mode="w", format=tarfile.PAX_FORMAT) as new:
        members = old.getmembers()
        match change:
            case "missing":
                del members[2]
            case "reordered":
                members[1], members[2] = members[2], members[1]
            case "doubled":
                members.insert(2, members[2])
            case "after":
                members.append(members[2])
        for member in members:
            new.addfile(member, old.extractfile(member))
    assert _refused(output.getvalue(), tmp_path / "out")


@pytest.mark.parametrize(
    "name",
    [
        "../escaped", "/etc/cron.d/king", "workspaces/../../escaped", "workspaces//x", "keys/./x", "workspaces",
        "pg/PG_VERSION", "restore.ready/x", "workspaces/a/../../../x", "",
    ],
)  # fmt: skip
def test_a_name_outside_is_refused(tmp_path: Path, name: str) -> None:
    with (tmp_path / "a.tar").open("wb") as file:
        writer = ArchiveWriter(file, HEADER)
        writer.add_bytes(name, b"x")
        writer.close()
    assert _refused((tmp_path / "a.tar").read_bytes(), tmp_path / "out")
    assert not list(tmp_path.glob("**/escaped"))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_folders_and_devices_are_refused(tmp_path: Path, kind: bytes) -> None:
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w") as tar:
        member = tarfile.TarInfo("workspaces/a/link")
        member.type, member.linkname = kind, "/etc/passwd"
        tar.addfile(member)
    assert _refused(output.getvalue(), tmp_path / "out")


@pytest.mark.parametrize("raw", [b"", b"\0" * 10240, b"PK\x03\x04" + b"x" * 2000, b"{}"])
def test_another_file_is_no_archive(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "a").write_bytes(raw)
    with pytest.raises(BadInput, match="is damaged or no backup of Kingdom"):
        read_header(tmp_path / "a")
