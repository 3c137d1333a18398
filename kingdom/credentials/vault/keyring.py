"""Loads local keys from the environment and from the files of the data folder."""

import re
from pathlib import Path

from kingdom.core.deployment.key_files import key_from_file
from kingdom.core.errors import BadConfiguration

# 43 URL-safe characters are 256 bits; Fernet.generate_key() makes 43 and a padding sign.
_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]{43,200}={0,2}")
_KEY_FILE_NAME = re.compile(r"[0-9]{4}")
FIRST_KEY_NAME = "0001"


def _check_key(key: str, origin: str) -> str:
    if not _KEY_PATTERN.fullmatch(key) or len(set(key)) < 16:
        raise BadConfiguration(
            f"{origin} is not a key: 43 or more random URL-safe characters are needed. "
            'Make one with: python -c "import secrets; print(secrets.token_urlsafe(48))"'
        )
    return key


def _read_key_file(path: Path) -> str:
    if path.stat().st_mode & 0o077:
        raise BadConfiguration(f"The key {path} can be read by other users. Run: chmod 600 {path}")
    return _check_key(key_from_file(path), f"The file {path}")


def _key_files(folder: Path) -> list[Path]:
    """Return the key files, newest first: their names are increasing numbers."""
    if not folder.is_dir():
        return []
    return sorted((path for path in folder.iterdir() if _KEY_FILE_NAME.fullmatch(path.name)), reverse=True)


def load_keys(*, folder: Path, environment: str = "", setting: str = "KINGDOM_VAULT_KEYS") -> tuple[str, ...]:
    """Return the local keys, the sealing one first: of the environment (comma-separated), then of the files.

    ``setting`` names the variable in errors. Creates the first file if there is no key. Raises BadConfiguration for an
    invalid key or a file that other users can read.
    """
    given = [key.strip() for key in environment.split(",") if key.strip()]
    keys = [_check_key(key, f"Key {number} of {setting}") for number, key in enumerate(given, 1)]
    files = _key_files(folder)
    if not keys and not files:
        key_from_file(folder / FIRST_KEY_NAME)
        files = [folder / FIRST_KEY_NAME]
    return tuple(dict.fromkeys([*keys, *map(_read_key_file, files)]))


def add_key_file(folder: Path) -> Path:
    """Create the next key file, whose key seals from then on, and return its path. Safe for concurrent callers."""
    files = _key_files(folder)
    number = int(files[0].name) + 1 if files else 1
    path = folder / f"{number:04d}"
    key_from_file(path)
    return path
