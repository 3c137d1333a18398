"""Whether the address in a document is valid: not a matter of JSON, so that the specialist for addresses is left it."""

import re

from config.builtins.wording import blanked, fold

ADDRESS_NOUN = r"(?:(?:e-?)?mails?(?:[ -]?(?:address\w*|adress\w*))?|mail-?(?:address\w*|adress\w*)|(?:contact |kontakt)?address(?:es)?|adress\w*(?: (?:e-?)?mails?)?|correos?(?: electronicos?)?|courriels?|direccion(?:es)?(?: de correo)?)"
GOOD_FORM = r"(?:valid\w*|invalid\w*|ok(?:ay)?|correct\w*|right|wrong|fine|good|well[- ]formed|real|legit\w*|typos?|gultig\w*|ungultig\w*|richtig|falsch|korrekt|stimm(?:t|en)|juste|faux|fausse|bonne?|bien|mal|valid[oa]s?)"
ADDRESS_CHECKED = re.compile(
    rf"(?:(?:and |und |et |y |also |then )*(?:(?:please |bitte )?(?:tell me|let me know|say|check|sag mir|prufe?|dis-moi|verifie|dime|comprueba) )?(?:(?:if|whether|ob|si|is|are|ist|sind|est|sont|es|son|does) )?(?:(?:the|my|this|that|der|die|das|den|dem|meine?|l'|la|le|cette|el|esta|mi) ?)*(?:[\w-]+ )?)?"
    rf"\b{ADDRESS_NOUN}\b(?:(?! (?:and|und|et|y|but|or)\b)[^?.!:;,\n]){{0,40}}?\b{GOOD_FORM}\b"
    rf"|(?:(?:and |und |et |y )?(?:is|are|ist|sind|est|es) (?:there )?)?(?:an?|the|any|eine?|une|una)? ?\b{GOOD_FORM} (?:(?:the|die|der|das|la|le|el|esta|este|cette|diese) |l')?{ADDRESS_NOUN}\b",
    re.IGNORECASE,
)
ADDRESS_VALUE = re.compile(r":\s*[\"'][^\"'\n]*@[^\"'\n]*[\"']|[\[,]\s*[\"'][^\"'\n\s]*@[^\"'\n\s]*[\"']")
OF_DOCUMENT = re.compile(r"\b(?:json|yaml|syntax|document|parse\w*|dokument|documento)\b", re.IGNORECASE)
OTHER_QUESTION = re.compile(
    r"\b(?:how many|which|who|list|show|count|only|wie viele|welche\w*|wer|combien|quel\w*|qui|cuant[oa]s|cual\w*|quien\w*)\b",
    re.IGNORECASE,
)


VALID_ADDRESSES = re.compile(
    rf"\b(?:in|non[- ]?|un)?(?:valid\w*|gultig\w*|correct\w*|korrekt\w*) {ADDRESS_NOUN}\b", re.IGNORECASE
)


def address_checks(words: str, document: str) -> list[list[int]]:
    """Return the places in words where they ask about the form of the address in a document; none for other messages."""
    folded = fold(words)
    if ADDRESS_VALUE.search(document) is None or OTHER_QUESTION.search(folded):
        return []
    return [list(match.span()) for match in ADDRESS_CHECKED.finditer(folded)]


def without_address_checks(words: str, document: str) -> str:
    """Return words with spaces where they ask about the form of an address."""
    for start, end in address_checks(words, document):
        words = blanked(words, start, end)
    return words


def is_only_address_check(words: str, document: str) -> bool:
    """Return whether all that words ask of a document is whether its address is valid."""
    folded = fold(words)
    if ADDRESS_VALUE.search(document) and OTHER_QUESTION.search(folded) and VALID_ADDRESSES.search(folded):
        return True  # "which of them have a valid e-mail?"
    rest = without_address_checks(words, document)
    return rest != words and OF_DOCUMENT.search(fold(rest)) is None
