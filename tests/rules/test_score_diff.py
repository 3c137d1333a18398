"""A new version beside the old one, in figures and lines."""

from kingdom.council.rules.score_diff import diff_lines, score_comparison, score_labels


def test_only_what_differs_is_shown_with_a_little_around_it() -> None:
    before = [f"line {n}" for n in range(30)]
    after = [*before[:10], "new", *before[11:25], "also new", *before[25:]]
    assert diff_lines("\n".join(before), "\n".join(after)) == [
        " line 8", " line 9", "-line 10", "+new", " line 11", " line 12", "…",
        " line 23", " line 24", "+also new", " line 25", " line 26",
    ]  # fmt: skip
    assert diff_lines("", "api.example.com") == ["+api.example.com"]
    assert diff_lines("--- odd", "+++ odd") == ["---- odd", "++++ odd"]
    assert diff_lines("the same", "the same") == []


def test_nothing_compared_has_no_scores() -> None:
    assert score_comparison(None) is None
    assert score_comparison({"passed": 3, "total": 4}) is None


def test_both_in_words() -> None:
    before = {"passed": 2, "total": 4, "confidence": 0.5, "version": 3, "gained": [1, 2], "lost": []}
    scores = score_comparison({"passed": 4, "total": 4, "confidence": 1.0, "cases": [], "before": before})
    assert scores == {
        "before": {"passed": 2, "total": 4, "confidence": 0.5}, "after": {"passed": 4, "total": 4, "confidence": 1.0},
        "gained": [1, 2], "lost": [], "version": 3,
    }  # fmt: skip
    assert score_labels(scores)["before"] == "2 of 4 tests passed, confidence 0.50"
