"""Lines of SVG charts: over the whole width, with gaps, and seen with one value only."""

from kingdom.specialists.evidence.svg_charts import line_chart


def test_a_line_has_a_point_for_each_known_value() -> None:
    line = line_chart([0.0, None, 1.0], low=0, high=1)
    assert line.points == "0.0,100.0 320.0,0.0"
    assert (line.low, line.high) == (0, 1)


def test_one_value_alone_is_seen() -> None:
    assert line_chart([None, None, 0.5], low=0, high=1).points == "315.0,50.0 320.0,50.0"
    assert line_chart([0.5, None, None], low=0, high=1).points == "0.0,50.0 5.0,50.0"
    assert line_chart([]).points == ""
