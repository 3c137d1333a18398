"""The files that a program of the data tree gives back, checked as the hostile input that they are, and saved."""

import asyncio
import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import path_components
from kingdom.tools.base import ToolContext
from kingdom.tools.files.content_policy import file_content_check

OUT_FOLDER = "out"  # of the workspace: what a program wrote to /out/chart.png is out/chart.png there
MAX_FILES, MAX_BYTES = 8, 700_000  # as Base64 within the sandbox's longest answer, 1 MiB
DATA_LIMITS = SandboxLimits(memory_mb=512, cpu=1.0, tmp_mb=64, answer_bytes=1 << 20)


@dataclass(frozen=True, kw_only=True)
class DataRun:
    """How a program of the data tree ended; ``refused`` says why its files are not given back, "" if they are."""

    exit_status: int
    error: str
    refused: str
    files: tuple[tuple[str, bytes], ...]


@cache
def data_program() -> Program:
    """Return the program that runs a user's program in the data tree."""
    return Program(code=(Path(__file__).parent / "data_program.py").read_text(encoding="utf-8"), tree="data")


def data_payload(code: str, stdin: object) -> dict[str, Any]:
    """Return the payload of ``data_program`` for a program and the JSON value of its standard input."""
    return {"code": code, "stdin": stdin, "files": MAX_FILES, "bytes": MAX_BYTES}


def data_run_parse(outcome: SandboxOutcome) -> DataRun:
    """Return how the program ended, from an outcome that is ``ok``. Raises ToolError for another answer."""
    value = outcome.value
    if not isinstance(value, Mapping) or not isinstance(value.get("exit"), int):
        raise ToolError("The program broke the form of its answer, so its files are not taken.")
    refused = value.get("refused")
    return DataRun(
        exit_status=value["exit"],
        error=str(value.get("error", ""))[:200],
        refused=str(refused)[:500] if refused else "",
        files=_files_parse(value.get("files")),
    )


def _files_parse(value: object) -> tuple[tuple[str, bytes], ...]:
    """Return paths below the folder of outputs with their content. Raises ToolError."""
    if not isinstance(value, list) or len(value) > MAX_FILES:
        raise ToolError(f"A program gives back at most {MAX_FILES} files.")
    files = {_path_parse(entry): _content_parse(entry) for entry in value}
    if sum(map(len, files.values())) > MAX_BYTES:
        raise ToolError(f"A program gives back at most {MAX_BYTES:,} bytes.")
    return tuple(files.items())


def _path_parse(entry: object) -> str:
    if not isinstance(entry, list) or len(entry) != 2 or not isinstance(entry[0], str):
        raise ToolError("The program broke the form of its answer, so its files are not taken.")
    return "/".join((OUT_FOLDER, *path_components(entry[0])))


def _content_parse(entry: Sequence[object]) -> bytes:
    try:
        return base64.b64decode(str(entry[1]).encode(), validate=True)
    except (binascii.Error, ValueError):
        raise ToolError("The program broke the form of its answer, so its files are not taken.") from None


async def files_save(ctx: ToolContext, files: Sequence[tuple[str, bytes]]) -> list[dict[str, Any]]:
    """Review all files, then write them to the conversation's workspace; return ``[{"path", "bytes"}]``.

    Raises ToolError for a file that is refused, or that a person would have to decide about; none is written then.
    """
    for path, data in files:
        report = await asyncio.to_thread(file_content_check, path, data)
        if report.asks:
            raise ToolError(
                f"{path} is not saved: {report.asks}. Write it with archon.fs.write, then its user is asked."
            )
    return [{"path": path, "bytes": await ctx.file_store.write_bytes(path, data)} for path, data in files]
