"""Texts that take seconds to compute, kept beside the files they are computed from, as Python keeps byte code."""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path


def kept_text(folder: Path, name: str, sources: Iterable[bytes], compute: Callable[[], str]) -> str:
    """Return what ``compute`` returns, kept as ``__pycache__/<name>-<digest of the sources>.txt`` of a folder.

    ``sources`` hold everything that the text depends on, the code that computes it included. A folder that may not be
    written, and Python's option ``-B``, keep nothing. The first line is the digest of the text: a damaged file is made
    anew.
    """
    every = (sys.version.encode(), *sources)  # another interpreter reads and writes code in another way
    digest = sha256(b"\0".join(sha256(source).digest() for source in every)).hexdigest()[:32]
    kept = folder / "__pycache__" / f"{name}-{digest}.txt"
    with suppress(OSError, UnicodeDecodeError):
        checksum, _, known = kept.read_text(encoding="utf-8").partition("\n")
        if checksum == _digest(known):
            return known
    text = compute()
    if not sys.dont_write_bytecode:
        with suppress(OSError):
            _keep(kept, name, text)
    return text


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _keep(file: Path, name: str, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    draft = file.with_suffix(f".{os.getpid()}")
    draft.write_text(f"{_digest(text)}\n{text}", encoding="utf-8")
    draft.replace(file)
    for older in file.parent.glob(f"{name}-*.txt"):
        if older != file:
            older.unlink(missing_ok=True)
