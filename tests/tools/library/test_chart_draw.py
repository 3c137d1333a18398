"""``archon.chart.draw`` in a real sandbox: pictures without a question; hostile words are only text."""

import struct
from typing import Any

import pytest

from kingdom.tools.models import FileVersion
from tests.factories.sandboxd import Sandboxd
from tests.factories.sandboxd import daemon as daemon
from tests.factories.tools import Kit, MakeKit

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db]
BARS: dict[str, Any] = {
    "kind": "bar",
    "title": "revenue per region",
    "labels": ["North", "South"],
    "values": [10, 20.5],
}
DATES = [f"2026-01-{day:02}" for day in range(1, 32)]


@pytest.fixture
def kit(make_kit: MakeKit, daemon: Sandboxd) -> Kit:
    """A kit without any permission rule."""
    return make_kit("analyze_tester", sandbox=daemon.client)


@pytest.mark.parametrize(
    "args",
    [
        BARS,
        {**BARS, "x": "region", "y": "revenue", "labels": [f"A region with a long name {n}" for n in range(30)],
         "values": list(range(30))},
        {**BARS, "kind": "line", "labels": DATES, "values": [day % 7 - 3.5 for day in range(31)]},
        {**BARS, "kind": "histogram", "labels": ["0", "10", "20.5", "30"], "values": [3, 0, 7]},
        {**BARS, "title": "$\\frac{1}{0}$ 你好 \0", "labels": ["$x^", "<svg onload=alert(1)>"]},
    ],
    ids=["bars", "many bars", "line", "histogram", "odd text"],
)  # fmt: skip
def test_a_chart_is_a_picture_in_the_workspace(kit: Kit, args: dict[str, Any]) -> None:
    result = kit.one("archon.chart.draw", **args)
    assert result["success"] is True, result
    picture = kit.read(result["path"])
    assert (picture[:8], len(picture)) == (b"\x89PNG\r\n\x1a\n", result["bytes"])
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height >= 495) == (880, True)
    version = FileVersion.objects.get(workspace=kit.environment.workspace_id)
    assert (version.path, version.session_id) == (result["path"], kit.session.pk)


def test_its_name_is_its_title_s_and_stays_below_out(kit: Kit) -> None:
    assert kit.one("archon.chart.draw", **BARS)["path"] == "out/revenue-per-region.png"
    assert kit.one("archon.chart.draw", **{**BARS, "title": "../../../etc/passwd"})["path"] == "out/etc-passwd.png"
    assert kit.one("archon.chart.draw", **{**BARS, "title": "Ümsatz"})["path"] == "out/umsatz.png"
    assert kit.one("archon.chart.draw", **{**BARS, "title": "你好"})["path"] == "out/chart.png"
    again = kit.one("archon.chart.draw", **BARS)
    assert again["success"] is True
    assert FileVersion.objects.filter(path="out/revenue-per-region.png").count() == 1, "the same picture is no version"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"labels": ["North"]}, "1 labels and 2 values"),
        ({"kind": "histogram"}, "numbers"),
        ({"kind": "histogram", "labels": ["3", "2", "1"]}, "ascending"),
        ({"kind": "pie"}, "is not one of"),
        ({"values": [float("inf"), 1]}, ""),
        ({"labels": ["x"] * 600, "values": [1] * 600}, ""),
    ],
)
def test_what_is_no_chart_is_refused_with_the_reason(kit: Kit, change: dict[str, Any], reason: str) -> None:
    result = kit.one("archon.chart.draw", **{**BARS, **change})
    assert result["success"] is False
    assert reason in str(result)
    assert not FileVersion.objects.exists()


def test_a_rule_can_forbid_it_and_others_do_not_hold_it(kit: Kit, make_kit: MakeKit, daemon: Sandboxd) -> None:
    kit.allow("archon.chart.draw", effect="deny")
    assert kit.one("archon.chart.draw", **BARS)["success"] is False
    writer = make_kit("writer_tester", sandbox=daemon.client)
    assert writer.one("archon.chart.draw", **BARS)["success"] is False
    assert not FileVersion.objects.exists()
