"""Counts what is in a text, and how hard English is to read.

Formulas: Flesch reading ease = 206.835 - 1.015 * words / sentences - 84.6 * syllables / words (Flesch 1948);
Flesch-Kincaid grade = 0.39 * words / sentences + 11.8 * syllables / words - 15.59 (Kincaid et al. 1975).
Silent reading at 238 words a minute (Brysbaert 2019), speaking at 130. Syllables are estimated from the spelling.
"""

import re
import unicodedata
from collections import Counter
from typing import Any

READING_WPM = 238
SPEAKING_WPM = 130
MOST_COMMON = 10
LEAST_WORDS = 30  # below, a readability score says nothing
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"  # written without spaces: one character counts as one word
WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+(?:['’\-‑.,](?=[^\W_])[^\W_{CJK}]+)*")
ENDING = re.compile(r"(?:(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+)")
ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|approx|fig|inc|ltd|jr|sr|u\.s|u\.k|a\.m|p\.m|z\.b|d\.h|bzw|usw|ca)|\b[A-Z])\.$",
    re.IGNORECASE,
)
COMMON_WORDS = """the a an and or but of to in on at for with from by as is are was were be been it its this that these those he she they
we you i his her their our your my me him them us not no so if then than there here have has had do does did will would can could should may
might about into over after which who what when where how all any some"""
COMMON = frozenset(COMMON_WORDS.split())
ASKS = re.compile(
    r"\b(how (many|long)|count|words?|characters?|letters?|sentences?|paragraphs?|readab|reading|statistics|stats|analy[sz]e|length"
    r"|flesch|grade|common|unique|syllables?|wie viele|wörter|zeichen|mots|palabras|parole)",
    re.IGNORECASE,
)
BACK = re.compile(r"\b(that|it|this|above|previous|last|your (answer|reply|text)|again)\b", re.IGNORECASE)
PARTS = {
    "words": r"\bwords?\b|\blength\b|\bhow long\b",
    "characters": r"\bcharacters?\b|\bletters?\b|\bchars?\b",
    "sentences": r"\bsentences?\b",
    "paragraphs": r"\bparagraphs?\b",
    "lines": r"\blines?\b",
    "reading": r"\bread(ing)? time\b|\bhow long .*\bread\b|\bminutes?\b|\bspeak",
    "readability": r"\breadab|\bflesch|\bgrade\b|\bhard\b|\beasy\b|\bdifficult",
    "common": r"\bcommon\b|\bfrequen|\bmost used\b|\brepeated\b",
    "unique": r"\bunique\b|\bdistinct\b|\bdifferent words\b",
}


