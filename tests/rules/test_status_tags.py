"""Exactly one status tag, at the end, outside of quotes and code; anything else is named."""

import pytest

from kingdom.cognition.protocol import split_status_tags, status_tag_fault

TAG = "[STATUS: SUCCESS]"
IN_CODE = "The status tag is in a quote or in a block of code."
NOT_AT_END = "The status tag is not at the end of the answer, or has an unknown value."


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Three.", "There is no status tag."),
        (f"Three. {TAG}\n{TAG}", "There are 2 status tags."),
        (f"Write [STATUS: NULL] when it fails.\n{TAG}", "There are 2 status tags."),
        (f"{TAG}\nThree.", NOT_AT_END),
        ("Three. [STATUS: MAYBE]", NOT_AT_END),
        (f"Three. `{TAG}`", NOT_AT_END),
        (f"He said “{TAG}”", NOT_AT_END),
        (f"> {TAG}", IN_CODE),
        (f"    {TAG}", IN_CODE),
        (f"```\nThree.\n{TAG}", IN_CODE),
        (f"~~~\nThree.\n{TAG}", IN_CODE),
        (f"````\n```\nThree.\n```\n{TAG}", IN_CODE),
        (f"```\nThree.\n~~~\n{TAG}", IN_CODE),
        (f"```\nThree.\n```python\n{TAG}", IN_CODE),
        (f"- ```\n  {TAG}", IN_CODE),
        (f"1. ~~~ text\n   Three.\n   {TAG}", IN_CODE),
        (f"- > {TAG}", IN_CODE),
        (f"2) > {TAG}", IN_CODE),
        (f"Three. [STATUS: SUCCESS {TAG}", "There are 2 status tags."),
        (f"Three. [STATUS : NULL]\n{TAG}", "There are 2 status tags."),
        (f"Three. [ status:NULL]\n{TAG}", "There are 2 status tags."),
        ("Three. [ STATUS: SUCCESS ]", NOT_AT_END),
    ],
)
def test_a_violation_is_named(text: str, fault: str) -> None:
    assert status_tag_fault(text) == fault


@pytest.mark.parametrize(
    "text",
    [
        f"Three.\n{TAG}",
        f"Three. {TAG}  \n",
        f"```\nThree.\n```\n{TAG}",
        f"````\n```\n````\n{TAG}",
        f"```one line```\n{TAG}",
        f"> a quote\n\n{TAG}",
        f"> ```\n> a quote of code\n\n{TAG}",
        f"- ```\n  code in a list\n{TAG}",
        f"- ```\n  code in a list\n  ```\n{TAG}",
        f"- a list\n- {TAG}",
        f"[BYPASS: none] Three. {TAG}",
    ],
)
def test_one_tag_at_the_end_is_right(text: str) -> None:
    assert status_tag_fault(text) == ""
    assert split_status_tags(text).tag == "SUCCESS"


@pytest.mark.parametrize("text", ["[BYPASS: ] x", "[BYPASS] x", "x [BYPASS: later]", "[BYPASS: never closed\nx]"])
def test_only_a_reason_at_the_start_is_a_bypass(text: str) -> None:
    assert split_status_tags(f"{text} {TAG}").bypass == ""
