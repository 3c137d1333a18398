"""Reads "and acid?" after a question about how often a word, a letter or a sign occurs: that question with another one in its place."""

import re
from collections.abc import Callable

from config.builtins.text_statistics.finding import text_in
from config.builtins.text_statistics.questions import Question, questions
from config.builtins.text_statistics.word_questions import LETTERS_IN
from config.builtins.wording import blanked, fold

OTHER_NEEDLE = re.compile(
    r"\W*(?:(?:ok|okay|thanks|now|danke|merci|gracias)\W+)?(?:and(?: what about| how about| for| how often| how many)?|what about|how about|same for|now|und(?: wie oft| wie viele)?|was ist mit|wie (?:sieht es aus|ist es) mit|et(?: pour)?|y(?: para)?|que tal)"
    r" (?:the |das |den |le |la |l'|el )?(?:(?P<noun>word|letter|sign|wort|buchstaben?|mot|lettre|palabra|letra) )?"
    r"(?:[\"'“„«‘] ?(?P<quoted>[^\"'“”„«»’\n]{1,60}?) ?[\"'”“»’]|(?P<word>[^\W_]+(?:-[^\W_]+)*))(?: (?:then|instead|dann|alors|entonces))?\W*\Z",
    re.IGNORECASE,
)
NO_NEEDLE = re.compile(
    r"now|you|then|why|how|what|who|when|where|this|that|these|those|it|so|here|there|me|us|him|her|them|again|jetzt|dann|warum|wieso|wie|was|du|sie|das|dies|hier"
    r"|maintenant|alors|pourquoi|toi|vous|ca|ici|ahora|entonces|porque|tu|usted|eso|esto|aqui",
    re.IGNORECASE,
)
COUNTED = ("word", "letter")


def resumed_count(message: str, earlier: list[str], language: str) -> str:
    """Return the question before with the word or letter of a short message in its place; "" for any other message.

    ``earlier`` are the user's turns before, the newest last. A message that asks for a figure ("and sentences?") names no such word.
    """
    new = needle_of(message, language)
    asked = next((said for said in reversed(earlier) if not needle_of(said, language)), "")
    if not new or not asked:
        return ""
    found = text_in(asked)
    question = blanked(asked, found.start, found.end) if found is not None else asked
    place = needle_place(asked, question, found.text if found is not None else "", language)
    return f"{asked[: place[0]]}{new}{asked[place[1] :]}" if place is not None else ""


def needle_of(message: str, language: str) -> str:
    """Return the word or letter that a short message names, "" for one that names a figure or says more."""
    match = OTHER_NEEDLE.fullmatch(fold(message))
    if match is None or NO_NEEDLE.fullmatch(match["word"] or ""):
        return ""
    is_named = match["noun"] or match["quoted"]
    if not is_named and any(one.name not in COUNTED for one in questions(message, language, str)[0]):
        return ""
    return message[slice(*match.span("quoted" if match["quoted"] else "word"))]


def needle_place(asked: str, question: str, text: str, language: str) -> tuple[int, int] | None:
    """Return where a question names the word or letter that it counts; None for a question about anything else."""
    direct = next((match for pattern in LETTERS_IN if (match := pattern.search(fold(asked))) is not None), None)
    if direct is not None:
        return direct.span("letter")
    hidden: Callable[[str], str] = lambda _: question  # noqa: E731 - the text is hidden already
    counted: list[Question] = [one for one in questions(asked, language, hidden)[0] if one.name in COUNTED]
    if len(counted) != 1 or not text:
        return None
    found = [match.span() for match in re.finditer(rf"(?<!\w){re.escape(counted[0].needle)}(?!\w)", question)]
    return found[-1] if found else None
