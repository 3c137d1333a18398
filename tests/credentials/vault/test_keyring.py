"""Local keys are created once, private, and in a fixed order."""

import secrets
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kingdom.core.errors import BadConfiguration
from kingdom.credentials.vault.keyring import add_key_file, load_keys

ONE, TWO = secrets.token_urlsafe(48), secrets.token_urlsafe(32)


def test_the_first_key_is_made_once_and_private(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    with ThreadPoolExecutor(8) as pool:
        seen = set(pool.map(lambda _: load_keys(folder=folder), range(8)))
    assert len(seen) == 1
    assert [path.stat().st_mode & 0o777 for path in folder.iterdir()] == [0o600]


def test_the_newest_file_seals_and_the_old_ones_stay(tmp_path: Path) -> None:
    first = load_keys(folder=tmp_path)
    path = add_key_file(tmp_path)
    assert path.name == "0002"
    assert load_keys(folder=tmp_path) == (path.read_text(), *first)


def test_the_environment_comes_before_the_files(tmp_path: Path) -> None:
    files = load_keys(folder=tmp_path)
    assert load_keys(folder=tmp_path, environment=f"{ONE}, {TWO}") == (ONE, TWO, *files)


def test_no_file_is_made_when_the_environment_has_a_key(tmp_path: Path) -> None:
    assert load_keys(folder=tmp_path / "none", environment=ONE) == (ONE,)
    assert not (tmp_path / "none").exists()


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    load_keys(folder=tmp_path)
    (tmp_path / "0001").chmod(0o640)
    with pytest.raises(BadConfiguration, match="chmod 600"):
        load_keys(folder=tmp_path)


@pytest.mark.parametrize(
    "key", ["short", "a" * 64, ONE + "!", "with space " + ONE], ids=["short", "one-letter", "strange-letter", "space"]
)
def test_weak_keys_are_refused_without_being_shown(tmp_path: Path, key: str) -> None:
    with pytest.raises(BadConfiguration) as caught:
        load_keys(folder=tmp_path, environment=key)
    assert key not in caught.value.message
