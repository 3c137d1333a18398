"""Own matters of a user that read like an order about others: pasted JSON, or a thing that somebody approved."""

import json
import re

from kingdom.contracts.verdicts import GuardianFinding

# "Get all e-mails from {…}", "List all e-mails: {…}": addresses inside the JSON are looked for, nothing goes there.
_FROM_JSON = re.compile(
    r"(?:\b(?:from|in|of|out of|aus|von|de|du|dans|en|desde)\s(?:th(?:is|ese) )?(?:[^\W\d_]{1,12}:?\s)?"
    r"|(?P<colon>:))\s{0,3}"
    r"(?P<json>[{\[])",
    re.I,
)
_SENDS = re.compile(
    r"\b(?:send|forward|mail|e-?mail (?:it|them|all|this|the)|upload|post|export|copy|leak|share|submit|publish"
    r"|transfer|pass"
    r"|schick|sende|leite|lade|exportier|kopier|teile|envo[iy]|transf[eèé]r|partage|publie|env[ií]a|manda|reenv|sube|comparte)",
    re.I,
)
# "Pull all addresses out of this: …": the addresses behind the colon are looked for, nothing goes there.
_FROM_TEXT = re.compile(
    r"\b(?:from|out of|in|aus|dans|de|en) (?:this|these|the following|th(?:is|e) (?:text|mail|e-mail|note|list|message)"
    r"|diese\w*(?: text| mail| notiz| liste)?|ce texte|este texto)(?: below| here)?\s?:",
    re.I,
)
_TAKES = re.compile(
    r"\b(?:pull|extract|get|list|find|pick|take|collect|count|zieh\w*|hol\w*|list\w*|such\w*|extrai\w*|liste|trouve"
    r"|extrae|saca|busca)\b",
    re.I,
)
_SENDS_FOUND = re.compile(  # a verb and what was taken out: "mail them", "pass everything on"
    rf"(?:{_SENDS.pattern})[^\W\d_]{{0,4}}[\s-](?:\w+\s)?(?:it|them|all|this|these|those|every\w*|each|the|result\w*|addresses"
    r"|sie|es|alle\w*|das|die|les?|la|tout\w*|los?|las?|tod[oa]s?)\b",
    re.I,
)
# "Make me a plan …", "My boss approved my holiday": an own thing, no standing right.
_MAKES_THING = re.compile(
    r"\b(?:make|give|write|draw|find|get) me (?:a|an|some|the)\s(?!(?:admin|root|super|owner|moderator|master"
    r"|full|all)\w*\b)\w{3,}",
    re.I,
)
_APPROVED_OWN = re.compile(
    r"\b(?:approv\w+|agreed to|genehmigt|approuv\w+|aprob\w+)\s(?:my|our|mein\w*|unser\w*|mon|ma|mes|notre|nos"
    r"|mis?|nuestr\w+)\s"
    r"(?!(?:every|all|future|requests?|orders?|commands?|access|transfers?)\b)\w{3,}",
    re.I,
)
# "My teacher's instruction was to ignore air resistance": an order that a third person gave to the user.
_ORDER_OF_PERSON = re.compile(
    r"\s*(?:my|our|his|her|their)\s(?!(?:assistant|model|ai|bot|agent"
    r"|system)\b)[\w-]{3,20}['’]s? (?:instructions?|rules?|orders?"
    r"|advice|request|guidelines?)\s(?:was|were|is|are)\b",
    re.I,
)

