"""``space_*`` and ``gate_*``: what they print, and the sentences of what they refuse."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from kingdom.adapters.embeddings.hashing import SPACE
from kingdom.management.commands import embedding_space_build
from kingdom.providers.embedders import configured_embedder
from kingdom.routing.models import AgentEmbedding, EmbeddingSpace, NegativeExample, RouterCalibration
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.selectors import active_space_kind, texts_missing
from kingdom.specialists.models.specialist import Specialist


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)


def said(*arguments: Any, **options: Any) -> str:  # noqa: ANN401 - Django's own
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_a_space_is_built_listed_switched_to_and_removed(
    spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_space_build, "PROGRESS_INTERVAL_S", 0.0)
    with pytest.raises(CommandError, match="There is no space hashing"):
        said("embedding_space_switch", "hashing")
    lines = said("embedding_space_build", "hashing").splitlines()
    total = EmbeddingSpace.objects.get(kind="hashing").total
    assert lines[-2:] == [f"{total} of {total} texts", "hashing (hashing-384-v1): ready"]
    listed = said("embedding_space_list")
    assert "; can be activated" in listed
    assert "; active" in listed
    assert said("embedding_space_switch", "hashing", reason="why").startswith("hashing is active instead of minilm.")
    with pytest.raises(CommandError, match="hashing is active"):
        said("embedding_space_remove", "hashing")
    assert said("embedding_space_switch", undo=True).startswith("minilm is active instead of hashing.")
    assert active_space_kind() == "minilm"
    with pytest.raises(CommandError, match="is complete"):
        said("embedding_space_build", "hashing")
    assert "rows removed" in said("embedding_space_remove", "hashing")
    with pytest.raises(CommandError, match=r"was not built: .*GEMINI_API_KEY"):
        said("embedding_space_build", "gemini")


def test_a_build_that_a_worker_has_is_looked_on_at(
    spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_space_build, "PROGRESS_INTERVAL_S", 0.0)
    assert said("embedding_space_build", "hashing", background=True) == "hashing (not begun): queued\n"
    EmbeddingSpace.objects.filter(kind="hashing").update(state="building", done=412, total=723)
    monkeypatch.setattr("time.sleep", lambda _s: EmbeddingSpace.objects.update(state="ready"))
    monkeypatch.setattr(embedding_space_build, "space_build_execute", lambda **_: False)
    assert said("embedding_space_build", "hashing").splitlines()[0] == "412 of 723 texts"


def test_an_installation_without_spaces_says_what_to_do(db: None) -> None:
    assert "embeddings_rebuild" in said("embedding_space_list")
    with pytest.raises(CommandError, match="no examples to fit"):
        said("calibration_fit")


def test_a_calibration_is_fitted_switched_to_and_released(
    spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = RouterCalibration.objects.get(active=True)
    assert "active already" in said("calibration_fit")
    monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", "other")
    assert ": not active" in said("calibration_fit")
    second = RouterCalibration.objects.get(active=False)
    assert said("route_replay", last=5, calibration=second.pk).startswith("0 of 0 messages")
    assert said("calibration_switch", str(second.pk)).startswith(
        f"calibration {second.pk} is active instead of {first.pk}."
    )
    assert said("calibration_switch", release=second.pk) == f"calibration {second.pk} is refitted automatically again\n"
    assert said("calibration_switch", undo=True).startswith(f"calibration {first.pk} is active instead of {second.pk}.")
    with pytest.raises(CommandError, match="is active already"):
        said("calibration_switch", str(first.pk))


def test_a_switch_embeds_what_came_after_the_build_and_says_so(two_spaces: dict[str, Specialist]) -> None:
    AgentEmbedding.objects.filter(encoder=SPACE, kind="example")[0].delete()
    older = NegativeExample.objects.filter(encoder=active_embedder().space, source="shipped").first()
    assert older is not None
    NegativeExample.objects.filter(pk=older.pk).update(text_digest="0" * 64)  # of an older release's file
    done = said("embedding_space_switch", "hashing").splitlines()
    assert done[0].startswith("hashing lacks 2 texts that minilm has; embedding them first.")
    assert done[1].startswith("hashing is active instead of minilm.")
    assert texts_missing(now=configured_embedder().space, then=SPACE) == 0
