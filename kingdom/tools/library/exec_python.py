"""``archon.exec.python``."""

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings

from kingdom.contracts.formats.python_source import UnparsableSource, parse_source
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import SandboxLost, SandboxUnavailable, ToolError
from kingdom.runtime.sandbox_worker import run_in_sandbox
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.data.output_files import (
    DATA_LIMITS,
    MAX_BYTES,
    OUT_FOLDER,
    data_payload,
    data_program,
    data_run_parse,
    files_save,
)
from kingdom.tools.data.output_files import MAX_FILES as MAX_OUT_FILES

MAX_CODE = 100_000  # characters
MAX_FILES, MAX_TOTAL = 16, 1_000_000  # files given to one program, bytes of them all
MAX_SHOWN = 20_000  # characters of each stream in the result
DATA_MODULES = frozenset({"numpy", "pandas", "matplotlib", "mpl_toolkits", "PIL", "dateutil"})
_OUT = re.compile(r"/out\b")


class ExecPython(Tool):
    """Runs a Python program in the sandbox: no network, no files of the host, bounded time and memory."""

    id = "archon.exec.python"
    description = (
        "Run a Python 3 program in a sandbox (no network, 30 s) and return its output. "
        "It has the standard library, and numpy, pandas and matplotlib where it imports them. Files that it writes to "
        f"/out (at most {MAX_OUT_FILES}, {MAX_BYTES // 1000} kB together) are saved as out/… in the workspace, where "
        "their user sees a PNG as a picture: save a chart with savefig. "
        'Its standard input is one JSON object: {"input": your input, "files": {path: text}} '
        "with the workspace files you name."
    )
    args = schema(
        {
            "code": {"type": "string", "minLength": 1, "maxLength": MAX_CODE},
            "input": {"description": "Any JSON value."},
            "files": {
                "type": "array",
                "items": {"type": "string"},
                "maxItems": MAX_FILES,
                "description": "Workspace files to pass in.",
            },
            "data": {
                "type": "boolean",
                "description": "Run it with numpy, pandas and matplotlib; found from its imports when left out.",
            },
        },
        "code",
    )
    result = result_schema(
        {
            "status": {"type": "string"},
            "stdout": {"type": "string"},
            "stderr": {"type": "string"},
            "ms": {"type": "number"},
            "files": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"path": {"type": "string"}, "bytes": {"type": "integer"}},
                    "required": ["path", "bytes"],
                    "additionalProperties": False,
                },
            },
        }
    )
    side = "exec"
    per_minute = 30
    seconds = 90.0  # 30 s to run, 60 s to start

    @property
    def repeatable(self) -> bool:
        """True: a second run replaces the files of the first one, whose versions stay."""
        return True

    @property
    def time_limit_s(self) -> float:
        """The time to start and run, after the longest wait for a free sandbox (KINGDOM_SANDBOX_WAIT_S)."""
        return self.seconds + float(settings.KINGDOM.sandbox_wait_s)

    def written_paths(self, args: Mapping[str, Any]) -> Sequence[str]:
        """Return the folder of outputs for a program that runs in the data tree: only there files are saved."""
        return (OUT_FOLDER,) if args.get("data", needs_data_tree(args["code"])) else ()

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, status, stdout, stderr, ms}`` and the ``files`` it saved, if any.

        A program that fails, or whose files are refused, is ``success: False`` with the error.
        """
        files = await _input_files(ctx, args.get("files", []))
        payload = {"input": args.get("input"), "files": files}
        if args.get("data", needs_data_tree(args["code"])):
            return await _run_with_data(ctx, args["code"], payload)
        outcome = await run_in_sandbox(
            ctx.sandbox, Program(code=args["code"], mode="program"), payload, SandboxLimits(), now=ctx.now
        )
        return _result_of(outcome)


def needs_data_tree(code: str) -> bool:
    """Return whether a program imports a module of the data tree, or names the folder of outputs."""
    if _OUT.search(code):
        return True
    try:
        tree = parse_source(code)
    except UnparsableSource:
        return False  # its run says what is wrong
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return any(name.partition(".")[0] in DATA_MODULES for node in imports for name in _imported(node))


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]


async def _run_with_data(ctx: ToolContext, code: str, stdin: Mapping[str, Any]) -> Result:
    """Run a program in the data tree and save its files."""
    program, payload = data_program(), data_payload(code, stdin)
    try:
        outcome = await run_in_sandbox(ctx.sandbox, program, payload, DATA_LIMITS, now=ctx.now)
    except SandboxLost:
        raise
    except SandboxUnavailable as error:
        raise ToolError(f"The program did not run: {error.message}") from error
    shown = _result_of(outcome)
    if outcome.status != "ok":
        return shown
    run = data_run_parse(outcome)
    if run.exit_status:
        reason = run.error or f"exit status {run.exit_status}"
        return {**shown, "success": False, "status": "error", "error": reason}
    if run.refused:
        return {**shown, "success": False, "error": f"The program ran, but its files are not saved: {run.refused}."}
    return {**shown, "files": await files_save(ctx, run.files)} if run.files else shown


async def _input_files(ctx: ToolContext, paths: list[str]) -> dict[str, str]:
    texts, remaining = dict[str, str](), MAX_TOTAL
    for path in dict.fromkeys(paths):
        data = await ctx.file_store.read(path, limit=remaining)
        remaining -= len(data)
        try:
            texts[path] = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ToolError(f"{path} is not UTF-8 text.") from error
    return texts


def _result_of(outcome: SandboxOutcome) -> Result:
    if outcome.status == "refused":
        raise ToolError(f"The program did not run: {outcome.reason or 'the sandbox refused it'}")
    shown = {
        "status": outcome.status,
        "stdout": _truncated(outcome.stdout),
        "stderr": _truncated(outcome.stderr),
        "ms": round(outcome.ms, 1),
    }
    if outcome.status == "ok":
        return {"success": True, **shown}
    return {"success": False, **shown, "error": outcome.reason or f"The program ended with {outcome.status}."}


def _truncated(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}\n… ({len(text)} characters in all)"
