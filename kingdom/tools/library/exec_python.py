"""``archon.exec.python``."""

import asyncio
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import ToolError
from kingdom.runtime.sandbox_worker import run_in_sandbox
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

MAX_CODE = 100_000  # characters
MAX_FILES, MAX_TOTAL = 16, 1_000_000  # files given to one program, bytes of them all
MAX_SHOWN = 20_000  # characters of each stream in the result


class ExecPython(Tool):
    """Runs a Python program in the sandbox: no network, no files of the host, bounded time and memory."""

    id = "archon.exec.python"
    description = (
        "Run a Python 3 program in a sandbox (standard library only, no network, 30 s, 256 MB) and return its output. "
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
        },
        "code",
    )
    result = result_schema(
        {
            "status": {"type": "string"},
            "stdout": {"type": "string"},
            "stderr": {"type": "string"},
            "ms": {"type": "number"},
        }
    )
    side = "exec"
    per_minute = 30
    seconds = 90.0  # 30 s to run, 60 s to start

    @property
    def repeatable(self) -> bool:
        """True: the program has no access to anything outside the sandbox."""
        return True

    @property
    def time_limit_s(self) -> float:
        """The time to start and run, after the longest wait for a free sandbox (KINGDOM_SANDBOX_WAIT_S)."""
        return self.seconds + float(settings.KINGDOM.sandbox_wait_s)

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, status, stdout, stderr, ms}``; a program that fails is ``success.

        False`` with its own error.
        """
        files = await asyncio.to_thread(_input_files, ctx, args.get("files", []))
        payload = {"input": args.get("input"), "files": files}
        outcome = await run_in_sandbox(
            ctx.sandbox, Program(code=args["code"], mode="program"), payload, SandboxLimits(), now=ctx.now
        )
        return _result_of(outcome)


def _input_files(ctx: ToolContext, paths: list[str]) -> dict[str, str]:
    texts, remaining = dict[str, str](), MAX_TOTAL
    for path in dict.fromkeys(paths):
        data = ctx.workspace().read(path, limit=remaining)
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
