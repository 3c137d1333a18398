"""The figures of a text, and how hard English is to read.

Formulas: Flesch reading ease = 206.835 - 1.015 * words / sentences - 84.6 * syllables / words (Flesch 1948);
Flesch-Kincaid grade = 0.39 * words / sentences + 11.8 * syllables / words - 15.59 (Kincaid et al. 1975).
Silent reading at 238 words a minute (Brysbaert 2019), speaking at 130. Syllables are estimated from the spelling.
"""

import re
import unicodedata
from collections import Counter
from typing import Any

from config.builtins.wording import fold

READING_WPM = 238
SPEAKING_WPM = 130
MOST_COMMON = 10
LEAST_WORDS = 30  # below, a readability score says nothing
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"  # written without spaces: one character counts as one word
WORD = re.compile(rf"[{CJK}]|[^\W_{CJK}]+(?:(?:['’\-‑.,]|(?<=\d)[:/](?=\d))(?=[^\W_])[^\W_{CJK}]+)*")
ENDING = re.compile(r"(?:(?<![.!?…])[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？]+)")
ABBREVIATION = re.compile(
    r"(?:\b(?:mr|mrs|ms|dr|prof|st|vs|etc|e\.g|i\.e|approx|fig|inc|ltd|jr|sr|u\.s|u\.k|a\.m|p\.m|z\.b|d\.h|bzw|usw|ca)|\b[A-Z])\.$",
    re.IGNORECASE,
)
COMMON_WORDS = """the a an and or but of to in on at for with from by as is are was were be been it its this that these those he she they
we you i his her their our your my me him them us not no so if then than there here have has had do does did will would can could should may
might about into over after which who what when where how all any some"""
COMMON = frozenset(COMMON_WORDS.split())


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
        "syllables": sum(map(syllables, folded)),
        "vowels": sum(fold(letter).lower() in "aeiou" for letter in body),
        "consonants": sum(letter.isalpha() and fold(letter).lower() not in "aeiou" for letter in body),
        "digits": sum(letter.isdigit() for letter in body),
        "numbers": len(re.findall(r"(?<![\w.,])[-+]?\d+(?:[.,]\d+)*(?!\w)", body)),
        "spaces": sum(letter.isspace() for letter in body),
        "uppercase": sum(letter.isupper() for letter in body),
        "lowercase": sum(letter.islower() for letter in body),
        "punctuation": sum(unicodedata.category(letter)[0] == "P" for letter in body),
        "unique_letters": len({letter.casefold() for letter in body if letter.isalpha()}),
        "empty_lines": sum(not line.strip() for line in body.splitlines()),
        "question_sentences": sum("?" in sentence[-4:] or "？" in sentence[-2:] for sentence in sentences_of(body)),
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
