"""The intent keywords of agent names and prompts, in all their forms. Pure.

A keyword counts in each of its inflections ("calculate", "plotting", "findings") and in compounds of keywords alone
("websearch"). The forms are a closed set and not the output of a stemmer: a stemmer maps "savings", "filing" and
"webbing" to keywords, too, and a keyword can grant code execution.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

# Names of identities -> keywords with their irregular forms; an entry that ends in "*" is a verb with its inflections.
_KEYWORDS: Mapping[str, str] = {
    "research": "search* find* findings web lookup lookups research*",
    "coder": "code* script* file files save saves saved python",
    "analyze": "plot* calc calcs calculate* calculation calculations calculator calculators math maths mathematics"
    " mathematical viz visualize* visualise* visualization visualizations visualisation visualisations"
    " analyze* analyse* analysis analyst analysts analytics analytical",
    "writer": "write* wrote written report* summary summaries summarize* summarise*",
}
_NEGATIONS = frozenset({"no", "not", "never", "without", "cannot", "avoid"}) | {
    f"{verb}nt" for verb in ("do", "does", "must", "should", "ca", "wo")
}
_NEGATION_REACH = 3  # words after a negation
_NEGATED = "negated"
_DOUBLED = re.compile(r"[a-z]*[^aeiou][aeiou][gmnpt]")  # plot, plotting
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LOOK_UP = re.compile(r"(?<![^\W_])look(?:s|ed|ing)?[ _-]up(?![^\W_])")
_WORD = re.compile(r"[^\W\d_]+")  # of every alphabet: a keyword is never cut out of a foreign word
_MAX_COMPOUND = 40  # characters


def intents(text: str) -> frozenset[str]:
    """Return the names of the identities whose keywords a name or prompt contains; its intent is clear with just one.

    A negated keyword ("do not run code") adds a member that is no identity.
    """
    lowered = _CAMEL.sub(" ", text.replace("'", "").replace("’", "")).lower()
    words = _WORD.findall(_LOOK_UP.sub("lookup", lowered))
    found = set[str]()
    for position, word in enumerate(words):
        identities = _identities_of(word)
        found |= identities
        if identities and not _NEGATIONS.isdisjoint(words[max(0, position - _NEGATION_REACH) : position]):
            found.add(_NEGATED)
    return frozenset(found)


def _identities_of(word: str) -> frozenset[str]:
    """Return the identity of a keyword's form, or those of the two parts of a compound of keywords alone."""
    if word in _IDENTITY_BY_FORM:
        return frozenset({_IDENTITY_BY_FORM[word]})
    if len(word) > _MAX_COMPOUND:
        return frozenset()
    for cut in range(3, len(word) - 2):
        if word[:cut] in _IDENTITY_BY_FORM and word[cut:] in _IDENTITY_BY_FORM:
            return frozenset({_IDENTITY_BY_FORM[word[:cut]], _IDENTITY_BY_FORM[word[cut:]]})
    return frozenset()


def _inflections(verb: str) -> Iterator[str]:
    """Yield the regular forms of an English verb: -s, -ed, -ing, and who does it."""
    stem = verb[:-1] if verb.endswith("e") else verb + verb[-1] if _DOUBLED.fullmatch(verb) else verb
    yield from (verb, f"{verb}es" if verb.endswith("ch") else f"{verb}s")
    yield from (stem + ending for ending in ("ed", "ing", "er", "ers"))


def _forms(entries: Iterable[str]) -> Iterator[str]:
    for entry in entries:
        yield from _inflections(entry[:-1]) if entry.endswith("*") else (entry,)


_IDENTITY_BY_FORM: Mapping[str, str] = {
    form: identity for identity, keywords in _KEYWORDS.items() for form in _forms(keywords.split())
}
