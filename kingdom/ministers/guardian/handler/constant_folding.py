"""Upper bounds of constant integer expressions, computed without evaluating them. Pure."""

import ast

MAX_REPEATED_ITEMS = 10_000_000  # items of a multiplied literal
MAX_POWER_BITS = 100_000  # approximate bits of a power or a left shift
_MAX_FACTOR = 1 << 64  # larger operands are not folded
_MAX_BASE, _MAX_EXPONENT = 1024, 64  # of a power or a shift that is folded


def size_excess(node: ast.BinOp) -> str:
    """Return the limit that a product, power or shift of constants exceeds (``"100000 bits"``), or ``""``."""
    if isinstance(node.op, ast.Mult):
        return f"{MAX_REPEATED_ITEMS} items" if _repeated_items(node) > MAX_REPEATED_ITEMS else ""
    return f"{MAX_POWER_BITS} bits" if _result_bits(node) > MAX_POWER_BITS else ""


def _result_bits(node: ast.BinOp) -> int:
    operand = constant_int(node.right) or 0
    if isinstance(node.op, ast.Pow) and operand > 1:
        return power_bits(constant_int(node.left), operand)
    return operand if isinstance(node.op, ast.LShift) else 0


def power_bits(base: int | None, exponent: int | None) -> int:
    """Return the approximate bits of a power; an unknown base counts as 10, an unknown exponent as 0."""
    return abs(base or 10).bit_length() * (exponent or 0)


def _repeated_items(node: ast.BinOp) -> int:
    return max(
        _literal_length(literal) * (constant_int(times) or 0)
        for literal, times in ((node.left, node.right), (node.right, node.left))
    )


def constant_int(node: ast.expr) -> int | None:
    """Return the integer value of a constant expression, or None when it is not constant or too large to fold."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, int) else None
    # The operator is checked first: a long chain of other operators must not be walked.
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Pow | ast.LShift | ast.Mult):
        return None
    left, right = constant_int(node.left), constant_int(node.right)
    return None if left is None or right is None else _fold(left, node.op, right)


def _fold(left: int, operator: ast.operator, right: int) -> int | None:
    match operator:
        case ast.Pow() if 0 <= right <= _MAX_EXPONENT and abs(left) <= _MAX_BASE:
            return int(left**right)
        case ast.LShift() if 0 <= right <= _MAX_EXPONENT and abs(left) < _MAX_FACTOR:
            return left << right
        case ast.Mult() if abs(left) + abs(right) < _MAX_FACTOR:
            return left * right
        case _:
            return None


def _literal_length(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=str(text)) | ast.Constant(value=bytes(text)):
            return len(text)
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return max(1, len(items))
        case _:
            return 0
