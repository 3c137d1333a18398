"""MiniLM on onnxruntime: the default sentence encoder. No torch, no network, one thread, 384 dimensions.

Output equals the reference implementation to 1e-5 (tests/embeddings). Texts longer than 128 tokens are cut there.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.precomputed import PrecomputedVectors, read_vectors
from kingdom.core.deployment.child_environment import python_environment
from kingdom.core.errors import BadConfiguration, Unavailable

if TYPE_CHECKING:
    import onnxruntime
    from tokenizers import Tokenizer

Matrix = NDArray[np.float32]
PRECISION: Final = "fp32"
POOLING: Final = "mean+unit"
BATCH_TOKENS: Final = 256  # tokens a run: more is not faster on one thread and needs more memory
BUILD_SECONDS: Final = 120


def space_id() -> str:
    """Return the id of MiniLM's embedding space: weights, precision, tokenizer and pooling, hashed and shortened."""
    parts = (weights.WEIGHTS_SHA256, PRECISION, weights.TOKENIZER_SHA256, f"truncate={weights.MAX_TOKENS}", POOLING)
    return f"minilm-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:12]}"


class MiniLmEmbedder:
    """The sentence encoder of one process. The first text checks and loads the files.

    ``folder`` holds the built graph; when it is empty, a short-lived child process builds it. Thread-safe and
    fork-safe: a forked child loads the model again.
    """

    def __init__(self, folder: Path, *, threads: int = 1) -> None:
        """``threads`` is per process: more than one slows down workers that share the cores."""
        self._folder = folder
        self._threads = threads
        self._lock = threading.Lock()
        self._loaded: tuple[int, onnxruntime.InferenceSession, Tokenizer] | None = None
        self._space = space_id()
        self._precomputed: PrecomputedVectors | None = None

    @property
    def space(self) -> str:
        """The id of the embedding space."""
        return self._space

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return weights.DIMENSIONS

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        """Return one unit row (float32) a text. ``purpose`` is ignored.

        Of several texts, those that ship with the product are read from the vectors of the set-up, if it made any.
        Raises BadConfiguration for missing or unexpected files and Unavailable when the graph cannot be built.
        """
        if len(texts) < 2:  # a message: it is hardly ever one of them
            return self._computed(texts)
        rows, missing = np.empty((len(texts), weights.DIMENSIONS), dtype=np.float32), []
        for place, text in enumerate(texts):
            vector = self._known.find(text)
            if vector is None:
                missing.append(place)
            else:
                rows[place] = vector
        if missing:
            rows[missing] = self._computed([texts[place] for place in missing])
        return rows

    @property
    def _known(self) -> PrecomputedVectors:
        if self._precomputed is None:
            self._precomputed = read_vectors(weights.prepared_folder(), self._space, weights.DIMENSIONS)
        return self._precomputed

    def _computed(self, texts: Sequence[str]) -> Matrix:
        session, tokenizer = self._ready()
        encodings = tokenizer.encode_batch_fast(list(texts))
        rows = np.empty((len(texts), weights.DIMENSIONS), dtype=np.float32)
        for indices in _batches([len(encoding.ids) for encoding in encodings]):
            ids = np.array([encodings[index].ids for index in indices], dtype=np.int64)
            rows[indices] = session.run(["vectors"], {"ids": ids})[0]
        return rows

    def token_ids(self, text: str) -> list[int]:
        """Return the token ids of a text with the marks around it, at most ``MAX_TOKENS``."""
        _, tokenizer = self._ready()
        return list(tokenizer.encode(text).ids)

    def token_states(self, ids: Sequence[Sequence[int]]) -> list[Matrix]:
        """Return the states (n, 384) of the tokens of each text in a middle layer.

        Raises BadConfiguration for missing or unexpected files and Unavailable when the graph cannot be built.
        """
        session, _ = self._ready()
        states: list[Matrix] = [np.empty((0, weights.DIMENSIONS), dtype=np.float32)] * len(ids)
        for indices in _batches([len(each) for each in ids]):
            batch = np.array([ids[index] for index in indices], dtype=np.int64)
            for index, rows in zip(indices, session.run([weights.STATES_OUTPUT], {"ids": batch})[0], strict=True):
                states[index] = rows
        return states

    def _ready(self) -> tuple[onnxruntime.InferenceSession, Tokenizer]:
        loaded = self._loaded
        if loaded is not None and loaded[0] == os.getpid():
            return loaded[1], loaded[2]
        with self._lock:
            if self._loaded is None or self._loaded[0] != os.getpid():
                self._loaded = (os.getpid(), self._session(), _tokenizer())
            return self._loaded[1], self._loaded[2]

    def _session(self) -> onnxruntime.InferenceSession:
        # Before the import: the official builds send events of their use to Microsoft unless this is set.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        import onnxruntime  # noqa: PLC0415 - only a process that embeds pays for the runtime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        # The arena keeps the memory of the longest text; without it a worker is about 60 MB smaller.
        options.enable_cpu_mem_arena = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return onnxruntime.InferenceSession(str(graph_file(self._folder)), options, providers=["CPUExecutionProvider"])


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the indices of texts of equal token length, at most ``BATCH_TOKENS`` tokens a batch."""
    by_length: dict[int, list[int]] = {}
    for index, length in enumerate(lengths):
        by_length.setdefault(length, []).append(index)
    for length, indices in by_length.items():
        size = max(1, BATCH_TOKENS // length)
        for start in range(0, len(indices), size):
            yield indices[start : start + size]


def _tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer  # noqa: PLC0415 - as above

    path = weights.verified_file("tokenizer.json", weights.TOKENIZER_SHA256)
    tokenizer = Tokenizer.from_file(str(path))
    # The shipped file pads every text to 128 tokens, which makes a short message four times as expensive.
    tokenizer.no_padding()
    tokenizer.enable_truncation(weights.MAX_TOKENS)
    return tokenizer


def graph_file(folder: Path) -> Path:
    """Return the path of a graph that matches its manifest: the set-up's, else one in ``folder``, built when missing.

    Raises BadConfiguration for missing or unexpected files and Unavailable when it cannot be built.
    """
    if is_complete(weights.prepared_folder()):
        return weights.prepared_folder() / weights.GRAPH_FILE
    if not is_complete(folder):
        _build(folder)
    if not is_complete(folder):
        raise BadConfiguration(
            f"The sentence encoder in {folder} does not match its manifest. Remove the folder and start again."
        )
    return folder / weights.GRAPH_FILE


def is_complete(folder: Path) -> bool:
    """Return whether a folder holds a graph of the present format that matches its manifest."""
    files = {"graph_sha256": folder / weights.GRAPH_FILE, "data_sha256": folder / weights.DATA_FILE}
    manifest = folder / weights.MANIFEST_FILE
    if not manifest.is_file() or not all(file.is_file() for file in files.values()):
        return False
    try:
        hashes = json.loads(manifest.read_text())
    except ValueError:
        return False
    if (hashes.get("weights_sha256"), hashes.get("graph_format")) != (weights.WEIGHTS_SHA256, weights.GRAPH_FORMAT):
        return False
    return all(hashes.get(key) == weights.file_sha256(file) for key, file in files.items())


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "kingdom.adapters.embeddings.onnx_export", "--folder", str(folder)]
    root = Path(__file__).resolve().parents[3]
    try:
        completed = subprocess.run(  # noqa: S603 - a fixed command
            command,
            cwd=root,
            env=python_environment(os.environ),
            capture_output=True,
            text=True,
            timeout=BUILD_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unavailable(f"The sentence encoder could not be built in {folder}: {error}.") from error
    if completed.returncode:
        raise BadConfiguration(
            completed.stderr.strip().splitlines()[-1]
            if completed.stderr.strip()
            else "The sentence encoder could not be built."
        )
