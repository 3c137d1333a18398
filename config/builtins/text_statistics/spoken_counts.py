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


LETTER_WORD = r"['\"“„«]?(?P<one>[^\W\d_])['\"”“»]?"
PLAIN_WORD = r"(?P<one>(?!(?:an?|the|it|this|that|each|every|letter|word|die|der|das|ein|eine|le|la|el|un|une?a?)\b)[^\W\d_]{2,30})"
USUAL_FORMS = (  # a whole line or sentence, in the usual words
    (rf"how many {LETTER_WORD}(?:['’]s|s) (?:are there|are in (?:there|here|it|this)|does (?:it|this) have)", 'how often does the letter "<one>" occur'),
    (rf"how many times (?:is|does) the letter {LETTER_WORD} (?:in (?:there|here|it|this)|there|occur|appear)", 'how often does the letter "<one>" occur'),
    (r"(?:the )?number of times ['\"“„«]?(?P<one>[^\W\d_]{1,30})['\"”“»]? (?:appears|occurs|is used|comes up)", 'how often does "<one>" occur'),
    (rf"wie oft kommt {PLAIN_WORD} (?:darin |hier |da |im text )?vor", 'wie oft kommt "<one>" vor'),
    (rf"combien de fois appara[iî]t {PLAIN_WORD}", 'combien de fois apparaît "<one>"'),
    (rf"cu[aá]ntas veces aparece {PLAIN_WORD}", 'cuántas veces aparece "<one>"'),
    (r"how many (?P<what>characters|letters|signs) if (?:i|we|you) (?:ignore|leave out|skip|do not count|don't count) (?:the )?(?:spaces|blanks)", "how many <what> without spaces"),
    (r"(?:chars|characters),? (?:not counting|not including|ignoring|leaving out) (?:the )?(?:spaces|blanks)", "characters without spaces"),
    (r"how many (?:upper|capital)[ -]case letters (?:are (?:there|in (?:here|there|it|this))|does (?:it|this) have)", "how many capital letters"),
    (r"wie ?viele (?:gro(?:ß|ss)buchstaben|gro(?:ß|ss)e buchstaben)(?: (?:sind das|hat das|gibt es|sind (?:hier|da|darin)))?", "how many capital letters"),
    (r"which word is (?:the )?(?P<one>first|second|third|fourth|fifth|last|[1-9]\d?(?:st|nd|rd|th))", "what is the <one> word"),
    (r"how long (?:are the words|is a word|is each word) on average|(?:the )?(?:mean|average) number of letters (?:per|in a|of a) word", "average word length"),
    (r"(?:the )?top word|(?:the )?number one word", "most frequent word"),
    (r"(?:can|may|could) (?:i|we) (?:tweet|post|send|text) (?:this|it|that),? ?\(?(?:max(?:imum)?\.? |limit (?:is )?|in )?(?P<one>\d{2,5}) (?P<what>characters|chars|letters|zeichen)\)?", "does this fit in <one> <what>"),
)  # fmt: skip
READY_USUAL = tuple(
    (re.compile(rf"(?:(?<=\A)|(?<=\n)|(?<=[.!?] ))(?P<open>[¿ ]{{0,3}}){asked}(?P<end> ?\?+(?=\s|\Z)|\.?(?=\s*(?:\Z|\n|:)))", re.IGNORECASE), said)
    for asked, said in USUAL_FORMS
)  # fmt: skip


def in_usual_form(message: Mapped) -> Mapped:
    """Return a message with a question that stands by itself in the usual words; one question at most."""
    for pattern, said in READY_USUAL:
        if len(pattern.findall(message.text)) != 1:
            continue

        def usual(match: "re.Match[str]", said: str = said) -> str:
            words = {key: text for key, text in match.groupdict().items() if text}
            for key in ("one", "what"):
                said = said.replace(f"<{key}>", words.get(key, ""))
            return f"{match['open']}{said}{match['end'] or ''}"

        return message.sub(pattern, usual)
    return message


VERSES_PARTED = re.compile(  # "lines and verses (blank line between verses)"
    r"(?P<lead>\A[^\n:]{0,60}\b(?:how many|number of|count)(?: the)? (?:lines,? and )?)(?:verses|stanzas)"
    r"(?:,? ?\((?:with )?(?:an? |one )?(?:blank|empty) lines? between (?:the |each )?(?:verses?|stanzas?|them)\))?(?=[^\n]*(?::|\?|\n))",
    re.IGNORECASE,
)


def in_usual_words(message: str) -> Mapped | None:
    """Return a message whose count is asked in usual words; None where it is asked so already."""
    made = Mapped(message).sub(VERSES_PARTED, lambda match: f"{match['lead']}stanzas")
    made = made.sub(ONLY_ITSELF, without_longer).sub(LETTER_COUNT_SAID, letter_asked)
    made = in_usual_form(made.sub(WORDS_RUN_ON, with_colon))
    return made if made.text != message else None
