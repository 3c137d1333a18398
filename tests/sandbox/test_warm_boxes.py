"""The bounds of warm sandboxes: number, memory, idle time and age."""

import time
from dataclasses import replace

import pytest

from kingdom.adapters.sandbox.host import warm_boxes
from kingdom.adapters.sandbox.host.box_connection import BoxConnection
from kingdom.adapters.sandbox.host.warm_boxes import BOX_BYTES, IDLE_S, OLD_S, LoadedBox, WarmBoxes, WarmKey
from kingdom.adapters.sandbox.port import MAX_CALLS_PER_BOX
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.factories.pipe_box import PipeBox


def key(owner: str) -> WarmKey:
    return WarmKey(owner, "none", Program(code=""), SandboxLimits())


def loaded() -> tuple[LoadedBox, PipeBox]:
    box = PipeBox()
    return LoadedBox(BoxConnection(box, SandboxLimits())), box


def test_a_box_is_given_to_its_own_key_only_and_once() -> None:
    boxes = WarmBoxes(4)
    first, _pipes = loaded()
    boxes.keep(key("user:1"), first)
    assert boxes.take(key("user:2")) is None
    assert boxes.take(WarmKey("user:1", "none", Program(code="", mode="program"), SandboxLimits())) is None
    assert boxes.take(key("user:1")) is first
    assert boxes.take(key("user:1")) is None
    first.kill()


def test_the_longest_idle_is_killed_beyond_the_number() -> None:
    boxes, made = WarmBoxes(2), [loaded() for _ in range(3)]
    for number, (box, _pipes) in enumerate(made):
        boxes.keep(key(f"user:{number}"), box)
    assert [pipes.killed for _box, pipes in made] == [True, False, False]
    boxes.clear()
    assert len(boxes) == 0
    assert all(pipes.killed for _box, pipes in made)


def test_dead_worn_out_large_and_old_ones_are_killed() -> None:
    boxes, (dead, dead_pipes) = WarmBoxes(9), loaded()
    boxes.keep(key("user:1"), dead)
    dead_pipes.end()
    assert boxes.take(key("user:1")) is None
    assert dead_pipes.killed
    for spoil in (_wear_out, _enlarge, _age):
        box, pipes = loaded()
        spoil(box, pipes)
        boxes.keep(key("user:1"), box)
        assert pipes.killed, spoil
    assert len(boxes) == 0


def _wear_out(box: LoadedBox, _pipes: PipeBox) -> None:
    box.calls = MAX_CALLS_PER_BOX


def _enlarge(_box: LoadedBox, pipes: PipeBox) -> None:
    pipes.memory = BOX_BYTES + 1


def _age(box: LoadedBox, _pipes: PipeBox) -> None:
    box.started_at = time.monotonic() - OLD_S - 1


def test_tending_pings_and_ends_idle_ones() -> None:
    boxes, (kept, kept_pipes), (idle, idle_pipes) = WarmBoxes(9), loaded(), loaded()
    warmed_up, warmed_up_pipes = loaded()
    for box in (kept, idle):
        boxes.keep(key("user:1"), box)
    of_product = key("everybody")
    boxes.keep(of_product._replace(program=replace(of_product.program, warm_up="[]")), warmed_up)
    for box in (idle, warmed_up):
        box.used_at -= IDLE_S + 1
    boxes.tend()
    assert (kept_pipes.killed, idle_pipes.killed, warmed_up_pipes.killed) == (False, True, False)
    warmed_up.started_at -= OLD_S + 1
    boxes.tend()
    assert warmed_up_pipes.killed
    assert b"ping" in kept_pipes.received()
    boxes.clear()


def test_all_together_stay_within_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm_boxes, "MEMORY_BYTES", 100)
    boxes, made = WarmBoxes(9), [loaded() for _ in range(4)]
    for box, pipes in made:
        pipes.memory = 40
        boxes.keep(key("user:1"), box)
    boxes.tend()
    assert [pipes.killed for _box, pipes in made] == [True, True, False, False]
    boxes.clear()
