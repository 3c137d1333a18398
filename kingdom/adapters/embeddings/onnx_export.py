"""Builds the ONNX graph of MiniLM once from its safetensors file. The only module that imports ``onnx``.

python -m kingdom.adapters.embeddings.onnx_export --folder .kingdom/models

Run it as its own process, which frees the 31 MB of ``onnx`` and the second copy of the weights at its end. The graph is
a BERT encoder (6 layers, 12 heads, post-norm, erf GELU) with mean pooling and unit norm inside. It takes token ids
only: the texts of one batch have equal length, so no mask is needed, and a vector never depends on the length of its
neighbours.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, checker, helper, numpy_helper, save_model

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.weights import Tensor
from kingdom.core.errors import KingdomError

LAYERS, HEADS, HEAD_WIDTH = 6, 12, 32
WIDTH = HEADS * HEAD_WIDTH
EPSILON = 1e-12  # layer_norm_eps of the model's config.json
OPSET = 20  # the first opset with Gelu
IR_VERSION = 10


class _OnnxGraphBuilder:
    """Nodes and constants under construction; every method returns the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        """Add one constant tensor."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, operator: str, inputs: Sequence[str], output: str, **attributes: Any) -> str:  # noqa: ANN401 - depends on the operator
        """Add one node with one output."""
        self.nodes.append(helper.make_node(operator, list(inputs), [output], name=output, **attributes))
        return output

    def linear(self, source: str, output: str, weight: Tensor, bias: Tensor) -> str:
        """Add ``source @ weight.T + bias``, with the weight transposed at build time."""
        product = self.node("MatMul", [source, self.constant(f"{output}.w", weight.T)], f"{output}.product")
        return self.node("Add", [product, self.constant(f"{output}.b", bias)], output)

    def norm(self, source: str, output: str, weight: Tensor, bias: Tensor) -> str:
        """Add a layer normalization over the last axis."""
        names = [source, self.constant(f"{output}.w", weight), self.constant(f"{output}.b", bias)]
        return self.node("LayerNormalization", names, output, axis=-1, epsilon=EPSILON)


def _embeddings(graph: _OnnxGraphBuilder, tensors: dict[str, Tensor]) -> str:
    words = graph.constant("words", tensors["embeddings.word_embeddings.weight"])
    # One text a row has token type 0 everywhere: its row is added to the positions.
    positions = tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
    table = graph.constant("positions", positions[: weights.MAX_TOKENS])
    shape = graph.node("Shape", ["ids"], "ids.length", start=1, end=2)
    zero = graph.constant("zero", np.array([0], dtype=np.int64))
    used = graph.node("Slice", [table, zero, shape, zero], "positions.used")
    summed = graph.node("Add", [graph.node("Gather", [words, "ids"], "words.used"), used], "embedded")
    return graph.norm(summed, "hidden.0", tensors["embeddings.LayerNorm.weight"], tensors["embeddings.LayerNorm.bias"])


def _attention(graph: _OnnxGraphBuilder, tensors: dict[str, Tensor], layer: int, source: str) -> str:
    prefix, name = f"encoder.layer.{layer}.attention.self", f"layer.{layer}.attention"
    scale = np.float32(HEAD_WIDTH**-0.5)
    parts = {
        part: (tensors[f"{prefix}.{part}.weight"] * factor, tensors[f"{prefix}.{part}.bias"] * factor)
        for part, factor in (("query", scale), ("key", np.float32(1)), ("value", np.float32(1)))
    }
    heads = {}
    for part, (weight, bias) in parts.items():
        flat = graph.linear(source, f"{name}.{part}", weight, bias)
        split = graph.node("Reshape", [flat, "heads"], f"{name}.{part}.split")
        order = [0, 2, 3, 1] if part == "key" else [0, 2, 1, 3]
        heads[part] = graph.node("Transpose", [split], f"{name}.{part}.heads", perm=order)
    scores = graph.node("MatMul", [heads["query"], heads["key"]], f"{name}.scores")
    shares = graph.node("Softmax", [scores], f"{name}.shares", axis=-1)
    mixed = graph.node("MatMul", [shares, heads["value"]], f"{name}.mixed")
    joined = graph.node("Transpose", [mixed], f"{name}.joined", perm=[0, 2, 1, 3])
    return graph.node("Reshape", [joined, "joined"], f"{name}.out")


def _layer(graph: _OnnxGraphBuilder, tensors: dict[str, Tensor], layer: int, source: str) -> str:
    prefix, name = f"encoder.layer.{layer}", f"layer.{layer}"

    def pair(part: str) -> tuple[Tensor, Tensor]:
        return tensors[f"{prefix}.{part}.weight"], tensors[f"{prefix}.{part}.bias"]

    attended = graph.linear(
        _attention(graph, tensors, layer, source), f"{name}.attended", *pair("attention.output.dense")
    )
    summed = graph.node("Add", [attended, source], f"{name}.attended.sum")
    middle = graph.norm(summed, f"{name}.middle", *pair("attention.output.LayerNorm"))
    wide = graph.linear(middle, f"{name}.wide", *pair("intermediate.dense"))
    active = graph.node("Gelu", [wide], f"{name}.active", approximate="none")
    narrow = graph.linear(active, f"{name}.narrow", *pair("output.dense"))
    total = graph.node("Add", [narrow, middle], f"{name}.sum")
    return graph.norm(total, f"hidden.{layer + 1}", *pair("output.LayerNorm"))


def build_onnx_model(tensors: dict[str, Tensor]) -> ModelProto:
    """Return the ONNX model with mean pooling and unit norm: ``ids (b, n) int64 -> vectors (b, 384) float32``.

    A second output holds the token states of a middle layer, ``(b, n, 384)``: they tell more of a sentence's structure.
    """
    graph = _OnnxGraphBuilder()
    graph.constant("heads", np.array([0, 0, HEADS, HEAD_WIDTH], dtype=np.int64))
    graph.constant("joined", np.array([0, 0, WIDTH], dtype=np.int64))
    hidden = _embeddings(graph, tensors)
    for layer in range(LAYERS):
        hidden = _layer(graph, tensors, layer, hidden)
    pooled = graph.node(
        "ReduceMean", [hidden, graph.constant("tokens_axis", np.array([1], dtype=np.int64))], "pooled", keepdims=0
    )
    norm = graph.node(
        "ReduceL2", [pooled, graph.constant("width_axis", np.array([1], dtype=np.int64))], "norm", keepdims=1
    )
    graph.node("Div", [pooled, norm], "vectors")
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "tokens"])
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", WIDTH])
    states = helper.make_tensor_value_info(weights.STATES_OUTPUT, TensorProto.FLOAT, ["batch", "tokens", WIDTH])
    body = helper.make_graph(graph.nodes, "minilm", [ids], [vectors, states], graph.constants)
    model = helper.make_model(
        body, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="kingdom"
    )
    checker.check_model(model)
    return model


def export_onnx(folder: Path) -> Path:
    """Write graph, weights and manifest into ``folder`` and return the graph's path.

    The weights are in a separate file: the runtime maps it, so that all workers share one copy in memory. Two processes
    may build at once on a first start: each writes to its own folder and moves whole files with equal bytes. The
    manifest comes last: without it the other files are built again. Raises BadConfiguration for missing or unexpected
    weights.
    """
    model = build_onnx_model(
        weights.read_safetensors(weights.verified_file("model.safetensors", weights.WEIGHTS_SHA256))
    )
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix=".build-") as name:
        scratch = Path(name)
        save_model(
            model,
            str(scratch / weights.GRAPH_FILE),
            save_as_external_data=True,
            location=weights.DATA_FILE,
            size_threshold=1024,
        )
        manifest = {
            "graph_sha256": weights.file_sha256(scratch / weights.GRAPH_FILE),
            "data_sha256": weights.file_sha256(scratch / weights.DATA_FILE),
            "weights_sha256": weights.WEIGHTS_SHA256,
            "graph_format": weights.GRAPH_FORMAT,
            "opset": OPSET,
        }
        (scratch / weights.MANIFEST_FILE).write_text(json.dumps(manifest))
        for file in (weights.DATA_FILE, weights.GRAPH_FILE, weights.MANIFEST_FILE):
            (scratch / file).chmod(0o644)
            (scratch / file).replace(folder / file)
    return folder / weights.GRAPH_FILE


def main(arguments: Sequence[str] | None = None) -> int:
    """Build from the command line; print the path, or a message about the missing file."""
    parser = argparse.ArgumentParser(description="Build the sentence encoder's graph.")
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args(arguments)
    try:
        sys.stdout.write(f"{export_onnx(options.folder)}\n")
    except KingdomError as error:
        sys.stderr.write(f"{error.message}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
