"""Patterns that are compiled at their first use behave as compiled ones."""

import re

import pytest

from kingdom.core.text.lazy_patterns import lazy_pattern, lazy_patterns_compile

TEXT = "one, Two; three"


@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.IGNORECASE | re.DOTALL])
def test_it_answers_as_the_compiled_one(flags: int) -> None:
    source = r"(?P<first>t)(\w+)"
    lazy, compiled = lazy_pattern(source, flags), re.compile(source, flags)
    for _ in range(2):  # the first use, and a later one
        assert lazy.findall(TEXT) == compiled.findall(TEXT)
        assert [found.span() for found in lazy.finditer(TEXT)] == [found.span() for found in compiled.finditer(TEXT)]
        assert lazy.sub(r"\2", TEXT) == compiled.sub(r"\2", TEXT)
        assert lazy.subn("-", TEXT, count=1) == compiled.subn("-", TEXT, count=1)
        assert lazy.split(TEXT) == compiled.split(TEXT)
        for method in ("search", "match", "fullmatch"):
            lazily, plainly = getattr(lazy, method)(TEXT, 5), getattr(compiled, method)(TEXT, 5)
            assert (lazily and lazily.groupdict()) == (plainly and plainly.groupdict())
    assert (lazy.pattern, lazy.flags, lazy.groups) == (compiled.pattern, compiled.flags, compiled.groups)
    assert dict(lazy.groupindex) == dict(compiled.groupindex)


def test_it_is_compiled_at_the_first_use_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []
    compile_pattern = re.compile

    def counted(pattern: str, flags: int = 0) -> "re.Pattern[str]":
        compiled.append(pattern)
        return compile_pattern(pattern, flags)

    monkeypatch.setattr("kingdom.core.text.lazy_patterns.re.compile", counted)
    lazy = lazy_pattern("a used one")
    assert (lazy.pattern, compiled) == ("a used one", [])
    assert [lazy.search("it is a used one") is not None for _ in range(3)] == [True] * 3
    assert compiled == ["a used one"]


def test_all_patterns_of_the_product_can_be_compiled() -> None:
    """A fault in one would else be seen when a message first meets it."""
    assert lazy_patterns_compile() > 200
