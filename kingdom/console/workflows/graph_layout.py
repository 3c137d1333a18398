"""Positions of the nodes of a plan for an SVG: rows by dependency depth, each row ordered by what it waits for. Pure.

Layered drawing after Sugiyama: longest-path layers, one barycentre pass. A layer wider than ``columns`` continues in
the next row, so that the drawing never needs more width than a phone has.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

NODE_WIDTH, NODE_HEIGHT = 164, 58
GAP_X, GAP_Y = 14, 34
MARGIN = 8


class PlacedNode(NamedTuple):
    """The upper left corner of a node's box."""

    node_id: str
    x: int
    y: int


class PlacedEdge(NamedTuple):
    """An edge as the ``d`` of an SVG path, from the lower edge of a box to the upper edge of another."""

    source: str
    target: str
    path: str


class GraphLayout(NamedTuple):
    """A drawing: its size, its boxes in the plan's order by rows, and its edges."""

    width: int
    height: int
    nodes: tuple[PlacedNode, ...]
    edges: tuple[PlacedEdge, ...]


def graph_layout(dependencies: Mapping[str, Sequence[str]], *, columns: int) -> GraphLayout:
    """Return the drawing of an acyclic plan, given the ids that each node waits for. No edge crosses a box."""
    rows = _rows(dependencies, columns)
    widest = max((len(row) for row in rows), default=1)
    width = widest * (NODE_WIDTH + GAP_X) - GAP_X + 2 * MARGIN
    height = max(1, len(rows)) * (NODE_HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN
    placed_rows = [_place_row(row, at, width) for at, row in enumerate(rows)]
    placed = {node.node_id: (at, node) for at, row in enumerate(placed_rows) for node in row}
    edges = [
        PlacedEdge(above, node_id, _edge_path(placed[above], placed[node_id], placed_rows))
        for node_id, waits in dependencies.items()
        for above in waits
    ]
    return GraphLayout(width, height, tuple(node for _, node in placed.values()), tuple(edges))


def node_layers(dependencies: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the length of the longest path above each node, 0 for one that waits for nothing."""
    layers = dict[str, int]()
    waiting = list(dependencies)
    while waiting:
        ready = [node_id for node_id in waiting if all(above in layers for above in dependencies[node_id])]
        if not ready:
            raise ValueError("the plan has a circle")
        layers |= {node_id: max((layers[above] + 1 for above in dependencies[node_id]), default=0) for node_id in ready}
        waiting = [node_id for node_id in waiting if node_id not in layers]
    return layers


def _rows(dependencies: Mapping[str, Sequence[str]], columns: int) -> list[list[str]]:
    layers = node_layers(dependencies)
    position = dict[str, float]()
    rows = list[list[str]]()
    for layer in range(max(layers.values(), default=-1) + 1):
        inside = [node_id for node_id in dependencies if layers[node_id] == layer]
        inside.sort(key=lambda node_id: _barycentre(dependencies[node_id], position))
        position |= {node_id: (at + 0.5) / len(inside) for at, node_id in enumerate(inside)}
        rows += [inside[start : start + columns] for start in range(0, len(inside), columns)]
    return rows


def _barycentre(above: Sequence[str], position: Mapping[str, float]) -> float:
    return sum(position[node_id] for node_id in above) / len(above) if above else 0.0


def _place_row(row: Sequence[str], at: int, width: int) -> list[PlacedNode]:
    used = len(row) * (NODE_WIDTH + GAP_X) - GAP_X
    left, top = (width - used) // 2, MARGIN + at * (NODE_HEIGHT + GAP_Y)
    return [PlacedNode(node_id, left + index * (NODE_WIDTH + GAP_X), top) for index, node_id in enumerate(row)]


def _edge_path(
    source: tuple[int, PlacedNode], target: tuple[int, PlacedNode], rows: Sequence[Sequence[PlacedNode]]
) -> str:
    """Return the path of an edge; it passes each row between its ends through the gap nearest to the straight line."""
    (first, above), (last, below) = source, target
    x, y = above.x + NODE_WIDTH // 2, above.y + NODE_HEIGHT
    x_to, y_to = below.x + NODE_WIDTH // 2, below.y
    path = f"M{x} {y}"
    for row in rows[first + 1 : last]:
        top = row[0].y
        straight = x + (x_to - x) * (top - y) / (y_to - y)
        gap = min(_gaps(row), key=lambda at: abs(at - straight))
        path += f"{_curve(x, y, gap, top)} V{top + NODE_HEIGHT}"
        x, y = gap, top + NODE_HEIGHT
    return path + _curve(x, y, x_to, y_to)


def _gaps(row: Sequence[PlacedNode]) -> list[int]:
    """Return the places between the boxes of a row and beside them."""
    return [row[0].x - GAP_X // 2, *(node.x + NODE_WIDTH + GAP_X // 2 for node in row)]


def _curve(x: int, y: int, x_to: int, y_to: int) -> str:
    middle = (y + y_to) // 2
    return f" C{x} {middle} {x_to} {middle} {x_to} {y_to}"
