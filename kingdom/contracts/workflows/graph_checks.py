"""Checks of a manifest's graph: no cycle, not too deep. Pure."""

from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

from kingdom.contracts.workflows.manifest import MAX_DEPTH, WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import ManifestFault


def graph_faults(manifest: WorkflowManifest) -> list[ManifestFault]:
    """Return the faults of the graph; every id it names must exist."""
    places = {node.id: f"/agents/{at}/depends_on" for at, node in enumerate(manifest.nodes)}
    sorter = TopologicalSorter(manifest.dependencies)
    try:
        order = list(sorter.static_order())
    except CycleError as error:
        cycle = list(reversed(error.args[1]))
        return [ManifestFault(places[cycle[0]], f"These nodes wait for each other: {' → '.join(cycle)}.")]
    depths = node_depths(manifest)
    deepest = max(order, key=lambda node_id: depths[node_id])
    if depths[deepest] <= MAX_DEPTH:
        return []
    detail = f"A workflow is at most {MAX_DEPTH} nodes deep; {deepest} is the end of a path of {depths[deepest]}."
    return [ManifestFault(places[deepest], detail)]


def node_depths(manifest: WorkflowManifest) -> Mapping[str, int]:
    """Return for each node the nodes on its longest path, itself included; a delegated node is below its parent.

    Raises CycleError.
    """
    above = {node.id: (*node.depends_on, *([node.parent] if node.parent else ())) for node in manifest.nodes}
    depths = dict[str, int]()
    for node_id in TopologicalSorter(above).static_order():
        depths[node_id] = 1 + max((depths[name] for name in above[node_id]), default=0)
    return depths
