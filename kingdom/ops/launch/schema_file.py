"""The schema of a new database as one SQL file. Loading it takes a second, the migrations that made it half a minute.

The file has the tables, functions and first rows that ``manage.py migrate`` leaves in an empty database, the list of
applied migrations included: a release that has more applies those afterwards. ``make schema`` writes it.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).resolve().parents[3]
SCHEMA_FILE = ROOT / "config" / "schema.sql"
_DIGEST = "-- Migrations: "
# Rows that migrations stamped with the moment or with a random id get their own in each database.
_MOMENT = re.compile(r"'20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00'")
_RANDOM_ID = re.compile(r"'[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'")
_OF_THE_CLUSTER = ("SET transaction_timeout", "CREATE EXTENSION", r"\restrict", r"\unrestrict")


def migrations_digest(root: Path = ROOT) -> str:
    """Return a digest of the project's migrations, with their SQL files."""
    digest = hashlib.sha256()
    for file in sorted([*root.glob("kingdom/*/migrations/*.py"), *root.glob("kingdom/*/migrations/*.sql")]):
        digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def schema_digest() -> str:
    """Return the digest of the migrations that the file was made from."""
    with SCHEMA_FILE.open(encoding="utf-8") as file:
        return file.readline().removeprefix(_DIGEST).strip()


def schema_text(dump: str) -> str:
    """Return the file's text for a dump of a migrated database, as ``pg_dump --inserts`` writes it."""
    entries = _entries(dump.removesuffix("\n").split("\n"))
    lines = (_line(entry) for entry in entries if not entry.startswith(("--", *_OF_THE_CLUSTER)))
    return f"{_DIGEST}{migrations_digest()}\n" + "\n".join(_without_gaps(lines)) + "\n"


def schema_load(parameters: Mapping[str, Any]) -> None:
    """Load the file into an empty database that has the extension ``vector``, whole or not at all.

    ``parameters`` are libpq's. Raises psycopg.Error.
    """
    with psycopg.connect(**parameters) as database:
        database.execute(SCHEMA_FILE.read_text(encoding="utf-8").encode())


def _entries(lines: Iterable[str]) -> Iterable[str]:
    """Yield each line, and each INSERT as one entry: a value of several lines may hold ones that look like comments.

    In a dump every quote within a value is doubled, so a statement whose quotes are odd in number goes on.
    """
    open_rows = list[str]()
    for line in lines:
        if open_rows or line.startswith("INSERT INTO "):
            open_rows.append(line)
            if sum(row.count("'") for row in open_rows) % 2 == 0:
                yield "\n".join(open_rows)
                open_rows.clear()
        else:
            yield line
    yield from open_rows


def _line(line: str) -> str:
    if not line.startswith("INSERT INTO "):
        return line
    return _RANDOM_ID.sub("gen_random_uuid()", _MOMENT.sub("now()", line))


def _without_gaps(lines: Iterable[str]) -> Iterable[str]:
    """Yield lines with at most one empty line between two others."""
    before = ""
    for line in lines:
        if line or before:
            yield line
        before = line
