"""Names between backticks in sentences are code; all else stays text."""

import pytest

from kingdom.console.markup.example_language import marked_code


@pytest.mark.parametrize(
    ("sentence", "html"),
    [
        ("it may call a.example with your key `api_key`.", "it may call a.example with your key <code>api_key</code>."),
        ("`a` and `b`", "<code>a</code> and <code>b</code>"),
        ("`<b>` in <i>", "<code>&lt;b&gt;</code> in &lt;i&gt;"),
        ("one ` alone <b>", "one ` alone &lt;b&gt;"),
        ("no code & no mark", "no code &amp; no mark"),
        ("", ""),
    ],
)
def test_names_between_backticks_are_code(sentence: str, html: str) -> None:
    assert marked_code(sentence) == html