def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message that holds a text, or speaks of the one before."""
    message = clean(payload.get("text", ""))
    turns = [turn for turn in payload.get("history", []) if clean(turn.get("text", "")).strip()]
    asked = [clean(turn["text"]) for turn in turns if turn.get("role") == "user"]
    question, text = split(message, follows=bool(asked and ASKS.search(asked[-1])))
    if not text and BACK.search(message):
        own = re.search(r"\byour\b", message, re.IGNORECASE) is not None
        wanted = [turn for turn in turns if (turn.get("role") == "user") is not own]
        earlier = clean(wanted[-1]["text"]) if wanted else ""
        text = earlier if own else split(earlier)[1] or earlier
    words = WORD.findall(text)
    if not words:
        return {
            "answer": "I count words, sentences and more, and judge how hard English is to read. Put the text after a colon or in quotes.",
            "output": None,
            "confidence": 0.9,
            "status": "NULL",
        }
    output = measured(text, words)
    return {"answer": sentence(output, question), "output": output, "confidence": 0.96, "status": "SUCCESS"}


def clean(text: object) -> str:
    """Return a text without what no database stores: NUL and halves of surrogate pairs."""
    return str(text).encode(errors="replace").decode().replace("\0", "\ufffd")


def split(message: str, *, follows: bool = False) -> tuple[str, str]:
    """Return (the question, the text it is about): in a code block, in quotes, after a colon, beside a line that asks, or all of it.

    With ``follows`` the message before asked already, so that a text alone is enough.
    """
    fenced = pieces(message, r"```[^`\n]*\n(.*?)(?:\n?```|\Z)")
    if fenced is not None:
        return fenced
    head, _, rest = message.partition("\n")
    if ASKS.search(head) and rest.strip() and len(head) < 300 and head.rstrip()[-1:] in ":?.!":
        return head, rest
    body, _, tail = message.rstrip().rpartition("\n")
    if body.strip() and ASKS.search(tail) and len(tail) < 100:
        return tail, body
    quoted = pieces(message, r"[\"“„](.+)[\"”“]")
    if quoted is not None:
        return quoted
    before, colon, after = message.partition(":")
    if colon and after.strip() and len(before) < 300 and (ASKS.search(before) or (follows and len(before) < 30)):
        return before, after
    if len(message) < 200 and (ASKS.search(message) or not (follows or "\n" in message)):
        return message, ""
    return "", message


def pieces(message: str, pattern: str) -> tuple[str, str] | None:
    """Return (what is around, what is inside) where a pattern's group holds words and the rest asks; None otherwise."""
    found = re.search(pattern, message, re.DOTALL)
    if found is None or not WORD.search(found.group(1)):
        return None
    around = f"{message[: found.start()]} {message[found.end() :]}"
    return (around, found.group(1)) if ASKS.search(around) else None


def measured(text: str, words: list[str]) -> dict[str, Any]:
    """Return every figure of a text that has at least one word."""
    body = text.strip()
    folded = [word.casefold().replace("’", "'") for word in words]
    count = len(words)
    sentences = len(sentences_of(body))
    counts = Counter(folded)
    top = [pair for pair in counts.most_common(MOST_COMMON * 30) if pair[0] not in COMMON and not pair[0].isdigit()][
        :MOST_COMMON
    ]
    return {
        "characters": sum(not unicodedata.combining(letter) for letter in body),
        "characters_without_spaces": sum(not letter.isspace() and not unicodedata.combining(letter) for letter in body),
        "letters": sum(letter.isalpha() for letter in body),
        "words": count,
        "unique_words": len(counts),
        "sentences": sentences,
        "paragraphs": len([part for part in re.split(r"\n[^\S\n]*\n", body) if part.strip()]),
        "lines": len([line for line in body.splitlines() if line.strip()]),
        "average_word_length": round(sum(map(len, words)) / count, 2),
        "average_sentence_length": round(count / sentences, 2),
        "longest_word": max(words, key=len)[:100],
        "most_common": [{"word": word[:100], "count": number} for word, number in top],
        "reading_seconds": max(1, round(count / READING_WPM * 60)),
        "speaking_seconds": max(1, round(count / SPEAKING_WPM * 60)),
        "readability": readability(folded, sentences),
    }


def sentences_of(text: str) -> list[str]:
    """Return the sentences: cut after . ! ? … and their wide forms, at blank lines, but not after abbreviations and initials."""
    found, start = [], 0
    for match in re.finditer(rf"{ENDING.pattern}|\n[^\S\n]*\n", text):
        piece = text[start : match.end()]
        after = text[match.end() : match.end() + 80].lstrip()
        if after[:1].islower() and match.group().strip():
            continue
        if match.group() == "." and ABBREVIATION.search(piece[-12:].rstrip()) and after:
            continue
        found.append(piece)
        start = match.end()
    found.append(text[start:])
    return [piece for piece in found if WORD.search(piece)] or [text]


