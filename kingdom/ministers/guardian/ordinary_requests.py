"""Ordinary messages in the words of an attack: a word explained, a mail worded, a game, a notice, rules of a club."""

import re
from collections.abc import Callable, Mapping

from kingdom.core.text.lazy_patterns import lazy_pattern

_FIRST_WORDS = r"\s*(?:(?:please|bitte|can you|could you|kannst du|peux-tu|puedes)\s)?"
_HARM_WORD = (
    r"(?:trojan\w*|virus\w*|viren|malware|ransomware|phishing|w[uü]rm\w*|worms?|keylogger\w*|rootkits?|botnet\w*"
    r"|spyware"
    r"|exploits?|hack\w*|bomb\w*|cheval de troie|ver informatique|troyano\w*|gusano\w*)"
)
_EXPLAINS_WORD = lazy_pattern(
    rf"{_FIRST_WORDS}(?:explain|tell|erkl[aä]r\w*|expliqu\w*|dis|explica\w*|dime)\b[^.!?\n]{{0,40}}?\b"
    rf"(?:what (?:an? |the )?(?:\w+ )?{_HARM_WORD}\s(?:is|are|does|means?)|was (?:(?:ein|eine|der|die"
    rf"|das) )?{_HARM_WORD}"
    rf"\s(?:ist|sind|bedeutet|macht)|ce qu(?:e c'est qu'|'est )(?:une? |le |la )?{_HARM_WORD}|(?:qu[eé]"
    rf"|lo que) es (?:una? )?"
    rf"{_HARM_WORD})\b[^.!?\n]{{0,60}}[.!?]*\s*$",
    re.I,
)
_ASKS_FOR_MEANS = lazy_pattern(
    r"\b(?:step|code|source|build|make|write|recipe|exact\w*|schritt\w*|bau\w*|herstell\w*|quell\w*|[eé]tape\w*"
    r"|fabriqu\w*"
    r"|paso\w*|hacer|c[oó]digo)\b",
    re.I,
)
# "Tell my mother that I cannot come, without saying that I have to work": the user keeps an own matter private.
_TELLS_SOMEBODY = lazy_pattern(
    rf"{_FIRST_WORDS}(?:help me )?(?:tell|write|reply|answer|say|word|draft|compose|decline|cancel"
    rf"|excuse)\b[^.!?\n]{{0,160}}"
    r"\bwithout (?:saying|telling|mentioning)\b(?: (?:him|her|them|anyone))?[^.!?\n]{0,12}\b"
    r"(?:(?:that|why|how much|where|what|because) (?:i|we)\b|(?:my|our) (?!(?:change|use|access|deletion|order"
    r"|payment)s?\b))",
    re.I,
)
_OVERSEER = lazy_pattern(
    r"\b(?:admin\w*|auditor\w*|inspect\w*|operator|reviewer\w*|police|court|judge|tax\w*|bank\w*|insur\w*"
    r"|regulator|boss"
    r"|manager|customers?|clients?|patients?|users?|log|report|deleted|copied|changed|transferred|sold|broke\w*)\b",
    re.I,
)
# "Be strict: test me on the third declension": the one that is tested is the user.
_TESTS_USER = lazy_pattern(
    r"\b(?:test|quiz|examine|check|correct|grade|review) (?:me|us|my|our)\b|\b(?:pr[uü]f\w*|teste?) mich\b"
    r"|\binterroge-moi\b|\bexam[ií]name\b",
    re.I,
)
# A text for others that asks them to protect something.
_COMPOSES_ADVICE = lazy_pattern(
    rf"{_FIRST_WORDS}(?:write|draft|compose|suggest|give me|create|schreib\w*|formulier\w*|verfasse"
    rf"|[eé]cri[st]\w*|r[eé]dige"
    r"|escribe|redacta)\b[^.!?\n]{0,40}\b(?:subject line|mail|e-?mail|policy|notice|reminder|headline|sign|poster"
    r"|letter|memo"
    r"|guideline|paragraph|leaflet|betreff\w*|richtlinie|hinweis|aushang|rundmail|objet|affiche|note|asunto|aviso"
    r"|cartel)\b"
    r"[^.!?\n]{0,40}\b(?:ask\w*|remind\w*|warn\w*|forbid\w*|tell\w*|advis\w*|telling|prohibit\w*|bitte\w*|erinner\w*"
    r"|verbiet\w*|warn\w*|rappel\w*|demand\w*|interdi\w*|avertit|recuerd\w*|pid\w*|proh[ií]b\w*"
    r"|advi\w*)\b[^.!?\n]{0,60}\b"
    r"(?:to (?:change|renew|reset|rotate|update|lock|protect|keep|report)|(?:to|from) (?:share|sharing|reus\w+"
    r"|send\w*|giv\w+"
    r"|writ\w+)|not to|never|passw[oö]rt\w* (?:zu|nicht)|de (?:changer|ne)|de (?:cambiar|no)|que (?:cambien|no)"
    r"|cambiar"
    r"|compartir)\b",
    re.I,
)
_SENDS_BACK = lazy_pattern(
    r"\b(?:link|click|reply with|to (?:me|us)\b|enter (?:their|your)|fake|looks? like|pretend\w*|our (?:page|form))\b",
    re.I,
)
_GAME = lazy_pattern(
    r"\b(?:dungeons (?:&|and) dragons|d&d|dnd|pathfinder|minecraft|zelda|skyrim|elden ring|dark souls|pok[eé]mon"
    r"|magic: the"
    r" gathering|world of warcraft|final fantasy|destiny 2?|board game|card game|video ?game|boss fight|raid"
    r"|level \d+|spell"
    r"|wizards?|paladins?|clerics?|dungeon|brettspiel|zauber\w*|jeu de r[oô]le|sort(?:il[eè]ge)?|juego de rol"
    r"|hechizo)\b",
    re.I,
)
_OWN_WORK = lazy_pattern(
    r"\b(?:you|your|this (?:chat|platform|system|agent)|assistant|audit|logs?|approvals?|safety|filter|council)\b", re.I
)
_YOU = lazy_pattern(r"\byou(?:r|rself)?\b", re.I)
_ASKS = lazy_pattern(r"\?\s*$")
_MEANING_OF_QUOTATION = lazy_pattern(
    r"\s*(?:what does|what do|was (?:bedeutet|bedeuten|hei[sß]+t)|que (?:signifie|veut dire)|¿?qu[eé] "
    r"(?:significa|quiere decir))"
    r"\b[^.!?\n\"'“„«]{0,80}[\"'“„«][^\"”»\n]{3,200}[\"'”»][^.!?\n]{0,30}\?\s*",
    re.I,
)
_CLUB = (
    r"\b(?:(?:our|my|the|a|unser\w*|mein\w*|der|die|notre|mon|nuestr[oa]|mi)\s(?:\w+\s)?(?:club|association|choir"
    r"|team|company"
    r"|school|family|council of parents|society|board|parish|co-?op\w*|office|verein\w*|chor|firma|schule|familie"
    r"|vorstand"
    r"|association|chorale|entreprise|[eé]cole|empresa|asociaci[oó]n|coro|escuela))\b"
)
_CLUB_RULE = lazy_pattern(
    rf"{_CLUB}[^.!?\n]{{0,40}}\b(?:wants?|plans?|allows?|lets?|decided|considers?|would like|may|can|should|will"
    rf"|m[oö]chte|will"
    r"|erlaubt|l[aä]sst|darf|plant|veut|permet|laisse|quiere|permite|deja)\b",
    re.I,
)
# "I do not recognise the card payment" waives no question.
_OWN_IGNORANCE = lazy_pattern(
    r"\W*(?:i|we) (?:do not|don['’]?t|did not|didn['’]?t|cannot|can['’]?t) (?:recogni[sz]e|know|remember|recall"
    r"|understand|see)\b",
    re.I,
)


