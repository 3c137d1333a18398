"""BERT in NumPy, written from the paper's formulas and the model's config: what the ONNX graph must equal."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
LAYERS, HEADS, EPSILON = 6, 12, 1e-12
_erf = np.vectorize(math.erf)


def _norm(values: Array, weight: Array, bias: Array) -> Array:
    centred = values - values.mean(axis=-1, keepdims=True)
    return np.asarray(centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON) * weight + bias)


def _linear(values: Array, tensors: Mapping[str, Array], name: str) -> Array:
    return np.asarray(values @ tensors[f"{name}.weight"].T + tensors[f"{name}.bias"])


def _attention(hidden: Array, tensors: Mapping[str, Array], name: str) -> Array:
    length, width = hidden.shape
    query, key, value = (
        _linear(hidden, tensors, f"{name}.self.{part}").reshape(length, HEADS, width // HEADS).transpose(1, 0, 2)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(width // HEADS)
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    shares /= shares.sum(axis=-1, keepdims=True)
    mixed = (shares @ value).transpose(1, 0, 2).reshape(length, width)
    total = _linear(mixed, tensors, f"{name}.output.dense") + hidden
    return _norm(total, tensors[f"{name}.output.LayerNorm.weight"], tensors[f"{name}.output.LayerNorm.bias"])


def encode(ids: Sequence[int], tensors: Mapping[str, Array]) -> Array:
    """Return the unit vector of one text's token ids."""
    hidden = (
        tensors["embeddings.word_embeddings.weight"][list(ids)]
        + tensors["embeddings.position_embeddings.weight"][: len(ids)]
        + tensors["embeddings.token_type_embeddings.weight"][0]
    )
    hidden = _norm(hidden, tensors["embeddings.LayerNorm.weight"], tensors["embeddings.LayerNorm.bias"])
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        middle = _attention(hidden, tensors, f"{name}.attention")
        wide = _linear(middle, tensors, f"{name}.intermediate.dense")
        active = 0.5 * wide * (1 + _erf(wide / math.sqrt(2)))
        total = _linear(active, tensors, f"{name}.output.dense") + middle
        hidden = _norm(total, tensors[f"{name}.output.LayerNorm.weight"], tensors[f"{name}.output.LayerNorm.bias"])
    pooled = hidden.mean(axis=0)
    return np.asarray(pooled / np.linalg.norm(pooled))