def readability(words: list[str], sentences: int) -> dict[str, Any] | None:
    """Return the two scores for an English text, None for a short one or another language."""
    if len(words) < LEAST_WORDS or sum(word in COMMON for word in words) / len(words) < 0.2:
        return None
    per_sentence, per_word = len(words) / sentences, sum(map(syllables, words)) / len(words)
    ease = 206.835 - 1.015 * per_sentence - 84.6 * per_word
    names = ((90, "very easy"), (80, "easy"), (70, "fairly easy"), (60, "plain"), (50, "fairly hard"), (30, "hard"))
    return {
        "flesch_reading_ease": round(ease, 1),
        "flesch_kincaid_grade": round(0.39 * per_sentence + 11.8 * per_word - 15.59, 1),
        "syllables_per_word": round(per_word, 2),
        "level": next((name for bound, name in names if ease >= bound), "very hard"),
    }


def syllables(word: str) -> int:
    """Return the estimated syllables of an English word: groups of vowels, without a silent e, es or ed."""
    bare = re.sub(r"[^a-z]", "", unicodedata.normalize("NFD", word))
    if len(bare) <= 3:
        return 1
    bare = re.sub(r"(?:[^laeiouy]es|[^dtaeiouy]ed|[^laeiouy]e)$", lambda match: match.group()[0], bare)
    bare = re.sub(r"^y", "", bare)
    return max(1, len(re.findall(r"[aeiouy]{1,2}", bare)))


def sentence(output: dict[str, Any], question: str) -> str:
    """Return the answer: first what was asked, then a table of everything."""
    asked = [name for name, pattern in PARTS.items() if re.search(pattern, question, re.IGNORECASE)]
    if {"common", "unique", "reading"} & set(asked):
        asked = [name for name in asked if name != "words"]
    first = " ".join(fact(output, name) for name in asked) or fact(output, "words")
    rows = [
        ("characters", f"{output['characters']:,} ({output['characters_without_spaces']:,} without spaces)"),
        ("words", f"{output['words']:,} ({output['unique_words']:,} different)"),
        ("sentences", f"{output['sentences']:,} (average {output['average_sentence_length']} words)"),
        ("paragraphs", f"{output['paragraphs']:,}"),
        ("reading time", duration(output["reading_seconds"])),
        (
            "most common",
            cell(", ".join(f"{one['word'][:30]} {one['count']}" for one in output["most_common"][:5])) or "-",
        ),
        ("readability", scores(output["readability"])),
    ]
    return first + "\n\n| figure | value |\n|---|---|\n" + "\n".join(f"| {name} | {value} |" for name, value in rows)


def fact(output: dict[str, Any], name: str) -> str:
    """Return one figure as a sentence."""
    common = ", ".join(f"“{one['word'][:50]}” ({one['count']})" for one in output["most_common"][:5])
    return {
        "words": f"The text has {counted(output['words'], 'word')}.",
        "characters": f"It has {counted(output['characters'], 'character')}, {output['characters_without_spaces']:,} without spaces.",
        "sentences": f"It has {counted(output['sentences'], 'sentence')}.",
        "paragraphs": f"It has {counted(output['paragraphs'], 'paragraph')}.",
        "lines": f"It has {counted(output['lines'], 'line')}.",
        "reading": f"Reading it takes about {duration(output['reading_seconds'])}, speaking it {duration(output['speaking_seconds'])}.",
        "readability": f"Readability: {scores(output['readability'])}.",
        "common": f"The most common words, without articles and the like, are {common}."
        if common
        else "No word stands out.",
        "unique": f"It has {counted(output['unique_words'], 'different word')}.",
    }[name]


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: int) -> str:
    """Return seconds in words."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def scores(found: dict[str, Any] | None) -> str:
    """Return the readability scores in words."""
    if found is None:
        return f"no score (it needs {LEAST_WORDS} words of English)"
    return f"Flesch {found['flesch_reading_ease']} of 100 ({found['level']}), US school grade {found['flesch_kincaid_grade']}"


def cell(text: str) -> str:
    """Return a text that cannot break out of a table's cell."""
    return text.replace("|", "\\|").replace("\n", " ")
