"""Upper bounds of constant integer expressions, computed without evaluating them. Pure."""

import ast

MAX_REPEATED_ITEMS = 10_000_000  # items of a literal multiplied


MAX_POWER_BITS = 100_000  # bits, about


def size_excess(node: ast.BinOp) -> str:
    """Return the bound that a product or power of constants is over, or nothing."""
    if isinstance(node.op, ast.Pow):
        base, exponent = constant_int(node.left), constant_int(node.right)
        if exponent is not None and exponent > 1 and (abs(base or 10).bit_length() * exponent) > MAX_POWER_BITS:
            return f"{MAX_POWER_BITS} bits"
    if isinstance(node.op, ast.LShift) and (constant_int(node.right) or 0) > MAX_POWER_BITS:
        return f"{MAX_POWER_BITS} bits"
    if isinstance(node.op, ast.Mult):
        for literal, times in ((node.left, node.right), (node.right, node.left)):
            count = constant_int(times)
            if (
                isinstance(literal, ast.Constant | ast.List | ast.Tuple)
                and _literal_length(literal) * (count or 0) > MAX_REPEATED_ITEMS
            ):
                return f"{MAX_REPEATED_ITEMS} items"
    return ""


def constant_int(node: ast.expr) -> int | None:
    """Return the whole number that an expression of constants makes, as far as it is cheap to know."""
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            base, exponent = constant_int(left), constant_int(right)
            return (
                base**exponent
                if base is not None and exponent is not None and 0 <= exponent <= 64 and abs(base) <= 1024
                else None
            )
        case ast.BinOp(left=left, op=ast.LShift(), right=right):
            first, by = constant_int(left), constant_int(right)
            return (
                first << by if first is not None and by is not None and 0 <= by <= 64 and abs(first) < 1 << 64 else None
            )
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            first, second = constant_int(left), constant_int(right)
            return (
                first * second
                if first is not None and second is not None and abs(first) + abs(second) < 1 << 64
                else None
            )
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
