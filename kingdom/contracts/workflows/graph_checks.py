"""Checks of a manifest's graph: no cycle, not too deep. Pure."""

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
    depth = dict[str, int]()
    for node_id in order:
        depth[node_id] = 1 + max((depth[above] for above in manifest.dependencies[node_id]), default=0)
    deepest = max(order, key=lambda node_id: depth[node_id])
    if depth[deepest] <= MAX_DEPTH:
        return []
    detail = f"A workflow is at most {MAX_DEPTH} nodes deep; {deepest} is the end of a path of {depth[deepest]}."
    return [ManifestFault(places[deepest], detail)]
