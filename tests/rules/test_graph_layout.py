"""The drawing of a plan: layers, rows within a width, no box over another, edges from above to below."""

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.console.workflows.graph_layout import NODE_HEIGHT, NODE_WIDTH, graph_layout, node_layers


@st.composite
def _plans(draw: st.DrawFn) -> dict[str, list[str]]:
    count = draw(st.integers(1, 20))
    names = [f"writer_{number}" for number in range(count)]
    return {
        name: sorted(draw(st.sets(st.sampled_from(names[:at]), max_size=3))) if at else []
        for at, name in enumerate(names)
    }


@given(_plans(), st.integers(1, 4))
def test_boxes_never_overlap_and_stay_inside(plan: dict[str, list[str]], columns: int) -> None:
    layout = graph_layout(plan, columns=columns)
    assert {node.node_id for node in layout.nodes} == set(plan)
    for one, other in combinations(layout.nodes, 2):
        assert abs(one.x - other.x) >= NODE_WIDTH or abs(one.y - other.y) >= NODE_HEIGHT
    for node in layout.nodes:
        assert 0 <= node.x <= layout.width - NODE_WIDTH
        assert 0 <= node.y <= layout.height - NODE_HEIGHT
    top = {node.node_id: node.y for node in layout.nodes}
    assert all(top[edge.source] < top[edge.target] for edge in layout.edges)
    assert len(layout.edges) == sum(map(len, plan.values()))


def _verticals(path: str) -> list[tuple[int, int, int]]:
    """Return the straight parts of a path as x, top and bottom."""
    parts = re.findall(r"(\d+) (\d+) V(\d+)", path)
    return [(int(x), int(top), int(bottom)) for x, top, bottom in parts]


@given(_plans(), st.integers(1, 4))
def test_edges_pass_rows_between_the_boxes(plan: dict[str, list[str]], columns: int) -> None:
    layout = graph_layout(plan, columns=columns)
    for edge in layout.edges:
        for x, top, bottom in _verticals(edge.path):
            assert 0 <= x <= layout.width
            beside = [node for node in layout.nodes if top <= node.y < bottom]
            assert beside
            assert not any(node.x <= x <= node.x + NODE_WIDTH for node in beside)


def test_two_columns_fit_a_phone() -> None:
    plan = {f"writer_{number}": list[str]() for number in range(50)}
    assert graph_layout(plan, columns=2).width <= 358
    assert graph_layout(plan, columns=4).width <= 736


def test_layers_follow_the_longest_path() -> None:
    plan = {"a": [], "b": ["a"], "c": ["a", "b"], "d": []}
    assert node_layers(plan) == {"a": 0, "b": 1, "c": 2, "d": 0}
    with pytest.raises(ValueError, match="circle"):
        node_layers({"a": ["b"], "b": ["a"]})