def explains_word(sentence: str) -> bool:
    """Return whether a sentence asks what a dangerous thing is, and for no means to make it."""
    return _EXPLAINS_WORD.match(sentence) is not None and _ASKS_FOR_MEANS.search(sentence) is None


def is_own_silence(sentence: str) -> bool:
    """Return whether a sentence keeps a private matter of the user's from a person, or tests the user."""
    if _TESTS_USER.search(sentence):
        return True
    return _TELLS_SOMEBODY.match(sentence) is not None and _OVERSEER.search(sentence) is None


def composes_advice(text: str) -> bool:
    """Return whether a message asks for a text that tells others to protect something."""
    return _COMPOSES_ADVICE.match(text) is not None and _SENDS_BACK.search(text) is None


def _is_in_game(sentence: str, text: str) -> bool:
    return _GAME.search(sentence) is not None and _ASKS.search(text) is not None and not _OWN_WORK.search(text)


def _asks_meaning(sentence: str, text: str) -> bool:
    return _MEANING_OF_QUOTATION.fullmatch(text) is not None


def _waives_nothing(sentence: str, text: str) -> bool:
    is_asked = _CLUB_RULE.search(sentence) is not None and _ASKS.search(text) is not None
    return (is_asked or _OWN_IGNORANCE.match(sentence) is not None) and _YOU.search(sentence) is None


_TESTS: Mapping[str, Callable[[str, str], bool]] = {
    **dict.fromkeys(("harm.purpose", "harm.against_people"), lambda sentence, text: explains_word(sentence)),
    **dict.fromkeys(("override.leak", "override.instructions", "override.foreign_orders"), _asks_meaning),
    "power.no_oversight": _is_in_game,
    "power.no_asking": _waives_nothing,
}


def is_ordinary_finding(rule: str, sentence: str, text: str) -> bool:
    """Return whether a rule's words stand in a game, a notice, a club's own rule, or what the user does not know."""
    test = _TESTS.get(rule)
    return test is not None and test(sentence, text)
