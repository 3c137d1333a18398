"""Counts asked in other words: one letter of a text, words without a colon before them, only a word itself, two limits."""

import re

from config.builtins.wording import Mapped

LETTER_COUNT_SAID = re.compile(  # "cuántas letras a hay en: …"
    r"(?P<en>\bhow many (?:letters?|times the letter) (?P<a>[a-z]|['\"“„«][^\W\d_]['\"”“»])(?:['’]s|s)? (?:are |is )?(?:there )?(?:in|does|has|have)(?! a (?:word|text)))"
    r"|(?P<es>\bcu[aá]nt[oa]s (?:letras? |veces la )?(?P<b>[^\W\d_]|['\"“„«][^\W\d_]['\"”“»]) hay(?: en| aqu[ií])?)"
    r"|(?P<de>\bwie ?viele? (?:buchstaben? |mal(?: der buchstabe)? )(?P<c>[^\W\d_]|['\"“„«][^\W\d_]['\"”“»]) (?:hat|sind in|gibt es in|sind|stehen in|kommen? (?:vor )?in|im|in)(?: dem| diesem| der)?)"
    r"|(?P<fr>\bcombien de (?:lettres? |fois la lettre )(?P<d>[^\W\d_]|['\"“„«][^\W\d_]['\"”“»]) (?:dans|y a-t-il dans|il y a dans|y a dans|compte|contient))",
    re.IGNORECASE,
)
LETTER_COUNT_USUAL = {
    "en": "how many times does the letter {} appear in",
    "es": "cuántas veces aparece la letra {} en",
    "de": "wie oft kommt der Buchstabe {} vor in",
    "fr": "combien de fois la lettre {} apparaît dans",
}


def letter_asked(match: "re.Match[str]") -> str:
    """Return the question for how often a letter is in a text."""
    key = next(one for one in LETTER_COUNT_USUAL if match[one])
    letter = next(match[one] for one in "abcd" if match[one]).strip("'\"“”„«»")
    return LETTER_COUNT_USUAL[key].replace("{}", letter)


WORDS_RUN_ON = re.compile(  # "how many different words mint chive mint parsley dill"
    r"\A(?P<lead>\W*(?:how many (?:(?:different|unique|distinct) )?words|wie ?viele (?:(?:verschiedene|unterschiedliche) )?w[öo]rter|combien de mots(?: diff[ée]rents)?|cu[aá]ntas palabras(?: (?:distintas|diferentes))?)) "
    r"(?P<text>(?!(?:in|are|is|does|do|did|has|have|can|there|the|this|that|my|it|i|we|you|to|for|with|of|per|a|an|and|or|fit|on|should|hat|hast|sind|ist|in|der|die|das|mein|dieser|y|hay|tiene|en|a|dans|il|le|la|ce|font|fait|start|begin|end|contain|come|appear|occur|were|was|will|would)\b)[^\W\d_]+(?: [^\W\d_'’-]+){3,})\W*\Z",
    re.IGNORECASE,
)
QUESTION_WORD = re.compile(
    r"\b(?:in|are|is|does|have|has|per|with|that|than|of|hat|sind|ist|mit|hay|tiene|dans|avec|y a)\b", re.IGNORECASE
)


def with_colon(match: "re.Match[str]") -> str:
    """Return a count of words with a colon before the words, unless these are a question themselves."""
    return match.group() if QUESTION_WORD.search(match["text"]) else f"{match['lead']}: {match['text']}"


ONLY_ITSELF = re.compile(  # "(only compost, not composting)": a word by itself is counted in any case
    r" ?\((?:only|just|nur|seulement|solo) (?:the word )?(?P<word>[^\W\d_]{2,}),? (?:and )?(?:not|no|nicht|pas) (?P<longer>[^\W\d_]{3,})\)",
    re.IGNORECASE,
)


def without_longer(match: "re.Match[str]") -> str:
    """Return nothing for a remark that longer words are not counted, which they are not."""
    is_longer = match["longer"].lower().startswith(match["word"].lower()) and len(match["longer"]) > len(match["word"])
    is_asked = re.search(rf"\bword {re.escape(match['word'])}\b", match.string[: match.start()], re.IGNORECASE)
    return "" if is_longer and is_asked else match.group()


def in_usual_words(message: str) -> Mapped | None:
    """Return a message whose count is asked in usual words; None where it is asked so already."""
    made = Mapped(message).sub(ONLY_ITSELF, without_longer).sub(LETTER_COUNT_SAID, letter_asked)
    made = made.sub(WORDS_RUN_ON, with_colon)
    return made if made.text != message else None
