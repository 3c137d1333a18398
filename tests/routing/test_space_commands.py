"""``space_*`` and ``gate_*``: what they print, and the sentences of what they refuse."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from kingdom.management.commands import space_build
from kingdom.specialists.models import EmbeddingSpace, RoutingGate, Specialist
from kingdom.specialists.space_selectors import kind_serving


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("celery.current_app.send_task", lambda _task, args: None)


def said(*arguments: Any, **options: Any) -> str:  # noqa: ANN401 - Django's own
    out = io.StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue()


def test_a_space_is_built_listed_switched_to_and_removed(spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(space_build, "EVERY_S", 0.0)
    with pytest.raises(CommandError, match="There is no space hashing"):
        said("space_switch", "hashing")
    lines = said("space_build", "hashing").splitlines()
    total = EmbeddingSpace.objects.get(kind="hashing").total
    assert lines[-2:] == [f"{total} of {total} texts", "hashing (hashing-384-v1): ready"]
    listed = said("space_list")
    assert "; can be switched to" in listed
    assert "; serves" in listed
    assert said("space_switch", "hashing", reason="why").startswith("hashing serves now instead of minilm.")
    with pytest.raises(CommandError, match="hashing serves now"):
        said("space_remove", "hashing")
    assert said("space_switch", undo=True).startswith("minilm serves now instead of hashing.")
    assert kind_serving() == "minilm"
    with pytest.raises(CommandError, match="is complete"):
        said("space_build", "hashing")
    assert "rows removed" in said("space_remove", "hashing")
    with pytest.raises(CommandError, match=r"was not built: .*GEMINI_API_KEY"):
        said("space_build", "gemini")


def test_a_build_that_a_worker_has_is_looked_on_at(spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(space_build, "EVERY_S", 0.0)
    assert said("space_build", "hashing", background=True) == "hashing (not begun): queued\n"
    EmbeddingSpace.objects.filter(kind="hashing").update(state="building", done=412, total=723)
    monkeypatch.setattr("time.sleep", lambda _s: EmbeddingSpace.objects.update(state="ready"))
    monkeypatch.setattr(space_build, "space_execute", lambda **_: False)
    assert said("space_build", "hashing").splitlines()[0] == "412 of 723 texts"


def test_an_installation_without_spaces_says_what_to_do(db: None) -> None:
    assert "embeddings_rebuild" in said("space_list")
    with pytest.raises(CommandError, match="nothing to fit"):
        said("gate_fit")


def test_a_gate_is_fitted_switched_to_and_released(spaces: dict[str, Specialist], monkeypatch: pytest.MonkeyPatch) -> None:
    first = RoutingGate.objects.get(active=True)
    assert "serves already" in said("gate_fit")
    monkeypatch.setattr("kingdom.specialists.gate_services.METHOD", "other")
    assert "does not serve yet" in said("gate_fit")
    second = RoutingGate.objects.get(active=False)
    assert said("route_replay", last=5, gate=second.pk).startswith("0 of 0 messages")
    assert said("gate_switch", str(second.pk)).startswith(f"gate {second.pk} serves now instead of {first.pk}.")
    assert said("gate_switch", release=second.pk) == f"gate {second.pk} is refitted by itself again\n"
    assert said("gate_switch", undo=True).startswith(f"gate {first.pk} serves now instead of {second.pk}.")
    with pytest.raises(CommandError, match="serves already"):
        said("gate_switch", str(first.pk))
