"""The program of pid 1: the modules of ``guest``, joined into one text for the sandbox's Python.

The text is passed to ``python3 -I -S -c`` and not stored in the image, so that the two versions cannot differ.
"""

import ast
import base64
import marshal
import sys
from functools import cache
from pathlib import Path

from kingdom.contracts.formats.python_source import parse_source

GUEST_MODULES = ("frames", "channel", "handler_context", "child", "guest_call", "pid1")
GUEST_PACKAGE = "kingdom.adapters.sandbox.guest"
COMMAND = ("/usr/bin/python3", "-I", "-S", "-c")


class _Minifier(ast.NodeTransformer):
    """Drops docstrings, annotations and their imports: a shorter text starts faster."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        """Drop imports of types and of the guest's own modules."""
        return (
            None
            if node.module in ("typing", "collections.abc") or (node.module or "").startswith(GUEST_PACKAGE)
            else node
        )

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        """Drop docstrings."""
        return None if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Return a plain assignment."""
        return ast.Assign(targets=[node.target], value=node.value) if node.value else None

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Return the argument without its annotation."""
        return ast.arg(arg=node.arg)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Drop the return annotation."""
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        """Keep a class valid whose only line was its docstring."""
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node


@cache
def guest_source() -> str:
    """Return the program of pid 1 (about 18 kB)."""
    folder = Path(__file__).parents[1] / "guest"
    trees = [
        _Minifier().visit(parse_source((folder / f"{part}.py").read_text(encoding="utf-8"))) for part in GUEST_MODULES
    ]
    return "\n".join(ast.unparse(ast.fix_missing_locations(tree)) for tree in trees)


@cache
def guest_command() -> list[str]:
    """Return the command of pid 1: the text, and its bytecode for an interpreter of the same version.

    Compiling takes 14 ms on half a processor, a tenth of a cold start.
    """
    text = guest_source()
    compiled = base64.b64encode(marshal.dumps(compile(text, "<string>", "exec", dont_inherit=True))).decode()
    version = sys.version_info[:2]
    load = f"marshal.loads(binascii.a2b_base64({compiled!r})) if sys.version_info[:2] == {version!r} else {text!r}"
    return [*COMMAND, f"import binascii, marshal, sys\nexec({load})\n"]
