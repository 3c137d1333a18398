"""``route``, ``eval_routing`` and ``embeddings_rebuild``."""

import io
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, NotFound
from kingdom.orchestrator.evaluation_set import EvaluationFiles, EvaluationSet, evaluation_set_read
from kingdom.providers import embedders
from kingdom.routing.models import AgentEmbedding, NegativeExample, RouterCalibration
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from tests import factories
from tests.factories.topics import EXAMPLES, NOBODY

FIGURES = {"closed_set", "in_scope_accuracy", "oos_recall", "oos_f1", "auroc", "overall", "j", "misroute", "ece"}
TIMES = {"encode_p50_ms", "route_p50_ms", "route_p95_ms"}


@pytest.fixture(autouse=True)
def _one_encoder(encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    embedders.cached_embedder.cache_clear()
    monkeypatch.setattr(embedders, "build_embedder", lambda *_: encoder)


def said(*arguments: Any, **options: Any) -> str:  # noqa: ANN401 - Django's own
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def written(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Write evaluation files: five examples per label, the rest as messages, and optional files of other labels."""
    return {
        "specialists": written(
            tmp_path / "s.jsonl",
            [{"id": role, "role": role.replace("_", " "), "purpose": p} for role, (p, _) in EXAMPLES.items()],
        ),
        "examples": written(
            tmp_path / "e.jsonl", [{"text": t, "label": r} for r, (_, texts) in EXAMPLES.items() for t in texts[:6]]
        ),
        "messages": written(
            tmp_path / "m.jsonl", [{"text": t, "label": r} for r, (_, texts) in EXAMPLES.items() for t in texts[6:]]
        ),
        "oos": written(tmp_path / "o.jsonl", [{"text": text, "label": None} for text in NOBODY[:8]]),
        "bank": written(tmp_path / "b.jsonl", [{"text": text} for text in NOBODY[8:]]),
    }


def evaluated(files: dict[str, Path], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - options of the command
    found = json.loads(said("eval_routing", json=True, **{**files, **more}))
    assert isinstance(found, dict)
    return found


def read(files: dict[str, Path], k: int | None = None, **more: Path) -> EvaluationSet:
    paths = {**files, **more}
    return evaluation_set_read(EvaluationFiles(negative_examples=paths.pop("bank"), **paths), k=k)


def test_an_evaluation_prints_every_figure(db: None, files: dict[str, Path]) -> None:
    found = evaluated(files)
    assert set(found) >= FIGURES | TIMES
    assert all(0 <= found[name] <= 1 for name in FIGURES)
    assert found["closed_set"] == 1.0
    assert found["j"] > 0.8
    assert found["messages"] == 16
    assert found["calibration"] == "fitted"


def test_an_evaluation_leaves_nothing_behind(registry: dict[str, Specialist], files: dict[str, Path]) -> None:
    kinds = (Specialist, SpecialistVersion, AgentEmbedding, NegativeExample, RouterCalibration, User)
    before = [kind._default_manager.count() for kind in kinds]
    evaluated(files)
    assert [kind._default_manager.count() for kind in kinds] == before


def test_real_specialists_are_no_candidates_of_an_evaluation(
    registry: dict[str, Specialist], files: dict[str, Path]
) -> None:
    with_them = evaluated(files)
    Specialist.objects.all().update(routable=False)
    without = evaluated(files)
    assert {name: with_them[name] for name in FIGURES} == {name: without[name] for name in FIGURES}


def test_labels_and_k_narrow_a_trial(files: dict[str, Path], tmp_path: Path) -> None:
    for number, labels in enumerate(
        (
            '["translator", "unit_converter"]',
            '{"in_scope": ["translator", "unit_converter"]}',
            "translator\nunit_converter\n",
        )
    ):
        path = tmp_path / f"labels{number}"
        path.write_text(labels)
        trial = read(files, labels=path, k=2)
        assert {one.id for one in trial.specialists} == {"translator", "unit_converter"}
        assert len(trial.examples) == 4
        assert sum(one.label is None for one in trial.messages) == 8 + 4
    assert len(read(files).messages) == 16


def test_a_broken_file_is_named(files: dict[str, Path], tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"text": "fine", "label": null}\n{"text": \n')
    with pytest.raises(BadInput, match=r"broken\.jsonl, line 2"):
        read(files, messages=broken)
    with pytest.raises(BadInput, match="cannot be read"):
        read(files, messages=tmp_path / "absent")
    with pytest.raises(BadInput, match="without text"):
        read(files, messages=written(broken, [{"label": "x"}]))


def test_purposes_alone_are_routed_by_the_bank(db: None, files: dict[str, Path]) -> None:
    bank = [{"text": f"{text} {number}"} for number in range(6) for text in NOBODY]
    found = evaluated(files, k=0, bank=written(files["bank"], bank))
    assert found["calibration"] == "fitted"
    assert found["oos_recall"] > 0.5


def test_route_prints_the_receipt(registry: dict[str, Specialist], alice: User) -> None:
    found = json.loads(said("route", "convert 3 kg to pounds", user="alice", json=True))
    assert found["intent"] == "specialist:unit_converter"
    assert found["receipt"]["candidates"][0]["role"] == "unit_converter"
    told = said("route", "convert 3 kg to pounds", user="alice")
    assert told.startswith("specialist:unit_converter")
    assert "calibration" in told


def test_route_knows_its_users(db: None) -> None:
    with pytest.raises(NotFound, match="no active user nobody"):
        said("route", "hello", user="nobody")


def test_rebuild_makes_a_space_ready_and_repeats_quickly(db: None, encoder: Embedder) -> None:
    for role, (purpose, examples) in EXAMPLES.items():
        factories.create_global_specialist(role, purpose=purpose, examples=examples)
    first = said("embeddings_rebuild")
    assert first.startswith("routing ready: 4 specialists")
    assert encoder.space in first
    assert "4 specialists, 0 texts new" in said("embeddings_rebuild")
    assert RouterCalibration.objects.filter(encoder=encoder.space, active=True).count() == 1