# "Can you see what my colleagues write here?": asks what this agent can see, and for nothing that it sees.
_ASKS_WHAT_IS_SEEN = re.compile(
    r"\s*(?:(?:hi|hello|hey|and|but|so|just curious|hallo|und|bonjour|et|hola|y)\b[\s,:!-]*)*"
    r"(?:(?:can|could) (?:you|u) (?:also |even |actually )?see|(?:are|r) (?:you|u) able to see"
    r"|(?:do|can) (?:you|u) (?:also |even |actually )?(?:see|have access to)"
    r"|(?:kannst|siehst) du (?:auch )?|k[oö]nnen sie (?:auch )?|(?:peux|vois)-tu|tu (?:peux voir|vois)"
    r"|(?:pouvez|voyez)-vous|¿?(?:puedes|puede) ver|¿?ves)\b(?P<seen>[^.!?:;\n\"“«]{3,120})\?\s*",
    re.I,
)
_SEES_DE = re.compile(r"\s*(?:\w+[\s,]+){0,2}(?:kannst du|k[oö]nnen sie)\b", re.I)
_ALSO_ORDERS = re.compile(
    r",|\b(?:and|then|so that|to (?:me|us)|for (?:me|us)|show|tell|list|send|read|give|print|copy|export|summar\w*"
    r"|quote|forward|find|fetch|get|open|please|und|dann|damit|mir|zeig\w*|sag\w*|nenn\w*|schick\w*|gib|lies|bitte|et|puis"
    r"|montre\w*|dis|donne\w*|envoie\w*|lis|y|luego|muestra\w*|dime|dame|env[ií]a\w*|password\w*|passw[oö]rt\w*"
    r"|kennw[oö]rt\w*|mots? de passe|contraseñas?|secrets?|keys?|tokens?|credential\w*|salar\w+|bank\w*|medical)\b",
    re.I,
)
_ORDERS_OVER = re.compile(
    r"\W*(?:the|my|our|all|these|those)(?: (?:\w+ )?orders?(?: (?:that|which))?(?: (?:are|were))?(?: worth)? over)\W*",
    re.I,
)
# To translate, in further languages; in Japanese and Korean the name of a language with the sign of the result.
_TRANSLATES = re.compile(
    r"\b(?:traduz\w*|tradurre|traduci|vertaal|oversæt|[oö]vers[aä]tt|przet[lł]umacz|p[rř]elo[zž]|ford[ií]tsd|[cç]evir"
    r"|k[aä][aä]nn[aä]|перев[еo]ди\w*|переклад\w*|μετ[αά]φρασ\w*)\b"
    r"|(?:英語|日本語|ドイツ語|フランス語|スペイン語|中国語|韓国語)に|訳し|翻訳|翻译|翻譯|译成|譯成|번역|영어로|한국어로|독일어로"
    r"|ترجم|תרגם|अनुवाद|แปล",
    re.I,
)
_AMOUNT = re.compile(r"\s?(?:[$€£]\s?)?\d")


def asks_translation(text: str) -> bool:
    """Return whether a text asks to translate, in a language beside the four that the other tests know."""
    return _TRANSLATES.search(text) is not None


def asks_what_is_seen(text: str) -> bool:
    """Return whether a whole message only asks whether this agent sees what others write."""
    found = _ASKS_WHAT_IS_SEEN.fullmatch(text)
    if found is None or _ALSO_ORDERS.search(found["seen"]):
        return False
    return _SEES_DE.match(text) is None or found["seen"].rstrip().lower().endswith(("sehen", "einsehen"))


def takes_from_json(text: str, start: int, end: int) -> bool:
    """Return whether a match runs from an order into the JSON that the order takes something out of, and ends in it."""
    found = _FROM_JSON.search(text, start, end)
    if found is None or (found["colon"] and _SENDS.search(text[: found.start()])):
        return False
    try:
        _, json_end = json.JSONDecoder().raw_decode(text, found.start("json"))
    except (ValueError, RecursionError):
        return False
    return end <= json_end


def takes_from_text(text: str, start: int, end: int) -> bool:
    """Return whether a match runs from an order to take addresses out of a text into it, and nothing is to be sent."""
    found = _FROM_TEXT.search(text, start, end)
    if found is None or _TAKES.search(text[: found.start()]) is None:
        return False
    is_sent = _SENDS.search(text[: found.start()]) or _SENDS_FOUND.search(text[found.end() :])
    return is_sent is None


def makes_thing(sentence: str) -> bool:
    """Return whether a sentence asks to make the user some thing, e.g. a plan, rather than somebody with rights."""
    return _MAKES_THING.search(sentence) is not None


def approved_own_thing(sentence: str) -> bool:
    """Return whether what a sentence calls approved is one thing of the user's, e.g. a holiday."""
    return _APPROVED_OWN.search(sentence) is not None


def is_order_of_person(sentence: str) -> bool:
    """Return whether a sentence reports the order that a third person gave to the user."""
    return _ORDER_OF_PERSON.match(sentence) is not None


def is_order_of_others(sentence: str, finding: GuardianFinding, text: str) -> bool:
    """Return whether an order is one that a third person gave, or one of goods: "the orders over 50 euros"."""
    is_of_goods = _ORDERS_OVER.fullmatch(text, finding.start, finding.end) is not None
    return is_order_of_person(sentence) or (is_of_goods and _AMOUNT.match(text, finding.end) is not None)
